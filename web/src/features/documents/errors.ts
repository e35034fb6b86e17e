import { ApiError, type ApiFailure } from '../../transport/apiError.ts'

/** Returns whether the document is no longer available to this user, so a retry can't help. */
export function isGone(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : (error as Partial<ApiFailure> | undefined)?.status
  return status === 404 || status === 403
}
