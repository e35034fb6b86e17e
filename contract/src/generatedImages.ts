import { z } from 'zod'
import { id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const imageSizes = ['Square', 'Landscape', 'Portrait'] as const
export type ImageSize = (typeof imageSizes)[number]
export const imageQualities = ['Low', 'Medium', 'High'] as const
export type ImageQuality = (typeof imageQualities)[number]
export const imageBackgrounds = ['Transparent', 'Opaque'] as const
export type ImageBackground = (typeof imageBackgrounds)[number]

/** An image that a model made for an answer. It is fetched with `key` and `fileName`. */
export const GeneratedImage = z.object({
  conversationSegmentId: id,
  key: id,
  fileName: z.string(),
  /** What the image shows, as the model that asked for it says. */
  alt: z.string(),
  prompt: z.string(),
  size: z.enum(imageSizes),
  width: z.number().int(),
  height: z.number().int(),
  /** The image that this one was made from. Null if it was made from the prompt alone, or if that image is gone. */
  parentKey: id.nullable(),
  createdAt: timestamp,
})

/** A PNG in base64 that is transparent where the image can change. */
const Mask = z.base64().max(limits.imageMaskCharacters)

/** Without `prompt`, the same prompt makes another image. */
export const ImageEdit = z.strictObject({
  prompt: text(1, limits.imagePrompt).optional(),
  mask: Mask.optional(),
  size: z.enum(imageSizes).optional(),
})
