import type { AddressInfo } from 'node:net'
import { assemble, type ServerOptions } from './assemble.ts'
import { remoteKeys } from './platform/auth/identity.ts'
import {
  becomeSharedFolder,
  joinSharedFolder,
  notShared,
  otherContainer,
} from './platform/blobs/sharedFolder.ts'
import type { Database } from './platform/database/database.ts'
import { checkDurability } from './platform/database/durability.ts'
import { keepBeforeMigrating } from './platform/database/keepBeforeMigrating.ts'
import { migrate, readMigrations } from './platform/database/migrate.ts'
import { asOwner } from './platform/database/ownerRole.ts'
import { jobsSchema, prepareJobTables } from './platform/jobs/jobs.ts'
import type { Platform } from './platform/platform.ts'

const DRAIN_MS = 15_000
/** Long enough for a load balancer's probe to see 503 before connections are refused. */
const LINGER_MS = 500

export interface RunningServer {
  /** The server's URL: `http://127.0.0.1:PORT`. */
  address: string
  platform: Platform
  /** Finishes or interrupts running work, then releases all resources. */
  stop(drainMs?: number): Promise<void>
}

type Assembled = Awaited<ReturnType<typeof assemble>>

/**
 * Starts everything: listens immediately, answers 503 until the database is migrated and seeded, then serves.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, embedded } = options
  const assembled = await assemble(options)
  const { platform, app, availability, heads, storage } = assembled
  const { web } = platform
  await web.listen({ port: config.port, host: config.host })
  await embedded?.started
  await prepareDatabase(options, platform)
  await beginRuns(options, assembled)
  await openDirectory(options, assembled)
  await app.start()
  await heads.start()
  await storage.start()
  await checkBlobs(options, assembled)
  availability.state = 'ready'
  if (embedded) options.say?.(`Database: ${embedded.description}`)
  // No one waits for the job tables, which take a moment to create.
  void platform.jobs.start()

  let stopped: Promise<void> | null = null
  const { port } = web.server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    platform,
    stop: (drainMs = DRAIN_MS) => {
      stopped ??= stop(options, assembled, drainMs)
      return stopped
    },
  }
}

/** Applies all pending migrations, as the database owner if there is one. */
async function prepareDatabase(
  { config, embedded, say }: ServerOptions,
  { database, clock, log }: Platform,
): Promise<void> {
  const keeping = { config, clock, log, embedded: embedded !== null, say }
  const bringToNewest = async (by: Database) =>
    void (await migrate(by, await readMigrations(), (number) => keepBeforeMigrating(keeping, number)))
  const { databaseOwnerUrl: ownerUrl } = config
  if (ownerUrl) {
    const prepare = async (owner: Database) => {
      await bringToNewest(owner)
      await prepareJobTables(owner, log)
    }
    await asOwner({ ownerUrl, database, log }, prepare, [jobsSchema])
  } else await bringToNewest(database)
  if (!embedded) await checkDurability(database, config, log)
}

/** Reports a process that stores uploaded files where the other processes don't find them. */
async function checkBlobs(
  { config: { dataDir, blobContainer }, embedded, say }: ServerOptions,
  { platform, storage, storedBlobs }: Assembled,
): Promise<void> {
  // No other process uses the folder of an embedded database, whatever the database was restored from.
  if (embedded && !blobContainer) return becomeSharedFolder(platform.database.db, platform.blobs)
  // A store that can't be used is reported as such, and a container is asked again until it can.
  if (storage.problem()) return blobContainer ? storedBlobs.joinLater(join) : undefined
  await join()

  async function join(): Promise<void> {
    if (await joinSharedFolder(platform.database, platform.blobs)) return storedBlobs.start()
    storage.isNotShared()
    say?.(blobContainer ? otherContainer(blobContainer.name) : notShared(dataDir))
  }
}

/** Ends answers that no process works on anymore, and starts listening for those of other processes. */
async function beginRuns({ embedded }: ServerOptions, { platform }: Assembled): Promise<void> {
  const { runs, feeds, bus, database } = platform
  // With the embedded database, no other process can have a run. With PostgreSQL, the lease must expire first.
  await runs.reap(embedded !== null)
  // Runs name their channels before the listening connection is opened.
  await runs.start()
  feeds.start()
  platform.sinks.start()
  await bus.start()
  database.watch()
  embedded?.probe(database.silentMs)
}

/** Selects whose ID tokens are trusted: those of the embedded directory or of an external one. */
async function openDirectory(
  { config, say }: ServerOptions,
  { platform, app, rawHandlers, directory }: Assembled,
): Promise<void> {
  const { database, log, clock, sites, jobs, egress } = platform
  if (!config.directory.embedded) {
    directory.keys = remoteKeys(config, egress.fetch)
    return
  }
  const { createDirectory, offerFirstPassword } = await import('./directory/directory.ts')
  const { pageBrandOf, endSessionsOf } = app
  const own = await createDirectory({ config, database, log, clock, sites, pageBrandOf, endSessionsOf })
  directory.keys = own.keys
  rawHandlers.push(own.handle)
  await offerFirstPassword({ config, database, clock, say })
  jobs.schedule('directory.removeExpired', '*/10 * * * *', () => own.removeExpired())
}

/** Finishes or interrupts answers, then releases resources in order of dependency. */
async function stop(
  { embedded }: ServerOptions,
  { platform, app, availability, heads, storage, storedBlobs }: Assembled,
  drainMs: number,
): Promise<void> {
  const { runs, feeds, sinks, jobs, web, bus, egress, mail, database } = platform
  availability.state = 'draining'
  feeds.stop()
  await Promise.all([
    runs.drain(drainMs),
    new Promise((resolve) => setTimeout(resolve, Math.min(LINGER_MS, drainMs))),
  ])
  sinks.stop()
  storage.stop()
  await Promise.all([app.stop(), jobs.stop()])
  const closed = web.close()
  web.server.closeAllConnections()
  await closed
  await storedBlobs.stop()
  await Promise.all([bus.stop(), egress.close(), mail?.close(), heads.stop()])
  await database.close()
  await embedded?.stop()
}
