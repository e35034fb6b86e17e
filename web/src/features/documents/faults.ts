import { ApiError, type ApiFailure } from '../../transport/apiError.ts'

/** The document is no longer there for this person: nothing that another try would change. */
export function isGone(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : (error as Partial<ApiFailure> | undefined)?.status
  return status === 404 || status === 403
}
