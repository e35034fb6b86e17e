import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { createDatabase, type Database, type Sql } from '../database/database.ts'
import { copyDatabase } from '../database/embedded/copyDatabase.ts'
import { superviseEmbeddedDatabase } from '../database/embedded/supervisor.ts'
import { RESTORED } from '../database/embedded/takeRestored.ts'
import type { Log } from '../log/log.ts'
import { BackupError, explained } from './format.ts'
import { type PinnedBlobs, pinBlobs } from './pinnedBlobs.ts'
import type { Installation } from './settings.ts'
import { openStage } from './stage.ts'

/** An instance at one moment. */
export interface Snapshot {
  kind: 'embedded' | 'postgresql'
  /** Uses one read-only transaction that sees nothing newer. */
  database: Database
  blobs: PinnedBlobs
}

/** Returns a database whose statements all run in an already open transaction. */
export const within = (database: Database, tx: Sql): Database => ({
  ...database,
  db: tx,
  transaction: (work) => work(tx),
})

/** Makes text formats the same on every server, and lifts the time limits for statements. */
export async function setTextForm(tx: Sql, embedded: boolean): Promise<void> {
  await sql`set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'iso_8601';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`.execute(tx)
  if (embedded) return
  await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/**
 * Reads a running instance as of one moment. With PostgreSQL, a transaction provides that. The embedded
 * database has one session, which the server uses, so its folder is copied and the copy is read
 * (docs/decisions/0003-back-up-a-copy-of-the-embedded-database.md).
 */
export async function withSnapshot<T>(
  installation: Installation,
  log: Log,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = installation
  return onStage(installation, 'backup', async (stage) => {
    // Blobs are pinned before the rows are read: a blob exists as long as a row refers to it.
    const blobs = await pinBlobs(dataDir, stage)
    return databaseUrl
      ? frozenPostgres(databaseUrl, log, (database) => work({ kind: 'postgresql', database, blobs }))
      : frozenCopy(installation, stage, log, (database) => work({ kind: 'embedded', database, blobs }))
  })
}

/** Does the same for the database alone. */
export function withFrozenDatabase<T>(
  installation: Installation,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = installation
  if (databaseUrl) return frozenPostgres(databaseUrl, log, work)
  return onStage(installation, 'verify', (stage) => frozenCopy(installation, stage, log, work))
}

async function onStage<T>(
  { dataDir, databaseUrl }: Installation,
  purpose: 'backup' | 'verify',
  work: (stage: string) => Promise<T>,
): Promise<T> {
  if (!databaseUrl) requireDatabase(dataDir)
  const stage = await openStage(dataDir, purpose)
  try {
    return await work(stage)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

function frozenPostgres<T>(
  connectionString: string,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const connection = { connectionString, application_name: 'parlance-backup' }
  return inTransaction(createDatabase({ log, connection, embedded: false }), work)
}

async function frozenCopy<T>(
  { dataDir }: Installation,
  stage: string,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  await copyDatabase(path.join(dataDir, 'database'), path.join(stage, 'database')).catch((cause: unknown) => {
    throw explained(cause, `the copy of the database in ${dataDir}`)
  })
  return withEmbedded(stage, '', log, (database) => inTransaction(database, work))
}

/** Whether an embedded database was completely created there. */
export const holdsDatabase = (dataDir: string): boolean =>
  existsSync(path.join(dataDir, 'database', 'PG_VERSION')) &&
  !existsSync(path.join(dataDir, 'database-begun'))

function requireDatabase(dataDir: string): void {
  if (existsSync(path.join(dataDir, RESTORED)))
    throw new BackupError(
      `A restore of ${dataDir} was interrupted at its last step. Start the server once to complete it (npm start).`,
    )
  if (!holdsDatabase(dataDir))
    throw new BackupError(
      `No Parlance instance in ${dataDir}. Set DATA_DIR or DATABASE_URL to the server's values, in the environment or .env.`,
    )
}

/** Runs `work` with the embedded database of a folder, in a separate process. */
export async function withEmbedded<T>(
  folder: string,
  dump: string,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded = superviseEmbeddedDatabase(folder, dump, log)
  try {
    await embedded.started
    const database = createDatabase({ log, connection: embedded.connection, embedded: true })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await embedded.stop()
  }
}

async function inTransaction<T>(database: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  try {
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await setTextForm(tx, database.embedded)
        return work(within(database, tx))
      })
  } finally {
    if (!database.embedded) await database.close()
  }
}
