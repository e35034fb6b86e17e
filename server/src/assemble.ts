import path from 'node:path'
import { createApp } from './app.ts'
import { readBuild } from './config/build.ts'
import type { Config, MailSettings } from './config/config.ts'
import type { Engine } from './engines/engine.ts'
import type { ProviderLimits } from './engines/providerCall.ts'
import type { LanguageEngine } from './engines/registry.ts'
import { createVisits } from './platform/access/visits.ts'
import { createAudit } from './platform/audit/audit.ts'
import { createOutsideHead } from './platform/audit/outsideHead.ts'
import { createRestorers } from './platform/audit/restorers.ts'
import { createAuth } from './platform/auth/auth.ts'
import type { remoteKeys } from './platform/auth/identity.ts'
import { openBlobs } from './platform/blobs/openBlobs.ts'
import { watchStorage } from './platform/blobs/storage.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createPostgresBus, ownProcessBus } from './platform/database/bus.ts'
import { createDatabase } from './platform/database/database.ts'
import type { EmbeddedDatabase } from './platform/database/embedded/embeddedDatabase.ts'
import { createEgress, hostAndPort } from './platform/egress/egress.ts'
import type { Mail } from './platform/egress/mail.ts'
import { createErasure } from './platform/erasure/erasure.ts'
import { createFeeds } from './platform/feeds/feeds.ts'
import { serveHealth } from './platform/http/health.ts'
import { refuseOtherMethods } from './platform/http/methods.ts'
import { servePages } from './platform/http/pages.ts'
import { type Availability, createWebServer } from './platform/http/server.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { createNotifications } from './platform/notifications/notifications.ts'
import { createPersonalData } from './platform/personalData/personalData.ts'
import type { Platform } from './platform/platform.ts'
import { createRates } from './platform/rates/rates.ts'
import { createRedaction } from './platform/redaction/redaction.ts'
import { createReports, reportingLog } from './platform/reports/reports.ts'
import { createRuns } from './platform/runs/runs.ts'
import { createSandbox } from './platform/sandbox/sandbox.ts'
import { createSites } from './platform/sites/sites.ts'
import { createSinks } from './platform/streaming/sinks.ts'

export interface ServerOptions {
  config: Config
  /** The embedded database; null with DATABASE_URL. */
  embedded: EmbeddedDatabase | null
  /** Replaced by tests. */
  clock?: Clock
  log?: Log
  /** Tells someone who starts the server by hand what the log level would hide. */
  say?: (line: string) => void
  engines?: Partial<Record<LanguageEngine, Engine>>
  providerLimits?: ProviderLimits
  rightsCheckMs?: number
  /** The built client; tests without a browser don't need it. */
  dist?: string | null
}

/** Assembles the program and its routes. No calls are made and nothing starts. */
export async function assemble(options: ServerOptions) {
  const { config, embedded, clock = systemClock } = options
  const availability: Availability = { state: 'starting' }
  const { log, egress, reports } = createOutbound(options)
  const database = createDatabase({
    log,
    connection: embedded ? embedded.connection : { connectionString: config.databaseUrl ?? '' },
    embedded: embedded?.kind ?? null,
    replicaUrls: config.databaseReplicaUrls,
    ...(embedded ? { isFull: embedded.isFull } : {}),
  })
  const bus = embedded ? ownProcessBus : createPostgresBus(config.databaseUrl ?? '', log)
  const sinks = createSinks(clock, options.rightsCheckMs)
  const sites = createSites(config)
  const rates = createRates(config.rateLimits)
  const { web, rawHandlers } = await createWebServer(config, log, availability, sites, rates)
  /** Known once the directory has been opened. */
  const directory: { keys: ReturnType<typeof remoteKeys> | null } = { keys: null }
  const auth = createAuth({
    config,
    log,
    clock,
    database,
    keys: (...args) => {
      if (!directory.keys) throw new Error('Keys were requested before startup finished.')
      return directory.keys(...args)
    },
  })
  const dist = options.dist === undefined ? path.join(import.meta.dirname, '../../web/dist') : options.dist
  const heads = createOutsideHead({ dataDir: config.dataDir, secretKey: config.secretKey, database, log })
  const feeds = createFeeds({ database, bus, log, clock, sinks })
  const storedBlobs = await openBlobs(config, egress, log)
  const mail = config.mail ? await openMail(config.mail) : null
  const platform: Platform = {
    config,
    build: readBuild(dist),
    log,
    clock,
    database,
    bus,
    blobs: storedBlobs.blobs,
    jobs: createJobs(database, log, { prepared: config.databaseOwnerUrl !== null }),
    runs: createRuns({ database, bus, log, clock, sinks }),
    feeds,
    sinks,
    egress,
    mail,
    notifications: createNotifications(feeds, { sendsEmail: mail !== null }),
    reports,
    audit: createAudit(database, clock, config.secretKey, heads),
    restorers: createRestorers(),
    erasure: createErasure(),
    personalData: createPersonalData(),
    rates,
    redaction: createRedaction({ database, log }),
    sandbox: createSandbox(config),
    sites,
    authenticate: auth.authenticate,
    visits: createVisits({ config, database, clock, log }),
    web,
    served: [],
  }
  const app = createApp(platform, auth, { limits: options.providerLimits, engines: options.engines })
  refuseOtherMethods(platform)
  const storage = watchStorage(config.dataDir, log, storedBlobs.container)
  serveHealth(web, { database, availability, storage, secretKey: config.secretKey })
  if (dist) await servePages(platform, dist, app)
  return { platform, app, availability, storage, storedBlobs, rawHandlers, directory, heads }
}

/** Loaded only if it is used. */
async function openMail(settings: MailSettings): Promise<Mail> {
  const { createMail } = await import('./platform/egress/mail.ts')
  return createMail(settings)
}

/** The log sends errors to the reports, which send through the egress that writes to the log. */
function createOutbound({ config, log: given, clock = systemClock }: ServerOptions) {
  const plainLog = given ?? createLog(config.logLevel)
  const egress = createEgress(operatorHosts(config))
  const reports = createReports({ dsn: config.errorReportingDsn, egress, clock, log: plainLog })
  return { log: reportingLog(plainLog, reports), egress, reports }
}

/** Hosts named by the operator. Environment settings are trusted as much as the environment itself. */
function operatorHosts(config: Config): string[] {
  const addresses = [
    ...Object.values(config.engines).map((engine) => engine.baseUrl),
    config.directory.jwksUri,
    config.directory.embedded ? null : config.directory.graph,
    config.errorReportingDsn,
    config.blobContainer?.origin ?? null,
    config.azureCodeSessions?.url ?? null,
    config.azureCodeSessions?.loginUrl ?? null,
    config.avatar.azure?.relayUrl ?? null,
  ]
  return [...config.egressAllow, ...addresses.filter((address) => address !== null).map(hostAndPort)]
}
