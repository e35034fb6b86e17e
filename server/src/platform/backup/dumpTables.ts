import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import type { Table } from './catalog.ts'
import { tableMember } from './format.ts'
import type { ArchiveWriter } from './writeArchive.ts'

/** The size of a batch read into memory, and of an archive member. */
const BATCH_BYTES = 2_000_000
const MEMBER_BYTES = 4_000_000
const FIRST_BATCH_ROWS = 50
const MOST_ROWS = 5000

/**
 * Encodes each row as one line: a JSON array of the columns as text. Text restores exactly, whatever the
 * column's type.
 */
const lineOf = (table: Table) =>
  sql`json_build_array(${sql.join(table.columns.map(({ name }) => sql`${sql.ref(name)}::text`))})::text`

/** Reads the rows of a table in batches, through a cursor. */
export async function* linesOf(tx: Sql, table: Table): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for
    select ${lineOf(table)} as line from ${sql.table(table.name)}`.execute(tx)
  let wanted = FIRST_BATCH_ROWS
  for (;;) {
    const batch = await sql<{ line: string }>`fetch ${sql.raw(String(wanted))} from backup_rows`.execute(tx)
    const lines = batch.rows.map((row) => row.line)
    if (lines.length > 0) yield lines
    if (lines.length < wanted) break
    const bytes = lines.reduce((sum, line) => sum + line.length, 0)
    wanted = Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_BYTES * wanted) / Math.max(bytes, 1))))
  }
  await sql`close backup_rows`.execute(tx)
}

/** Adds a table's rows to an archive, in members of a few megabytes. Returns the number of rows. */
export async function dumpTable(tx: Sql, table: Table, archive: ArchiveWriter): Promise<number> {
  let rows = 0
  let number = 0
  let held: string[] = []
  let bytes = 0
  const put = async () => {
    if (held.length === 0) return
    number += 1
    await archive.add(tableMember(table.name, number), Buffer.from(`${held.join('\n')}\n`))
    held = []
    bytes = 0
  }
  for await (const lines of linesOf(tx, table)) {
    for (const line of lines) {
      held.push(line)
      bytes += line.length
      if (bytes >= MEMBER_BYTES) await put()
    }
    rows += lines.length
  }
  await put()
  return rows
}

/** Reads all rows of a small table. */
export async function readTable(tx: Sql, table: Table): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  for await (const lines of linesOf(tx, table)) rows.push(...lines.map((line) => JSON.parse(line)))
  return rows
}
