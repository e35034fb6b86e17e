import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'

interface Column {
  name: string
  type: string
}

export interface Table {
  name: string
  /** Excludes generated columns, which the database computes itself. */
  columns: Column[]
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
  target: string
}

/** Objects of an extension aren't part of the product. */
const notOfAnExtension = sql`not exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Lists the product's tables by name, as they exist in the queried database. */
export async function listTables(db: Sql): Promise<Table[]> {
  const found = await sql<{ table: string; name: string; type: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and ${notOfAnExtension}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db)
  const tables = new Map<string, Table>()
  for (const { table, name, type } of found.rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    known.columns.push({ name, type })
    tables.set(table, known)
  }
  return [...tables.values()]
}

export async function listForeignKeys(db: Sql): Promise<ForeignKey[]> {
  const found = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition, t.relname as target
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.conname`.execute(db)
  return found.rows
}

/** Lists the sequences with the last number they issued; null if none yet. */
export async function listSequences(db: Sql): Promise<{ name: string; last: string | null }[]> {
  const found = await sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(db)
  return found.rows
}

/** Lists the migrations applied to a database, up to the newest; null if none were ever applied. */
export async function listMigrations(
  db: Sql,
): Promise<{ number: number; name: string; hash: string }[] | null> {
  const found = await sql<{ found: boolean }>`
    select to_regclass('migration') is not null as found`.execute(db)
  if (!found.rows[0]?.found) return null
  const applied = await sql<{ number: number; name: string; hash: string }>`
    select number, name, hash from migration order by number`.execute(db)
  return applied.rows.length > 0 ? applied.rows : null
}

export async function readAuditHead(db: Sql): Promise<{ seq: number; hash: string }> {
  const found = await sql<{ seq: number; hash: string }>`select seq, hash from audit_head`.execute(db)
  return found.rows[0] ?? { seq: 0, hash: '' }
}
