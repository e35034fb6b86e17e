import type { Dispatcher } from 'undici'
import { AppError } from '../platform/errors.ts'
import { askedPause } from './rateLimitHeaders.ts'
import { readErrorText, refusalOf } from './refusals.ts'

const ERROR_BODY_BYTES = 64 * 1024

/** Returns the product's error if our own rules, not the network, blocked a call. */
export function refusedByEgress(error: unknown): AppError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError && cause.code === 'egress.refused') return cause
  }
  return null
}

/** Returns the product's error for a response with another status. */
export async function refusedWith(response: Dispatcher.ResponseData): Promise<AppError> {
  const error = readErrorText(response.statusCode, await firstBytes(response))
  const refusal = refusalOf(error, askedPause(response.headers))
  if (response.headers['x-should-retry'] !== 'false' || refusal.code !== 'engine.failed') return refusal
  // The provider said that a retry is useless.
  return new AppError('engine.refused', { cause: refusal })
}

/** Reads the start of a body that explains a status; the rest is discarded. */
export async function firstBytes(response: Dispatcher.ResponseData): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      parts.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > ERROR_BODY_BYTES) break
    }
  } catch {
    // The status is enough, so an interrupted body changes nothing.
  }
  response.body.destroy()
  return Buffer.concat(parts).toString('utf8')
}
