import type { Operation } from '../../api/paths.ts'
import { callOf } from '../../api/request.ts'
import { send } from '../../session/http.ts'
import { usePicture } from '../../ui/pictures.ts'

/** The endpoint that serves an agent's picture. */
export interface AvatarSource {
  operation: Operation
  /** Includes the picture's file name as `fileName`. */
  args: { fileName: string } & Record<string, string>
}

export const useAvatarImage = (source: AvatarSource | null) =>
  usePicture(source && { name: source.args.fileName, load: () => loadAvatar(source) })

async function loadAvatar({ operation, args }: AvatarSource): Promise<string> {
  const response = await send({ ...callOf(operation, args), headers: { accept: 'image/*' } })
  return URL.createObjectURL(await response.blob())
}
