import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import { type ForeignKey, listForeignKeys, listTables, type Table } from './catalog.ts'
import { isLeased, placeOf } from './contents.ts'
import { BackupError, damaged } from './format.ts'

/** The size of an insert, in bytes of row data. */
const BATCH_BYTES = 2_000_000

type Row = (string | null)[]

export interface TableLoader {
  /** Adds rows to a table, with the columns as the archive names them. */
  add(table: string, columns: readonly string[], rows: AsyncIterable<Row> | Iterable<Row>): Promise<number>
  /** Restores constraints, triggers, and sequence numbers. */
  finish(sequences: readonly { name: string; last: string | null }[]): Promise<void>
}

/**
 * Empties the tables of a new database and accepts their rows in any order. Foreign keys are dropped because
 * referenced rows may come later. Triggers are disabled because they already ran for these rows. With `all`, it
 * also accepts tables that a backup leaves out.
 */
export async function openTables(tx: Sql, { all = false } = {}): Promise<TableLoader> {
  const tables = (await listTables(tx)).filter((table) => table.name !== 'migration')
  const foreignKeys = await listForeignKeys(tx)
  const accepted = tables.filter((table) => all || placeOf(table) !== 'out')
  const byName = new Map(accepted.map((one) => [one.name, one]))
  for (const { table, name } of foreignKeys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tx)
  return {
    async add(name, columns, rows) {
      const table = byName.get(name)
      if (!table) throw damaged(`it contains the unknown table ${name}`)
      const known = columns.map((column) => {
        const found = table.columns.find((one) => one.name === column)
        if (!found) throw damaged(`it contains the unknown column ${name}.${column}`)
        return found
      })
      return insertRows(tx, { name, columns: known }, rows)
    },
    async finish(sequences) {
      for (const { name, last } of sequences) await setSequence(tx, name, last)
      await freeLeases(tx, tables)
      for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
      for (const key of foreignKeys) await addForeignKey(tx, key)
      for (const { name } of tables) await sql`analyze ${sql.table(name)}`.execute(tx)
    },
  }
}

async function insertRows(tx: Sql, table: Table, rows: AsyncIterable<Row> | Iterable<Row>): Promise<number> {
  const names = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(
    table.columns.map(({ type }, index) => sql`${sql.ref(`v${index}`)}::${sql.raw(type)}`),
  )
  const aliases = sql.join(table.columns.map((_, index) => sql.ref(`v${index}`)))
  let count = 0
  let held: Row[] = []
  let bytes = 0
  const put = async () => {
    if (held.length === 0) return
    const columns = sql.join(
      table.columns.map((_, index) => sql`${held.map((row) => row[index] ?? null)}::text[]`),
    )
    await sql`insert into ${sql.table(table.name)} (${names}) overriding system value
      select ${values} from unnest(${columns}) as r (${aliases})`.execute(tx)
    count += held.length
    held = []
    bytes = 0
  }
  for await (const row of rows) {
    if (row.length !== table.columns.length)
      throw damaged(`a row of ${table.name} has the wrong number of values`)
    held.push(row)
    for (const value of row) bytes += (value?.length ?? 0) + 8
    if (bytes >= BATCH_BYTES) await put()
  }
  await put()
  return count
}

async function setSequence(tx: Sql, name: string, last: string | null): Promise<void> {
  if (last === null) return
  const found = await sql<{ found: boolean }>`select exists (select from pg_sequences
    where schemaname = current_schema() and sequencename = ${name}) as found`.execute(tx)
  if (!found.rows[0]?.found) throw damaged(`it contains the unknown sequence ${name}`)
  await sql`select setval(quote_ident(${name})::regclass, ${last}::bigint)`.execute(tx)
}

/**
 * No process works on anything yet. A previous lease holder may be gone, or may still work on the backed-up
 * instance.
 */
async function freeLeases(tx: Sql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter(isLeased)) {
    await sql`update ${sql.table(name)} set lease_holder = null, lease_until = null
      where lease_holder is not null`.execute(tx)
  }
  await sql`update run set lease_until = least(lease_until, now()) where phase <> 'Ended'`.execute(tx)
}

async function addForeignKey(tx: Sql, { table, name, definition }: ForeignKey): Promise<void> {
  try {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      tx,
    )
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== '23503') throw cause
    throw new BackupError(
      `Rows in ${table} refer to rows that aren't in the archive (${name}). Nothing was changed.`,
      { cause },
    )
  }
}
