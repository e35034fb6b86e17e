import {
  type ImageBackground,
  type ImageQuality,
  type ImageSize,
  imageBackgrounds,
  imageQualities,
  imageSizes,
} from '@parlance/contract/generatedImages'
import { limits } from '@parlance/contract/limits'
import type { Tool } from '../../../../engines/engine.ts'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import { altText } from '../../generatedImages/altText.ts'
import type { KnownImage } from '../../generatedImages/store.ts'
import { imageName, numberIn } from './imageTexts.ts'

/** What a model asks for, as far as it is understood. */
export interface AskedImages {
  prompt: string
  alt: string
  count: number
  size: ImageSize | null
  quality: ImageQuality | null
  background: ImageBackground | null
  /** The number of the image to edit; null for a new image. */
  edited: number | null
}

const MOST_AT_ONCE = 4

const ofBoth = {
  prompt: {
    type: 'string',
    description: `What the image shows, in detail: subject, style, composition, colors, and any text in it. At most ${limits.imagePrompt} characters.`,
  },
  alt: {
    type: 'string',
    description:
      'One sentence that describes the image for people who can’t see it, in the person’s language.',
  },
  size: { type: 'string', enum: imageSizes },
  quality: { type: 'string', enum: imageQualities },
  background: { type: 'string', enum: imageBackgrounds },
}

export const generateTool: Tool = {
  name: 'generate_image',
  description:
    'Makes new images from a description and shows them to the person. Use it only if the person wants a picture. Charts of data, and diagrams, are better drawn in other ways.',
  parameters: {
    type: 'object',
    properties: {
      ...ofBoth,
      count: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_AT_ONCE,
        description: 'How many. The default is 1.',
      },
    },
    required: ['prompt', 'alt'],
    additionalProperties: false,
  },
}

const ALT_CHARACTERS = 100

/** `known` are the images that exist before the answer. Results name those that it makes. */
export const editTool = (known: readonly Pick<KnownImage, 'number' | 'alt'>[]): Tool => ({
  name: 'edit_image',
  description: [
    'Changes an image that was made in this conversation, and shows the new one to the person. The earlier one stays.',
    known.length > 0
      ? `Images: ${known.map(({ number, alt }) => `${imageName(number)} (${JSON.stringify(cutTo(alt, ALT_CHARACTERS))})`).join(', ')}.`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' '),
  parameters: {
    type: 'object',
    properties: {
      image: { type: 'string', description: 'The name of the image, such as image-1.' },
      ...ofBoth,
      prompt: { type: 'string', description: 'What to change, and what to keep.' },
    },
    required: ['image', 'prompt', 'alt'],
    additionalProperties: false,
  },
})

/** Understands the input of a model, which can be anything. A refusal tells it how to call the tool right. */
export function imageOrderOf(
  input: Record<string, unknown>,
  kind: 'generate' | 'edit',
): AskedImages | { refusal: string } {
  const prompt = textIn(input.prompt)
  if (prompt === '')
    return {
      refusal:
        'The input has no text in "prompt". Call the tool again with an object like {"prompt": "…", "alt": "…"}.',
    }
  if (prompt.length > limits.imagePrompt)
    return {
      refusal: `The prompt has more than ${limits.imagePrompt} characters. Describe the image in fewer words.`,
    }
  const edited = kind === 'edit' ? numberIn(input.image) : null
  if (kind === 'edit' && edited === null)
    return { refusal: 'The input has no name of an image in "image", such as "image-1".' }
  const count = Number(input.count ?? 1)
  if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE)
    return { refusal: `"count" can be from 1 to ${MOST_AT_ONCE}.` }
  return {
    prompt,
    alt: altText(textIn(input.alt) || prompt),
    count,
    size: oneOf(imageSizes, input.size),
    quality: oneOf(imageQualities, input.quality),
    background: oneOf(imageBackgrounds, input.background),
    edited,
  }
}

const textIn = (value: unknown): string =>
  typeof value === 'string'
    ? value.toWellFormed().replaceAll('\u0000', '').replaceAll(/\s+/g, ' ').trim()
    : ''

/** A model that writes something else gets the default instead of an error. */
const oneOf = <T extends string>(values: readonly T[], given: unknown): T | null =>
  values.find((value) => value.toLowerCase() === String(given).toLowerCase()) ?? null
