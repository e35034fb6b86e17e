import { limits } from '@parlance/contract/limits'
import type { Translate } from '../../../lang/texts.ts'
import type { Webhook, WebhookEvent } from '../data/webhooksApi.ts'
import type { webhooksTexts } from './lang/en.ts'

export const events: readonly WebhookEvent[] = [
  'agent.published',
  'agent.unpublished',
  'file.failed',
  'performanceTest.failed',
  'performanceTest.passed',
]

export interface WebhookValues {
  name: string
  url: string
  secret: string
  events: WebhookEvent[]
  enabled: boolean
}

/** The stored secret is never returned, so its field starts empty. */
export const valuesOf = (webhook: Webhook | null): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  secret: '',
  events: webhook?.events ?? [...events],
  enabled: webhook?.enabled ?? true,
})

const bytes = 32
/** A random secret of 43 letters, digits, - and _. */
export const randomSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type Errors = Partial<Record<keyof WebhookValues, string>>

/** What is wrong, by field. A new webhook needs a secret. */
export function errorsOf(
  { name, url, secret, events: chosen }: WebhookValues,
  isNew: boolean,
  t: Translate<(typeof webhooksTexts)['english']>,
): Errors {
  const { min, max } = limits.webhookSecret
  const errors: Errors = {}
  const length = name.trim().length
  if (length === 0) errors.name = t('nameMissing')
  else if (length > limits.webhookName) errors.name = t('nameLong', { max: limits.webhookName })
  if (!/^https?:\/\/[^\s]+$/i.test(url.trim()) || !URL.canParse(url.trim())) errors.url = t('urlInvalid')
  const given = secret.trim()
  if ((isNew || given !== '') && (given.length < min || given.length > max || !/^[\x21-\x7e]+$/.test(given)))
    errors.secret = t('secretInvalid', { min, max })
  if (chosen.length === 0) errors.events = t('eventsMissing')
  return errors
}

/** What is sent. Without a secret, the stored one is kept. */
export function inputOf({ name, url, secret, events: chosen, enabled }: WebhookValues) {
  const given = secret.trim()
  return {
    name: name.trim(),
    url: url.trim(),
    events: chosen,
    enabled,
    ...(given === '' ? {} : { secret: given }),
  }
}
