import { sql } from 'kysely'
import { type Config, ConfigError } from '../../config.ts'
import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

const required = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Refuses a PostgreSQL server that may lose what it has acknowledged; test clusters say DATABASE_UNSAFE=1. */
export async function checkDurability(database: Database, config: Config, log: Log): Promise<void> {
  const found = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name = any(${[...required]}::text[])`.execute(database.db)
  const off = found.rows.filter((row) => row.setting === 'off').map((row) => row.name)
  if (off.length === 0) return
  if (!config.databaseUnsafe) {
    throw new ConfigError(
      off.map((name) => `DATABASE_URL: ${name} is off on this server; answers could be lost. Switch it on`),
    )
  }
  log.warn('database.unsafe', { off })
}
