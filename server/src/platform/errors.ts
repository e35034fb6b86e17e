import { type ErrorCode, errors, type FieldError, type Problem } from '@parlance/contract/errors'

interface Options {
  cause?: unknown
  fields?: FieldError[]
  /** Seconds for a Retry-After header. */
  retryAfter?: number
  /** For `request.stale`: the current object, in the format of the call's answer. */
  current?: unknown
}

/** The only error thrown on purpose: a code from the registry, with the cause kept for the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldError[]
  readonly retryAfter: number | null
  readonly current: unknown

  constructor(code: ErrorCode, options: Options = {}) {
    super(errors[code][1], options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = errors[code][0]
    this.fields = options.fields ?? []
    this.retryAfter = options.retryAfter ?? null
    this.current = options.current
  }
}

export function problem(error: AppError, requestId: string): Problem {
  return {
    type: `urn:parlance:error:${error.code}`,
    title: error.message,
    status: error.status,
    code: error.code,
    requestId,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
    ...(error.current === undefined ? {} : { current: error.current }),
  }
}
