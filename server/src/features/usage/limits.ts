import type { Price } from '../../engines/registry.ts'
import type { Counter, CounterKey, Per } from './store.ts'

export interface Limit {
  kind: 'Messages' | 'Tokens' | 'Money'
  per: Per
  counted: 'EachPerson' | 'Pool'
  /** In US dollars for money. */
  amount: number
}

/** A policy that grants a user an agent, with its limits. An empty list means unlimited. */
export interface LimitedPolicy {
  chatAccessPolicyId: string
  name: string
  limits: readonly Limit[]
}

/**
 * Limits that are counted together. Policy limits apply to the people it names; agent and instance limits apply
 * to everyone.
 */
export interface Limited {
  scope: string
  whose: 'Policy' | 'Agent' | 'Instance'
  /** The name of a policy; null for the agent and the instance. */
  name: string | null
  limits: readonly Limit[]
}

/** Everything that limits questions of a user to an agent. */
export interface Bounds {
  /** One of them is enough; empty if no policy limits anything. */
  policies: readonly Limited[]
  /** All of them apply. */
  sharedLimits: readonly Limited[]
  /** Price of the agent's deployment; null if it is not set. */
  price: Price | null
}

export interface Measured extends Limit {
  used: number
  /**
   * False for money if the deployment has no price: usage that can't be counted must not look as if it were.
   */
  isCountable: boolean
}

/** Limits with the usage of each. */
export interface Standing {
  limited: Limited
  measured: readonly Measured[]
}

const MICROS = 1_000_000

export const keyOf = ({ scope, per, subject }: CounterKey): string => `${scope} ${per} ${subject}`

/** The counter of a limit for a user. */
const counterOf = (scope: string, { per, counted }: Limit, userId: string): CounterKey => ({
  scope,
  per,
  subject: counted === 'Pool' ? 'Pool' : `user:${userId}`,
})

/** Returns every counter of these limits, without duplicates. */
export function countersOf(limited: readonly Limited[], userId: string): CounterKey[] {
  const keys = limited.flatMap(({ scope, limits }) => limits.map((limit) => counterOf(scope, limit, userId)))
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()]
}

/** Measures the usage of limits, including reservations of answers in progress. */
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

/** The used share of the limit closest to being reached; infinite if one can't be counted. */
export const fullness = ({ measured }: Pick<Standing, 'measured'>): number =>
  Math.max(0, ...measured.map((limit) => (limit.isCountable ? shareOf(limit) : Number.POSITIVE_INFINITY)))

/** Uses whole micro-dollars, so that four of five cents are exactly four fifths. */
const shareOf = ({ amount, used }: Measured): number =>
  Math.round(used * MICROS) / Math.round(amount * MICROS)

export const isCountable = ({ measured }: Pick<Standing, 'measured'>): boolean =>
  measured.every((limit) => limit.isCountable)

/** The limits that the length of answers counts toward. */
export const metered = (limited: readonly Limited[]): Limited[] =>
  limited
    .map((one) => ({ ...one, limits: one.limits.filter(({ kind }) => kind !== 'Messages') }))
    .filter(({ limits }) => limits.length > 0)

/** Whether one more answer can start: the last one can exceed a token or money limit, but no other after it. */
export const hasRoomFor = ({ kind, amount, used, isCountable: counted }: Measured): boolean =>
  counted && (kind === 'Messages' ? used + 1 <= amount : used < amount)

export const hasRoom = ({ measured }: Pick<Standing, 'measured'>): boolean => measured.every(hasRoomFor)

/** Returns how many tokens can be sent until one of these token or money limits is reached. */
export function tokensLeft({ measured }: Pick<Standing, 'measured'>, price: Price | null): number {
  const each = price?.inputPerMillion ?? 0
  return Math.min(
    ...measured.map(({ kind, amount, used }) => {
      const left = Math.max(0, amount - used)
      if (kind === 'Tokens') return left
      return each > 0 ? (left * MICROS) / each : Number.POSITIVE_INFINITY
    }),
  )
}

/** Among policies, the one furthest from its limits decides. */
export const mostGenerous = <T extends Pick<Standing, 'measured'>>(standings: readonly T[]): T | null =>
  [...standings].sort(byFullness)[0] ?? null

/** Among limits that all apply, the one closest to being reached. */
export const tightest = <T extends Pick<Standing, 'measured'>>(standings: readonly T[]): T | null =>
  [...standings].sort((a, b) => byFullness(b, a))[0] ?? null

/** One without room comes after all that have room. */
function byFullness(a: Pick<Standing, 'measured'>, b: Pick<Standing, 'measured'>): number {
  if (hasRoom(a) !== hasRoom(b)) return hasRoom(a) ? -1 : 1
  const [one, other] = [fullness(a), fullness(b)]
  return one === other ? 0 : one - other
}
