import type { TerminalStatus } from '@parlance/contract/events'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Sql } from '../database/database.ts'
import type { Entry } from './entry.ts'
import { type EventRow, LENGTHS, lengthsRow, takeInOrder } from './rows.ts'

const LEASE_SECONDS = 10
const NOTIFY_PAIRS = 150
export const GROWN = 'run_grown'
export const STOP = 'run_stop'

/**
 * Returns the statement that stores a new run, which the subject's owner embeds in the one that stores the
 * subject. The run is stored only if the row source `allowed` has a row.
 */
export function insertRun(
  runId: string,
  subjectId: string,
  ownerId: string,
  process: string,
  allowed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into run (id, subject_id, owner_id, phase, process, lease_until, heartbeat_at)
    select ${runId}::uuid, ${subjectId}::uuid, ${ownerId}::uuid, 'Running', ${process}::uuid,
      now() + make_interval(secs => ${LEASE_SECONDS}), now() from ${allowed}`
}

/** SQL that is true if an owner may begin one more run. Locks the owner, so that simultaneous ones count each other. */
export const mayBegin = (ownerId: string, mostRuns: number): RawBuilder<boolean> =>
  sql<boolean>`may_begin_run(${ownerId}::uuid, ${mostRuns}::int)`

const rowColumns = (rows: readonly EventRow[]) => sql`select * from unnest(
  ${rows.map((row) => row.runId)}::uuid[], ${rows.map((row) => row.first)}::int[],
  ${rows.map((row) => row.seq)}::int[], ${rows.map((row) => row.event)}::text[],
  ${rows.map((row) => row.data)}::text[], ${rows.map((row) => `{${row.lens.join(',')}}`)}::text[])
  as r (run_id, first, seq, event, data, lens)`

/** Inserting the same rows again changes nothing, which makes a retry after a lost answer safe. */
const insertRows = (rows: readonly EventRow[], condition = sql`true`) => sql`
  insert into run_event (run_id, first, seq, event, data, lens)
  select run_id, first, seq, event, data, lens::int[] from (${rowColumns(rows)}) as given where ${condition}
  on conflict (run_id, seq) do nothing`

const notified = (payloads: readonly string[]) =>
  sql`select pg_notify(${GROWN}, payload) from unnest(${payloads}::text[]) as payload`

/** Stores rows. Repeating it changes nothing. */
export async function insertEvents(db: Sql, rows: readonly EventRow[], notify: boolean): Promise<void> {
  await sql`with stored as (${insertRows(rows)}) ${notified(notify ? notifications(rows) : [])}`.execute(db)
}

/** Returns `id:seq` pairs in several payloads, because one above 8,000 bytes fails the whole statement. */
function notifications(rows: readonly EventRow[]): string[] {
  const newest = new Map(rows.map((row) => [row.runId, row.seq]))
  const pairs = [...newest].map(([runId, seq]) => `${runId}:${seq}`)
  const payloads: string[] = []
  for (let at = 0; at < pairs.length; at += NOTIFY_PAIRS)
    payloads.push(pairs.slice(at, at + NOTIFY_PAIRS).join(' '))
  return payloads
}

/**
 * What a subject's owner stores of an answer: common table expressions that change nothing if `ended` has no
 * row.
 */
export type SubjectEnd = (ended: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Ends a run with its last rows and its subject's data, completely or not at all. It is one statement, because
 * a longer transaction would occupy the embedded database's only connection for each round trip. Returns false
 * if another process has already ended the run; then nothing is stored.
 */
export async function endRun(
  db: Sql,
  run: { runId: string; status: TerminalStatus; rows: readonly EventRow[] },
  subject: SubjectEnd,
  notify: boolean,
): Promise<boolean> {
  const payloads = notify ? notifications(run.rows) : []
  const stored = await sql<{ ended: boolean }>`with ${ENDED} as (
      update run set phase = 'Ended', status = ${run.status}, ended_at = now()
      where id = ${run.runId}::uuid and phase <> 'Ended' returning id),
    stored as (${insertRows(run.rows, sql`exists (select from ${ENDED})`)}),
    ${subject(ENDED)},
    notified as (${notified(payloads)})
    select exists (select from ${ENDED}) as ended, (select count(*) from notified)`.execute(db)
  return stored.rows[0]?.ended ?? false
}

/** The row source that has a row if this statement has ended the run. */
const ENDED = sql`ended_run`

/** Renews the leases of this process's runs. A run that isn't returned has been ended by another process. */
export async function renewLeases(db: Sql, runIds: string[]): Promise<{ id: string; stop: boolean }[]> {
  const renewed = await sql<{ id: string; stop: boolean }>`
    update run set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), heartbeat_at = now()
    where id = any(${runIds}::uuid[]) and phase <> 'Ended'
    returning id, stop_requested_at is not null as stop`.execute(db)
  return renewed.rows
}

/** Requests a stop, which the process that runs it will find wherever it is. */
export async function markStop(database: Database, runId: string): Promise<void> {
  await sql`with marked as (update run set stop_requested_at = coalesce(stop_requested_at, now())
      where id = ${runId} and phase <> 'Ended' returning id)
    select pg_notify(${STOP}, id::text) from marked`.execute(database.db)
}

export async function findRunOf(db: Sql, subjectId: string): Promise<{ id: string; phase: string } | null> {
  const found = await sql<{ id: string; phase: string }>`
    select id, phase from run where subject_id = ${subjectId} order by started_at desc, id desc limit 1`.execute(
    db,
  )
  return found.rows[0] ?? null
}

export async function isEnded(db: Sql, runId: string): Promise<boolean> {
  const found = await sql<{ phase: string }>`select phase from run where id = ${runId}`.execute(db)
  return found.rows[0]?.phase === 'Ended'
}

/** Finds runs whose lease has expired, or all open ones if no other process can exist. */
export async function findOrphans(db: Sql, all: boolean): Promise<{ id: string; subjectId: string }[]> {
  const found = await sql<{ id: string; subjectId: string }>`
    select id, subject_id as "subjectId" from run
    where phase <> 'Ended' and (${all} or lease_until < now()) order by id limit 200`.execute(db)
  return found.rows
}

/** Locks an orphan for reaping, if it is still open and its lease still expired. */
export async function lockOrphan(tx: Sql, runId: string, all: boolean): Promise<boolean> {
  const locked =
    await sql`select id from run where id = ${runId} and phase <> 'Ended' and (${all} or lease_until < now())
    for update skip locked`.execute(tx)
  return locked.rows.length > 0
}

export async function listEvents(db: Sql, runId: string, after: number, limit = 500): Promise<EventRow[]> {
  const found = await sql<EventRow>`select run_id as "runId", first, seq, event, data, lens
    from run_event where run_id = ${runId} and seq > ${after} order by seq limit ${limit}`.execute(db)
  return found.rows
}

/** Returns everything stored of a run, in order. */
export async function listEntries(db: Sql, runId: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (;;) {
    const taken = takeInOrder(await listEvents(db, runId, entries.length), entries.length)
    for (const entry of taken.entries) entries.push(entry)
    if (taken.last || taken.entries.length === 0) return entries
  }
}

/**
 * Returns how much text each event of a run added, if the events themselves have been deleted; otherwise null.
 */
export async function findLengths(db: Sql, runId: string): Promise<number[] | null> {
  const found = await sql<{ lens: number[] }>`
    select lens from run_event where run_id = ${runId} and event = ${LENGTHS}`.execute(db)
  return found.rows[0]?.lens ?? null
}

const REMOVED_AT_ONCE = 200

/**
 * Deletes events that only serve readers of a running answer and those who return soon. The segment keeps the
 * answer, and one row of lengths keeps the readers' positions. Each run has its own transaction, so the
 * embedded database isn't blocked.
 */
export async function removeOldEvents(database: Database): Promise<void> {
  for (;;) {
    const old = await sql<{ id: string }>`select id from run
      where phase = 'Ended' and ended_at < now() - interval '24 hours' and not events_removed
      limit ${REMOVED_AT_ONCE}`.execute(database.db)
    for (const { id } of old.rows) await database.transaction((tx) => removeEvents(tx, id))
    if (old.rows.length < REMOVED_AT_ONCE) return
  }
}

async function removeEvents(tx: Sql, runId: string): Promise<void> {
  const entries = await listEntries(tx, runId)
  await sql`delete from run_event where run_id = ${runId}`.execute(tx)
  if (entries.length > 0) await insertEvents(tx, [lengthsRow(runId, entries)], false)
  await sql`update run set events_removed = true where id = ${runId}`.execute(tx)
}
