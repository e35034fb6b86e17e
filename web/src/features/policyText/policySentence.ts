import i18next from 'i18next'
import { formatCurrency, formatList, localeOf } from '../../lang/format.ts'
import type { UsageLimit } from '../chatAccessPolicies/data/policyInput.ts'
import type { PoliciesText } from './lang/en.ts'
import { INCOMPLETE, readTime } from './localTimes.ts'

/** The parts of a policy that its sentence describes. */
export interface PolicyReading {
  enabled: boolean
  everyone: boolean
  people: string[]
  groups: string[]
  publicEndpoints: number
  gptSystems: 'All' | string[]
  brand: string | null
  limits: UsageLimit[]
  validFrom: string | null
  validTo: string | null
}

/** More names than this are counted instead of listed. */
const NAMED = 2

const joined = (items: string[]): string => {
  const list = new Intl.ListFormat(localeOf(i18next.language), { type: 'conjunction' })
  return list.format(items)
}

function whoOf({ everyone, people, groups, publicEndpoints }: PolicyReading, t: PoliciesText): string[] {
  const named = (names: string[]) => joined(names.map((name) => t('isolated', { name })))
  const count = publicEndpoints
  const visitors = count > 0 ? [t('whoVisitors', { count })] : []
  if (everyone) return [t('whoEveryone'), ...visitors]
  return [
    ...(groups.length > NAMED ? [t('whoGroups', { count: groups.length })] : []),
    ...(groups.length > 0 && groups.length <= NAMED ? [t('whoGroup', { names: named(groups) })] : []),
    ...(people.length > NAMED ? [t('whoPeople', { count: people.length })] : []),
    ...(people.length <= NAMED ? people.map((name) => t('isolated', { name })) : []),
    ...visitors,
  ]
}

function whichOf({ gptSystems, brand }: PolicyReading, t: PoliciesText): string {
  if (gptSystems === 'All') return brand === null ? t('agentsAll') : t('agentsAllOfBrand', { brand })
  const [name = ''] = gptSystems
  const count = gptSystems.length
  const agents = count === 1 ? t('agentNamed', { name }) : t('agents', { count })
  return brand === null ? agents : t('agentsOfBrand', { agents, brand })
}

/** Returns who can use which agents, or a text about the missing choice. */
function accessOf(who: string, reading: PolicyReading, t: PoliciesText): string {
  if (reading.gptSystems.length === 0) return t('agentsMissing', { who })
  const agents = whichOf(reading, t)
  return who === '' ? t('whoMissing', { agents }) : t('can', { who, agents })
}

/** Formats an amount of a limit, such as "50 messages". */
function amountText({ kind, amount }: UsageLimit, t: PoliciesText): string {
  if (kind === 'Money') return formatCurrency(amount)
  return t(kind === 'Messages' ? 'messages' : 'tokens', { count: amount })
}

/** Describes a limit. Of a single person, it doesn’t say that it applies to each. */
export function limitText(limit: UsageLimit, t: PoliciesText, ofOnePerson = false): string {
  const { per, counted } = limit
  const whose = ofOnePerson && counted === 'EachPerson' ? 'OnePerson' : counted
  return t(`limit${per}${whose}`, { amount: amountText(limit, t) })
}

interface Counts {
  everyone: boolean
  users: number
  groups: number
  publicEndpoints: number
}
export const isOnePerson = ({ everyone, users, groups, publicEndpoints }: Counts): boolean =>
  !everyone && users === 1 && groups === 0 && publicEndpoints === 0

export function validityText(from: string | null, to: string | null, t: PoliciesText): string | undefined {
  const begins = from && from !== INCOMPLETE ? readTime(from, '00:00') : undefined
  const ends = to && to !== INCOMPLETE ? readTime(to, '23:59') : undefined
  if (begins && ends) return t('validBetween', { from: begins, to: ends })
  if (begins) return t('validSince', { from: begins })
  return ends && t('validUntil', { to: ends })
}

export type PolicyState = 'on' | 'off' | 'waiting' | 'over'

/** Returns whether a policy is active at a given time. */
export function stateOf(
  { enabled, validFrom, validTo }: Pick<PolicyReading, 'enabled' | 'validFrom' | 'validTo'>,
  now = Date.now(),
): PolicyState {
  if (!enabled) return 'off'
  if (validFrom !== null && Date.parse(validFrom) > now) return 'waiting'
  return validTo !== null && Date.parse(validTo) <= now ? 'over' : 'on'
}

const endings = { off: 'isOff', waiting: 'isWaiting', over: 'isOver' } as const

/**
 * Describes a policy in a sentence: "Everyone in Engineering can use 2 agents, up to 50 messages a day each,
 * until Dec 31, 2026."
 */
export function policySentence(reading: PolicyReading, t: PoliciesText, now = Date.now()): string {
  const who = whoOf(reading, t)
  if (who.length === 0 && reading.gptSystems.length === 0) return t('blank')
  const { people, groups } = reading
  const ofOnePerson = isOnePerson({ ...reading, users: people.length, groups: groups.length })
  const limits = joined(reading.limits.map((limit) => limitText(limit, t, ofOnePerson)))
  const validity = validityText(reading.validFrom, reading.validTo, t)
  const access = accessOf(joined(who), reading, t)
  const sentence = t('sentence', { parts: formatList([access, limits, validity ?? ''].filter(Boolean)) })
  const state = stateOf(reading, now)
  // A name keeps its own capitalization.
  const startsWithName = !reading.everyone && groups.length === 0 && people.length > 0
  const spoken = startsWithName && people.length <= NAMED ? sentence : capitalised(sentence)
  return state === 'on' ? spoken : `${spoken} ${t(endings[state])}`
}

export const capitalised = (text: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase(localeOf()) + text.slice(first.length)
}

/** Describes the people and groups of a policy, short enough for a list. */
export function whoCounted(counts: Counts, t: PoliciesText): string {
  const { everyone, users, groups, publicEndpoints } = counts
  return formatList([
    ...(everyone ? [t('everyoneShort')] : []),
    ...(users > 0 ? [t('peopleCount', { count: users })] : []),
    ...(groups > 0 ? [t('groupCount', { count: groups })] : []),
    ...(publicEndpoints > 0 ? [t('endpointCount', { count: publicEndpoints })] : []),
  ])
}
