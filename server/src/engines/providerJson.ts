import type { Usage } from '@parlance/contract/events'
import { AppError } from '../platform/errors.ts'

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Parses the JSON object that a provider sent as the data of an event. */
export function parseObject(data: string): object {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (cause) {
    // The parser's message quotes the unreadable text.
    throw new AppError('engine.malformed', { cause: new Error((cause as Error).name) })
  }
  if (typeof value !== 'object' || value === null) throw new AppError('engine.malformed')
  return value
}

/** Returns a provider's usage if both figures are valid. */
export function usageOf(input: unknown, output: unknown, cached: unknown = null): Usage | null {
  const isCount = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  if (!isCount(input) || !isCount(output)) return null
  const reused = isCount(cached) && cached > 0 ? { cachedInputTokens: Math.min(cached, input) } : {}
  return { inputTokens: input, outputTokens: output, ...reused }
}
