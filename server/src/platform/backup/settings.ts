import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError, containerOf, Settings, secretKeyOf } from '../../config/config.ts'
import type { EmbeddedChoice } from '../database/embedded/openEmbedded.ts'
import { RESTORED } from '../database/embedded/takeRestored.ts'

/** What a backup or restore needs to know about an instance. Reading it creates nothing. */
export interface Installation {
  dataDir: string
  databaseUrl: string | null
  /** The same database, as the role that can change its schema. */
  databaseOwnerUrl: string | null
  /** Which kind of embedded database is used without `databaseUrl`. */
  embeddedDatabase: EmbeddedChoice
  /** Null if no key is set and none was created yet. */
  secretKey: Buffer | null
  /** Whether SECRET_KEY is set, which takes precedence over the file in DATA_DIR. */
  keyIsSet: boolean
  /** Where uploaded files are stored. Null: in `dataDir`. */
  blobContainer: Config['blobContainer']
  /** How an operator recognizes it: its data folder, or the host and name of its database. */
  name: string
}

const Needed = Settings.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  EMBEDDED_DATABASE: true,
  SECRET_KEY: true,
  BLOB_CONTAINER_URL: true,
  BLOB_CONTAINER_KEY: true,
})

export function readInstallation(environment: Record<string, string | undefined>): Installation {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Needed.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const settings = parsed.data
  const dataDir = path.resolve(settings.DATA_DIR)
  return {
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL ?? null,
    embeddedDatabase: settings.EMBEDDED_DATABASE,
    secretKey: settings.SECRET_KEY ? secretKeyOf(settings.SECRET_KEY) : keyFile(dataDir),
    keyIsSet: settings.SECRET_KEY !== undefined,
    blobContainer: containerOf(settings),
    name: settings.DATABASE_URL ? nameOf(settings.DATABASE_URL) : dataDir,
  }
}

/** Omits the user and password, which don't belong in a terminal's history. */
function nameOf(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  return `${url.hostname || 'localhost'}:${url.port || '5432'}${url.pathname}`
}

function keyFile(dataDir: string): Buffer | null {
  const files = [path.join(dataDir, RESTORED, 'secret-key'), path.join(dataDir, 'secret-key')]
  const file = files.find((one) => existsSync(one))
  return file ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64') : null
}
