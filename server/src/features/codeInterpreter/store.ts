import { sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'

/** The counters are kept, exported, and erased with those of other usage. */
const today = (userId: string) => sql`${'code'}, ${'Day'}, (now() at time zone 'UTC')::date, ${userId}`

/** Returns for how many milliseconds the person's code has run today (UTC). */
export async function readCodeTime(db: Sql, userId: string): Promise<number> {
  const found = await sql<{ ms: number }>`select code_ms::float8 as ms from usage_counter
    where (scope, per, period_start, subject) = (${today(userId)})`.execute(db)
  return found.rows[0]?.ms ?? 0
}

export async function countCodeTime(db: Sql, userId: string, ms: number): Promise<void> {
  await sql`insert into usage_counter as c (scope, per, period_start, subject, code_ms)
    values (${today(userId)}, ${ms}::bigint)
    on conflict (scope, per, period_start, subject) do update set code_ms = c.code_ms + excluded.code_ms`.execute(
    db,
  )
}
