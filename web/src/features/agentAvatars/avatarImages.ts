import type { Operation } from '../../api/paths.ts'
import { callOf } from '../../api/request.ts'
import { send } from '../../session/http.ts'
import { usePicture } from './pictures.ts'

/** Where an agent's picture is got. */
export interface AvatarSource {
  operation: Operation
  /** With the picture's name as `fileName`. */
  args: { fileName: string } & Record<string, string>
}

export const useAvatarImage = (source: AvatarSource | null) =>
  usePicture(source && { name: source.args.fileName, load: () => loadAvatar(source) })

async function loadAvatar({ operation, args }: AvatarSource): Promise<string> {
  const response = await send({ ...callOf(operation, args), headers: { accept: 'image/*' } })
  return URL.createObjectURL(await response.blob())
}
