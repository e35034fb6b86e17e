import type { Budget, BudgetSubject } from '@parlance/contract/budgets'
import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { type BoundBudget, spentOfBudget, usedOfBudget, WARNING } from '../usage/index.ts'
import { budgetsOfBackground, budgetsOfQuestion, usesBrand } from './policy.ts'

export type Subject = z.output<typeof BudgetSubject>
/** A budget as it is stored, before its state is calculated. */
export interface BudgetRow extends Omit<z.output<typeof Budget>, 'percent' | 'state'> {
  /** The threshold in percent that administrators were last notified of in this month. */
  toldPercent: number | null
}

// Budgets belong to the instance; the endpoints check who can read them.

const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`

const agentName = sql`(select s.name from gpt_system_configuration_state s where s.gpt_system_id = g.id
  order by s.id = g.published_state_id desc nulls last, s.number desc limit 1)`

/** The directory knows the names of all other groups. */
const groupName = sql`(select d.display_name from directory_group d where d.object_id::text = b.group_id)`

const kind = sql`case when b.brand_key is not null then 'Brand' when b.group_id is not null then 'Group' else 'Agent' end`

const columns = sql`b.id as "budgetId", jsonb_strip_nulls(jsonb_build_object('kind', ${kind}, 'brandKey', b.brand_key,
    'gptSystemId', b.gpt_system_id, 'groupId', b.group_id)) as subject,
  case when b.brand_key is not null then brand.name when b.group_id is not null then ${groupName}
    when g.deleted_at is null then ${agentName} end as name,
  b.group_id is null and brand.brand_key is null and (g.id is null or g.deleted_at is not null) as "isDeleted",
  b.amount_usd::float8 as "amountUsd", (${usedOfBudget})::float8 / 1000000 as "usedUsd",
  case when b.counted_since >= ${thisMonth} at time zone 'UTC'
    then ${isoTime('b.counted_since')} end as "countedSince",
  case when b.told_month = ${thisMonth} then b.told_percent end as "toldPercent",
  b.version, ${isoTime('b.created_at')} as "createdAt", ${isoTime('b.updated_at')} as "updatedAt"`

const tables = sql`budget b left join brand on brand.brand_key = b.brand_key
  left join gpt_system g on g.id = b.gpt_system_id`

export async function readBudgets(db: Sql): Promise<BudgetRow[]> {
  const found = await sql<BudgetRow>`select ${columns} from ${tables}
    order by ${usedOfBudget} / b.amount_usd desc, b.created_at, b.id limit ${limits.budgets}`.execute(db)
  return found.rows
}

async function readBudget(tx: Sql, budgetId: string): Promise<BudgetRow | null> {
  const found = await sql<BudgetRow>`select ${columns} from ${tables} where b.id = ${budgetId}`.execute(tx)
  return found.rows[0] ?? null
}

async function mustRead(tx: Sql, budgetId: string): Promise<BudgetRow> {
  const row = await readBudget(tx, budgetId)
  if (!row) throw new Error('The stored budget is missing.')
  return row
}

/** Returns a budget, locked until the transaction ends. */
export async function lockBudget(tx: Sql, budgetId: string): Promise<BudgetRow | null> {
  await sql`select from budget where id = ${budgetId} for update`.execute(tx)
  return readBudget(tx, budgetId)
}

/** Returns how many budgets there are. Until the transaction ends, no others are added. */
export async function lockCount(tx: Sql): Promise<number> {
  await sql`lock table budget in share row exclusive mode`.execute(tx)
  const found = await sql<{ n: number }>`select count(*)::int as n from budget`.execute(tx)
  return found.rows[0]?.n ?? 0
}

const columnOf = { Brand: 'brand_key', Agent: 'gpt_system_id', Group: 'group_id' } as const

/** Returns the key of a brand, or the ID of an agent or a group. */
export function idOf(subject: Subject): string {
  if (subject.kind === 'Brand') return subject.brandKey
  return subject.kind === 'Agent' ? subject.gptSystemId : subject.groupId
}

export async function hasBudget(tx: Sql, subject: Subject): Promise<boolean> {
  const column = sql.ref(columnOf[subject.kind])
  const found = await sql`select from budget where ${column} = ${idOf(subject)}`.execute(tx)
  return found.rows.length > 0
}

/** Returns whether the brand or the system agent exists. Any group can have a budget, as in policies. */
export async function isThere(tx: Sql, subject: Subject): Promise<boolean> {
  if (subject.kind === 'Group') return true
  const found =
    subject.kind === 'Brand'
      ? await sql`select from brand where brand_key = ${subject.brandKey}`.execute(tx)
      : await sql`select from gpt_system where id = ${subject.gptSystemId} and gpt_system_type = 'System'
          and deleted_at is null`.execute(tx)
  return found.rows.length > 0
}

export async function insertBudget(
  tx: Sql,
  subject: Subject,
  amountUsd: number,
  budgetId = uuid(),
): Promise<BudgetRow> {
  // Nothing says which groups the people had who asked before.
  const countedSince = subject.kind === 'Group' ? sql`now()` : sql`null`
  await sql`insert into budget (id, ${sql.ref(columnOf[subject.kind])}, amount_usd, counted_since)
    values (${budgetId}, ${idOf(subject)}, ${amountUsd}, ${countedSince})`.execute(tx)
  return mustRead(tx, budgetId)
}

/**
 * SQL for what a subject used of this month until now, in micro-dollars. What visitors used counts toward the brand of the
 * agent here, because nothing says on which page they asked.
 */
export function spentBy(subject: Subject): RawBuilder<unknown> {
  if (subject.kind === 'Group') return sql`0`
  const agents =
    subject.kind === 'Agent'
      ? sql`u.gpt_system_id = ${subject.gptSystemId}::uuid`
      : sql`u.gpt_system_id in (select g.id from gpt_system g where ${usesBrand(subject.brandKey)})`
  return sql`(select coalesce(ceil(round(sum(u.cost), 6)), 0)::bigint from model_usage u
    where u.day >= ${thisMonth} and ${agents})`
}

/**
 * SQL for the threshold of an amount that the budget in the row `b` has reached, in percent. Reserved amounts don’t count:
 * most answers use far less than that, and a threshold is reported only once.
 */
const reachedOf = (amountUsd: RawBuilder<unknown>) => sql`case
  when ${spentOfBudget} >= ${amountUsd} * 1000000 then 100
  when ${spentOfBudget} >= ${amountUsd} * 1000000 * ${WARNING}::numeric then ${WARNING * 100}::int else 0 end`

/** Changes the amount. Administrators are notified again when a threshold of the new amount is reached. */
export async function updateBudget(tx: Sql, budgetId: string, amountUsd: number): Promise<BudgetRow> {
  const reached = reachedOf(sql`${amountUsd}::numeric`)
  await sql`update budget b set amount_usd = ${amountUsd},
      told_month = case when ${reached} > 0 then b.told_month end,
      told_percent = case when ${reached} > 0 and b.told_percent is not null then least(b.told_percent, ${reached}) end,
      version = b.version + 1, updated_at = now()
    where b.id = ${budgetId}`.execute(tx)
  return mustRead(tx, budgetId)
}

export async function removeBudget(tx: Sql, budgetId: string): Promise<void> {
  await sql`delete from budget where id = ${budgetId}`.execute(tx)
}

/** Returns the budgets that background work for a person counts toward. */
export async function readOfBackground(db: Sql, userId: string | null): Promise<BoundBudget[]> {
  const found = await sql<{
    budgets: BoundBudget[]
  }>`select ${budgetsOfBackground(userId)} as budgets`.execute(db)
  return found.rows[0]?.budgets ?? []
}

/** Returns the budgets that questions of a user or visitor to an agent count toward. */
export async function findOfQuestions(
  db: Sql,
  actor: Pick<Actor, 'userId' | 'visit'>,
  gptSystemId: string,
): Promise<BoundBudget[]> {
  const found = await sql<{ budgets: BoundBudget[] }>`select ${budgetsOfQuestion(
    sql`${gptSystemId}::uuid`,
    actor,
  )} as budgets`.execute(db)
  return found.rows[0]?.budgets ?? []
}

/**
 * Takes some budgets that reached a threshold in this month which administrators weren't notified of. Each is taken once per
 * threshold, by one process.
 */
export async function takeReached(tx: Sql, limit: number): Promise<BudgetRow[]> {
  const taken = await sql<{ id: string }>`with reached as (
      select b.id, spent.percent, ${thisMonth} as month
      from budget b cross join lateral (select ${reachedOf(sql`b.amount_usd`)} as percent) spent
      where spent.percent > case when b.told_month = ${thisMonth} then b.told_percent else 0 end
      order by b.id limit ${limit} for update of b skip locked)
    update budget b set told_month = reached.month, told_percent = reached.percent
    from reached where b.id = reached.id returning b.id`.execute(tx)
  const ids = taken.rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await sql<BudgetRow>`select ${columns} from ${tables} where b.id = any(${ids}::uuid[])
    order by b.id`.execute(tx)
  return found.rows
}
