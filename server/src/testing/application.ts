import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Config, readConfig } from '../config/config.ts'
import type { Engine } from '../engines/engine.ts'
import type { ProviderLimits } from '../engines/providerCall.ts'
import type { LanguageEngine } from '../engines/registry.ts'
import type { Clock } from '../platform/clock.ts'
import type { EmbeddedDatabase } from '../platform/database/embedded/embeddedDatabase.ts'
import { openEmbeddedDatabase } from '../platform/database/embedded/openEmbedded.ts'
import { createLog, type Log } from '../platform/log/log.ts'
import type { Platform } from '../platform/platform.ts'
import { type RunningServer, startServer } from '../startServer.ts'
import { dropDatabase, freshDatabase } from './databases.ts'
import { freePort } from './freePort.ts'
import { readPrepared } from './prepared.ts'
import { signInOverHttp } from './signIn.ts'

export interface TestOptions {
  environment?: Record<string, string>
  engines?: Partial<Record<LanguageEngine, Engine>>
  providerLimits?: ProviderLimits
  /** How often open streams check whether they can continue. */
  rightsCheckMs?: number
  clock?: Clock
  dist?: string
  /** An existing data folder to start on. */
  dataDir?: string
  /** The PostgreSQL database to start on; null for the embedded one, whatever the tests use. */
  databaseUrl?: string | null
  /** Whether to do a real first startup instead of starting on a copy of a prepared installation. */
  first?: boolean
}

export interface TestApplication {
  origin: string
  config: Config
  platform: Platform
  /** The log, one JSON text per event. */
  logged: string[]
  /** The lines printed at startup. */
  said: string[]
  dataDir: string
  databaseUrl: string | null
  embedded: EmbeddedDatabase | null
  /** Returns a demo user's product token, signing in through the directory once. */
  token(userName: string): Promise<string>
  /** Stops the server and keeps its data. */
  stop(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

/**
 * Starts the real application on a free port with a separate data folder, and in a separate database of the test
 * run's PostgreSQL server. It starts on a copy of a prepared installation, which takes a third of the time of a
 * first startup.
 */
export async function startTestApplication(options: TestOptions = {}): Promise<TestApplication> {
  const prepared = mayBePrepared(options) ? readPrepared() : null
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'parlance-test-')))
  // Node's own copy function takes six times as long.
  if (prepared) await promisify(execFile)('cp', ['-Rp', `${prepared.dataDir}/.`, dataDir])
  const databaseUrl =
    options.databaseUrl === undefined ? await freshDatabase(prepared?.databaseUrl) : options.databaseUrl
  const port = await freePort()
  const config: Config = {
    ...readConfig({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'INFO',
      RATE_LIMITS: 'off',
      CODE_INTERPRETER: 'off',
      TEXT_RECOGNITION: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, DATABASE_UNSAFE: '1', SECRET_KEY: TEST_KEY } : {}),
      ...options.environment,
    }),
    strictAnswers: true,
  }
  const logged: string[] = []
  const said: string[] = []
  const log: Log = createLog(config.logLevel, { write: (line) => void logged.push(line) })
  const embedded = databaseUrl
    ? null
    : await openEmbeddedDatabase({ dataDir, choice: config.embeddedDatabase, log })
  const { clock, engines, providerLimits, rightsCheckMs } = options
  const server: RunningServer = await startServer({
    config,
    embedded,
    log,
    say: (line) => void said.push(line),
    dist: options.dist ?? null,
    ...(clock ? { clock } : {}),
    ...(engines ? { engines } : {}),
    ...(providerLimits ? { providerLimits } : {}),
    ...(rightsCheckMs ? { rightsCheckMs } : {}),
  })
  const tokens = new Map<string, Promise<string>>()
  const app: TestApplication = {
    origin: config.publicOrigin,
    config,
    platform: server.platform,
    logged,
    said,
    dataDir,
    databaseUrl,
    embedded,
    token(userName) {
      const known =
        tokens.get(userName) ?? signInOverHttp(app, userName, 'parlance').then((signedIn) => signedIn.token)
      tokens.set(userName, known)
      return known
    },
    stop: () => server.stop(0),
    async remove() {
      await server.stop(0)
      rmSync(dataDir, { recursive: true, force: true })
      if (databaseUrl && !options.databaseUrl) await dropDatabase(databaseUrl)
    },
  }
  return app
}

/** The SECRET_KEY of test applications on PostgreSQL. */
export const TEST_KEY = 'only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz'

/** The settings that can change between startups, so that a prepared installation can be started with them. */
const changeable =
  /^(PORT|PUBLIC_ORIGIN|RATE_LIMITS|FEATURE_FLAGS|EGRESS_ALLOW|SUPERVISION_EXPORT_DIR|TRUST_PROXY|RELEASE_NOTES_URL|ERROR_REPORTING_.+|(COMPATIBLE|OPENAI|ANTHROPIC)_.+)$/

/** Whether a first startup would write the same data; for example, a test's own clock is in every row. */
const mayBePrepared = ({ first, clock, dataDir, databaseUrl, environment = {} }: TestOptions): boolean =>
  !(first || clock || dataDir) &&
  databaseUrl === undefined &&
  Object.keys(environment).every((name) => changeable.test(name))
