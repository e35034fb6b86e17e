import { sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import type { TimeSteps } from '../../../platform/database/timeSteps.ts'

export interface WatchedAgent {
  isPublished: boolean
  /** Whether a test of the agent has a judge. */
  hasJudge: boolean
}

/** Returns a system agent. Everyone who can see scores can see what its answers are like. */
export async function findWatched(db: Sql, _actor: Actor, gptSystemId: string): Promise<WatchedAgent | null> {
  const found = await sql<WatchedAgent>`select g.published_state_id is not null as "isPublished",
      exists (select from performance_test t where t.gpt_system_id = g.id and t.deleted_at is null
        and t.judge is not null) as "hasJudge"
    from gpt_system g where g.id = ${gptSystemId}::uuid and g.gpt_system_type = 'System'
      and g.deleted_at is null`.execute(db)
  return found.rows[0] ?? null
}

export interface SampledDay {
  day: string
  from: string
  sampled: number
  failed: number
  refused: number
  cited: number
  firstText: TimeSteps
  ratings: number
  ratingSum: number
  lowRatings: number
}

/** Returns the samples of an agent between two days, the first one first. */
export async function listDays(
  db: Sql,
  _actor: Actor,
  gptSystemId: string,
  { from, to }: { from: string; to: string },
): Promise<SampledDay[]> {
  const found =
    await sql<SampledDay>`select day::text, from_day::text as "from", sampled, failed, refused, cited,
      first_text as "firstText", ratings, rating_sum as "ratingSum", low_ratings as "lowRatings"
    from live_answer_day where gpt_system_id = ${gptSystemId}::uuid and day between ${from}::date and ${to}::date
    order by day limit ${sql.lit(100)}`.execute(db)
  return found.rows
}
