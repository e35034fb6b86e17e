import { currentUser } from '@parlance/contract/currentUser'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { countersOf, fullness, hasRoom, keyOf, type LimitedPolicy, measure, mostGenerous } from './limits.ts'
import { lockCounters, readCounters, removeOld, reserve, type Share } from './store.ts'

export type { LimitedPolicy } from './limits.ts'
export { settling, type Used } from './store.ts'

/** From here on people are told that the end is near. */
const WARNING = 0.8

export interface Usage {
  /**
   * Sets an answer's share aside, in the transaction that stores its question. Refuses where no policy that gives the
   * agent has any left. Every policy counts what each person uses; a pool is only drawn on by the policy that decides.
   */
  reserve(
    tx: Sql,
    asked: { segmentId: string; userId: string; policies: readonly LimitedPolicy[]; share: Share },
  ): Promise<void>
}

/** The policies that limit somebody; none where one of them has no limits, or where no policy is needed. */
export const limiting = (policies: readonly LimitedPolicy[] | null): readonly LimitedPolicy[] =>
  policies?.every(({ limits }) => limits.length > 0) ? policies : []

/** What people use of what policies allow. */
export function usageFeature(
  platform: Platform,
  policiesFor: (actor: Actor, gptSystemId: string) => Promise<readonly LimitedPolicy[] | null>,
): Usage {
  const { database, jobs } = platform

  async function getUsage(actor: Actor, gptSystemId: string) {
    const policies = limiting(await policiesFor(actor, gptSystemId))
    if (policies.length === 0) return { policy: null, limits: [], state: 'Unlimited' as const }
    const counters = await readCounters(database.db, countersOf(policies, actor.userId))
    const measured = policies.map((policy) => ({
      policy,
      measured: measure(policy, actor.userId, counters),
    }))
    const best = mostGenerous(measured)
    if (!best) throw new Error('There are policies and none of them is the most generous.')
    const state = !hasRoom(best.measured)
      ? ('Used' as const)
      : fullness(best.measured) >= WARNING
        ? ('NearEnd' as const)
        : ('Within' as const)
    return {
      policy: best.policy.name,
      limits: best.measured.map((limit) => ({ ...limit, resetsAt: endOf(limit.per, platform.clock.now()) })),
      state,
    }
  }

  serve(
    platform,
    { getUsage: currentUser.getUsage },
    { getUsage: ({ actor, input }) => getUsage(actor, input.gptSystemId) },
  )
  jobs.schedule('usage.removeOld', '53 3 * * *', () => removeOld(database.db))

  return {
    async reserve(tx, { segmentId, userId, policies, share }) {
      const counters = await lockCounters(tx, countersOf(policies, userId))
      const measured = policies.map((policy) => ({ policy, measured: measure(policy, userId, counters) }))
      const deciding = mostGenerous(measured.filter((one) => hasRoom(one.measured)))
      if (!deciding) throw used(mostGenerous(measured)?.measured ?? [], platform.clock.now())
      const own = new Set(countersOf([deciding.policy], userId).map(keyOf))
      const charged = counters.filter((counter) => counter.subject !== 'Pool' || own.has(keyOf(counter)))
      await reserve(tx, segmentId, charged, share)
    },
  }
}

/** The refusal, with each limit that is at its end and when it begins anew. */
function used(measured: ReturnType<typeof measure>, now: Date): AppError {
  const fields = measured
    .filter((limit) => !hasRoom([limit]))
    .map(({ kind, per, amount }) => ({
      field: 'limit',
      message: `${kind} per ${per.toLowerCase()}: ${amount}. It begins anew at ${endOf(per, now)}.`,
    }))
  return new AppError('usage.limit', { fields })
}

/** When a day or a month (UTC) is over. */
export function endOf(per: 'Day' | 'Month', now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return new Date(per === 'Day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)).toISOString()
}
