import type { SpeechDeployment } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import { storeUsage } from '../conversations/index.ts'
import type { BoundBudget } from '../usage/index.ts'
import { type Bounds, countsMoney, type Usage } from '../usage/index.ts'

export interface SpendingNeeds {
  agents: Pick<Agents, 'findUsable'>
  usage: Pick<Usage, 'boundsOf' | 'countCostAhead' | 'settleAhead'>
  budgetsOf(actor: Actor, gptSystemId: string): Promise<BoundBudget[]>
}

export const MILLION = 1_000_000

/** Failures for which a provider can charge: it worked, but too long, or what it made can’t be used. */
const charged = new Set(['transcription.timeout', 'speech.timeout'])

/** Counts what recordings and speech cost toward the limits and budgets of the agent for which they are. */
export function createSpending(
  { database }: Pick<Platform, 'database'>,
  { agents, usage, budgetsOf }: SpendingNeeds,
) {
  const { db } = database
  return {
    /**
     * Makes something that costs `dollars`; null if that is unknown. Throws `agent.notFound` if the actor can’t chat with
     * the agent, and a refusal if a limit in money is reached or can’t be counted.
     */
    async spend<T>(
      { actor, gptSystemId }: { actor: Actor; gptSystemId: string },
      deployment: Pick<SpeechDeployment, 'languageEngine' | 'deploymentName'>,
      { purpose, dollars }: { purpose: 'Transcription' | 'Speech'; dollars: number | null },
      make: () => Promise<T>,
    ): Promise<T> {
      const agent = await agents.findUsable(db, actor, gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      const budgets = await budgetsOf(actor, gptSystemId)
      const bounds: Bounds = await usage.boundsOf({ ...agent, budgets }, null, { costsAnyway: true })
      if (dollars === null && countsMoney(bounds)) throw new AppError('usage.unpriced')
      const cost = (dollars ?? 0) * MILLION
      const counted = await usage.countCostAhead({ userId: actor.userId, bounds, cost })
      try {
        const made = await make()
        const { languageEngine, deploymentName } = deployment
        const used = { calls: 1, inputTokens: 0, outputTokens: 0, cost: dollars === null ? null : cost }
        await storeUsage(db, agent.configuration.configStateId, [
          { languageEngine, deploymentName, purpose, ...used },
        ])
        return made
      } catch (cause) {
        // What the provider refused or never got costs nothing. It may charge for what no one waited for.
        if (cause instanceof AppError && !charged.has(cause.code)) await usage.settleAhead(counted, null)
        throw cause
      }
    },
  }
}

export type Spending = ReturnType<typeof createSpending>
