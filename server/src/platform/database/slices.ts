import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Sql } from './database.ts'

/** The most that one statement handles, however many rows there are and however long they are. */
export interface Bounds {
  rows: number
  bytes: number
}

/** For removing rows: each is some hundred bytes to some kilobytes, with a few rows that go with it. */
export const removedAtOnce: Bounds = { rows: 200, bytes: 2_000_000 }

/**
 * SQL for the ids of the first rows of `query` within the bounds, and of one row at least, so that bulk work always
 * gets on. The query selects `id` and `bytes`, and `order` is its order, if it has one. `octet_length` and
 * `pg_column_size` read a value's size without reading the value.
 */
export const firstOf = (
  query: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { rows, bytes }: Bounds,
): RawBuilder<unknown> => sql`
  select id from (select id, row_number() over first as place, sum(bytes) over first as total
    from (${query} limit ${rows}) bounded window first as (order by ${order} rows unbounded preceding)) sized
  where place = 1 or total <= ${bytes}`

/** Splits rows that are to be stored into batches within the bounds. A longer row is a batch by itself. */
export function* batchesOf<T>(
  rows: readonly T[],
  bytesOf: (row: T) => number,
  bounds: Bounds,
): Generator<T[]> {
  let batch: T[] = []
  let total = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    if (batch.length > 0 && (batch.length === bounds.rows || total + bytes > bounds.bytes)) {
      yield batch
      batch = []
      total = 0
    }
    batch.push(row)
    total += bytes
  }
  if (batch.length > 0) yield batch
}

interface Rows {
  table: string
  /** Tells the rows apart: `ctid` if no single column does. */
  key: string
  /** Names the table `r`. */
  where: RawBuilder<unknown>
}

/** Removes some rows that fit a condition, in no order; answers how many. */
export async function removeRows(tx: Sql, { table, key, where }: Rows): Promise<number> {
  const id = sql.ref(`r.${key}`)
  // Unordered, so that an index finds the first ones without all others.
  const doomed = sql`select ${id} as id, pg_column_size(r) as bytes from ${sql.table(table)} r where ${where}`
  const removed = await sql`delete from ${sql.table(table)} r
    where ${where} and ${id} in (${firstOf(doomed, sql`id`, removedAtOnce)})`.execute(tx)
  return Number(removed.numAffectedRows ?? 0)
}

/** Removes all rows that fit a condition, in slices. */
export const removeAllRows = async (database: Pick<Database, 'transaction'>, rows: Rows): Promise<void> =>
  void (await inSlices(() => database.transaction((tx) => removeRows(tx, rows))))

/** Below the 15 minutes after which a job is given to another worker; the next run goes on where this one ended. */
const JOB_MS = 10 * 60_000
const LONGEST_REST_MS = 1000

/** The time that a job has for its slices. */
export const jobTime = (): AbortSignal => AbortSignal.timeout(JOB_MS)

/**
 * Repeats a step of bulk work until it answers that it did nothing. It rests after each step for as long as the step
 * took, so that others get at least half of the database. False: the time was over before the work was.
 */
export async function inSlices(step: () => Promise<number>, time = jobTime()): Promise<boolean> {
  while (!time.aborted) {
    const begun = performance.now()
    if ((await step()) === 0) return true
    await wait(Math.min(performance.now() - begun, LONGEST_REST_MS))
  }
  return false
}
