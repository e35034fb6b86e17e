import type { Judge, PerformanceRun } from '@parlance/contract/performanceTests'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { configurationReadBy } from '../../agents/index.ts'
import { ofVersion } from '../cases/casesStore.ts'
import { isListed } from '../policy.ts'

type JudgeRow = z.output<typeof Judge>
export type RunRow = z.output<typeof PerformanceRun>

const LEASE = sql`interval '30 seconds'`
/** How often a process says that it still has a run. */
export const RENEW_MS = 10_000

const dollars = (micros: RawBuilder<unknown>) => sql`(${micros} / 1000000)::float8`

/** The columns of a run, in `runTables`. */
export const runColumns = sql`r.id as "runId", r.performance_test_id as "performanceTestId",
  r.state_id as "gptSystemConfigurationStateId", s.number as "stateNumber", r.was_published as "wasPublished",
  r.test_version as "testVersion", r.phase, r.error_code as "errorCode", coalesce(d.done, 0) as done, r.total,
  coalesce(d.passed, 0) as passed, coalesce(d.failed, 0) as failed, coalesce(d.broken, 0) as broken, r.repeats,
  r.temperature, r.seed, r.score as "scorePercent", r.margin as "marginPercent",
  case when d.unpriced then null else ${dollars(sql`coalesce(d.cost, 0)`)} end as "costUsd",
  ${dollars(sql`r.cost_ceiling`)} as "costCeilingUsd", r.judge, d."judgeScore", r.source, u.name as "startedBy", ${isoTime('r.started_at')} as "startedAt",
  ${isoTime('r.ended_at')} as "endedAt"`

export const runTables = sql`performance_run r join performance_test t on t.id = r.performance_test_id
  join gpt_system g on g.id = t.gpt_system_id join gpt_system_configuration_state s on s.id = r.state_id
  left join app_user u on u.id = r.started_by
  left join lateral (select count(*)::int as done, (count(*) filter (where x.passed))::int as passed,
      (count(*) filter (where not x.passed and x.error_code is null))::int as failed,
      (count(*) filter (where x.error_code is not null))::int as broken, sum(x.cost) as cost,
      bool_or(x.cost is null) as unpriced,
      avg(x.judge_score)::float8 as "judgeScore"
    from performance_result x where x.run_id = r.id) d on true`

export interface Position {
  at: string
  id: string
}

interface Listed {
  /** Null for runs of all versions. */
  stateId: string | null
  phase: RunRow['phase'] | null
  after: Position | null
  limit: number
}

/** Returns the runs of a test, the latest first. */
export async function listRuns(
  db: Sql,
  _actor: Actor,
  testId: string,
  { stateId, phase, after, limit }: Listed,
): Promise<RunRow[]> {
  const found =
    await sql<RunRow>`select ${runColumns} from ${runTables} where t.id = ${testId}::uuid and r.kind = 'Cases' and ${isListed}
      and (${stateId}::uuid is null or r.state_id = ${stateId}::uuid) and (${phase}::text is null or r.phase = ${phase})
      and ${after ? sql`(r.started_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by r.started_at desc, r.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function findRun(db: Sql, _actor: Actor, testId: string, runId: string): Promise<RunRow | null> {
  const found = await sql<RunRow>`select ${runColumns} from ${runTables}
    where r.id = ${runId}::uuid and t.id = ${testId}::uuid and ${isListed}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the agent’s version that is tested, if the user can see it. */
export async function findTestedState(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
  stateId: string,
): Promise<{ version: number; isPublished: boolean } | null> {
  const found = await sql<{ version: number; isPublished: boolean }>`select s.version,
      s.id is not distinct from g.published_state_id as "isPublished"
    from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
    where s.id = ${stateId}::uuid and g.id = ${gptSystemId}::uuid and ${configurationReadBy(actor)}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

export interface NewRun {
  testId: string
  testVersion: number
  stateId: string
  state: { version: number; isPublished: boolean }
  total: number
  repeats: number
  temperature: number | null
  seed: number | null
  costCeilingUsd: number | null
  judge: JudgeRow | null
  source: RunRow['source']
  /** Null if no person starts it. */
  startedBy: string | null
}

/** Locks a test as those do who start and stop its runs, so that no one waits for both. */
export async function lockTest(tx: Sql, testId: string): Promise<void> {
  await sql`select from performance_test where id = ${testId}::uuid for no key update`.execute(tx)
}

/** Throws a unique violation if a run of the test is in progress. */
export async function insertRun(tx: Sql, run: NewRun): Promise<string> {
  const id = uuid()
  await sql`insert into performance_run (id, performance_test_id, state_id, state_version, was_published, test_version,
      total, repeats, temperature, seed, cost_ceiling, judge, source, started_by)
    values (${id}, ${run.testId}::uuid, ${run.stateId}::uuid, ${run.state.version}, ${run.state.isPublished},
      ${run.testVersion}, ${run.total}, ${run.repeats}, ${run.temperature}, ${run.seed},
      ${run.costCeilingUsd === null ? null : run.costCeilingUsd * 1_000_000},
      ${run.judge === null ? null : JSON.stringify(run.judge)}::jsonb, ${run.source},
      ${run.startedBy}::uuid)`.execute(tx)
  return id
}

/** Deletes the oldest runs of a test beyond as many as are kept: all, or those that were started in one way. */
export async function removeOldRuns(
  tx: Sql,
  testId: string,
  kept: number,
  source: RunRow['source'] | null = null,
): Promise<void> {
  await sql`delete from performance_run where id in (select r.id from performance_run r
    where r.performance_test_id = ${testId}::uuid and r.kind = 'Cases' and r.phase not in ('Queued', 'Running')
      and (${source}::text is null or r.source = ${source})
    order by r.started_at desc, r.id desc offset ${kept})`.execute(tx)
}

export async function requestStop(tx: Sql, runId: string): Promise<void> {
  await sql`update performance_run set stop_requested = true
    where id = ${runId}::uuid and phase in ('Queued', 'Running')`.execute(tx)
}

/** A run that this process has. */
export interface ClaimedRun {
  runId: string
  /**
   * What it does: asks cases, or those of the built-in test for prompt injection; has a judge compare the answers of
   * two runs; or compares a judge with people.
   */
  kind: 'Cases' | 'Injection' | 'Pairs' | 'Ratings'
  judge: JudgeRow | null
  testId: string
  stateId: string
  stateVersion: number
  testVersion: number
  repeats: number
  temperature: number | null
  seed: number | null
  /** In micro-dollars. */
  costCeiling: number | null
  source: RunRow['source']
  startedBy: string | null
}

/** Claims a run that waits, or whose process has gone. */
export async function claimRun(db: Sql, holder: string): Promise<ClaimedRun | null> {
  const found =
    await sql<ClaimedRun>`update performance_run r set phase = 'Running', lease_holder = ${holder}::uuid,
      lease_until = now() + ${LEASE}
    where r.id = (select w.id from performance_run w where w.phase in ('Queued', 'Running')
      and (w.lease_until is null or w.lease_until < now())
      order by w.started_at, w.id limit 1 for update skip locked)
    returning r.id as "runId", r.judge, r.performance_test_id as "testId", case when r.kind = 'Cases'
        then (select t.kind from performance_test t where t.id = r.performance_test_id) else r.kind end as kind,
      r.state_id as "stateId",
      r.state_version as "stateVersion", r.test_version as "testVersion", r.repeats, r.temperature, r.seed,
      r.cost_ceiling as "costCeiling", r.source, r.started_by as "startedBy"`.execute(db)
  return found.rows[0] ?? null
}

/** Only this process uses the embedded database, so a killed process has no run anymore. */
export async function freeRuns(db: Sql): Promise<void> {
  await sql`update performance_run set lease_holder = null, lease_until = null
    where lease_holder is not null`.execute(db)
}

/** Gives a run back at once, so that another process goes on with it. */
export async function releaseRun(db: Sql, runId: string, holder: string): Promise<void> {
  await sql`update performance_run set lease_holder = null, lease_until = null
    where id = ${runId}::uuid and lease_holder = ${holder}::uuid`.execute(db)
}

/** Returns whether the process still has the run, and whether someone wants it to stop. */
export async function renewRun(
  db: Sql,
  runId: string,
  holder: string,
): Promise<{ isStopped: boolean } | null> {
  const found = await sql<{ isStopped: boolean }>`update performance_run set lease_until = now() + ${LEASE}
    where id = ${runId}::uuid and lease_holder = ${holder}::uuid and phase = 'Running'
    returning stop_requested as "isStopped"`.execute(db)
  return found.rows[0] ?? null
}

/** A case to ask, and which time. */
export interface NextCase {
  caseId: string
  repeat: number
  question: string
  turns: string[]
  expectedFacts: string[]
  forbidden: string[]
  expectedCitations: { fileId: string; page: number | null; passageId: string | null }[]
  expectRefusal: boolean
}

/** What a run needs to know before its next case. */
export interface Progress<Next> {
  isStopped: boolean
  /** The version of the configuration, which a draft can have changed meanwhile. Null if it is gone. */
  stateVersion: number | null
  /** In micro-dollars, as far as it is known. */
  cost: number
  /** Whether something has a cost that isn’t known, because a deployment has no price. */
  isUnpriced: boolean
  /** Null if all were asked. */
  next: Next | null
}

/** Reads where a run is. `asking` are the cases that are being asked now, as `caseId repeat`. */
export async function readProgress(
  db: Sql,
  run: ClaimedRun,
  asking: readonly string[],
): Promise<Progress<NextCase> | null> {
  const found = await sql<
    Progress<NextCase>
  >`select r.stop_requested as "isStopped", s.version as "stateVersion",
      coalesce((select sum(x.cost) from performance_result x where x.run_id = r.id), 0)::float8 as cost,
      exists (select from performance_result x where x.run_id = r.id and x.cost is null) as "isUnpriced",
      (select jsonb_build_object('caseId', c.id, 'repeat', n.repeat, 'question', c.question, 'turns', c.turns,
          'expectedFacts', c.expected_facts, 'forbidden', c.forbidden, 'expectedCitations', c.expected_citations,
          'expectRefusal', c.expect_refusal)
        from performance_case c cross join generate_series(1, r.repeats) n (repeat)
        where c.performance_test_id = r.performance_test_id and ${ofVersion(sql`r.test_version`)}
          and not exists (select from performance_result x
            where x.run_id = r.id and x.case_id = c.id and x.repeat = n.repeat)
          and c.id || ' ' || n.repeat <> all(${[...asking]}::text[])
        order by n.repeat, c.ordinal, c.id limit 1) as next
    from performance_run r join performance_test t on t.id = r.performance_test_id and t.deleted_at is null
      left join gpt_system_configuration_state s on s.id = r.state_id
    where r.id = ${run.runId}::uuid and r.phase = 'Running'`.execute(db)
  return found.rows[0] ?? null
}

export interface NewResult {
  caseId: string
  repeat: number
  passed: boolean
  score: number
  answer: string
  errorCode: string | null
  refused: boolean
  factsFound: boolean[]
  forbiddenFound: boolean[]
  citationsFound: boolean[]
  firstTextMs: number | null
  totalMs: number | null
  inputTokens: number | null
  outputTokens: number | null
  /** In micro-dollars. */
  cost: number | null
  judgeScore: number | null
  judgeReason: string | null
  /** What an answer to a built-in case did. */
  findings?: object
}

/** Stores what a case came to, once, while this process has the run. */
export async function insertResult(db: Sql, runId: string, holder: string, one: NewResult): Promise<void> {
  await sql`insert into performance_result (run_id, case_id, repeat, passed, score, answer, error_code, refused,
      facts_found, forbidden_found, citations_found, first_text_ms, total_ms, input_tokens, output_tokens, cost,
      judge_score, judge_reason, findings)
    select r.id, ${one.caseId}::uuid, ${one.repeat}, ${one.passed}, ${one.score}, ${one.answer}, ${one.errorCode},
      ${one.refused}, ${one.factsFound}::boolean[], ${one.forbiddenFound}::boolean[], ${one.citationsFound}::boolean[],
      ${one.firstTextMs}, ${one.totalMs}, ${one.inputTokens}, ${one.outputTokens}, ${one.cost},
      ${one.judgeScore}::int, ${one.judgeReason}, ${one.findings ? JSON.stringify(one.findings) : null}::jsonb
    from performance_run r where r.id = ${runId}::uuid and r.lease_holder = ${holder}::uuid and r.phase = 'Running'
    on conflict (run_id, case_id, repeat) do nothing`.execute(db)
}

/** How often each case of a run passed. */
export interface CaseScore {
  caseId: string
  weight: number
  passed: number
  repeats: number
}

export async function readScores(db: Sql, runId: string): Promise<CaseScore[]> {
  const found = await sql<CaseScore>`select c.id as "caseId", c.weight,
      (count(*) filter (where x.passed))::int as passed, count(*)::int as repeats
    from performance_run r join performance_result x on x.run_id = r.id
      join performance_case c on c.performance_test_id = r.performance_test_id and c.id = x.case_id
        and ${ofVersion(sql`r.test_version`)}
    where r.id = ${runId}::uuid group by c.id, c.weight order by c.id`.execute(db)
  return found.rows
}

/** The number of cases with the tag critical that fail in the run `r`. */
export const criticalFailures = sql<number>`(select count(distinct x.case_id)::int from performance_result x
  join performance_case c on c.performance_test_id = r.performance_test_id and c.id = x.case_id
    and ${ofVersion(sql`r.test_version`)}
  where x.run_id = r.id and not x.passed and exists (select from unnest(c.tags) tag where lower(tag) = 'critical'))`

export interface Ending {
  phase: 'Completed' | 'Stopped' | 'Failed'
  errorCode: string | null
  score: number | null
  margin: number | null
}

/** Returns whether this process had the run. */
export async function endRun(
  db: Sql,
  runId: string,
  holder: string,
  { phase, errorCode, score, margin }: Ending,
): Promise<boolean> {
  const ended =
    await sql`update performance_run set phase = ${phase}, error_code = ${errorCode}, score = ${score},
      margin = ${margin}, ended_at = now(), lease_holder = null, lease_until = null
    where id = ${runId}::uuid and lease_holder = ${holder}::uuid and phase = 'Running'`.execute(db)
  return ended.numAffectedRows === 1n
}
