import { type ErrorCode, errors } from '@parlance/contract/errors'
import { errorTexts } from '../../../ui/errorText.ts'

/** Why a file could not be read, in words. */
export const failureOf = (reason: string | null): string =>
  errorTexts.text(reason !== null && reason in errors ? (reason as ErrorCode) : 'file.failed')
