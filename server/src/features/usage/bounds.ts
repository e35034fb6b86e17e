import type { Engines, LanguageEngine, Price } from '../../engines/registry.ts'
import type { Actor, Visit } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Bounds, Limit, Limited, LimitedPolicy } from './limits.ts'
import { budgetScope } from './store.ts'

/** The budgets of a public page. */
export interface PageBudgets {
  messagesPerDay: number
  tokensPerDay: number
  costPerDayUsd: number | null
  visitorMessagesPerDay: number
  networkMessagesPerDay: number | null
}

/** A budget that a question counts toward, in US dollars per month. */
export interface BoundBudget {
  budgetId: string
  amountUsd: number
}

/** An agent's limits for a user, from the row that finds the agent. */
export interface LimitedAgent {
  gptSystemId: string
  /** Null for its owner and its managers, who need no policy. */
  policies: readonly LimitedPolicy[] | null
  /** The agent's own limits. */
  limits: readonly Limit[]
  configuration: { languageEngine: LanguageEngine; deploymentName: string | null }
}

/** The same with the budgets of a question. */
export interface BoundAgent extends LimitedAgent {
  budgets: readonly BoundBudget[]
}

/** A visitor of a public page, with the page's budgets. */
export interface BoundVisit {
  visit: Visit
  budgets: PageBudgets
}

export interface BoundsNeeds {
  findAgent(actor: Actor, gptSystemId: string): Promise<LimitedAgent>
  /** Returns the budgets that questions of the actor to an agent count toward. */
  budgetsFor(actor: Actor, gptSystemId: string): Promise<BoundBudget[]>
  /** Returns the budgets that background work for a person counts toward. */
  budgetsOfBackground(userId: string | null): Promise<BoundBudget[]>
  /** Called when a budget refuses something, so that administrators learn of it. */
  budgetUsed(): void
  instance: Pick<CurrentInstance, 'read'>
  engines: Engines
}

/**
 * Returns everything that limits questions to an agent. Reads cached values, so don't call it in a transaction.
 */
export const createBounds =
  ({ instance, engines, clock }: Pick<BoundsNeeds, 'instance' | 'engines'> & { clock: Clock }) =>
  async (
    agent: BoundAgent,
    visitor: BoundVisit | null = null,
    { costsAnyway = false }: { costsAnyway?: boolean } = {},
  ): Promise<Bounds> => {
    const [{ limits: ofInstance }, price] = await Promise.all([
      instance.read(),
      priceOf(engines, agent.configuration),
    ])
    const sharedLimits: Limited[] = [
      { scope: 'instance', whose: 'Instance', name: null, limits: ofInstance },
      { scope: `agent:${agent.gptSystemId}`, whose: 'Agent', name: null, limits: agent.limits },
      // The built-in engine costs nothing, so it still answers when the others no longer can.
      ...(agent.configuration.languageEngine === 'BuiltIn' && !costsAnyway
        ? []
        : agent.budgets.map(budgetLimits)),
      ...(visitor && !visitor.visit.testedBy ? pageLimits(visitor, clock.now()) : []),
    ]
    return {
      policies: limiting(agent.policies),
      sharedLimits: sharedLimits.filter(({ limits }) => limits.length > 0),
      price,
      isVisitor: visitor !== null && !visitor.visit.testedBy,
    }
  }

const eachDay = (kind: Limit['kind'], counted: Limit['counted'], amount: number) =>
  ({ kind, per: 'Day', counted, amount }) as const

/** Returns what limits background work, which is for no agent. */
export const createBackgroundBounds =
  ({ instance, budgetsOfBackground }: Pick<BoundsNeeds, 'instance' | 'budgetsOfBackground'>) =>
  async (userId: string | null, price: Price | null): Promise<Bounds> => {
    const [{ limits }, budgets] = await Promise.all([instance.read(), budgetsOfBackground(userId)])
    const ofInstance: Limited = { scope: 'instance', whose: 'Instance', name: null, limits }
    const sharedLimits = [ofInstance, ...budgets.map(budgetLimits)].filter((one) => one.limits.length > 0)
    return { policies: [], sharedLimits, price, isVisitor: false }
  }

/** Everyone who asks counts together. */
const budgetLimits = ({ budgetId, amountUsd }: BoundBudget): Limited => ({
  scope: budgetScope(budgetId),
  whose: 'Budget',
  name: null,
  limits: [{ kind: 'Money', per: 'Month', counted: 'Pool', amount: amountUsd }],
})

/** The scopes of a page's counters. They name the agent, so that a page with a new name starts no new count. */
export const pageScope = (gptSystemId: string): string => `page:${gptSystemId}`
export const visitorScope = (gptSystemId: string): string => `visitor:${gptSystemId}`

/** The limit of each visitor of a page. */
export const visitorLimits = (gptSystemId: string, { visitorMessagesPerDay }: PageBudgets): Limited => ({
  scope: visitorScope(gptSystemId),
  whose: 'Visitor',
  name: null,
  limits: [eachDay('Messages', 'EachPerson', visitorMessagesPerDay)],
})

/** Everything that limits a visitor's questions on a page. */
function pageLimits({ visit: { gptSystemId, network }, budgets }: BoundVisit, now: Date): Limited[] {
  const { messagesPerDay, tokensPerDay, costPerDayUsd, networkMessagesPerDay } = budgets
  // Released in equal parts at each full hour, so a burst can't take what the rest of the day needs.
  const hours = now.getUTCHours() + 1
  const pool = (kind: Limit['kind'], amount: number): Limit => {
    const part = (amount * hours) / 24
    return { ...eachDay(kind, 'Pool', amount), released: kind === 'Money' ? part : Math.ceil(part) }
  }
  return [
    {
      scope: pageScope(gptSystemId),
      whose: 'Page',
      name: null,
      isStrict: true,
      limits: [
        pool('Messages', messagesPerDay),
        pool('Tokens', tokensPerDay),
        ...(costPerDayUsd === null ? [] : [pool('Money', costPerDayUsd)]),
      ],
    },
    visitorLimits(gptSystemId, budgets),
    {
      scope: `network:${gptSystemId}`,
      whose: 'Network',
      name: null,
      subject: `network:${network}`,
      limits:
        networkMessagesPerDay === null ? [] : [eachDay('Messages', 'EachPerson', networkMessagesPerDay)],
    },
  ]
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
  { languageEngine, deploymentName }: LimitedAgent['configuration'],
): Promise<Price | null> {
  if (languageEngine === 'BuiltIn') return { inputPerMillion: 0, outputPerMillion: 0 }
  return (await engines.current()).findDeployment(languageEngine, deploymentName).price
}
