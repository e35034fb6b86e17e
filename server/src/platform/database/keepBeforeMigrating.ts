import type { Config } from '../../config/config.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { copyBeforeMigrating } from './embedded/copyBeforeMigrating.ts'

interface Needs {
  config: Config
  clock: Clock
  log: Log
  embedded: boolean
  say: ((line: string) => void) | undefined
}

/**
 * Prepares for a schema change of a database in use: copies an embedded database; for PostgreSQL, reports that
 * there is no copy.
 */
export async function keepBeforeMigrating(
  { config, clock, log, embedded, say }: Needs,
  number: number,
): Promise<void> {
  if (!embedded) {
    log.warn('database.migrating.withoutCopy', { from: number })
    say?.(
      `Migrating the database from version ${number}. No copy was made. Use PostgreSQL's own tools or npm run backup for that.`,
    )
    return
  }
  const copy = await copyBeforeMigrating(config.dataDir, number, clock.now())
  log.info('database.migrating.copied', { from: number, copy })
  say?.(`Migrating the database. A copy of the previous version is kept in ${copy}.`)
}
