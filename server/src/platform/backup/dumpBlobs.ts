import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import type { Table } from './catalog.ts'
import { blobColumns } from './contents.ts'
import { blobMember, type Manifest } from './format.ts'
import type { PinnedBlobs } from './pinnedBlobs.ts'
import type { ArchiveWriter } from './writeArchive.ts'

const KEYS_AT_ONCE = 1000

/**
 * Adds the blobs that the snapshot's rows name, and reports those that are missing or damaged. Blobs in a library's own
 * container stay there.
 */
export async function dumpBlobs(
  tx: Sql,
  tables: readonly Table[],
  blobs: PinnedBlobs,
  archive: ArchiveWriter,
): Promise<Manifest['blobs']> {
  const result: Manifest['blobs'] = { stored: 0, bytes: 0, missing: [], damaged: [] }
  for await (const { key, sha256 } of namedBlobs(tx, tables)) {
    const blob = await blobs.open(key)
    if (!blob) {
      result.missing.push(key)
      continue
    }
    const found = await archive.addStream(blobMember(key), blob.size, blob.stream())
    if (sha256 !== null && sha256 !== found) result.damaged.push(key)
    result.stored += 1
    result.bytes += blob.size
  }
  return result
}

async function* namedBlobs(
  tx: Sql,
  tables: readonly Table[],
): AsyncGenerator<{ key: string; sha256: string | null }> {
  const columns = blobColumns(tables).map(
    ({ table, key, sha256 }) =>
      sql`select ${sql.ref(key)} as key, ${sha256 ? sql.ref(sha256) : sql`null`} as sha256 from ${sql.table(table)}`,
  )
  if (columns.length === 0) return
  await sql`declare backup_blobs no scroll cursor for
    select key, max(sha256) as sha256 from (${sql.join(columns, sql` union all `)}) as named
    where key is not null and strpos(key, '-') = 0 group by key order by key`.execute(tx)
  for (;;) {
    const batch = await sql<{
      key: string
      sha256: string | null
    }>`fetch ${sql.raw(String(KEYS_AT_ONCE))} from backup_blobs`.execute(tx)
    yield* batch.rows
    if (batch.rows.length < KEYS_AT_ONCE) return
  }
}
