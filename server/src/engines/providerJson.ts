import type { Usage } from '@parlance/contract/events'
import { AppError } from '../platform/errors.ts'

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
export function usageOf(input: unknown, output: unknown): Usage | null {
  const isCount = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  return isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : null
}
