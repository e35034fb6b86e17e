import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { PublicPageSettings, PublicPageState } from './data/publicPageApi.ts'
import {
  type EscalationValues,
  escalationErrors,
  escalationInput,
  escalationPath,
  escalationValues,
} from './escalationForm.ts'
import type { PublicPageText } from './lang/en.ts'

/** The settings of a public page while they are edited. */
export interface PublicPageValues extends EscalationValues {
  gptPublicEndpoint: string
  /** Empty for the agent's brand. */
  brandKey: string
  /** Empty for the visitor's language. */
  language: '' | 'en' | 'ar'
  contactLabel: string
  contactUrl: string
  privacyUrl: string
  allowedOrigins: string[]
  allowAttachments: boolean
  allowPageContext: boolean
  allowVision: boolean
  allowSourceDownload: boolean
  visitorMessagesPerDay: string
  messagesPerDay: string
  tokensPerDay: string
  costPerDayUsd: string
  networkMessagesPerDay: string
  /** The number of bits as a text, for the select. */
  proofOfWorkBits: string
}

type Settings = Omit<PublicPageSettings, 'enabled' | 'updatedAt'>
type Input = Omit<Settings, 'escalation'> & { escalation: ReturnType<typeof escalationInput> }

/** The maximum of each budget. */
const budgets = {
  visitorMessagesPerDay: 100_000,
  messagesPerDay: 1_000_000,
  tokensPerDay: 1_000_000_000,
  costPerDayUsd: 1_000_000,
  networkMessagesPerDay: 1_000_000,
} as const
export type Budget = keyof typeof budgets
const counts = ['visitorMessagesPerDay', 'messagesPerDay', 'tokensPerDay', 'networkMessagesPerDay'] as const

const { min, max } = limits.publicSlug
const slugGrammar = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
export const isSlug = (slug: string): boolean =>
  slug.length >= min && slug.length <= max && slugGrammar.test(slug)

/** Suggests a page's name from the agent's, or none if that has no Latin letters or digits. */
export function suggestedSlug(agentName: string): string {
  const words = agentName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const slug = (words ?? []).join('-').slice(0, max).replace(/-$/, '')
  if (slug === '' || slug.length >= min) return slug
  return `${slug}-chat`
}

const blank = {
  brandKey: null,
  language: null,
  contact: null,
  privacyUrl: null,
  allowedOrigins: [],
  allowAttachments: false,
  allowPageContext: false,
  allowVision: false,
  allowSourceDownload: false,
  visitorMessagesPerDay: 50,
  messagesPerDay: 1000,
  tokensPerDay: 1_000_000,
  costPerDayUsd: null,
  networkMessagesPerDay: null,
  proofOfWorkBits: 0,
  escalation: null,
}

/** The settings of a page, or the defaults of a new one. */
export function valuesOf({ publicEndpoint }: PublicPageState, agentName: string): PublicPageValues {
  const page: Settings = publicEndpoint ?? { ...blank, gptPublicEndpoint: suggestedSlug(agentName) }
  const text = (amount: number | null) => (amount === null ? '' : String(amount))
  return {
    gptPublicEndpoint: page.gptPublicEndpoint,
    brandKey: page.brandKey ?? '',
    language: page.language ?? '',
    contactLabel: page.contact?.label ?? '',
    contactUrl: page.contact?.url ?? '',
    privacyUrl: page.privacyUrl ?? '',
    allowedOrigins: page.allowedOrigins,
    allowAttachments: page.allowAttachments,
    allowPageContext: page.allowPageContext,
    allowVision: page.allowVision,
    allowSourceDownload: page.allowSourceDownload,
    visitorMessagesPerDay: text(page.visitorMessagesPerDay),
    messagesPerDay: text(page.messagesPerDay),
    tokensPerDay: text(page.tokensPerDay),
    costPerDayUsd: text(page.costPerDayUsd),
    networkMessagesPerDay: text(page.networkMessagesPerDay),
    proofOfWorkBits: String(page.proofOfWorkBits),
    ...escalationValues(page.escalation),
  }
}

/** Returns the complete input of a save. The values are valid. */
export function inputOf(values: PublicPageValues): Input {
  const label = values.contactLabel.trim()
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    gptPublicEndpoint: values.gptPublicEndpoint.trim(),
    brandKey: values.brandKey || null,
    language: values.language || null,
    contact: label === '' ? null : { label, url: values.contactUrl.trim() },
    privacyUrl: values.privacyUrl.trim() || null,
    allowedOrigins: givenOrigins(values.allowedOrigins),
    allowAttachments: values.allowAttachments,
    allowPageContext: values.allowPageContext,
    allowVision: values.allowVision,
    allowSourceDownload: values.allowSourceDownload,
    visitorMessagesPerDay: Number(values.visitorMessagesPerDay),
    messagesPerDay: Number(values.messagesPerDay),
    tokensPerDay: Number(values.tokensPerDay),
    costPerDayUsd: number(values.costPerDayUsd),
    networkMessagesPerDay: number(values.networkMessagesPerDay),
    proofOfWorkBits: Number(values.proofOfWorkBits),
    escalation: escalationInput(values),
  }
}

/** Empty rows are ignored. */
const givenOrigins = (origins: readonly string[]): string[] =>
  origins.map((origin) => origin.trim()).filter(Boolean)

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : null)
const hostGrammar = /^([a-z0-9-]+(\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/
const localGrammar = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/

/** Returns the error of an origin, by the contract's rules. */
export function originError(typed: string): 'originInvalid' | 'originPath' | 'originHttps' | undefined {
  const origin = typed.trim()
  const url = urlOf(origin)
  if (!url || !/^https?:$/.test(url.protocol) || !hostGrammar.test(url.hostname)) return 'originInvalid'
  if (url.pathname !== '/' || /[?#@\\]/.test(origin)) return 'originPath'
  return url.protocol === 'https:' || localGrammar.test(url.hostname) ? undefined : 'originHttps'
}

/** Returns whether the text is an absolute URL with one of these schemes. */
const isLink = (text: string, schemes: RegExp) => {
  const url = urlOf(text)
  return url !== null && schemes.test(url.protocol) && text.length <= limits.publicUrl
}

const checks: Record<string, 'off' | 'light' | 'medium' | 'strong'> = {
  0: 'off',
  16: 'light',
  18: 'medium',
  20: 'strong',
}

/** Names a check of new visitors. Other strengths, which only the API can set, are shown as they are. */
export function checkName(bits: string, t: PublicPageText): string {
  const check = checks[bits]
  return check ? t(`check.${check}`) : t('check.other', { bits })
}

/** The checks to choose from, with the stored one. */
export const checkOptions = (stored: string): string[] =>
  [...new Set([...Object.keys(checks), stored])].sort((a, b) => Number(a) - Number(b))

const isCount = (text: string, most: number) =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most
const isMoney = (text: string, most: number) =>
  /^\d{1,7}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= most

function contactErrors({ contactLabel, contactUrl }: PublicPageValues, t: PublicPageText): Errors {
  const label = contactLabel.trim()
  const url = contactUrl.trim()
  if (label === '' && url === '') return {}
  const errors: Record<string, string> = {}
  if (label === '') errors.contactLabel = t('contactLabelRequired')
  else if ([...label].length > limits.publicContactLabel)
    errors.contactLabel = t('tooLong', { max: limits.publicContactLabel })
  if (!isLink(url, /^(https|mailto):$/)) errors.contactUrl = t('contactUrlInvalid')
  return errors
}

function budgetErrors(values: PublicPageValues, t: PublicPageText): Errors {
  const errors: Record<string, string> = {}
  for (const field of counts) {
    const text = values[field].trim()
    const optional = field === 'networkMessagesPerDay'
    if (!(optional && text === '') && !isCount(text, budgets[field]))
      errors[field] = t('countInvalid', { max: budgets[field] })
  }
  const cost = values.costPerDayUsd.trim()
  if (cost !== '' && !isMoney(cost, budgets.costPerDayUsd))
    errors.costPerDayUsd = t('costInvalid', { max: budgets.costPerDayUsd })
  return errors
}

/** Returns the errors in the order of the fields. */
export function errorsOf(values: PublicPageValues, t: PublicPageText): Errors {
  const errors: Record<string, string> = {}
  const slug = values.gptPublicEndpoint.trim()
  if (!isSlug(slug)) errors.gptPublicEndpoint = t(slug === '' ? 'slugRequired' : 'slugInvalid', { min, max })
  Object.assign(errors, contactErrors(values, t))
  const privacy = values.privacyUrl.trim()
  if (privacy !== '' && !isLink(privacy, /^https:$/)) errors.privacyUrl = t('privacyInvalid')
  values.allowedOrigins.forEach((origin, index) => {
    const found = origin.trim() === '' ? undefined : originError(origin)
    if (found) errors[`allowedOrigins.${index}`] = t(found)
  })
  return { ...errors, ...escalationErrors(values, t), ...budgetErrors(values, t) }
}

/** Maps the server's field names to the form's. Empty origins aren't sent, so their rows don't count. */
export function pathOf(field: string, { allowedOrigins }: Pick<PublicPageValues, 'allowedOrigins'>): string {
  if (field === 'contact' || field === 'contact.label') return 'contactLabel'
  if (field === 'contact.url') return 'contactUrl'
  const escalation = escalationPath(field)
  if (escalation) return escalation
  const [, sent] = /^allowedOrigins\.(\d+)$/.exec(field) ?? []
  if (sent === undefined) return field
  const rows = allowedOrigins.flatMap((origin, row) => (origin.trim() === '' ? [] : [row]))
  return `allowedOrigins.${rows[Number(sent)] ?? sent}`
}
