import type { VisionImage } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { TestApplication } from './application.ts'
import { call } from './client.ts'

export type UploadedImage = z.output<typeof VisionImage> & { mimeType: string }

/** An SVG image, which the server renders. */
export const svgFile = {
  name: 'svgFile.svg',
  text: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c4520c"/></svg>',
}

/** Returns the path of a family's images for its conversations path. */
export const imagesOf = (conversations: string) => `${conversations}/VisionImages/Files`

/** Uploads an image for a question in a family of conversations. */
export function uploadVisionImage(
  app: TestApplication,
  token: string,
  conversations: string,
  file: Buffer | string = svgFile.text,
  name = svgFile.name,
) {
  const form = new FormData()
  form.set('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], name))
  return call<UploadedImage & { code: string }>(app, imagesOf(conversations), { token, body: form })
}

export const bytesPath = (conversations: string, visionImageId: string, blobFileName: string) =>
  `${conversations}/VisionImages/${visionImageId}/Files/${blobFileName}/base64`

/** Uploads an image and returns its parameters. */
export async function imageIn(
  app: TestApplication,
  userName: string,
  conversations: string,
): Promise<{ visionImageId: string; blobFileName: string }> {
  const { body } = await uploadVisionImage(app, await app.token(userName), conversations)
  return { visionImageId: body.visionImageId, blobFileName: body.thumbnailBlobFileName }
}
