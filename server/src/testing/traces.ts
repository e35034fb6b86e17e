import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Sql } from '../platform/database/database.ts'

/** Every place of the database that contains one of these texts, as `schema.table.column`, also as bytes in hex. */
export async function tracesInDatabase(db: Sql, needles: readonly string[]): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; column: string }>`
    select n.nspname as schema, c.relname as "table", a.attname as "column"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'm') and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
    order by 1, 2, 3`.execute(db)
  const found: string[] = []
  for (const { schema, table, column } of columns.rows) {
    const text = sql`lower(r.${sql.ref(column)}::text)`
    const conditions = needles.map(
      (needle) => sql`position(${needle.toLowerCase()} in ${text}) > 0
        or position(encode(convert_to(${needle}, 'UTF8'), 'hex') in ${text}) > 0`,
    )
    const rows = await sql`select from ${sql.table(`${schema}.${table}`)} r
      where ${sql.join(conditions, sql` or `)} limit 1`.execute(db)
    if (rows.rows.length > 0) found.push(`${schema}.${table}.${column}`)
  }
  return found
}

/** Every file below a folder whose name or bytes contain one of these texts. Leaves out the database's own files. */
export async function tracesInFiles(folder: string, needles: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const inside = path.relative(folder, file)
    if (!entry.isFile() || /^(database|postgres|pglite)[/\\]/.test(inside)) continue
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    const text = `${inside}\n${bytes.toString('latin1')}`.toLowerCase()
    if (needles.some((needle) => text.includes(Buffer.from(needle.toLowerCase()).toString('latin1'))))
      found.push(inside)
  }
  return found
}
