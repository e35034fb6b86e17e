import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { withBlobs } from '../blobs/openBlobs.ts'
import { createDatabase, type Database, type Sql } from '../database/database.ts'
import { copyDatabase } from '../database/embedded/copyDatabase.ts'
import { holdsCluster, holdsDatabase, pgliteFolder } from '../database/embedded/dataFolder.ts'
import type { EmbeddedDatabase } from '../database/embedded/embeddedDatabase.ts'
import { FolderInUse } from '../database/embedded/lock.ts'
import { chooseProgram } from '../database/embedded/openEmbedded.ts'
import { openPglite } from '../database/embedded/pglite/pglite.ts'
import { openPostgres, runningConnection } from '../database/embedded/postgres/postgres.ts'
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
export async function setTextForm(tx: Sql, { embedded }: Pick<Database, 'embedded'>): Promise<void> {
  await sql`set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'iso_8601';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`.execute(tx)
  if (embedded === 'pglite') return
  await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/**
 * Reads a running instance as of one moment. With PostgreSQL, embedded or not, a transaction provides that.
 * PGlite has one session, which the server uses, so its folder is copied and the copy is read
 * (docs/decisions/0003-back-up-a-copy-of-the-embedded-database.md).
 */
export async function withSnapshot<T>(
  installation: Installation,
  log: Log,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = installation
  return onStage(installation, 'backup', (stage) =>
    withBlobs(installation, log, async (stored) => {
      // Blobs are pinned before the rows are read: a blob exists as long as a row refers to it.
      const blobs = await pinBlobs(dataDir, stage, stored)
      return databaseUrl
        ? frozenPostgres(databaseUrl, log, (database) => work({ kind: 'postgresql', database, blobs }))
        : frozenEmbedded(installation, stage, log, (database) => work({ kind: 'embedded', database, blobs }))
    }),
  )
}

/** Does the same for the database alone. */
export function withFrozenDatabase<T>(
  installation: Installation,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = installation
  if (databaseUrl) return frozenPostgres(databaseUrl, log, work)
  return onStage(installation, 'verify', (stage) => frozenEmbedded(installation, stage, log, work))
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
  return frozenServer({ connectionString }, null, log, work)
}

async function frozenServer<T>(
  connection: pg.PoolConfig,
  embedded: 'postgres' | null,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const named = { ...connection, application_name: 'parlance-backup' }
  const database = createDatabase({ log, connection: named, embedded })
  try {
    return await inTransaction(database, work)
  } finally {
    await database.close()
  }
}

function frozenEmbedded<T>(
  installation: Installation,
  stage: string,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return holdsCluster(installation.dataDir)
    ? frozenCluster(installation, log, work)
    : frozenCopy(installation, stage, log, work)
}

/** Reads the embedded PostgreSQL of a running server, or starts it for this work if the server is stopped. */
async function frozenCluster<T>(
  { dataDir, embeddedDatabase }: Installation,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const program = await chooseProgram(dataDir, embeddedDatabase)
  if (!('version' in program)) throw new BackupError(program.reason)
  const own = openPostgres({ dataDir, program, log, lockWaitMs: 0 })
  const isStopped = await own.started.then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof FolderInUse) return false
      throw cause
    },
  )
  if (isStopped) return withEmbedded(own, log, (database) => inTransaction(database, work))
  return frozenServer(await connectionOfServer(dataDir), 'postgres', log, work)
}

const SERVER_WAIT_MS = 15_000

/** Returns how to reach the embedded PostgreSQL of a running server, which may be starting. */
export async function connectionOfServer(dataDir: string): Promise<EmbeddedDatabase['connection']> {
  const deadline = performance.now() + SERVER_WAIT_MS
  for (;;) {
    const connection = runningConnection(dataDir)
    if (connection) return connection
    if (performance.now() > deadline)
      throw new BackupError(
        `Another Parlance process is using ${dataDir}, but its database doesn't accept connections. Try again in a minute.`,
      )
    await wait(100)
  }
}

async function frozenCopy<T>(
  { dataDir }: Installation,
  stage: string,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  await copyDatabase(pgliteFolder(dataDir), pgliteFolder(stage)).catch((cause: unknown) => {
    throw explained(cause, `the copy of the database in ${dataDir}`)
  })
  return withEmbedded(openPglite({ dataDir: stage, log }), log, (database) => inTransaction(database, work))
}

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

/** Runs `work` with an embedded database, and stops it afterwards. */
export async function withEmbedded<T>(
  embedded: EmbeddedDatabase,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    await embedded.started
    const database = createDatabase({ log, connection: embedded.connection, embedded: embedded.kind })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await embedded.stop()
  }
}

/** Runs `work` in one transaction that changes nothing and sees nothing newer than its start. */
export function inTransaction<T>(database: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await setTextForm(tx, database)
      return work(within(database, tx))
    })
}
