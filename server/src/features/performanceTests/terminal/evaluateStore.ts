import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { nameOfAgent } from '../../agents/index.ts'
import { ofVersion } from '../cases/casesStore.ts'

/** Candidates that an error names. */
const MOST_NAMED = 20

export interface FoundAgent {
  id: string
  name: string
  publishedStateId: string | null
}

export interface FoundTest {
  id: string
  name: string
  passPercent: number
  cases: number
  testVersion: number
  isOfGate: boolean
  /** What the gate asks for, if it is the gate's test. */
  minimumPercent: number | null
  noCriticalFailure: boolean
}

export interface FoundState {
  stateId: string
  version: number
  number: number
  isPublished: boolean
}

const isCalled = (id: RawBuilder<unknown>, name: RawBuilder<unknown>, wanted: string) =>
  sql`(${id}::text = lower(${wanted}) or lower(${name}) = lower(${wanted}))`

/** Returns system agents with this name or ID. The user of the terminal can read the database anyway. */
export async function readAgents(db: Sql, wanted: string): Promise<FoundAgent[]> {
  const found =
    await sql<FoundAgent>`select g.id, ${nameOfAgent} as name, g.published_state_id as "publishedStateId"
    from gpt_system g where g.gpt_system_type = 'System' and g.deleted_at is null
      and ${isCalled(sql`g.id`, nameOfAgent, wanted)} order by g.id limit ${MOST_NAMED}`.execute(db)
  return found.rows
}

/** Returns tests of an agent, or those with this name or ID. */
export async function readTests(db: Sql, gptSystemId: string, wanted: string | null): Promise<FoundTest[]> {
  const found = await sql<FoundTest>`select t.id, t.name, t.pass_percent as "passPercent", t.cases,
      t.test_version as "testVersion", p.performance_test_id is not null as "isOfGate",
      p.minimum_percent as "minimumPercent", coalesce(p.no_critical_failure, false) as "noCriticalFailure"
    from performance_test t
      left join publishing_gate p on p.performance_test_id = t.id and p.gpt_system_id = t.gpt_system_id
    where t.gpt_system_id = ${gptSystemId}::uuid and t.deleted_at is null and t.kind = 'Cases'
      and ${wanted === null ? sql`true` : isCalled(sql`t.id`, sql`t.name`, wanted)}
    order by t.name, t.id limit ${MOST_NAMED}`.execute(db)
  return found.rows
}

/** Returns a version of an agent: the published one, the newest one, or the one with a number. */
export async function readState(
  db: Sql,
  gptSystemId: string,
  wanted: 'published' | 'draft' | number,
): Promise<FoundState | null> {
  const isWanted =
    wanted === 'published'
      ? sql`s.id = g.published_state_id`
      : wanted === 'draft'
        ? sql`s.id = (select l.id from gpt_system_configuration_state l where l.gpt_system_id = g.id
            order by l.number desc limit 1)`
        : sql`s.number = ${wanted}::int`
  const found = await sql<FoundState>`select s.id as "stateId", s.version, s.number,
      s.id is not distinct from g.published_state_id as "isPublished"
    from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
    where g.id = ${gptSystemId}::uuid and ${isWanted} order by s.number desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** Sets the judge of a run to that of its test. */
export async function readJudge<T>(db: Sql, testId: string): Promise<T | null> {
  const found = await sql<{ judge: T | null }>`select judge from performance_test
    where id = ${testId}::uuid`.execute(db)
  return found.rows[0]?.judge ?? null
}

export interface Standing {
  phase: 'Queued' | 'Running' | 'Completed' | 'Stopped' | 'Failed'
  errorCode: string | null
  done: number
  total: number
  score: number | null
  margin: number | null
  costUsd: number | null
}

export async function readStanding(db: Sql, runId: string): Promise<Standing | null> {
  const found = await sql<Standing>`select r.phase, r.error_code as "errorCode", r.total, r.score, r.margin,
      d.done, case when d.unpriced then null else (coalesce(d.cost, 0) / 1000000)::float8 end as "costUsd"
    from performance_run r left join lateral (select count(*)::int as done, sum(x.cost) as cost,
        bool_or(x.cost is null) as unpriced from performance_result x where x.run_id = r.id) d on true
    where r.id = ${runId}::uuid`.execute(db)
  return found.rows[0] ?? null
}

export interface EvaluatedCase {
  caseId: string
  repeat: number
  question: string
  tags: string[]
  passed: boolean
  errorCode: string | null
  answer: string
  refused: boolean
  expectRefusal: boolean
  missing: string[]
  said: string[]
  missingCitations: number
  judgeScore: number | null
  judgeReason: string | null
  totalMs: number | null
}

const SLICE = 100
/** The most characters of an answer in a report, which has up to 10,000 of them. */
const MOST_SHOWN = 4000

/** Returns the results of a run in the order of its cases, some at a time. */
export async function* readEvaluated(db: Sql, runId: string): AsyncGenerator<EvaluatedCase> {
  let after = { ordinal: -1, caseId: '00000000-0000-0000-0000-000000000000', repeat: 0 }
  for (;;) {
    const found = await sql<
      EvaluatedCase & { ordinal: number }
    >`select x.case_id as "caseId", x.repeat, c.question,
        c.tags, c.ordinal, x.passed, x.error_code as "errorCode", left(x.answer, ${MOST_SHOWN}) as answer, x.refused,
        c.expect_refusal as "expectRefusal",
        array(select e.text from unnest(c.expected_facts) with ordinality e (text, place)
          where not coalesce(x.facts_found[e.place], false) order by e.place) as missing,
        array(select e.text from unnest(c.forbidden) with ordinality e (text, place)
          where coalesce(x.forbidden_found[e.place], false) order by e.place) as said,
        (select count(*)::int from unnest(x.citations_found) f where not f) as "missingCitations",
        x.judge_score as "judgeScore", x.judge_reason as "judgeReason", x.total_ms as "totalMs"
      from performance_run r join performance_result x on x.run_id = r.id
        join performance_case c on c.performance_test_id = r.performance_test_id and c.id = x.case_id
          and ${ofVersion(sql`r.test_version`)}
      where r.id = ${runId}::uuid
        and (c.ordinal, x.case_id, x.repeat) > (${after.ordinal}::int, ${after.caseId}::uuid, ${after.repeat}::int)
      order by c.ordinal, x.case_id, x.repeat limit ${SLICE}`.execute(db)
    for (const { ordinal: _, ...one } of found.rows) yield one
    const last = found.rows.at(-1)
    if (!last || found.rows.length < SLICE) return
    after = last
  }
}
