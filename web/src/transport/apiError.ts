import type { Problem, TransportError } from '@parlance/contract/errors'

/** The failure of a call: one of the specification's transport errors, or an HTTP status outside 200 to 299. */
export type ApiErrorStatus = TransportError | number

/** The plain data of an ApiError, as RTK Query stores it in the state. */
export interface ApiFailure {
  status: ApiErrorStatus
  /** The response body: an object for JSON, otherwise its text. */
  data?: unknown
  /** The browser's message, for the three statuses that aren't numbers. */
  error?: string
  requestId: string
  /** The header of the same name: when to try again. */
  retryAfter?: string
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(problemOf(failure)?.title ?? failure.error ?? `HTTP ${failure.status}`, options)
    this.failure = failure
  }

  get status(): ApiErrorStatus {
    return this.failure.status
  }

  get problem(): Problem | undefined {
    return problemOf(this.failure)
  }
}

/** Whether the user is disabled, whatever was requested. */
export const isAccessEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'auth.disabled'

/** Returns the server's own description of an error, if the response contains one. */
export function problemOf(failure: unknown): Problem | undefined {
  const data = (failure as Partial<ApiFailure> | undefined)?.data
  const body = typeof data === 'string' ? parsed(data) : data
  return typeof body === 'object' && body !== null && 'code' in body ? (body as Problem) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the body of an error response. A 500 is always read as text, because it can come from anything in
 * between.
 */
export async function failureOf(response: Response, requestId: string): Promise<ApiFailure> {
  const text = await response.text().catch(() => '')
  const json = response.status !== 500 && (response.headers.get('content-type') ?? '').includes('json')
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    data: json ? (parsed(text) ?? text) : text,
    requestId: response.headers.get('x-request-id') ?? requestId,
    ...(retryAfter ? { retryAfter } : {}),
  }
}
