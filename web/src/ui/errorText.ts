import { type ErrorCode, errors } from '@parlance/contract/errors'
import { ApiError, type ApiFailure, problemOf } from '../api/apiError.ts'
import { texts } from '../lang/texts.ts'
import { uiTexts } from './uiTexts.ts'

const english = Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text])) as Record<
  ErrorCode,
  string
>
export const errorTexts = texts('errors', english, { ar: () => import('./lang/errors.ar.ts') })

const transportTexts = { FETCH_ERROR: 'network', TIMEOUT_ERROR: 'timeout', PARSING_ERROR: 'parsing' } as const

/** What an error of a call says to a person: by its code, else by its kind. */
export function errorText(error: unknown): string {
  const failure = error instanceof ApiError ? error.failure : (error as Partial<ApiFailure> | undefined)
  const problem = problemOf(failure)
  if (problem) return problem.code in errors ? errorTexts.text(problem.code) : problem.title
  return uiTexts.text(transportTexts[failure?.status as keyof typeof transportTexts] ?? 'failed')
}

/** The id to give to an administrator, where there is one. */
export const requestIdOf = (error: unknown): string | undefined =>
  (error instanceof ApiError ? error.failure : (error as Partial<ApiFailure> | undefined))?.requestId
