import { type ErrorCode, errors } from '@parlance/contract/errors'
import { errorTexts } from '../../../ui/errorText.ts'

/** Returns the message for why a file couldn't be read. */
export const failureOf = (reason: string | null): string =>
  errorTexts.text(reason !== null && reason in errors ? (reason as ErrorCode) : 'file.failed')
