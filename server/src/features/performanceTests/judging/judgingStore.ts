import type { JudgeCheck, JudgedComparison } from '@parlance/contract/performanceTests'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { ofVersion } from '../cases/casesStore.ts'
import { isListed, openedBy } from '../policy.ts'
import type { ClaimedRun, Progress } from '../runs/runsStore.ts'
import type { JudgeRow } from './judge.ts'
import type { JudgedCase } from './prompts.ts'

export type ComparisonRow = z.output<typeof JudgedComparison>
export type CheckRow = z.output<typeof JudgeCheck>

/** The most characters of an answer that a judge gets. */
const MOST_READ = 20_000

const columns = sql`r.id as "runId", r.phase, r.error_code as "errorCode", coalesce(d.done, 0) as done, r.total,
  coalesce(d.unjudged, 0) as unjudged, r.judge,
  case when d.unpriced then null else (coalesce(d.cost, 0) / 1000000)::float8 end as "costUsd",
  ${isoTime('r.started_at')} as "startedAt", ${isoTime('r.ended_at')} as "endedAt"`

/** Runs of judges with what they said. A judge agrees with a good rating if the answer would pass. */
const judgings = sql`performance_run r join performance_test t on t.id = r.performance_test_id
  join gpt_system g on g.id = t.gpt_system_id
  left join lateral (select count(*)::int as done, (count(*) filter (where j.error_code is not null))::int as unjudged,
      sum(j.cost) as cost, bool_or(j.cost is null) as unpriced,
      (count(*) filter (where j.verdict = 'Left'))::int as "left", (count(*) filter (where j.verdict = 'Right'))::int as "right",
      (count(*) filter (where j.verdict = 'Tie'))::int as tie,
      (count(*) filter (where j.is_good and j.score is not null))::int as good,
      (count(*) filter (where j.is_good and j.score >= (r.judge ->> 'minimumScore')::int))::int as "goodAgreed",
      (count(*) filter (where not j.is_good and j.score is not null))::int as bad,
      (count(*) filter (where not j.is_good and j.score < (r.judge ->> 'minimumScore')::int))::int as "badAgreed"
    from performance_judgement j where j.run_id = r.id) d on true`

interface Compared {
  left: string
  right: string
}

/** Returns what the judge last said about two runs. */
export async function findComparison(
  db: Sql,
  actor: Actor,
  testId: string,
  { left, right }: Compared,
): Promise<ComparisonRow | null> {
  const found = await sql<ComparisonRow>`select ${columns},
      jsonb_build_object('Left', coalesce(d.left, 0), 'Right', coalesce(d.right, 0), 'Tie', coalesce(d.tie, 0)) as counts
    from ${judgings} where t.id = ${testId}::uuid and r.kind = 'Pairs' and ${openedBy(actor)}
      and r.left_run_id = ${left}::uuid and r.right_run_id = ${right}::uuid
    order by r.started_at desc, r.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** Returns how often the judge of a test last agreed with people. */
export async function findCheck(db: Sql, _actor: Actor, testId: string): Promise<CheckRow | null> {
  const found = await sql<CheckRow>`select ${columns}, coalesce(d.good, 0) as good,
      coalesce(d."goodAgreed", 0) as "goodAgreed", coalesce(d.bad, 0) as bad, coalesce(d."badAgreed", 0) as "badAgreed"
    from ${judgings} where t.id = ${testId}::uuid and r.kind = 'Ratings' and ${isListed}
    order by r.started_at desc, r.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** Cases `c` that both runs asked in the same words, with the first answer of each, `a` and `b`. */
const pairs = (left: RawBuilder<unknown>, right: RawBuilder<unknown>) => sql`performance_result a
  join performance_run x on x.id = a.run_id join performance_run y on y.id = ${right}
  join performance_result b on b.run_id = y.id and b.case_id = a.case_id and b.repeat = 1
  join performance_case c on c.performance_test_id = x.performance_test_id and c.id = a.case_id
    and ${ofVersion(sql`x.test_version`)} and ${ofVersion(sql`y.test_version`)}
  where a.run_id = ${left} and a.repeat = 1 and a.error_code is null and b.error_code is null`

export async function countPairs(tx: Sql, { left, right }: Compared): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count
    from ${pairs(sql`${left}::uuid`, sql`${right}::uuid`)}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

/** Answers `q` of an agent with ratings `f` by people who allow their use for tests, in chats that still exist. */
const rated = (gptSystemId: RawBuilder<unknown>) => sql`segment_feedback f
  join conversation_segment q on q.id = f.segment_id join conversation c on c.id = q.conversation_id
  join gpt_system_configuration_state s on s.id = q.state_id
  where f.may_be_used_for_tests and q.status = 'Completed' and not q.imported and not c.is_temporary
    and c.deleted_at is null and c.tested_state_id is null and s.gpt_system_id = ${gptSystemId}`

/** Returns how many rated answers of an agent a judge can be compared with, at most `limit`. */
export async function countRated(db: Sql, gptSystemId: string, limit: number): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from
    (select from ${rated(sql`${gptSystemId}::uuid`)} limit ${limit}) f`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Returns the configuration whose usage a judge of rated answers counts as: the published one, or else the newest. */
export async function findCountedState(
  db: Sql,
  _actor: Actor,
  gptSystemId: string,
): Promise<{ stateId: string; version: number } | null> {
  const found = await sql<{ stateId: string; version: number }>`select s.id as "stateId", s.version
    from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
    where g.id = ${gptSystemId}::uuid order by s.id = g.published_state_id desc nulls last, s.number desc
    limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the version of a configuration, which a draft changes. */
export async function versionOfState(tx: Sql, _actor: Actor, stateId: string): Promise<number> {
  const found = await sql<{ version: number }>`select version from gpt_system_configuration_state
    where id = ${stateId}::uuid`.execute(tx)
  return found.rows[0]?.version ?? 0
}

interface NewJudging {
  testId: string
  testVersion: number
  stateId: string
  stateVersion: number
  judge: JudgeRow
  /** Null to compare the judge with people. */
  compared: Compared | null
  total: number
  costCeilingUsd: number | null
  startedBy: string
}

/** Starts a judge. What it said before about the same is deleted. Throws a unique violation if a run is in progress. */
export async function insertJudging(tx: Sql, one: NewJudging): Promise<string> {
  const id = uuid()
  const { compared } = one
  const kind = compared ? 'Pairs' : 'Ratings'
  await sql`delete from performance_run where performance_test_id = ${one.testId}::uuid and kind = ${kind}
    and left_run_id is not distinct from ${compared?.left ?? null}::uuid
    and right_run_id is not distinct from ${compared?.right ?? null}::uuid
    and phase not in ('Queued', 'Running')`.execute(tx)
  await sql`insert into performance_run (id, performance_test_id, kind, state_id, state_version, was_published,
      test_version, total, repeats, cost_ceiling, judge, left_run_id, right_run_id, started_by)
    values (${id}, ${one.testId}::uuid, ${kind}, ${one.stateId}::uuid, ${one.stateVersion}, false, ${one.testVersion},
      ${one.total}, 1, ${one.costCeilingUsd === null ? null : one.costCeilingUsd * 1_000_000},
      ${JSON.stringify(one.judge)}::jsonb, ${compared?.left ?? null}::uuid, ${compared?.right ?? null}::uuid,
      ${one.startedBy}::uuid)`.execute(tx)
  return id
}

/** Two answers to a case. */
export interface NextPair extends JudgedCase {
  caseId: string
  left: string
  right: string
}

/** An answer that a person rated. Personal data is still in it. */
export interface NextRated {
  segmentId: string
  isGood: boolean
  question: string
  answer: string
}

/** Reads where a judge of two runs is. `judging` are the cases that it judges now. */
export async function readPairProgress(
  db: Sql,
  { runId }: ClaimedRun,
  judging: readonly string[],
): Promise<Progress<NextPair> | null> {
  const found = await sql<
    Progress<NextPair>
  >`select r.stop_requested as "isStopped", r.state_version as "stateVersion",
      coalesce((select sum(j.cost) from performance_judgement j where j.run_id = r.id), 0)::float8 as cost,
      exists (select from performance_judgement j where j.run_id = r.id and j.cost is null) as "isUnpriced",
      (select jsonb_build_object('caseId', c.id, 'question', c.question, 'turns', c.turns,
          'expectedFacts', c.expected_facts, 'forbidden', c.forbidden, 'expectRefusal', c.expect_refusal,
          'left', left(a.answer, ${MOST_READ}), 'right', left(b.answer, ${MOST_READ}))
        from ${pairs(sql`r.left_run_id`, sql`r.right_run_id`)}
          and not exists (select from performance_judgement j where j.run_id = r.id and j.case_id = c.id)
          and c.id::text <> all(${[...judging]}::text[])
        order by c.ordinal, c.id limit 1) as next
    from performance_run r join performance_test t on t.id = r.performance_test_id and t.deleted_at is null
    where r.id = ${runId}::uuid and r.phase = 'Running'`.execute(db)
  return found.rows[0] ?? null
}

/** Reads where a judge of rated answers is. `judging` are the answers that it judges now. */
export async function readRatingProgress(
  db: Sql,
  { runId }: ClaimedRun,
  judging: readonly string[],
): Promise<Progress<NextRated> | null> {
  const found = await sql<Progress<NextRated>>`select r.stop_requested as "isStopped",
      r.state_version as "stateVersion",
      coalesce((select sum(j.cost) from performance_judgement j where j.run_id = r.id), 0)::float8 as cost,
      exists (select from performance_judgement j where j.run_id = r.id and j.cost is null) as "isUnpriced",
      (select jsonb_build_object('segmentId', q.id, 'isGood', f.rating = 'Good',
          'question', left(q.question, ${MOST_READ}), 'answer', left(q.answer, ${MOST_READ}))
        from ${rated(sql`t.gpt_system_id`)}
          and (select count(*) from performance_judgement j where j.run_id = r.id
            and j.segment_id::text <> all(${[...judging]}::text[])) + ${judging.length}::int < r.total
          and not exists (select from performance_judgement j where j.run_id = r.id and j.segment_id = q.id)
          and q.id::text <> all(${[...judging]}::text[])
        order by f.at desc, q.id limit 1) as next
    from performance_run r join performance_test t on t.id = r.performance_test_id and t.deleted_at is null
    where r.id = ${runId}::uuid and r.phase = 'Running'`.execute(db)
  return found.rows[0] ?? null
}

export interface NewJudgement {
  caseId: string | null
  segmentId: string | null
  verdict: string | null
  score: number | null
  isGood: boolean | null
  reason: string
  errorCode: string | null
  /** In micro-dollars. */
  cost: number | null
}

/** Stores what a judge said, once, while this process has its run. A rating that was deleted meanwhile isn’t counted. */
export async function insertJudgement(
  db: Sql,
  runId: string,
  holder: string,
  one: NewJudgement,
): Promise<void> {
  await sql`insert into performance_judgement (run_id, case_id, segment_id, verdict, score, is_good, reason, error_code,
      cost)
    select r.id, ${one.caseId}::uuid, ${one.segmentId}::uuid, ${one.verdict}, ${one.score}::int, ${one.isGood}::boolean,
      ${one.reason}, ${one.errorCode}, ${one.cost}::float8
    from performance_run r where r.id = ${runId}::uuid and r.lease_holder = ${holder}::uuid and r.phase = 'Running'
      and (${one.segmentId}::uuid is null or exists (select from segment_feedback f
        where f.segment_id = ${one.segmentId}::uuid and f.may_be_used_for_tests))
    on conflict do nothing`.execute(db)
}
