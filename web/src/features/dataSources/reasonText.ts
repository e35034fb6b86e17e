import { type ErrorCode, errors } from '@parlance/contract/errors'
import { errorTexts } from '../../ui/errorText.ts'

/** Returns the text of an error's code, or what is stored instead of one. */
export const reasonText = (reason: string): string =>
  reason in errors ? errorTexts.text(reason as ErrorCode) : reason
