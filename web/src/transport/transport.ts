import { pause } from '../base/pause.ts'
import { ApiError, failureOf } from './apiError.ts'
import { waitBusy } from './busy.ts'
import { earlyAnswer } from './early.ts'
import { retryAfterMs } from './retryAfter.ts'
import { keepSessionTokens, readSessionTokens } from './sessionTokens.ts'

export interface SendInput {
  method: string
  path: string
  query?: Record<string, string | number | boolean | null | undefined>
  /** An object is sent as JSON, and FormData as it is. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Time limit until the response headers arrive. No limit if absent. */
  timeoutMs?: number
  /** Sends the request in place of fetch (for uploads with progress). */
  perform?: (url: string, init: RequestInit) => Promise<Response>
}

/** randomUUID needs a secure context, but the message about an insecure context is loaded without one. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0'))
  return hex.join('')
}

/** The header that makes it safe to repeat a POST: one key per submission, kept across its retries. */
export const idempotencyKey = (key: string = newId()): Record<string, string> => ({ 'idempotency-key': key })

export function urlOf(path: string, query: SendInput['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size ? `${path}?${search}` : path
}

/**
 * Makes one call without sign-in: request ID, session headers, time limit, and 503 repeated until it ends.
 * Returns any other response as it is. A call without a response throws an ApiError, and an abort keeps the
 * signal's own reason.
 */
export async function transport(input: SendInput, token?: string): Promise<Response> {
  for (;;) {
    const requestId = newId()
    const response = await once(input, requestId, token)
    keepSessionTokens(response.headers)
    if (response.status !== 503) return response
    await response.body?.cancel().catch(() => undefined)
    const wait = retryAfterMs(response.headers.get('retry-after'))
    const end = waitBusy(Date.now() + wait)
    try {
      await pause(wait, input.signal)
    } finally {
      end()
    }
  }
}

async function once(input: SendInput, requestId: string, token?: string): Promise<Response> {
  const json = input.body !== undefined && !(input.body instanceof FormData)
  const timer = new AbortController()
  const timeout = input.timeoutMs ? setTimeout(() => timer.abort(), input.timeoutMs) : undefined
  const signal = input.signal ? AbortSignal.any([input.signal, timer.signal]) : timer.signal
  try {
    const url = urlOf(input.path, input.query)
    const early = input.method === 'GET' && token ? await earlyAnswer(url) : null
    input.signal?.throwIfAborted()
    if (early) return early
    return await (input.perform ?? fetch)(url, {
      method: input.method,
      headers: {
        accept: 'application/json',
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...readSessionTokens(),
        ...input.headers,
        'x-request-id': requestId,
      },
      body: json ? JSON.stringify(input.body) : (input.body as FormData | undefined),
      signal,
    })
  } catch (error) {
    if (input.signal?.aborted) throw input.signal.reason
    const status = timer.signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR'
    throw new ApiError({ status, error: String(error), requestId })
  } finally {
    clearTimeout(timeout)
  }
}

/** Turns a response outside 200 to 299 into an ApiError. */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(await failureOf(response, response.headers.get('x-request-id') ?? ''))
}

/** Returns the JSON of a successful response, or undefined if it has no body. */
export async function jsonOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch (error) {
    throw new ApiError({
      status: 'PARSING_ERROR',
      data: text.slice(0, 1000),
      error: String(error),
      requestId: response.headers.get('x-request-id') ?? '',
    })
  }
}
