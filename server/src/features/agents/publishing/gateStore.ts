import type { Gate } from '@parlance/contract/agentPublishing'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'

export type GateRow = z.output<typeof Gate>
type GateFields = Omit<GateRow, 'testName' | 'version'>

/** The tag of cases of which none may fail. */
const CRITICAL = 'critical'

/** Returns what versions of an agent have to reach; null if they have to reach nothing. */
export async function readGate(db: Sql, gptSystemId: string): Promise<GateRow | null> {
  const found = await sql<GateRow>`select e.performance_test_id as "performanceTestId", t.name as "testName",
      e.minimum_percent as "minimumPercent", e.no_critical_failure as "noCriticalFailure",
      e.run_max_age_days as "runMaxAgeDays", e.approval_required as "approvalRequired", e.nightly,
      e.version
    from publishing_gate e left join performance_test t on t.id = e.performance_test_id
    where e.gpt_system_id = ${gptSystemId}::uuid`.execute(db)
  return found.rows[0] ?? null
}

/** Whether the agent has this test. It can't be deleted until the transaction ends. */
export async function isTestOf(tx: Sql, gptSystemId: string, testId: string): Promise<boolean> {
  const found = await sql`select from performance_test t where t.id = ${testId}::uuid
    and t.gpt_system_id = ${gptSystemId}::uuid and t.deleted_at is null and t.kind = 'Cases' for share`.execute(
    tx,
  )
  return found.rows.length > 0
}

export async function writeGate(tx: Sql, gptSystemId: string, gate: GateFields): Promise<void> {
  const { performanceTestId, minimumPercent, noCriticalFailure, runMaxAgeDays, approvalRequired, nightly } =
    gate
  await sql`insert into publishing_gate as e (gpt_system_id, performance_test_id, minimum_percent, no_critical_failure,
      run_max_age_days, approval_required, nightly)
    values (${gptSystemId}::uuid, ${performanceTestId}::uuid, ${minimumPercent}, ${noCriticalFailure}, ${runMaxAgeDays},
      ${approvalRequired}, ${nightly})
    on conflict (gpt_system_id) do update set performance_test_id = excluded.performance_test_id,
      minimum_percent = excluded.minimum_percent, no_critical_failure = excluded.no_critical_failure,
      run_max_age_days = excluded.run_max_age_days, approval_required = excluded.approval_required,
      nightly = excluded.nightly, version = e.version + 1, updated_at = now()`.execute(tx)
}

export async function removeGate(tx: Sql, gptSystemId: string): Promise<void> {
  await sql`delete from publishing_gate where gpt_system_id = ${gptSystemId}::uuid`.execute(tx)
}

/** A gate in the audit log. */
export const recordedGate = ({ testName: _, version: __, ...gate }: GateRow): GateFields => gate

export async function wasPublished(tx: Sql, stateId: string): Promise<boolean> {
  const found = await sql`select from publication where state_id = ${stateId}::uuid limit 1`.execute(tx)
  return found.rows.length > 0
}

export interface GateRun {
  score: number
  isOld: boolean
  criticalFailures: number
}

/**
 * Returns the last completed run of exactly this configuration and of the gate’s test as it is now: with its cases and its
 * judge. A run at another temperature says nothing about the configuration.
 */
export async function readRun(
  tx: Sql,
  { performanceTestId, runMaxAgeDays }: { performanceTestId: string; runMaxAgeDays: number },
  { stateId, version }: { stateId: string; version: number },
): Promise<GateRun | null> {
  const found =
    await sql<GateRun>`select r.score, r.ended_at < now() - make_interval(days => ${runMaxAgeDays}) as "isOld",
      (select count(distinct x.case_id)::int from performance_result x join performance_case c
          on c.performance_test_id = r.performance_test_id and c.id = x.case_id and c.from_version <= r.test_version
            and (c.to_version is null or c.to_version > r.test_version)
        where x.run_id = r.id and not x.passed
          and exists (select from unnest(c.tags) tag where lower(tag) = ${CRITICAL})) as "criticalFailures"
    from performance_run r join performance_test t on t.id = r.performance_test_id and t.test_version = r.test_version
    where t.id = ${performanceTestId}::uuid and r.state_id = ${stateId}::uuid and r.state_version = ${version}
      and r.kind = 'Cases' and r.phase = 'Completed' and r.temperature is null and r.judge is not distinct from t.judge
    order by r.ended_at desc, r.id desc limit 1`.execute(tx)
  return found.rows[0] ?? null
}
