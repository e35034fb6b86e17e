import { sql } from 'kysely'
import type { Database, Sql } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Blobs } from './blobs.ts'
import { isSharedFolder } from './sharedFolder.ts'

/** An upload ends long before. A blob that is older and not referenced was left behind by a killed process. */
const KEPT_MS = 24 * 60 * 60 * 1000
const ASKED_AT_ONCE = 1000

/**
 * Deletes blobs that no row refers to. Returns how many: none in a store that isn't the database's, whose blobs are those
 * of another one.
 */
export async function sweepBlobs({
  blobs,
  database,
  log,
}: {
  blobs: Blobs
  database: Pick<Database, 'db'>
  log: Log
}): Promise<number> {
  if (!(await isSharedFolder(database.db, blobs))) return 0
  const before = Date.now() - KEPT_MS
  let removed = 0
  let asked: string[] = []
  const sweep = async () => {
    for (const key of await unnamedBlobs(database.db, asked)) {
      try {
        await blobs.remove(key)
        removed++
      } catch (error) {
        // The next sweep tries again. Blobs in other containers can be removed.
        log.warn('blobs.notSwept', { key }, error)
      }
    }
    asked = []
  }
  for await (const { key, storedAt } of blobs.list()) {
    if (storedAt < before) asked.push(key)
    if (asked.length === ASKED_AT_ONCE) await sweep()
  }
  if (asked.length > 0) await sweep()
  if (removed > 0) log.info('blobs.swept', { removed })
  return removed
}

/**
 * Returns the keys that appear in no column whose name ends with `blob_key`. Every column that names blobs has
 * such a name, by which backups find it too, so new tables need no registration. Each has an index.
 */
export async function unnamedBlobs(db: Sql, keys: string[]): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(^|_)blob_key$'`.execute(db)
  if (columns.rows.length === 0)
    throw new Error("No table refers to blobs. This isn't the database of an instance.")
  const named = columns.rows.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}::text[])`,
  )
  const left = await sql<{ key: string }>`select key from unnest(${keys}::text[]) as asked (key)
    except (${sql.join(named, sql` union all `)})`.execute(db)
  return left.rows.map((row) => row.key)
}
