import { chatCallOf, type InChat } from '../../../api/chatCalls.ts'
import { jsonOf, send } from '../../../session/http.ts'
import { usePicture } from '../../../ui/pictures.ts'
import type { SentImage } from '../../chatModel/attachments/api.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'

/** Loads an image, in full or as its thumbnail. */
export function useVisionImage(image: SentImage, size: 'whole' | 'thumbnail') {
  const chat = useWithin()
  const blobFileName = size === 'whole' ? image.blobFileName : image.thumbnailBlobFileName
  return usePicture({
    name: blobFileName,
    load: () => loadImage({ visionImageId: image.visionImageId, blobFileName, ...chat }),
  })
}

async function loadImage(args: InChat<{ visionImageId: string; blobFileName: string }>): Promise<string> {
  const answer = await send(chatCallOf('getVisionImage', args))
  const { base64Content, mimeType } = await jsonOf<{ base64Content: string; mimeType: string }>(answer)
  const bytes = Uint8Array.from(atob(base64Content), (letter) => letter.charCodeAt(0))
  return URL.createObjectURL(new Blob([bytes], { type: mimeType }))
}
