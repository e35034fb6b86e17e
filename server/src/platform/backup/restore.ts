import { existsSync } from 'node:fs'
import { type Migration, readMigrations } from '../database/migrate.ts'
import { BackupError, type Header } from './format.ts'
import type { Loaded } from './load.ts'
import { type VerifiedArchive, verifyArchive } from './readArchive.ts'
import { restoreEmbedded } from './restoreEmbedded.ts'
import { restorePostgres } from './restorePostgres.ts'
import { keyCheck, type Secrets, unseal } from './secrets.ts'
import type { RestoreOptions, Target } from './target.ts'

export interface Restored {
  archive: VerifiedArchive
  audit: Loaded['audit']
  /** Whether this instance now has the key of the backed-up instance. */
  key: 'restored' | 'same' | 'other'
  /** Where the replaced instance is kept; null if there was none or nothing of it could be kept. */
  replaced: string | null
}

/**
 * Replaces an instance with the contents of an archive, completely or not at all. The whole archive is verified
 * against its hashes before anything changes.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { installation, file } = options
  if (!existsSync(file)) throw new BackupError(`${file} doesn't exist.`)
  const migrations = await readMigrations()
  const archive = await verifyArchive(file, (header) => requireKnownForm(header, migrations))
  const secrets = await openSecrets(archive, options)
  const archived = secrets ? Buffer.from(secrets.secretKey, 'base64') : null
  if (archived && installation.keyIsSet && !installation.secretKey?.equals(archived)) {
    throw new BackupError(
      "SECRET_KEY isn't the key of the instance that was backed up. Remove it from the settings to use the key in the archive, or skip the secrets (--without-secrets). Nothing was changed.",
    )
  }
  const secretKey = archived ?? installation.secretKey
  const target: Target = { ...options, archive, secrets, migrations, secretKey }
  const { audit, replaced } = installation.databaseUrl
    ? await restorePostgres(target)
    : await restoreEmbedded(target)
  const isItsKey = secretKey !== null && keyCheck(secretKey) === archive.manifest.keyCheck
  return { archive, audit, replaced, key: archived ? 'restored' : isItsKey ? 'same' : 'other' }
}

function requireKnownForm(header: Header, migrations: Migration[]): void {
  const created = `This backup was created by Parlance ${header.productVersion}`
  if (header.migrations.length > migrations.length) {
    throw new BackupError(
      `${created} with database version ${header.migrations.length}, but this version supports only up to ${migrations.length}. Restore it with that version or a later one. Nothing was changed.`,
    )
  }
  const other = header.migrations.find(
    ({ number, hash }, index) => migrations[index]?.number !== number || migrations[index]?.hash !== hash,
  )
  if (other) {
    throw new BackupError(
      `${created}, but its ${other.name} differs from this version's. It comes from a different line of versions. Nothing was changed.`,
    )
  }
}

async function openSecrets(
  { secrets }: VerifiedArchive,
  { passphrase }: RestoreOptions,
): Promise<Secrets | null> {
  if (!secrets) return null
  const given = await passphrase()
  return given === null ? null : unseal(secrets.sealed, given, secrets.boundTo)
}
