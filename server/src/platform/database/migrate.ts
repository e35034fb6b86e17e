import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database, Sql } from './database.ts'

// An arbitrary constant that identifies our migrations among advisory locks.
const MIGRATION_LOCK = 7_350_212
const folder = path.join(import.meta.dirname, '../../migrations')

export interface Migration {
  number: number
  name: string
  hash: string
  text: string
}

/** Reads the migrations in order. A gap or a duplicate number is a bug. */
export async function readMigrations(from = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(name.slice(0, 4))
      if (number !== index + 1) throw new Error(`Migration ${name} should have number ${index + 1}.`)
      const text = await readFile(path.join(from, name), 'utf8')
      return { number, name, hash: createHash('sha256').update(text).digest('hex'), text }
    }),
  )
}

/**
 * Applies all pending migrations. Before the first change to a database in use, calls `beforeChange` once with
 * its current migration number. Each migration is one transaction under one advisory lock, so several processes
 * can start at once and a kill leaves nothing half-done. Refuses to start if a migration was changed after it
 * ran, or if the database is newer than the program.
 */
export async function migrate(
  database: Database,
  migrations: Migration[],
  beforeChange?: (number: number) => Promise<void>,
): Promise<number> {
  await sql`create table if not exists migration (
    number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`.execute(
    database.db,
  )
  const standing = await newestMigration(database.db)
  if (standing > 0 && standing < migrations.length) await beforeChange?.(standing)
  // Almost every startup finds all of them applied, and doesn't need a transaction for each.
  const before = await appliedHashes(database.db)
  let applied = 0
  for (const migration of migrations) {
    if (isApplied(migration, before.get(migration.number))) continue
    applied += await database.transaction((tx) => applyOnce(tx, migration))
  }
  const number = await newestMigration(database.db)
  if (number > migrations.length) {
    throw new Error(
      `A newer version migrated the database to ${number}, but this version supports only up to ${migrations.length}. Start the newer version, or go back as described in docs/operations.md (Updating).`,
    )
  }
  return applied
}

async function newestMigration(db: Sql): Promise<number> {
  const newest = await sql<{
    number: number
  }>`select coalesce(max(number), 0) as number from migration`.execute(db)
  return newest.rows[0]?.number ?? 0
}

async function appliedHashes(db: Sql): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ number: number; hash: string }>`select number, hash from migration`.execute(db)
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}

/** Throws if the migration was applied with another text. */
function isApplied({ name, hash }: Migration, applied: string | undefined): boolean {
  if (applied !== undefined && applied !== hash)
    throw new Error(
      `Migration ${name} was changed after it was applied. Revert the change and put it into a new migration. If no data matters, use a new DATA_DIR or database instead.`,
    )
  return applied !== undefined
}

async function applyOnce(tx: Sql, migration: Migration): Promise<0 | 1> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
  const found = await sql<{
    hash: string
  }>`select hash from migration where number = ${migration.number}`.execute(tx)
  if (isApplied(migration, found.rows[0]?.hash)) return 0
  await sql.raw(migration.text).execute(tx)
  await sql`insert into migration (number, name, hash) values (${migration.number}, ${migration.name}, ${migration.hash})`.execute(
    tx,
  )
  return 1
}
