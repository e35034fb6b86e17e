import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { ExecutionRow } from '../execution/execution.ts'
import { upsertExecutions } from '../execution/store.ts'

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
  cost: { segmentId: string; inputTokens: number; outputTokens: number } | null,
  execution: ExecutionRow,
): Promise<boolean> {
  const titled = sql`update conversation set title = ${title}, title_source = 'Model'
    where id = ${conversationId} and title_source = 'Question' and deleted_at is null and not is_temporary
      and ${title}::text is not null returning id`
  const stored = await sql<{ isTitled: boolean }>`with titled as (${titled}),
      paid as (update conversation_segment set input_tokens = coalesce(input_tokens, 0) + ${cost?.inputTokens ?? 0},
          output_tokens = coalesce(output_tokens, 0) + ${cost?.outputTokens ?? 0}
        where id = ${cost?.segmentId ?? null}::uuid),
      execution as (${upsertExecutions([execution])})
    select exists (select from titled) as "isTitled"`.execute(db)
  return stored.rows[0]?.isTitled ?? false
}
