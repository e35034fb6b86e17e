import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '../../config/config.ts'
import { isDemo } from '../../platform/auth/demo.ts'
import { listMigrations } from '../../platform/backup/catalog.ts'
import { type Installation, readInstallation } from '../../platform/backup/settings.ts'
import { withFrozenDatabase } from '../../platform/backup/snapshot.ts'
import { sentence } from '../../platform/backup/tool.ts'
import { withBlobs } from '../../platform/blobs/openBlobs.ts'
import { isSharedFolder, notShared, otherContainer } from '../../platform/blobs/sharedFolder.ts'
import { connectionError } from '../../platform/database/connectionError.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { holdsDatabase } from '../../platform/database/embedded/dataFolder.ts'
import { isDiskFull } from '../../platform/database/embedded/space.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import type { Log } from '../../platform/log/log.ts'
import { configuredFlags } from '../instanceSettings/index.ts'
import { type Entry, runProbes } from './probe.ts'
import { probes } from './probes.ts'
import { told } from './sentences.ts'

/** The findings as lines, and whether something does not work. */
export interface Examined {
  lines: string[]
  wrong: boolean
}

type Environment = Record<string, string | undefined>

const wrong = (...lines: string[]): Examined => ({
  lines: lines.map((line) => `ERROR        ${line}`),
  wrong: true,
})
const open = (line: string): Examined => ({ lines: [`to do        ${line}`], wrong: false })

/**
 * Examines a running or stopped instance: first for startup errors, then with the checklist. It reads the same
 * settings as the server and changes nothing.
 */
export async function examine(environment: Environment, log: Log): Promise<Examined> {
  const read = readSettings(environment)
  if (!('config' in read)) return read
  const { config, installation } = read
  if (!config.databaseUrl && !holdsDatabase(config.dataDir)) return notStarted(installation)
  if (existsSync(config.dataDir) && isDiskFull(config.dataDir))
    return wrong(
      `DATA_DIR: the disk of ${config.dataDir} is full. Free up space there. Nothing has to be restarted.`,
    )
  try {
    return await withFrozenDatabase(installation, log, (database) =>
      examineDatabase({ config, installation, ...database }, log),
    )
  } catch (cause) {
    const explained = config.databaseUrl ? connectionError(cause, 'DATABASE_URL') : null
    return wrong(explained ?? `Can't read the database: ${sentence(cause)}`)
  }
}

function readSettings(environment: Environment): Examined | { config: Config; installation: Installation } {
  try {
    const installation = readInstallation(environment)
    // The server creates the key at startup. Without one, nothing has been signed yet.
    const config = readConfig(environment, () => installation.secretKey ?? randomBytes(48))
    configuredFlags(config.featureFlags, isDemo(config))
    return { config, installation }
  } catch (cause) {
    if (cause instanceof ConfigError) return wrong(...cause.errors)
    throw cause
  }
}

const notStarted = ({ name }: Installation) =>
  open(
    `No Parlance instance in ${name} yet. Start it (npm start), or set DATA_DIR or DATABASE_URL to the server's values.`,
  )

interface Opened extends Pick<Database, 'db' | 'embedded'> {
  config: Config
  installation: Installation
}

async function examineDatabase({ config, installation, db, embedded }: Opened, log: Log): Promise<Examined> {
  const [applied, known] = await Promise.all([listMigrations(db), readMigrations()])
  if (!applied) return notStarted(installation)
  const changed = applied.find(({ number, hash }) => (known[number - 1]?.hash ?? hash) !== hash)
  if (applied.length > known.length)
    return wrong("The database was created by a newer version. This version can't start with it.")
  if (changed) return wrong(`The database doesn't match this version: ${changed.name} differs.`)
  if (applied.length < known.length)
    return open(
      'The database is from an earlier version. Start the server to migrate it, then run this again.',
    )
  const elsewhere = embedded && !config.blobContainer ? [] : await examineBlobs(config, db, log)
  const avatar = await examineAvatar(config)
  const entries = await runProbes(probes, { config, db, embedded, now: new Date() }, log)
  return {
    lines: [
      ...elsewhere,
      ...avatar,
      `Parlance in ${installation.name} (${databaseNames[embedded ?? 'external']}): ${summaryOf(entries)}`,
      ...entries.flatMap(told),
    ],
    wrong: elsewhere.length + avatar.length > 0 || entries.some(({ state }) => state === 'Wrong'),
  }
}

/** Returns what is wrong with the store of files. */
async function examineBlobs(config: Config, db: Sql, log: Log): Promise<string[]> {
  const { dataDir, blobContainer } = config
  try {
    if (await withBlobs(config, log, (blobs) => isSharedFolder(db, blobs))) return []
    return wrong(blobContainer ? otherContainer(blobContainer.name) : notShared(dataDir)).lines
  } catch (cause) {
    return wrong(`BLOB_CONTAINER_URL: can't reach ${blobContainer?.name}: ${sentence(cause)}`).lines
  }
}

/** Returns what is wrong with the avatar of a service. */
async function examineAvatar({ avatar: { azure } }: Config): Promise<string[]> {
  if (!azure) return []
  const { azureAvatarFault } = await import('../speech/index.ts')
  const fault = await azureAvatarFault(azure)
  return fault ? wrong(fault).lines : []
}

const databaseNames = { postgres: 'embedded PostgreSQL', pglite: 'embedded PGlite', external: 'PostgreSQL' }

function summaryOf(entries: readonly Entry[]): string {
  const counted = entries.filter(({ state }) => state !== 'Optional')
  return `${counted.filter(({ state }) => state === 'Done').length} of ${counted.length} done`
}
