import type { Engines, LanguageEngine, Price } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Bounds, Limit, Limited, LimitedPolicy } from './limits.ts'

/** An agent's limits for a user, from the row that finds the agent. */
export interface BoundAgent {
  gptSystemId: string
  /** Null for its owner and its managers, who need no policy. */
  policies: readonly LimitedPolicy[] | null
  /** The agent's own limits. */
  limits: readonly Limit[]
  configuration: { languageEngine: LanguageEngine; deploymentName: string | null }
}

export interface BoundsNeeds {
  findAgent(actor: Actor, gptSystemId: string): Promise<BoundAgent>
  instance: Pick<CurrentInstance, 'read'>
  engines: Engines
}

/**
 * Returns everything that limits questions to an agent. Reads cached values, so don't call it in a transaction.
 */
export const createBounds =
  ({ instance, engines }: Pick<BoundsNeeds, 'instance' | 'engines'>) =>
  async (agent: BoundAgent): Promise<Bounds> => {
    const [{ limits: ofInstance }, price] = await Promise.all([
      instance.read(),
      priceOf(engines, agent.configuration),
    ])
    const sharedLimits: Limited[] = [
      { scope: 'instance', whose: 'Instance', name: null, limits: ofInstance },
      { scope: `agent:${agent.gptSystemId}`, whose: 'Agent', name: null, limits: agent.limits },
    ]
    return {
      policies: limiting(agent.policies),
      sharedLimits: sharedLimits.filter(({ limits }) => limits.length > 0),
      price,
    }
  }

/** The policies that limit a user; empty if one of them has no limits or no policy is needed. */
function limiting(policies: readonly LimitedPolicy[] | null): Limited[] {
  if (!policies?.every(({ limits }) => limits.length > 0)) return []
  return policies.map(({ chatAccessPolicyId, name, limits }) => ({
    scope: `policy:${chatAccessPolicyId}`,
    whose: 'Policy' as const,
    name,
    limits,
  }))
}

/** The built-in engine calls no model, so it costs nothing. */
async function priceOf(
  engines: Engines,
  { languageEngine, deploymentName }: BoundAgent['configuration'],
): Promise<Price | null> {
  if (languageEngine === 'BuiltIn') return { inputPerMillion: 0, outputPerMillion: 0 }
  return (await engines.current()).findDeployment(languageEngine, deploymentName).price
}
