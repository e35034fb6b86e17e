import { limits } from '@parlance/contract/limits'
import type { ManagedAgent } from '../data/api.ts'
import type { ManagementText } from '../lang/en.ts'

export type ChatLookValues = ManagedAgent['ux']

export const lookOf = ({ ux }: ManagedAgent): ChatLookValues => ux

/** The input to send, with trimmed texts. */
export const inputOf = ({ placeholder, disclaimer, ...look }: ChatLookValues): ChatLookValues => ({
  ...look,
  placeholder: placeholder.trim(),
  disclaimer: disclaimer.trim(),
})

const most = { placeholder: limits.chatPlaceholder, disclaimer: limits.chatDisclaimer } as const

export function errorsOf(values: ChatLookValues, t: ManagementText): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of ['placeholder', 'disclaimer'] as const) {
    const max = most[field]
    if ([...values[field].trim()].length > max) errors[field] = t('lookTooLong', { max })
  }
  return errors
}
