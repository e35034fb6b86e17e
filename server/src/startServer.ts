import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createApp } from './app.ts'
import { readBuild } from './build.ts'
import type { Config } from './config.ts'
import type { Engine } from './engines/engine.ts'
import type { ProviderLimits } from './engines/providerCall.ts'
import type { LanguageEngine } from './engines/registry.ts'
import { createAudit } from './platform/audit/audit.ts'
import { createOutsideHead } from './platform/audit/outsideHead.ts'
import { createRestorers } from './platform/audit/restorers.ts'
import { createAuth } from './platform/auth/auth.ts'
import { remoteKeys } from './platform/auth/identity.ts'
import { createFileBlobs } from './platform/blobs/blobs.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createPostgresBus, ownProcessBus } from './platform/database/bus.ts'
import { createDatabase, type Database } from './platform/database/database.ts'
import { checkDurability } from './platform/database/durability.ts'
import type { EmbeddedDatabase } from './platform/database/embedded/supervisor.ts'
import { keepBeforeMigrating } from './platform/database/keepBeforeMigrating.ts'
import { migrate, readMigrations } from './platform/database/migrate.ts'
import { asOwner } from './platform/database/ownerRole.ts'
import { createEgress, hostAndPort } from './platform/egress/egress.ts'
import { createFeeds } from './platform/feeds/feeds.ts'
import { serveHealth } from './platform/http/health.ts'
import { refuseOtherMethods } from './platform/http/methods.ts'
import { servePages } from './platform/http/pages.ts'
import { createRates } from './platform/http/rates.ts'
import { type Availability, createWebServer } from './platform/http/server.ts'
import { createSinks } from './platform/http/sinks.ts'
import { createSites } from './platform/http/sites.ts'
import { createJobs, jobsSchema, prepareJobTables } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log/log.ts'
import type { Platform } from './platform/platform.ts'
import { createReports, reportingLog } from './platform/reports/reports.ts'
import { createRuns } from './platform/runs/runs.ts'

const DRAIN_MS = 15_000
/** Long enough for a load balancer's probe to see 503 before connections are refused. */
const LINGER_MS = 500

export interface ServerOptions {
  config: Config
  /** The embedded database's process; null with DATABASE_URL. */
  embedded: EmbeddedDatabase | null
  /** Tests replace these. */
  clock?: Clock
  log?: Log
  /** Tells whoever starts it by hand what the log's level would hide. */
  say?: (line: string) => void
  engines?: Partial<Record<LanguageEngine, Engine>>
  providerLimits?: ProviderLimits
  rightsCheckMs?: number
  /** The built client; tests without a browser do without. */
  dist?: string | null
}

export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:PORT`. */
  address: string
  platform: Platform
  /** Finishes or interrupts what runs, then lets go of everything. */
  stop(drainMs?: number): Promise<void>
}

/** Starts everything: listens at once, answers 503 until the database is migrated and seeded, then serves. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, embedded, clock = systemClock } = options
  const plainLog = options.log ?? createLog(config.logLevel)
  const egress = createEgress(operatorHosts(config))
  const reports = createReports({ dsn: config.errorReportingDsn, egress, clock, log: plainLog })
  const log = reportingLog(plainLog, reports)
  const availability: Availability = { state: 'starting' }
  const database = createDatabase({
    log,
    connection: embedded ? embedded.connection : { connectionString: config.databaseUrl ?? '' },
    embedded: embedded !== null,
    replicaUrls: config.databaseReplicaUrls,
  })
  const bus = embedded ? ownProcessBus : createPostgresBus(config.databaseUrl ?? '', log)
  const sinks = createSinks(clock, options.rightsCheckMs)
  const runs = createRuns({ database, bus, log, clock, sinks })
  const feeds = createFeeds({ database, bus, log, clock, sinks })
  const sites = createSites(config)
  const { web, rawHandlers } = await createWebServer(config, log, availability, sites)
  const directory: { keys: ReturnType<typeof remoteKeys> | null } = { keys: null }
  const auth = createAuth({
    config,
    log,
    clock,
    database,
    keys: (...args) => {
      if (!directory.keys) throw new Error('Keys are asked for before the start has ended.')
      return directory.keys(...args)
    },
  })
  const dist = options.dist === undefined ? path.join(import.meta.dirname, '../../web/dist') : options.dist
  const heads = createOutsideHead({ dataDir: config.dataDir, secretKey: config.secretKey, database, log })
  const platform: Platform = {
    config,
    build: readBuild(dist),
    log,
    clock,
    database,
    bus,
    blobs: createFileBlobs(config.dataDir),
    jobs: createJobs(database, log, { prepared: config.databaseOwnerUrl !== null }),
    runs,
    feeds,
    egress,
    reports,
    audit: createAudit(database, clock, config.secretKey, heads),
    restorers: createRestorers(),
    rates: createRates(config.rateLimits),
    sites,
    authenticate: auth.authenticate,
    web,
    served: [],
  }
  const { providerLimits: limits, engines } = options
  const app = createApp(platform, auth, { limits, engines })
  refuseOtherMethods(platform)
  serveHealth(web, { database, availability, secretKey: config.secretKey })
  if (dist) await servePages(platform, dist, app)
  await web.listen({ port: config.port, host: config.host })

  await embedded?.started
  const keeping = { config, clock, log, embedded: embedded !== null, say: options.say }
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
  // With the embedded database no other process can hold a run; with PostgreSQL a lease has to run out first.
  await runs.reap(embedded !== null)
  // What runs listen to is named before the connection that listens is made.
  await runs.start()
  feeds.start()
  sinks.start()
  await bus.start()
  database.watch()
  embedded?.probe(database.answers)
  if (config.directory.embedded) {
    const { createDirectory, offerFirstPassword } = await import('./directory/directory.ts')
    const own = await createDirectory({
      config,
      database,
      log,
      clock,
      sites,
      dressOf: app.dressOf,
      endSessionsOf: app.endSessionsOf,
    })
    directory.keys = own.keys
    rawHandlers.push(own.handle)
    await offerFirstPassword({ config, database, clock, say: options.say })
    platform.jobs.schedule(
      'directory.removeExpired',
      '*/10 * * * *',
      async () => void (await own.removeExpired()),
    )
  } else {
    directory.keys = remoteKeys(config, egress.fetch)
  }
  await app.start()
  await heads.start()
  availability.state = 'ready'
  // Nobody waits for the job tables, which take a moment to be made.
  const jobsStarted = platform.jobs
    .start()
    .catch((cause: unknown) => log.error('jobs.startFailed', {}, cause))

  let stopped: Promise<void> | null = null
  const stop = async (drainMs: number) => {
    availability.state = 'draining'
    feeds.stop()
    await Promise.all([
      runs.drain(drainMs),
      new Promise((resolve) => setTimeout(resolve, Math.min(LINGER_MS, drainMs))),
    ])
    sinks.stop()
    await jobsStarted
    await Promise.all([app.stop(), platform.jobs.stop()])
    const closed = web.close()
    web.server.closeAllConnections()
    await closed
    await Promise.all([bus.stop(), egress.close(), heads.stop()])
    await database.close()
    await embedded?.stop()
  }
  const { port } = web.server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    platform,
    stop: (drainMs = DRAIN_MS) => {
      stopped ??= stop(drainMs)
      return stopped
    },
  }
}

/** Hosts that the operator has named: what is set in the environment is trusted as far as the environment is. */
function operatorHosts(config: Config): string[] {
  const addresses = [
    ...Object.values(config.engines).map((engine) => engine.baseUrl),
    config.directory.jwksUri,
    config.directory.embedded ? null : config.directory.graph,
    config.errorReportingDsn,
  ]
  return [...config.egressAllow, ...addresses.filter((address) => address !== null).map(hostAndPort)]
}
