import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, Settings, secretKeyOf } from '../../config/config.ts'
import { RESTORED } from '../database/embedded/takeRestored.ts'

/** What a backup and a restore need to know of an installation. Reading it makes nothing. */
export interface Installation {
  dataDir: string
  databaseUrl: string | null
  /** The same database, by the role that may change its form. */
  databaseOwnerUrl: string | null
  /** Null where none is set and none was made yet. */
  secretKey: Buffer | null
  /** True where SECRET_KEY is set: it then goes before the file in DATA_DIR. */
  keyIsSet: boolean
  /** What an operator knows it by: its data folder, or the server and name of its database. */
  name: string
}

const Needed = Settings.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  SECRET_KEY: true,
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
    secretKey: settings.SECRET_KEY ? secretKeyOf(settings.SECRET_KEY) : keyFile(dataDir),
    keyIsSet: settings.SECRET_KEY !== undefined,
    name: settings.DATABASE_URL ? nameOf(settings.DATABASE_URL) : dataDir,
  }
}

/** Without user and password, which belong in no terminal's history. */
function nameOf(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  return `${url.hostname || 'localhost'}:${url.port || '5432'}${url.pathname}`
}

function keyFile(dataDir: string): Buffer | null {
  const files = [path.join(dataDir, RESTORED, 'secret-key'), path.join(dataDir, 'secret-key')]
  const file = files.find((one) => existsSync(one))
  return file ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64') : null
}
