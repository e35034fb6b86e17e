import type { Price } from '../../engines/registry.ts'
import { type Counter, type CounterKey, nothingSpent, type Per, type Room, type Share } from './store.ts'

export interface Limit {
  kind: 'Messages' | 'Tokens' | 'Money'
  per: Per
  counted: 'EachPerson' | 'Pool'
  /** In US dollars for money. */
  amount: number
  /** How much of the amount answers can start with by now. Absent if it is all of it. */
  released?: number
}

/** A policy that grants a user an agent, with its limits. An empty list means unlimited. */
export interface LimitedPolicy {
  chatAccessPolicyId: string
  name: string
  limits: readonly Limit[]
}

/**
 * Whose limits there are: of policies, agents and the instance for everyone, of budgets, and of public pages for visitors.
 */
export type Whose = 'Policy' | 'Agent' | 'Instance' | 'Budget' | PageWhose
/** A page's budgets, and the limits of each visitor and each network on it. */
type PageWhose = 'Page' | 'Visitor' | 'Network'

/**
 * Limits that are counted together. Policy limits apply to the people it names; agent and instance limits apply
 * to everyone.
 */
export interface Limited {
  scope: string
  whose: Whose
  /** The name of a policy; null for the others. */
  name: string | null
  limits: readonly Limit[]
  /** What `EachPerson` counts instead of users: a network. */
  subject?: string
  /** Whether an answer can start or go on only if all it can use fits, so that the limit is never exceeded. */
  isStrict?: boolean
}

/** Everything that limits questions of a user to an agent. */
export interface Bounds {
  /** One of them is enough; empty if no policy limits anything. */
  policies: readonly Limited[]
  /** All of them apply. */
  sharedLimits: readonly Limited[]
  /** Price of the agent's deployment; null if it is not set. */
  price: Price | null
  /** Whether a visitor asks, who sees less about the limits. */
  isVisitor: boolean
}

export interface Measured extends Limit {
  used: number
  /**
   * False for money if the deployment has no price: usage that can't be counted must not look as if it were.
   */
  isCountable: boolean
  /** What the answer can use at most, for strict limits. */
  planned?: number
}

/** Limits with the usage of each. */
export interface Standing {
  limited: Limited
  measured: readonly Measured[]
}

const MICROS = 1_000_000

export const keyOf = ({ scope, per, subject }: CounterKey): string => `${scope} ${per} ${subject}`

/** The counter of a limit for a user. */
const counterOf = ({ scope, subject }: Limited, { per, counted }: Limit, userId: string): CounterKey => ({
  scope,
  per,
  subject: counted === 'Pool' ? 'Pool' : (subject ?? `user:${userId}`),
})

/** Returns every counter of these limits, without duplicates. */
export function countersOf(limited: readonly Limited[], userId: string): CounterKey[] {
  const keys = limited.flatMap((one) => one.limits.map((limit) => counterOf(one, limit, userId)))
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()]
}

/** Measures the usage of limits, including reservations of answers in progress. `share` is what the next one can use. */
export function measure(
  limited: Limited,
  userId: string,
  counters: readonly Counter[],
  price: Price | null,
  share: Share = nothingSpent,
): Standing {
  const known = new Map(counters.map((counter) => [keyOf(counter), counter]))
  const measured = limited.limits.map((limit) => {
    const counter = known.get(keyOf(counterOf(limited, limit, userId)))
    const used = counter ? usedOf(limit.kind, counter) : 0
    const planned = limited.isStrict ? { planned: plannedOf(limit.kind, share) } : {}
    return { ...limit, used, isCountable: limit.kind !== 'Money' || price !== null, ...planned }
  })
  return { limited, measured }
}

function usedOf(kind: Limit['kind'], counter: Counter): number {
  if (kind === 'Messages') return counter.messages + counter.reservedMessages
  if (kind === 'Tokens') return counter.tokens + counter.reservedTokens
  return (counter.cost + counter.reservedCost) / MICROS
}

function plannedOf(kind: Limit['kind'], { sentTokens, writtenTokens, cost }: Share): number {
  if (kind === 'Messages') return 1
  return kind === 'Tokens' ? sentTokens + writtenTokens : cost / MICROS
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
    .map((one) => ({
      ...one,
      // An answer that has started can use what is released later.
      limits: one.limits.filter(({ kind }) => kind !== 'Messages').map(({ released: _, ...limit }) => limit),
    }))
    .filter(({ limits }) => limits.length > 0)

/**
 * Whether one more answer can start: the last one can exceed a token or money limit, but no other after it. No answer
 * exceeds a strict limit.
 */
export function hasRoomFor({
  kind,
  amount,
  used,
  isCountable: counted,
  released,
  planned,
}: Measured): boolean {
  if (!counted || (released !== undefined && used >= released)) return false
  if (planned !== undefined) return Math.round((used + planned) * MICROS) <= Math.round(amount * MICROS)
  return kind === 'Messages' ? used + 1 <= amount : used < amount
}

export const hasRoom = ({ measured }: Pick<Standing, 'measured'>): boolean => measured.every(hasRoomFor)

/**
 * Returns how much each counter can have so that all of these limits have room for a share. It can be a millionth less
 * than `hasRoomFor` accepts, and never more. Null if a limit can't be counted.
 */
export function roomFor(
  all: readonly Limited[],
  userId: string,
  price: Price | null,
  share: Share,
): Room[] | null {
  const rooms = new Map<string, Room>()
  for (const limited of all) {
    for (const limit of measure(limited, userId, [], price, share).measured) {
      if (!limit.isCountable) return null
      const key = counterOf(limited, limit, userId)
      const unlimited = { messages: Number.MAX_SAFE_INTEGER, tokens: Number.MAX_SAFE_INTEGER }
      const room = rooms.get(keyOf(key)) ?? { ...key, ...unlimited, cost: Number.MAX_SAFE_INTEGER }
      const counted = ({ Messages: 'messages', Tokens: 'tokens', Money: 'cost' } as const)[limit.kind]
      rooms.set(keyOf(key), { ...room, [counted]: Math.min(room[counted], mostBefore(limit)) })
    }
  }
  return [...rooms.values()]
}

function mostBefore({ kind, amount, released = Number.POSITIVE_INFINITY, planned }: Measured): number {
  const unit = kind === 'Money' ? MICROS : 1
  const below = Math.floor(Math.min(released, planned === undefined ? amount : released) * unit) - 1
  if (planned === undefined) return below
  return Math.min(below, Math.floor((amount - planned) * unit) - (kind === 'Money' ? 1 : 0))
}

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
