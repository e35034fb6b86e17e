import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { configurationReadBy } from '../../agents/index.ts'
import { isTested, testedBy } from '../policy.ts'
import { type Position, type RunRow, runColumns, runTables } from '../runs/runsStore.ts'
import type { Findings } from './judge.ts'

export interface TestedAgent {
  /** The agent’s built-in test; null if it was never run. */
  testId: string | null
  mayOpen: boolean
  mayRun: boolean
}

export async function findAgent(db: Sql, actor: Actor, gptSystemId: string): Promise<TestedAgent | null> {
  const found = await sql<TestedAgent>`select t.id as "testId", ${configurationReadBy(actor)} as "mayOpen",
      ${testedBy(actor)} as "mayRun"
    from gpt_system g left join performance_test t on t.gpt_system_id = g.id and t.kind = 'Injection'
      and t.deleted_at is null
    where g.id = ${gptSystemId}::uuid and ${isTested}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the built-in test of an agent that the user can run. The first time, it is added. */
export async function findOrAddTest(
  tx: Sql,
  actor: Actor,
  gptSystemId: string,
  name: string,
): Promise<string | null> {
  const locked = await sql`select from gpt_system g where g.id = ${gptSystemId}::uuid and ${isTested}
    and ${testedBy(actor)} for no key update`.execute(tx)
  if (locked.rows.length === 0) return null
  const agent = await findAgent(tx, actor, gptSystemId)
  if (agent?.testId) return agent.testId
  const id = uuid()
  await sql`insert into performance_test (id, gpt_system_id, name, pass_percent, kind, created_by)
    values (${id}, ${gptSystemId}::uuid, ${name}, 100, 'Injection', ${actor.userId}::uuid)`.execute(tx)
  return id
}

const ofAgent = (gptSystemId: string) =>
  sql`t.gpt_system_id = ${gptSystemId}::uuid and t.kind = 'Injection' and t.deleted_at is null and ${isTested}`

export async function listRuns(
  db: Sql,
  _actor: Actor,
  gptSystemId: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<RunRow[]> {
  const found = await sql<RunRow>`select ${runColumns} from ${runTables} where ${ofAgent(gptSystemId)}
      and ${after ? sql`(r.started_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by r.started_at desc, r.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function findRun(
  db: Sql,
  _actor: Actor,
  gptSystemId: string,
  runId: string,
): Promise<RunRow | null> {
  const found = await sql<RunRow>`select ${runColumns} from ${runTables}
    where r.id = ${runId}::uuid and ${ofAgent(gptSystemId)}`.execute(db)
  return found.rows[0] ?? null
}

/** How a case was answered, without the answer. */
export interface OutcomeRow {
  caseId: string
  passed: boolean
  isBroken: boolean
  findings: Findings | null
  languageEngine: string
}

/** Returns all results of a run. There are as many as the program has cases. */
export async function readOutcomes(db: Sql, runId: string): Promise<OutcomeRow[]> {
  const found =
    await sql<OutcomeRow>`select x.case_id as "caseId", x.passed, x.error_code is not null as "isBroken",
      x.findings, s.language_engine as "languageEngine"
    from performance_run r join gpt_system_configuration_state s on s.id = r.state_id
      join performance_result x on x.run_id = r.id
    where r.id = ${runId}::uuid limit 1000`.execute(db)
  return found.rows
}

export interface AnswerRow {
  caseId: string
  answer: string
  errorCode: string | null
}

/** Returns the answers of a run to some cases, if the user sees the agent’s configuration. */
export async function listAnswers(
  db: Sql,
  actor: Actor,
  { gptSystemId, runId }: { gptSystemId: string; runId: string },
  caseIds: readonly string[],
): Promise<AnswerRow[]> {
  const found = await sql<AnswerRow>`select x.case_id as "caseId", x.answer, x.error_code as "errorCode"
    from performance_run r join performance_test t on t.id = r.performance_test_id
      join gpt_system g on g.id = t.gpt_system_id join performance_result x on x.run_id = r.id
    where r.id = ${runId}::uuid and ${ofAgent(gptSystemId)} and ${configurationReadBy(actor)}
      and x.case_id = any(${[...caseIds]}::uuid[]) limit ${caseIds.length}`.execute(db)
  return found.rows
}
