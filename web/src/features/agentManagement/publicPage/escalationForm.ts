import { limits } from '@parlance/contract/limits'
import { looksLikeEmailAddress } from '../../../base/emailAddress.ts'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { PublicPageSettings } from './data/publicPageApi.ts'
import type { PublicPageText } from './lang/en.ts'

/** Where visitors can send conversations, while it is edited. */
export interface EscalationValues {
  /** Empty for nowhere. */
  escalationKind: '' | 'Email' | 'Webhook'
  escalationAddress: string
  escalationUrl: string
  /** Empty to keep the stored one. */
  escalationSecret: string
}

type Stored = PublicPageSettings['escalation']
type Input = Exclude<Stored, { kind: 'Webhook' }> | { kind: 'Webhook'; url: string; secret?: string }

/** Returns the values of the stored setting. The secret isn't known here. */
export const escalationValues = (stored: Stored): EscalationValues => ({
  escalationKind: stored?.kind ?? '',
  escalationAddress: stored?.kind === 'Email' ? stored.address : '',
  escalationUrl: stored?.kind === 'Webhook' ? stored.url : '',
  escalationSecret: '',
})

/** Returns what is sent. The values are valid. */
export function escalationInput(values: EscalationValues): Input {
  const { escalationKind: kind } = values
  if (kind === '') return null
  if (kind === 'Email') return { kind, address: values.escalationAddress.trim() }
  const secret = values.escalationSecret.trim()
  return { kind, url: values.escalationUrl.trim(), ...(secret !== '' && { secret }) }
}

function isUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  // The server accepts http for hosts that the operator names.
  return url !== null && /^https?:$/.test(url.protocol) && text.length <= limits.publicUrl
}

const { min, max } = limits.webhookSecret
const isSecret = (text: string) => /^[\x21-\x7e]+$/.test(text) && text.length >= min && text.length <= max

/** Returns the errors of the fields that the chosen kind has. */
export function escalationErrors(values: EscalationValues, t: PublicPageText): Errors {
  const { escalationKind: kind } = values
  const errors: Record<string, string> = {}
  if (kind === 'Email' && !looksLikeEmailAddress(values.escalationAddress.trim()))
    errors.escalationAddress = t('escalationAddressInvalid')
  if (kind !== 'Webhook') return errors
  if (!isUrl(values.escalationUrl.trim())) errors.escalationUrl = t('escalationUrlInvalid')
  const secret = values.escalationSecret.trim()
  if (secret !== '' && !isSecret(secret)) errors.escalationSecret = t('escalationSecretInvalid', { min, max })
  return errors
}

const paths: Record<string, string> = {
  'escalation.address': 'escalationAddress',
  'escalation.url': 'escalationUrl',
  'escalation.secret': 'escalationSecret',
}

/** Maps the server's field names to the form's. */
export const escalationPath = (field: string): string | undefined =>
  paths[field] ?? (field === 'escalation' || field === 'escalation.kind' ? 'escalationKind' : undefined)
