import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { ExecutionRow } from '../execution/execution.ts'
import { addingCost, upsertExecutions } from '../execution/store.ts'
import type { Cost } from './afterAnswers.ts'

/** Returns whether a conversation's title is still the start of its question. */
export async function lacksTitle(db: Sql, conversationId: string): Promise<boolean> {
  const found = await sql`select from conversation
    where id = ${conversationId} and title_source = 'Question' and deleted_at is null and not is_temporary`.execute(
    db,
  )
  return found.rows.length > 0
}

/**
 * Stores a generated title with its usage, unless the user has set one or there is one already. Returns whether it
 * is the title now.
 */
export async function storeMadeTitle(
  db: Sql,
  conversationId: string,
  title: string | null,
  cost: Cost | null,
  execution: ExecutionRow,
): Promise<boolean> {
  const titled = sql`update conversation set title = ${title}, title_source = 'Model'
    where id = ${conversationId} and title_source = 'Question' and deleted_at is null and not is_temporary
      and ${title}::text is not null returning id`
  const stored = await sql<{ isTitled: boolean }>`with titled as (${titled}), ${costs(cost, execution)}
    select exists (select from titled) as "isTitled"`.execute(db)
  return stored.rows[0]?.isTitled ?? false
}

/** Returns whether a conversation exists and isn't deleted. */
export async function isKept(db: Sql, conversationId: string): Promise<boolean> {
  const found =
    await sql`select from conversation where id = ${conversationId} and deleted_at is null`.execute(db)
  return found.rows.length > 0
}

/** Stores the summary of a branch up to a segment, if one was written, with its usage. */
export async function storeSummary(
  db: Sql,
  summary: { segmentId: string; text: string } | null,
  cost: Cost | null,
  execution: ExecutionRow,
): Promise<void> {
  // Another answer on the same branch can have stored one first.
  await sql`with ${costs(cost, execution)}
    insert into segment_summary (segment_id, summary)
    select id, ${summary?.text ?? null} from conversation_segment where id = ${summary?.segmentId ?? null}::uuid
    on conflict (segment_id) do nothing`.execute(db)
}

/** The parts of a statement that add what was used to a segment and its details. */
const costs = (cost: Cost | null, execution: ExecutionRow): RawBuilder<unknown> =>
  sql`${addingCost(cost)}, execution as (${upsertExecutions([execution])})`
