import type { Endpoint } from '@parlance/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Build } from '../config/build.ts'
import type { Config } from '../config/config.ts'
import type { Actor } from './access/actor.ts'
import type { Visits } from './access/visits.ts'
import type { Audit } from './audit/audit.ts'
import type { Restorers } from './audit/restorers.ts'
import type { RoutedBlobs } from './blobs/routedBlobs.ts'
import type { Clock } from './clock.ts'
import type { Bus } from './database/bus.ts'
import type { Database } from './database/database.ts'
import type { Egress } from './egress/egress.ts'
import type { Mail } from './egress/mail.ts'
import type { Erasure } from './erasure/erasure.ts'
import type { Feeds } from './feeds/feeds.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log/log.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { PersonalData } from './personalData/personalData.ts'
import type { Rates } from './rates/rates.ts'
import type { Redaction } from './redaction/redaction.ts'
import type { Reports } from './reports/reports.ts'
import type { Runs } from './runs/runs.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Sites } from './sites/sites.ts'
import type { Sinks } from './streaming/sinks.ts'

/** Reads the caller from an Authorization header; null if there is none. Throws AppError if it is refused. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor | null>

/** What a feature receives: infrastructure that knows no feature. */
export interface Platform {
  config: Config
  build: Build
  log: Log
  clock: Clock
  database: Database
  bus: Bus
  blobs: RoutedBlobs
  jobs: Jobs
  runs: Runs
  feeds: Feeds
  sinks: Sinks
  egress: Egress
  /** Null if the instance sends no email. */
  mail: Mail | null
  notifications: Notifications
  reports: Reports
  audit: Audit
  restorers: Restorers
  erasure: Erasure
  personalData: PersonalData
  rates: Rates
  redaction: Redaction
  sandbox: Sandbox
  sites: Sites
  authenticate: Authenticate
  visits: Visits
  web: FastifyInstance
  /** The endpoints served so far. */
  served: Endpoint[]
}
