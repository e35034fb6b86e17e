import type { PerformanceTest } from '@parlance/contract/performanceTests'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeRows } from '../../platform/database/slices.ts'
import { nameOfAgent, writableBy } from '../agents/index.ts'
import { changedBy, editedBy, isListed, openedBy, runBy } from './policy.ts'

export type TestRow = z.output<typeof PerformanceTest>

/** How long a deleted test is kept, so that the audit log can restore it. */
const DELETED_DAYS = 30

const columns = (actor: Actor) => sql`t.id as "performanceTestId", t.gpt_system_id as "gptSystemId",
  ${nameOfAgent} as "agentName", t.name, t.pass_percent as "passPercent", t.judge, t.schedule,
  (t.schedule_ceiling / 1000000)::float8 as "scheduleCostCeilingUsd", t.cases, t.test_version as "testVersion",
  (select jsonb_build_object('runId', r.id, 'scorePercent', r.score, 'marginPercent', r.margin, 'stateNumber', s.number,
      'startedAt', ${isoTime('r.started_at')})
    from performance_run r join gpt_system_configuration_state s on s.id = r.state_id
    where r.performance_test_id = t.id and r.kind = 'Cases' and r.phase = 'Completed'
    order by r.started_at desc, r.id desc limit 1) as "lastRun",
  ${openedBy(actor)} as "mayOpen", ${runBy(actor)} as "mayRun", ${editedBy(actor)} as "mayEdit",
  ${changedBy(actor)} as "mayChange", t.version, ${isoTime('t.updated_at')} as "updatedAt"`

const tests = sql`performance_test t join gpt_system g on g.id = t.gpt_system_id`

export interface Position {
  agentName: string
  name: string
  id: string
}

interface Listed {
  gptSystemId: string | null
  search: string
  after: Position | null
  limit: number
}

/** Returns the tests of one agent or all, by agent and name. */
export async function listTests(
  db: Sql,
  actor: Actor,
  { gptSystemId, search, after, limit }: Listed,
): Promise<TestRow[]> {
  const found = await sql<TestRow>`select * from (select ${columns(actor)} from ${tests}
      where ${isListed} and (${gptSystemId}::uuid is null or t.gpt_system_id = ${gptSystemId}::uuid)) t
    where (${search} = '' or strpos(lower(name || ' ' || "agentName"), lower(${search})) > 0)
      and ${after ? sql`("agentName", name, "performanceTestId") > (${after.agentName}, ${after.name}, ${after.id}::uuid)` : sql`true`}
    order by "agentName", name, "performanceTestId" limit ${limit}`.execute(db)
  return found.rows
}

const find = async (db: Sql, actor: Actor, testId: string, where: RawBuilder<boolean>, lock = sql``) =>
  (
    await sql<TestRow>`select ${columns(actor)} from ${tests} where t.id = ${testId}::uuid and ${where} ${lock}`.execute(
      db,
    )
  ).rows[0] ?? null

export const findTest = (db: Sql, actor: Actor, testId: string): Promise<TestRow | null> =>
  find(db, actor, testId, isListed)

/** Returns a test whose cases and answers the user sees. */
export const findOpened = (db: Sql, actor: Actor, testId: string): Promise<TestRow | null> =>
  find(db, actor, testId, openedBy(actor))

/** The same tests as below, locked until the transaction ends: others that change one of its cases wait. */
const locking = sql`for no key update of t`

/** Returns a test that the user can rename or delete. */
export const findChangeable = (tx: Sql, actor: Actor, testId: string): Promise<TestRow | null> =>
  find(tx, actor, testId, changedBy(actor), locking)

/** Returns a test whose cases the user can change. */
export const findEditable = (tx: Sql, actor: Actor, testId: string): Promise<TestRow | null> =>
  find(tx, actor, testId, editedBy(actor), locking)

/** Returns a test whose cases the user can change, without locking it. */
export const findWritable = (db: Sql, actor: Actor, testId: string): Promise<TestRow | null> =>
  find(db, actor, testId, editedBy(actor))

/** Returns a test that the user can run. */
export const findRunnable = (tx: Sql, actor: Actor, testId: string): Promise<TestRow | null> =>
  find(tx, actor, testId, runBy(actor), locking)

/** Returns whether the user can create tests of an agent, and how many there are. Others that create one wait. */
export async function findTestable(
  tx: Sql,
  actor: Actor,
  gptSystemId: string,
): Promise<{ tests: number } | null> {
  const found = await sql`select from gpt_system g
    where g.id = ${gptSystemId}::uuid and g.gpt_system_type = 'System' and g.deleted_at is null
      and ${writableBy(actor)} for no key update`.execute(tx)
  if (found.rows.length === 0) return null
  const counted = await sql<{ tests: number }>`select count(*)::int as tests from performance_test
    where gpt_system_id = ${gptSystemId}::uuid and deleted_at is null and kind = 'Cases'`.execute(tx)
  return counted.rows[0]!
}

interface NewTest {
  gptSystemId: string
  name: string
  passPercent: number
}

export async function insertTest(
  tx: Sql,
  { gptSystemId, name, passPercent }: NewTest,
  by: string,
): Promise<string> {
  const id = uuid()
  await sql`insert into performance_test (id, gpt_system_id, name, pass_percent, created_by)
    values (${id}, ${gptSystemId}::uuid, ${name}, ${passPercent}, ${by}::uuid)`.execute(tx)
  return id
}

type TestFields = Pick<TestRow, 'name' | 'passPercent' | 'judge' | 'schedule' | 'scheduleCostCeilingUsd'>

export async function updateTest(
  tx: Sql,
  testId: string,
  { name, passPercent, judge, schedule, scheduleCostCeilingUsd: ceiling }: TestFields,
): Promise<void> {
  await sql`update performance_test set name = ${name}, pass_percent = ${passPercent},
    judge = ${judge === null ? null : JSON.stringify(judge)}::jsonb, schedule = ${schedule},
    schedule_ceiling = ${ceiling === null ? null : ceiling * 1_000_000}, updated_at = now(),
    version = version + 1 where id = ${testId}::uuid`.execute(tx)
}

/** What a gate demands of a test before something is published. Null if no gate names it. */
export async function readGate(tx: Sql, testId: string): Promise<{ noCriticalFailure: boolean } | null> {
  const found = await sql<{
    noCriticalFailure: boolean
  }>`select no_critical_failure as "noCriticalFailure" from publishing_gate
    where performance_test_id = ${testId}::uuid`.execute(tx)
  return found.rows[0] ?? null
}

/** Deletes a test. Its runs end, and nothing of it can be read. */
export async function removeTest(tx: Sql, testId: string): Promise<void> {
  await sql`update performance_test set deleted_at = now(), version = version + 1
    where id = ${testId}::uuid`.execute(tx)
  await sql`update performance_run set stop_requested = true
    where performance_test_id = ${testId}::uuid and phase in ('Queued', 'Running')`.execute(tx)
}

/** Deletes some tests for good that were deleted a while ago; returns how many. */
export const removeOldTests = (tx: Sql): Promise<number> =>
  removeRows(tx, {
    table: 'performance_test',
    key: 'id',
    where: sql`r.deleted_at < now() - make_interval(days => ${DELETED_DAYS})`,
  })
