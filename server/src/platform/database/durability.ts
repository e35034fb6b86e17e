import { sql } from 'kysely'
import { type Config, ConfigError } from '../../config/config.ts'
import type { Log } from '../log/log.ts'
import type { Database, Sql } from './database.ts'

const required = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Returns the disabled settings without which a power loss can lose acknowledged writes. */
export async function readUnsafeSettings(db: Sql): Promise<string[]> {
  const found = await sql<{ name: string }>`select name from pg_settings
    where name = any(${[...required]}::text[]) and setting = 'off' order by name`.execute(db)
  return found.rows.map((row) => row.name)
}

/** Refuses a PostgreSQL server that can lose acknowledged writes. Test clusters set DATABASE_UNSAFE=1. */
export async function checkDurability(database: Database, config: Config, log: Log): Promise<void> {
  const off = await readUnsafeSettings(database.db)
  if (off.length === 0) return
  if (!config.databaseUnsafe) {
    throw new ConfigError(
      off.map((name) => `DATABASE_URL: ${name} is off on this server, so answers could be lost. Turn it on`),
    )
  }
  log.warn('database.unsafe', { off })
}
