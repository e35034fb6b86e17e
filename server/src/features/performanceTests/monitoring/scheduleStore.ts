import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { JudgeRow } from '../judging/judge.ts'
import { isListed } from '../policy.ts'

/** A test that is due, with the published version of its agent. */
export interface DueTest {
  testId: string
  testVersion: number
  cases: number
  judge: JudgeRow | null
  costCeilingUsd: number | null
  stateId: string
  stateVersion: number
  /** Whether a run of the test is in progress. */
  isBusy: boolean
}

/** Returns a test whose schedule wasn’t followed in this night yet, locked. Those that others have locked are left to them. */
export async function lockDue(tx: Sql, night: string): Promise<DueTest | null> {
  const found = await sql<DueTest>`select t.id as "testId", t.test_version as "testVersion", t.cases, t.judge,
      (t.schedule_ceiling / 1000000)::float8 as "costCeilingUsd", s.id as "stateId", s.version as "stateVersion",
      exists (select from performance_run r where r.performance_test_id = t.id and r.phase in ('Queued', 'Running'))
        as "isBusy"
    from performance_test t join gpt_system g on g.id = t.gpt_system_id
      join gpt_system_configuration_state s on s.id = g.published_state_id
    where ${isListed} and t.cases > 0 and (t.followed_for is null or t.followed_for < ${night}::date)
      and (t.schedule = 'Night'
        or (t.schedule = 'Week' and (t.started_for is null or t.started_for <= ${night}::date - 7))
        or exists (select from publishing_gate e
          where e.gpt_system_id = g.id and e.performance_test_id = t.id and e.nightly))
    order by t.id limit 1 for no key update of t skip locked`.execute(tx)
  return found.rows[0] ?? null
}

/** Notes that the schedule of a test was followed in a night, and whether a run was started. */
export async function noteFollowed(
  tx: Sql,
  testId: string,
  { night, isStarted }: { night: string; isStarted: boolean },
): Promise<void> {
  await sql`update performance_test set followed_for = ${night}::date,
      started_for = case when ${isStarted} then ${night}::date else started_for end
    where id = ${testId}::uuid`.execute(tx)
}
