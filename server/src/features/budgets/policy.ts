import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { believedGroups } from '../../platform/access/heldRoles.ts'

type Asker = Pick<Actor, 'userId' | 'visit'>

/**
 * SQL for the brand that questions to the agent in the row `g` count toward: for visitors that of its public page, or else
 * the agent's, or else the default brand. Every question has exactly one, so that all brands together are the instance.
 */
const brandOfQuestion = (isVisit: boolean) =>
  sql`coalesce(${
    isVisit ? sql`(select e.brand_key from public_endpoint e where e.gpt_system_id = g.id),` : sql``
  } g.brand_key, (select d.default_brand_key from brand_defaults d)) collate "C"`

/**
 * SQL for the budgets that a question to the agent counts toward, as a JSON list of `BoundBudget`. The agent's ID is given
 * as SQL. It is part of the statement that reads what a question needs, so a change applies from the next question in every
 * process. Groups apply as in policies: not if they are unknown or older than a day. People who test a page count as users.
 */
export const budgetsOfQuestion = (
  gptSystemId: RawBuilder<unknown>,
  { userId, visit }: Asker,
): RawBuilder<unknown> => {
  const person = visit ? visit.testedBy : userId
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('budgetId', b.id, 'amountUsd', b.amount_usd) order by b.id), '[]')
    from (select a.id, a.amount_usd from budget a where a.gpt_system_id = ${gptSystemId}
      union all select a.id, a.amount_usd from budget a where a.brand_key = (
        select ${brandOfQuestion(visit !== undefined)} from gpt_system g where g.id = ${gptSystemId})
      ${person === null ? sql`` : sql`union all select a.id, a.amount_usd from unnest(${believedGroups(person)}::text[]) held (id) join budget a on a.group_id = held.id`}) b)`
}

/**
 * SQL for the budgets that background work counts toward, as `budgetsOfQuestion`: the budget of the default brand, as for an agent
 * without a brand, and the budgets of the groups of the person for whom it is, if there is one.
 */
export const budgetsOfBackground = (person: string | null): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('budgetId', b.id, 'amountUsd', b.amount_usd) order by b.id), '[]')
    from (select a.id, a.amount_usd from budget a
        where a.brand_key = (select d.default_brand_key from brand_defaults d) collate "C"
      ${person === null ? sql`` : sql`union all select a.id, a.amount_usd from unnest(${believedGroups(person)}::text[]) held (id) join budget a on a.group_id = held.id`}) b)`

/** SQL: the agent in the row `g` uses this brand, as its questions count today. */
export const usesBrand = (brandKey: string): RawBuilder<boolean> =>
  sql<boolean>`(${brandOfQuestion(false)} = ${brandKey})`
