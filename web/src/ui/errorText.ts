import { type ErrorCode, errors, type TransportError, transportErrors } from '@parlance/contract/errors'
import { texts } from '../lang/texts.ts'
import { ApiError, type ApiFailure, problemOf } from '../transport/apiError.ts'
import { uiTexts } from './lang/en.ts'

const english = {
  ...transportErrors,
  ...Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text])),
} as Record<ErrorCode | TransportError, string>
export const errorTexts = texts('errors', english, { ar: () => import('./lang/errors.ar.ts') })

/** Returns the message for a failed call, by error code or else by the kind of failure. */
export function errorText(error: unknown): string {
  const failure = error instanceof ApiError ? error.failure : (error as Partial<ApiFailure> | undefined)
  const problem = problemOf(failure)
  if (problem) return problem.code in errors ? errorTexts.text(problem.code) : problem.title
  const status = String(failure?.status)
  return status in transportErrors ? errorTexts.text(status as TransportError) : uiTexts.text('failed')
}

/** Returns the request ID for an administrator, if there is one. */
export const requestIdOf = (error: unknown): string | undefined =>
  (error instanceof ApiError ? error.failure : (error as Partial<ApiFailure> | undefined))?.requestId
