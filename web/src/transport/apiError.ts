import type { Problem, TransportError } from '@parlance/contract/errors'

/** What went wrong with a call: the specification's transport errors, or an HTTP status outside 200 to 299. */
export type ApiErrorStatus = TransportError | number

/** Plain data of an ApiError, as RTK Query keeps it in the state. */
export interface ApiFailure {
  status: ApiErrorStatus
  /** The answer's body: an object where it was JSON, else its text. */
  data?: unknown
  /** What the browser said, for the three statuses that are no number. */
  error?: string
  requestId: string
  /** The header of the same name: when to come again. */
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

/** The person is disabled, whatever was asked for. */
export const isAccessEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'auth.disabled'

/** The server's own description of an error, where the answer carries one. */
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

/** The body of an answer that is no success. A 500 is always read as text: it may come from anything on the way. */
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
