import type { Price } from '../../engines/registry.ts'
import type { Counter, CounterKey, Per } from './store.ts'

export interface Limit {
  kind: 'Messages' | 'Tokens' | 'Money'
  per: Per
  counted: 'EachPerson' | 'Pool'
  /** Of money, US dollars. */
  amount: number
}

/** A policy that gives somebody an agent, with its limits; without any there is no end. */
export interface LimitedPolicy {
  chatAccessPolicyId: string
  name: string
  limits: readonly Limit[]
}

/** Limits that are counted together. A policy's hold for whom it names, those of an agent and of the instance for all. */
export interface Limited {
  scope: string
  whose: 'Policy' | 'Agent' | 'Instance'
  /** Of a policy. */
  name: string | null
  limits: readonly Limit[]
}

/** All that limits what a person may ask of an agent. */
export interface Bounds {
  /** One of them is enough; none where nothing is limited by a policy. */
  policies: readonly Limited[]
  /** All of them hold. */
  ceilings: readonly Limited[]
  /** Of the agent's deployment; null where nobody has said it. */
  price: Price | null
}

export interface Measured extends Limit {
  used: number
  /** False for money where the deployment has no price: what cannot be counted must not look as if it were. */
  isCountable: boolean
}

/** Limits with what is used of each. */
export interface Standing {
  limited: Limited
  measured: readonly Measured[]
}

const MICROS = 1_000_000

export const keyOf = ({ scope, per, subject }: CounterKey): string => `${scope} ${per} ${subject}`

/** Where a limit is counted for a person. */
const counterOf = (scope: string, { per, counted }: Limit, userId: string): CounterKey => ({
  scope,
  per,
  subject: counted === 'Pool' ? 'Pool' : `user:${userId}`,
})

/** Every counter of these limits, each once. */
export function countersOf(limited: readonly Limited[], userId: string): CounterKey[] {
  const keys = limited.flatMap(({ scope, limits }) => limits.map((limit) => counterOf(scope, limit, userId)))
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()]
}

/** What is used of limits, with what answers that are being written have set aside. */
export function measure(
  limited: Limited,
  userId: string,
  counters: readonly Counter[],
  price: Price | null,
): Standing {
  const known = new Map(counters.map((counter) => [keyOf(counter), counter]))
  const measured = limited.limits.map((limit) => {
    const counter = known.get(keyOf(counterOf(limited.scope, limit, userId)))
    const used = counter ? usedOf(limit.kind, counter) : 0
    return { ...limit, used, isCountable: limit.kind !== 'Money' || price !== null }
  })
  return { limited, measured }
}

function usedOf(kind: Limit['kind'], counter: Counter): number {
  if (kind === 'Messages') return counter.messages + counter.reservedMessages
  if (kind === 'Tokens') return counter.tokens + counter.reservedTokens
  return (counter.cost + counter.reservedCost) / MICROS
}

/** The share that is used of the limit that is nearest to its end; without end where one cannot be counted. */
export const fullness = ({ measured }: Pick<Standing, 'measured'>): number =>
  Math.max(0, ...measured.map((limit) => (limit.isCountable ? shareOf(limit) : Number.POSITIVE_INFINITY)))

/** Of whole micro-dollars: four of five cents are four fifths, and not a little less. */
const shareOf = ({ amount, used }: Measured): number =>
  Math.round(used * MICROS) / Math.round(amount * MICROS)

export const isCountable = ({ measured }: Pick<Standing, 'measured'>): boolean =>
  measured.every((limit) => limit.isCountable)

/** Limits that the length of answers counts for. */
export const metered = (limited: readonly Limited[]): Limited[] =>
  limited
    .map((one) => ({ ...one, limits: one.limits.filter(({ kind }) => kind !== 'Messages') }))
    .filter(({ limits }) => limits.length > 0)

/** One more answer may begin: the last one may go beyond a limit of tokens or money, and no other after it. */
export const hasRoomFor = ({ kind, amount, used, isCountable: counted }: Measured): boolean =>
  counted && (kind === 'Messages' ? used + 1 <= amount : used < amount)

export const hasRoom = ({ measured }: Pick<Standing, 'measured'>): boolean => measured.every(hasRoomFor)

/** Of policies the one that is furthest from its end decides. */
export const mostGenerous = <T extends Pick<Standing, 'measured'>>(standings: readonly T[]): T | null =>
  [...standings].sort(byFullness)[0] ?? null

/** Of limits that all hold, those that are the nearest to their end. */
export const tightest = <T extends Pick<Standing, 'measured'>>(standings: readonly T[]): T | null =>
  [...standings].sort((a, b) => byFullness(b, a))[0] ?? null

/** One that has no room comes after all that have. */
function byFullness(a: Pick<Standing, 'measured'>, b: Pick<Standing, 'measured'>): number {
  if (hasRoom(a) !== hasRoom(b)) return hasRoom(a) ? -1 : 1
  const [one, other] = [fullness(a), fullness(b)]
  return one === other ? 0 : one - other
}
