import { currentUser } from '@parlance/contract/currentUser'
import type { ErrorCode } from '@parlance/contract/errors'
import type { RawBuilder } from 'kysely'
import type { Price } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  type BoundAgent,
  type BoundsNeeds,
  type BoundVisit,
  createBackgroundBounds,
  createBounds,
  pageScope,
  visitorLimits,
  visitorScope,
} from './bounds.ts'
import {
  type Bounds,
  countersOf,
  fullness,
  hasRoom,
  hasRoomFor,
  isCountable,
  keyOf,
  type Limited,
  measure,
  metered,
  mostGenerous,
  roomFor,
  type Standing,
  tightest,
  tokensLeft,
  type Whose,
} from './limits.ts'
import { ofUsage } from './personalDataStore.ts'

export { ownCounters } from './personalDataStore.ts'

import {
  budgetScope,
  type ChargedCounter,
  type Counter,
  charge,
  lockCounters,
  lockReserved,
  nothingSpent,
  type PageUsage,
  raise,
  readCounters,
  readPage,
  removeOld,
  reserve,
  reserving,
  type Share,
  spend,
  startCounter,
  storeClaim,
  storeRefusal,
} from './store.ts'

export type { BoundBudget, BoundVisit, LimitedAgent } from './bounds.ts'
export type { Bounds, Limit, LimitedPolicy } from './limits.ts'
export {
  type ChargedCounter,
  countUnanswered,
  isNoRoom,
  nothingSpent,
  type Share,
  settling,
  spentOfBudget,
  type Used,
  usedOfBudget,
} from './store.ts'

/** From this share on, users are warned about the limit, and administrators about a budget. */
export const WARNING = 0.8

interface Reserving {
  segmentId: string
  userId: string
  bounds: Bounds
  /** Null if no model is asked. */
  share: Share | null
}

/** The reservation of an answer and its price. */
export interface Charged {
  segmentId: string
  userId: string
  counters: readonly ChargedCounter[]
  price: Price | null
  /** Whether any of its limits is in tokens or money. */
  isMetered: boolean
  /** Whether a visitor asked, who sees less about the limits. */
  isVisitor: boolean
  /** The token and money limits that need room for a raise: those of the deciding policy, and the limits that everyone shares. */
  holding: readonly Limited[]
}

/** What was counted in advance, and where. */
interface CountedAhead {
  /** How many questions it counts as. */
  messages: 0 | 1
  counters: readonly ChargedCounter[]
  share: Share
}

/** A reservation as parts of the statement that stores a question. */
interface Reservation {
  parts: RawBuilder<unknown>
  /** Returns the reservation with the counters that the statement returned. */
  charged(counters: readonly ChargedCounter[]): Charged
}

export interface Usage {
  /** Returns everything that limits questions to an agent; call it before a transaction. */
  boundsOf(
    agent: BoundAgent,
    visitor?: BoundVisit | null,
    /** `costsAnyway`: whether it costs money even if the built-in engine answers. */
    options?: { costsAnyway?: boolean },
  ): Promise<Bounds>
  /** Returns how many more questions a visitor can ask on a page today. */
  visitorMessagesLeft(visitor: BoundVisit, userId: string): Promise<number>
  /**
   * Reserves an answer's share, in the transaction that stores its question. Refuses if a shared limit is reached,
   * or if every policy that grants the agent is used up. Every policy counts usage per user; a pool is used
   * only by the deciding policy.
   */
  reserve(tx: Sql, reserving: Reserving): Promise<Charged>
  /**
   * Returns how to do the same in the statement that stores the question, so that questions which count in the same pool
   * hardly wait for each other. Null if the limits need more than one statement. It fails as `isNoRoom` says if there is
   * no room, or if a counter is new.
   */
  reservation(reserving: Reserving): Reservation | null
  /**
   * Raises the reservation to everything that an answer can use so far, before more is spent on it. Refuses if
   * others have left no room: the answer that reaches a limit can exceed it, but no other.
   */
  raise(charged: Charged, share: Share): Promise<void>
  /**
   * Returns how many more tokens can be sent to the answer's deployment until a limit in tokens or money is reached.
   * Infinite without such a limit.
   */
  tokensLeft(charged: Charged): Promise<number>
  /**
   * Reserves what can be spent on an answer after its end, in advance. Refuses if that leaves no room:
   * background work must not take the place of a question.
   */
  book(charged: Charged, share: Share): Promise<void>
  /**
   * Refuses if a limit that everyone shares is reached: of the instance, the agent, or a budget. For answers that no
   * person asked, which reserve nothing.
   */
  demandRoom(bounds: Bounds): Promise<void>
  /**
   * Makes a call of a model that no person waits for, such as reading a page of a file, and counts it toward the limits
   * that everyone shares. Refuses as `demandRoom`, and with `usage.unpriced` if a limit in money can’t be counted. A call
   * that throws counts nothing.
   */
  spendInBackground<T>(
    payer: { userId: string | null; price: Price | null },
    make: () => Promise<{ made: T; used: Pick<Share, 'sentTokens' | 'writtenTokens'> }>,
  ): Promise<{ made: T; cost: number | null }>
  /** Counts such an answer toward those limits. */
  count(bounds: Bounds, spent: Share): Promise<void>
  /**
   * Checks and counts something else that a person asks for as a question, in advance: with all that it can use. Refuses
   * as `reserve` does. What isn’t settled stays counted.
   */
  countAhead(asked: { userId: string; bounds: Bounds; share: Share }): Promise<CountedAhead>
  /** The same for something that costs money but isn’t a question. Only limits in money apply. */
  countCostAhead(asked: { userId: string; bounds: Bounds; cost: number }): Promise<CountedAhead>
  /** Replaces what was counted in advance with what was spent; null if nothing was made, which counts as nothing. */
  settleAhead(counted: CountedAhead, spent: Share | null): Promise<void>
  /** Replaces the booked amount with what was spent. */
  settleBooked(charged: Charged, spent: { booked: Share; spent: Share }): Promise<void>
}

/** What visitors used of a public page today (UTC), including answers in progress, without test sessions. */
export const readPageUsage = (db: Sql, gptSystemId: string): Promise<PageUsage> =>
  readPage(db, { page: pageScope(gptSystemId), visitors: visitorScope(gptSystemId), gptSystemId })

/** Counts a question that a budget refused. */
export const countRefusal = storeRefusal

/**
 * Starts the counter of a new budget with what was used of it before in this month, in micro-dollars as SQL. Call it in
 * the transaction that creates the budget.
 */
export const startBudget = (tx: Sql, budgetId: string, used: RawBuilder<unknown>): Promise<void> =>
  startCounter(tx, budgetScope(budgetId), used)

/** Counts a session that a user claimed, in the transaction of the claim. */
export const countClaim = storeClaim

/** Returns the cost of tokens in micro-dollars. A dollar per million tokens is one micro-dollar per token. */
export const costOf = (
  { inputPerMillion, outputPerMillion }: Price,
  inputTokens: number,
  outputTokens: number,
): number => inputTokens * inputPerMillion + outputTokens * outputPerMillion

/** Returns the share of a model call. Without a price it costs nothing that could be counted. */
export const shareAt = (price: Price | null, sentTokens: number, writtenTokens: number): Share => ({
  sentTokens,
  writtenTokens,
  cost: price ? costOf(price, sentTokens, writtenTokens) : 0,
})

/** Whether any of these limits is in money, so that only deployments with a price can be used. */
export const countsMoney = ({ policies, sharedLimits }: Bounds): boolean =>
  [...policies, ...sharedLimits].some(({ limits }) => limits.some(({ kind }) => kind === 'Money'))

export const isLimited = ({ policies, sharedLimits }: Bounds): boolean =>
  policies.length + sharedLimits.length > 0

/** Tracks usage against policy limits and shared limits. */
export function usageFeature(
  platform: Platform,
  { findAgent, budgetsFor, budgetsOfBackground, budgetUsed, instance, engines }: BoundsNeeds,
): Usage {
  const { database, jobs } = platform
  platform.personalData.add(...ofUsage)
  const boundsOf = createBounds({ instance, engines, clock: platform.clock })
  const backgroundBounds = createBackgroundBounds({ instance, budgetsOfBackground })

  function refuse(standing: Standing, isVisitor: boolean): AppError {
    if (standing.limited.whose === 'Budget') budgetUsed()
    return refusal(standing, platform.clock.now(), isVisitor)
  }

  /** `share` is what comes on top of the counters. */
  function refuseFull(
    { holding, userId, price, isVisitor }: Charged,
    counters: readonly Counter[],
    share: Share,
  ): void {
    const standings = holding.map((limited) => measure(limited, userId, counters, price, share))
    const full = standings.find((one) => !hasRoom(one))
    if (full) throw refuse(full, isVisitor)
  }

  async function demandRoom(bounds: Bounds): Promise<void> {
    const pools = poolsOf(bounds)
    const counters = await readCounters(database.db, countersOf(pools, NO_ONE))
    const reached = pools
      .map((limited) => measure(limited, NO_ONE, counters, bounds.price))
      .find((one) => !hasRoom(one))
    if (reached) throw refuse(reached, false)
  }

  async function count(bounds: Bounds, spent: Share): Promise<void> {
    const keys = countersOf(poolsOf(bounds), NO_ONE)
    if (keys.length === 0) return
    await database.transaction(async (tx) => {
      await lockCounters(tx, keys)
      await spend(tx, keys, spent)
    })
  }

  async function countAhead(
    userId: string,
    { policies, sharedLimits, price, isVisitor }: Bounds,
    share: Share,
    messages: 0 | 1,
  ): Promise<CountedAhead> {
    const keys = countersOf([...policies, ...sharedLimits], userId)
    if (keys.length === 0) return { counters: [], share, messages }
    return database.transaction(async (tx) => {
      const counters = await lockCounters(tx, keys)
      const standing = (limited: Limited) => measure(limited, userId, counters, price, share)
      const charged = drawnOn({ policies, sharedLimits }, standing, (one) => refuse(one, isVisitor))
      const own = new Set(countersOf(charged, userId).map(keyOf))
      const counted = keys.filter((key) => key.subject !== 'Pool' || own.has(keyOf(key)))
      return { counters: await spend(tx, counted, share, messages), share, messages }
    })
  }

  async function getUsage(actor: Actor, gptSystemId: string) {
    const agent = await findAgent(actor, gptSystemId)
    const bounds = await boundsOf({ ...agent, budgets: await budgetsFor(actor, gptSystemId) })
    const { policies, sharedLimits, price } = bounds
    const none = { whose: null, policy: null, limits: [], budgetResetsAt: null }
    if (!isLimited(bounds)) return { ...none, state: 'Unlimited' as const }
    const counters = await readCounters(database.db, countersOf([...policies, ...sharedLimits], actor.userId))
    const standing = (limited: Limited) => measure(limited, actor.userId, counters, price)
    const best = mostGenerous(policies.map(standing))
    const shown = tightest([...(best ? [best] : []), ...sharedLimits.map(standing)])
    if (!shown) throw new Error('There are limits, but none is the closest to being reached.')
    const { whose, name } = shown.limited
    if (whose === 'Page' || whose === 'Visitor' || whose === 'Network')
      throw new Error('Limits of public pages apply only to visitors.')
    if (whose === 'Budget') {
      const budgetResetsAt = endOf('Month', platform.clock.now())
      return { ...none, whose, budgetResetsAt, state: stateOf(shown) }
    }
    return {
      whose,
      policy: name,
      limits: shown.measured.map(({ kind, per, counted, amount, used }) => ({
        kind,
        per,
        counted,
        amount,
        used,
        resetsAt: endOf(per, platform.clock.now()),
      })),
      budgetResetsAt: null,
      state: stateOf(shown),
    }
  }

  serve(
    platform,
    { getUsage: currentUser.getUsage },
    { getUsage: ({ actor, input }) => getUsage(actor, input.gptSystemId) },
  )
  jobs.schedule('usage.removeOld', '53 3 * * *', () => removeOld(database))

  return {
    boundsOf,
    reservation({ segmentId, userId, bounds: { policies, sharedLimits, price, isVisitor }, share }) {
      if (policies.length > 1) return null
      const all = [...policies, ...sharedLimits]
      const rooms = roomFor(all, userId, price, share ?? nothingSpent)
      if (!rooms?.length) return null
      const holding = metered(all)
      const charged = { segmentId, userId, price, isVisitor, isMetered: holding.length > 0, holding }
      return {
        parts: reserving(segmentId, rooms, share, price),
        charged: (counters) => ({ ...charged, counters }),
      }
    },
    async reserve(tx, { segmentId, userId, bounds: { policies, sharedLimits, price, isVisitor }, share }) {
      const spending = { segmentId, userId, price, isVisitor }
      const isMetered = metered([...policies, ...sharedLimits]).length > 0
      const counters = await lockCounters(tx, countersOf([...policies, ...sharedLimits], userId))
      const standing = (limited: Limited) => measure(limited, userId, counters, price, share ?? nothingSpent)
      const charging = drawnOn({ policies, sharedLimits }, standing, (one) => refuse(one, isVisitor))
      const own = new Set(countersOf(charging, userId).map(keyOf))
      const charged = counters.filter((counter) => counter.subject !== 'Pool' || own.has(keyOf(counter)))
      const reserved = await reserve(tx, segmentId, charged, share, price)
      return { ...spending, counters: reserved, isMetered, holding: metered(charging) }
    },
    async visitorMessagesLeft({ visit: { gptSystemId }, budgets }, userId) {
      const limited = visitorLimits(gptSystemId, budgets)
      const counters = await readCounters(database.db, countersOf([limited], userId))
      const [limit] = measure(limited, userId, counters, null).measured
      return Math.max(0, (limit?.amount ?? 0) - (limit?.used ?? 0))
    },
    async raise(charged, share) {
      if (!charged.isMetered) return
      await database.transaction(async (tx) => {
        refuseFull(charged, await lockReserved(tx, charged.segmentId), share)
        if (!(await raise(tx, charged.segmentId, share))) throw new AppError('run.interrupted')
      })
    },
    async tokensLeft({ counters, holding, userId, price }) {
      if (holding.length === 0) return Number.POSITIVE_INFINITY
      const current = await readCounters(database.db, counters)
      const standings = holding.map((limited) => measure(limited, userId, current, price))
      return Math.min(...standings.map((one) => tokensLeft(one, price)))
    },
    async book(charged, share) {
      await database.transaction(async (tx) => {
        // The amount is already in the counters.
        const counters = await charge(tx, charged.counters, { spent: share, before: nothingSpent })
        refuseFull(charged, counters, nothingSpent)
      })
    },
    demandRoom,
    count,
    async spendInBackground({ userId, price }, make) {
      const bounds = await backgroundBounds(userId, price)
      if (price === null && countsMoney(bounds)) throw new AppError('usage.unpriced')
      await demandRoom(bounds)
      const { made, used } = await make()
      const share = shareAt(price, used.sentTokens, used.writtenTokens)
      await count(bounds, share)
      return { made, cost: price && share.cost }
    },
    countAhead: ({ userId, bounds, share }) => countAhead(userId, bounds, share, 1),
    countCostAhead: ({ userId, bounds, cost }) => {
      // What it costs is known, whatever the price of the agent’s model.
      const priced = { ...inMoney(bounds), price: { inputPerMillion: 0, outputPerMillion: 0 } }
      return countAhead(userId, priced, { ...nothingSpent, cost }, 0)
    },
    async settleAhead({ counters, share, messages }, spent) {
      if (counters.length === 0) return
      await charge(database.db, counters, {
        spent: spent ?? nothingSpent,
        before: share,
        messages: spent === null ? -messages : 0,
      })
    },
    async settleBooked({ counters }, { booked, spent }) {
      await charge(database.db, counters, { spent, before: booked })
    },
  }
}

/** Returns the limits that an answer counts toward: those of the deciding policy, and the shared ones. Throws if one is full. */
function drawnOn(
  { policies, sharedLimits }: Pick<Bounds, 'policies' | 'sharedLimits'>,
  standing: (limited: Limited) => Standing,
  refuse: (standing: Standing) => AppError,
): readonly Limited[] {
  const reached = sharedLimits.map(standing).find((one) => !hasRoom(one))
  if (reached) throw refuse(reached)
  const named = policies.map(standing)
  const deciding = mostGenerous(named.filter(hasRoom))
  const nearest = mostGenerous(named)
  if (nearest && !deciding) throw refuse(nearest)
  return deciding ? [deciding.limited, ...sharedLimits] : sharedLimits
}

/** Returns the limits in money. */
const inMoney = ({ policies, sharedLimits, ...rest }: Bounds): Bounds => {
  const ofMoney = <L extends Limited>(limited: readonly L[]) =>
    limited.map((one) => ({ ...one, limits: one.limits.filter(({ kind }) => kind === 'Money') }))
  return {
    ...rest,
    // A policy without limits in money has room for anything that costs.
    policies: ofMoney(policies),
    sharedLimits: ofMoney(sharedLimits).filter(({ limits }) => limits.length > 0),
  }
}

/** Pools have no person. */
const NO_ONE = ''

/** What everyone shares of the limits. */
const poolsOf = ({ sharedLimits }: Bounds): Limited[] =>
  sharedLimits
    .map((limited) => ({ ...limited, limits: limited.limits.filter(({ counted }) => counted === 'Pool') }))
    .filter(({ limits }) => limits.length > 0)

function stateOf(standing: Standing) {
  if (!isCountable(standing)) return 'Unpriced' as const
  if (!hasRoom(standing)) return 'Used' as const
  return fullness(standing) >= WARNING ? ('NearEnd' as const) : ('Within' as const)
}

const refusals: Record<Whose, ErrorCode> = {
  Policy: 'usage.limit',
  Agent: 'usage.agentLimit',
  Instance: 'usage.instanceLimit',
  Budget: 'usage.budget',
  Page: 'publicChat.budget',
  Visitor: 'publicChat.visitorLimit',
  Network: 'publicChat.networkLimit',
}
const MINUTE_MS = 60_000

/** Visitors see only what they can do, not how much the page, the agent, or the instance allows. */
function visitorRefusal({ limited: { whose } }: Standing, now: Date): AppError {
  const isOwn = whose === 'Visitor' || whose === 'Network'
  const end = isOwn ? Date.parse(endOf('Day', now)) : now.getTime() + (60 - now.getUTCMinutes()) * MINUTE_MS
  return new AppError(isOwn ? refusals[whose] : 'publicChat.budget', {
    retryAfter: Math.max(1, Math.ceil((end - now.getTime()) / 1000)),
  })
}

/** Returns the refusal, with each reached limit and when it resets. */
function refusal(standing: Standing, now: Date, isVisitor: boolean): AppError {
  if (isVisitor) return visitorRefusal(standing, now)
  const { limited, measured } = standing
  if (!isCountable(standing)) return new AppError('usage.unpriced')
  // Only administrators see the amounts of budgets.
  if (limited.whose === 'Budget') return new AppError(refusals.Budget)
  const fields = measured
    .filter((limit) => !hasRoomFor(limit))
    .map(({ kind, per, amount }) => ({
      field: 'limit',
      message: `${kind} per ${per.toLowerCase()}: ${amount}. Resets at ${endOf(per, now)}.`,
    }))
  return new AppError(refusals[limited.whose], { fields })
}

/** Returns the end of the day or month in UTC. */
function endOf(per: 'Day' | 'Month', now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return new Date(per === 'Day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)).toISOString()
}
