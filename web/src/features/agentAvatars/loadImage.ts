import { send } from '../../session/http.ts'

/** A picture of our own storage: it needs the person's token, which an `img` cannot send. */
export async function loadImage(path: string): Promise<string> {
  const response = await send({ method: 'GET', path, headers: { accept: 'image/*' } })
  return URL.createObjectURL(await response.blob())
}
