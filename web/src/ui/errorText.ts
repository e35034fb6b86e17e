import { type ErrorCode, errors, type TransportError, transportErrors } from '@parlance/contract/errors'
import { texts } from '../lang/texts.ts'
import { ApiError, type ApiFailure, problemOf } from '../transport/apiError.ts'
import { uiTexts } from './uiTexts.ts'

const english = {
  ...transportErrors,
  ...Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text])),
} as Record<ErrorCode | TransportError, string>
export const errorTexts = texts('errors', english, { ar: () => import('./lang/errors.ar.ts') })

/** What an error of a call says to a person: by its code, else by its kind. */
export function errorText(error: unknown): string {
  const failure = error instanceof ApiError ? error.failure : (error as Partial<ApiFailure> | undefined)
  const problem = problemOf(failure)
  if (problem) return problem.code in errors ? errorTexts.text(problem.code) : problem.title
  const status = String(failure?.status)
  return status in transportErrors ? errorTexts.text(status as TransportError) : uiTexts.text('failed')
}

/** The id to give to an administrator, where there is one. */
export const requestIdOf = (error: unknown): string | undefined =>
  (error instanceof ApiError ? error.failure : (error as Partial<ApiFailure> | undefined))?.requestId
