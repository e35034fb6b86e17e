import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import { redactingInPieces } from '../platform/redaction/inPieces.ts'
import type { Redactor } from '../platform/redaction/redactor.ts'
import { getJson } from './getJson.ts'

/** Where a provider turns texts into vectors. */
export interface EmbeddingsAddress {
  url(deploymentName: string): string
  headers: Record<string, string>
}

/** The most texts in one request, and their characters: well below what providers accept. */
export const MOST_TEXTS = 32
const LONGEST_TEXT = 8000
/** What can be stored. The largest models in use have 4,096. */
const MOST_DIMENSIONS = 4096

/** What sends texts, and what removes personal data from them, if anything does. */
export interface EmbeddingNeeds {
  egress: Egress
  redactor: Redactor | null
}

/**
 * Returns one vector of length 1 for each text, all with the same number of dimensions. Texts are cut at
 * `LONGEST_TEXT` characters. Placeholders have no numbers here: a number in a text would say nothing about the same
 * number in another. Throws AppError like an answer's call, `engine.malformed` for an answer that doesn't fit
 * the texts, or the signal's reason if it was aborted.
 */
export async function embed(
  { egress, redactor }: EmbeddingNeeds,
  address: EmbeddingsAddress,
  deploymentName: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  if (texts.length > MOST_TEXTS) throw new Error(`At most ${MOST_TEXTS} texts can be embedded at once.`)
  const redacted = redactor && redactingInPieces(redactor)
  const input: string[] = []
  for (const text of texts) {
    const cut = text.slice(0, LONGEST_TEXT).toWellFormed()
    input.push(redacted ? await redacted(cut) : cut)
  }
  const asked = {
    url: address.url(deploymentName),
    headers: { 'content-type': 'application/json', ...address.headers },
    body: JSON.stringify({ model: deploymentName, input, encoding_format: 'float' }),
  }
  const answer = await getJson(egress, asked, signal)
  return vectorsIn(answer, texts.length)
}

function vectorsIn(answer: unknown, count: number): Float32Array[] {
  const items = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(items) || items.length !== count) throw new AppError('engine.malformed')
  const vectors: Float32Array[] = new Array(count)
  items.forEach((item: { index?: unknown; embedding?: unknown } | null, at) => {
    // Some servers leave out the position and keep the order of the texts.
    const index = item?.index ?? at
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count)
      throw new AppError('engine.malformed')
    vectors[index] = unitVector(item?.embedding)
  })
  const dimensions = vectors[0]?.length
  for (let at = 0; at < count; at += 1)
    if (vectors[at]?.length !== dimensions) throw new AppError('engine.malformed')
  return vectors
}

function unitVector(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length < 2 || values.length > MOST_DIMENSIONS)
    throw new AppError('engine.malformed')
  let sum = 0
  for (const value of values) {
    if (typeof value !== 'number') throw new AppError('engine.malformed')
    sum += value * value
  }
  const length = Math.sqrt(sum)
  if (!(length > 0 && Number.isFinite(length))) throw new AppError('engine.malformed')
  return Float32Array.from(values, (value: number) => value / length)
}
