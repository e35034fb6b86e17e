import { send } from '../../session/http.ts'

/** Loads a picture from our storage. The request needs the user's token, which an `img` can't send. */
export async function loadImage(path: string): Promise<string> {
  const response = await send({ method: 'GET', path, headers: { accept: 'image/*' } })
  return URL.createObjectURL(await response.blob())
}
