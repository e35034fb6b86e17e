import type { ImageBackground, ImageQuality, ImageSize } from '@parlance/contract/generatedImages'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import { redactingInPieces } from '../platform/redaction/inPieces.ts'
import type { Redactor } from '../platform/redaction/redactor.ts'
import { getJson } from './getJson.ts'
import { type FilePart, multipart } from './multipart.ts'
import { isObject } from './providerJson.ts'
import { Refusal, refusedParameter } from './refusals.ts'

/** Where a provider makes and edits images. */
export interface ImagesAddress {
  url(deploymentName: string, operation: ImageOperation): string
  headers: Record<string, string>
}

type ImageOperation = 'generations' | 'edits'

/** What is asked of a provider. Null leaves the choice to it. */
export interface ImageOrder {
  prompt: string
  count: number
  size: ImageSize | null
  quality: ImageQuality | null
  background: ImageBackground | null
  /** The PNG to edit, if any. Where the mask is transparent, the image can change; without one, anywhere. */
  edited: { image: Buffer; mask: Buffer | null } | null
}

export type ImageOutcome =
  | {
      kind: 'Made'
      /** At least one. The bytes are whatever the provider sent. */
      images: Buffer[]
      /** The tokens that the provider reported, if any. */
      usage: { inputTokens: number; outputTokens: number } | null
    }
  /** The provider’s content filter refused the order. */
  | { kind: 'Refused' }

export interface ImageNeeds {
  egress: Egress
  redactor: Redactor | null
  /** How long all requests of one order can take. */
  limitMs: number
}

export const IMAGE_LIMIT_MS = 180_000
/** In base64. Four images of the largest size take half of it. */
const MOST_BYTES = 32 * 1024 * 1024
/** One for each image, and one for each parameter that a provider doesn’t know. */
const MOST_REQUESTS = 10

type Parameters = Record<string, string | number>

/**
 * Makes images, or edits one. Providers differ in their parameters: those that one refuses are left out, and if it makes
 * one image at a time, it is asked again. Throws AppError, or the signal’s reason if it was aborted.
 */
export async function makeImages(
  needs: ImageNeeds,
  address: ImagesAddress,
  deploymentName: string,
  order: ImageOrder,
  signal: AbortSignal,
): Promise<ImageOutcome> {
  const limit = AbortSignal.timeout(needs.limitMs)
  const prompt = needs.redactor ? await redactingInPieces(needs.redactor)(order.prompt) : order.prompt
  const optional = parametersOf(deploymentName, order)
  const images: Buffer[] = []
  const used = { inputTokens: 0, outputTokens: 0, isTold: false }
  for (let request = 1; images.length < order.count && request <= MOST_REQUESTS; request += 1) {
    const left = order.count - images.length
    const sent: Parameters = { ...optional, ...('n' in optional && { n: left }) }
    try {
      const asked = requestOf(address, deploymentName, { ...order, prompt }, sent)
      const answer = await getJson(needs.egress, asked, AbortSignal.any([signal, limit]), MOST_BYTES)
      images.push(...imagesIn(answer).slice(0, left))
      addUsage(used, answer)
    } catch (cause) {
      signal.throwIfAborted()
      const refused = cause instanceof Refusal ? refusedParameter(cause.error, Object.keys(sent)) : null
      if (refused !== null) delete optional[refused]
      else if (images.length > 0) break
      else if (cause instanceof AppError && cause.code === 'engine.filtered') return { kind: 'Refused' }
      else throw failureOf(cause, limit)
    }
  }
  if (images.length === 0) throw new AppError('generatedImage.rejected')
  const { isTold, ...usage } = used
  return { kind: 'Made', images, usage: isTold ? usage : null }
}

const squares = { Square: '1024x1024', Landscape: '1024x1024', Portrait: '1024x1024' }
const sizes = { Square: '1024x1024', Landscape: '1536x1024', Portrait: '1024x1536' }
const wideSizes = { Square: '1024x1024', Landscape: '1792x1024', Portrait: '1024x1792' }

/** Returns the parameters that a model is known to understand. Deployments can have any name, so this is a guess. */
function parametersOf(deploymentName: string, { size, quality, background }: ImageOrder): Parameters {
  const named = (key: string, value: string | null | undefined): Parameters =>
    value ? { [key]: value.toLowerCase() } : {}
  if (/gpt-?image/i.test(deploymentName))
    return {
      n: 1,
      ...named('size', size && sizes[size]),
      ...named('quality', quality),
      ...named('background', background),
    }
  const bytes = { response_format: 'b64_json' }
  if (/dall-?e-?3/i.test(deploymentName))
    return {
      ...bytes,
      ...named('size', size && wideSizes[size]),
      ...named('quality', quality && (quality === 'High' ? 'hd' : 'standard')),
    }
  if (/dall-?e/i.test(deploymentName)) return { n: 1, ...bytes, ...named('size', size && squares[size]) }
  return {
    n: 1,
    ...bytes,
    ...named('size', size && sizes[size]),
    ...named('quality', quality),
    ...named('background', background),
  }
}

function requestOf(
  { url, headers }: ImagesAddress,
  deploymentName: string,
  { prompt, edited }: ImageOrder,
  sent: Parameters,
) {
  const fields = { model: deploymentName, prompt, ...sent }
  if (!edited)
    return {
      url: url(deploymentName, 'generations'),
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    }
  const png = (name: string, content: Buffer): FilePart => ({
    name,
    fileName: `${name}.png`,
    type: 'image/png',
    content,
  })
  const { image, mask } = edited
  const files = [png('image', image), ...(mask ? [png('mask', mask)] : [])]
  const { contentType, body } = multipart(fields, files)
  return { url: url(deploymentName, 'edits'), headers: { 'content-type': contentType, ...headers }, body }
}

function imagesIn(answer: unknown): Buffer[] {
  const items = isObject(answer) && Array.isArray(answer.data) ? answer.data : []
  const images = items.flatMap((item: unknown) =>
    isObject(item) && typeof item.b64_json === 'string' ? [Buffer.from(item.b64_json, 'base64')] : [],
  )
  if (images.length === 0) throw new AppError('engine.malformed')
  return images
}

function addUsage(
  used: { inputTokens: number; outputTokens: number; isTold: boolean },
  answer: unknown,
): void {
  const usage = isObject(answer) && isObject(answer.usage) ? answer.usage : {}
  const { input_tokens: input, output_tokens: output } = usage
  if (!isCount(input) || !isCount(output)) return
  used.inputTokens += input
  used.outputTokens += output
  used.isTold = true
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 100_000_000

/** The errors of a chat model’s provider speak of a language model. */
function failureOf(cause: unknown, limit: AbortSignal): unknown {
  if (limit.aborted) return new AppError('generatedImage.timeout', { cause })
  if (!(cause instanceof AppError)) return cause
  switch (cause.code) {
    case 'engine.refused':
    case 'engine.contextLength':
      return new AppError('generatedImage.rejected', { cause })
    case 'engine.busy':
    case 'engine.failed':
    case 'engine.unreachable':
    case 'engine.broken':
      return new AppError('generatedImage.failed', { cause })
    case 'engine.malformed':
      return new AppError('generatedImage.unreadable', { cause })
    default:
      return cause
  }
}
