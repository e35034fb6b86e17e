import type { Engines, LanguageEngine, Price } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Bounds, Limit, Limited, LimitedPolicy } from './limits.ts'

/** What limits an agent for somebody, as the row that finds the agent has it. */
export interface BoundAgent {
  gptSystemId: string
  /** Null for its owner and its managers: they need no policy. */
  policies: readonly LimitedPolicy[] | null
  /** The agent's own. */
  limits: readonly Limit[]
  configuration: { languageEngine: LanguageEngine; deploymentName: string | null }
}

export interface BoundsNeeds {
  findAgent(actor: Actor, gptSystemId: string): Promise<BoundAgent>
  instance: Pick<CurrentInstance, 'read'>
  engines: Engines
}

/** All that limits what may be asked of an agent. What is read here is kept in memory: not to be called in a transaction. */
export const createBounds =
  ({ instance, engines }: Pick<BoundsNeeds, 'instance' | 'engines'>) =>
  async (agent: BoundAgent): Promise<Bounds> => {
    const [{ limits: ofInstance }, price] = await Promise.all([
      instance.read(),
      priceOf(engines, agent.configuration),
    ])
    const ceilings: Limited[] = [
      { scope: 'instance', whose: 'Instance', name: null, limits: ofInstance },
      { scope: `agent:${agent.gptSystemId}`, whose: 'Agent', name: null, limits: agent.limits },
    ]
    return {
      policies: limiting(agent.policies),
      ceilings: ceilings.filter(({ limits }) => limits.length > 0),
      price,
    }
  }

/** The policies that limit somebody; none where one of them has no limits, or where no policy is needed. */
function limiting(policies: readonly LimitedPolicy[] | null): Limited[] {
  if (!policies?.every(({ limits }) => limits.length > 0)) return []
  return policies.map(({ chatAccessPolicyId, name, limits }) => ({
    scope: `policy:${chatAccessPolicyId}`,
    whose: 'Policy' as const,
    name,
    limits,
  }))
}

/** The built-in engine asks no model. */
async function priceOf(
  engines: Engines,
  { languageEngine, deploymentName }: BoundAgent['configuration'],
): Promise<Price | null> {
  if (languageEngine === 'BuiltIn') return { inputPerMillion: 0, outputPerMillion: 0 }
  return (await engines.current()).findDeployment(languageEngine, deploymentName).price
}
