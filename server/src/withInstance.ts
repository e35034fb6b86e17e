import { readConfig } from './config/config.ts'
import { type Audit, createAudit } from './platform/audit/audit.ts'
import { BackupError } from './platform/backup/format.ts'
import { readInstallation } from './platform/backup/settings.ts'
import { connectionOfServer } from './platform/backup/snapshot.ts'
import { systemClock } from './platform/clock.ts'
import { createDatabase, type Database } from './platform/database/database.ts'
import { holdsCluster, isNewFolder } from './platform/database/embedded/dataFolder.ts'
import { FolderInUse } from './platform/database/embedded/lock.ts'
import { openEmbeddedDatabase } from './platform/database/embedded/openEmbedded.ts'
import { sendJob } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log/log.ts'

/** An instance that works on what is stored in its database. */
export interface Instance {
  database: Database
  audit: Pick<Audit, 'record'>
  /** Has a process look for work of this kind. */
  send(job: string): Promise<void>
}

/**
 * Does something with the instance of this machine. If its server is stopped, the program runs until the work is done.
 * With an external PostgreSQL, the program joins the processes that use the database. Serves only this computer.
 */
export async function withInstance<T>(
  environment: Record<string, string | undefined>,
  log: Log,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, embeddedDatabase: choice, name } = readInstallation(environment)
  if (!databaseUrl && isNewFolder(dataDir)) throw new BackupError(`No Parlance instance in ${name} yet.`)
  const config = { ...readConfig(environment), host: '127.0.0.1', port: 0 }
  if (databaseUrl) return withServer({ config, embedded: null, log }, work)
  const embedded = await openEmbeddedDatabase({ dataDir, choice, log, lockWaitMs: 0 }).catch(inUse)
  const isOurs = embedded !== null && (await embedded.started.then(() => true, inUse)) !== null
  if (isOurs) return withServer({ config, embedded, log }, work)
  if (!holdsCluster(dataDir))
    throw new BackupError(
      'The server uses the embedded database PGlite, which only one program can use. Stop the server first.',
    )
  const connection = { ...(await connectionOfServer(dataDir)), application_name: 'parlance-terminal' }
  const database = createDatabase({ log, connection, embedded: 'postgres' })
  try {
    return await work({
      database,
      audit: createAudit(database, systemClock, config.secretKey),
      send: (job) => sendJob(database, log, job),
    })
  } finally {
    await database.close()
  }
}

function inUse(cause: unknown): null {
  if (cause instanceof FolderInUse) return null
  throw cause
}

type Options = Parameters<typeof import('./startServer.ts').startServer>[0]

async function withServer<T>(options: Options, work: (instance: Instance) => Promise<T>): Promise<T> {
  // Loaded only here, because it is the whole program.
  const { startServer } = await import('./startServer.ts')
  const server = await startServer(options)
  const { database, audit, jobs } = server.platform
  try {
    return await work({ database, audit, send: (job) => jobs.send(job, {}) })
  } finally {
    await server.stop(0)
  }
}
