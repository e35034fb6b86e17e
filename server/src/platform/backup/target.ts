import type { Migration } from '../database/migrate.ts'
import type { Log } from '../log/log.ts'
import { BackupError } from './format.ts'
import type { VerifiedArchive } from './readArchive.ts'
import type { Secrets } from './secrets.ts'
import type { Installation } from './settings.ts'

export interface RestoreOptions {
  installation: Installation
  file: string
  /** Called if the archive contains secrets; null leaves them out. */
  passphrase(): Promise<string | null>
  /** The target's name, if its contents may be replaced. */
  replace: string | null
  log: Log
  now: Date
}

/** What both kinds of target receive. */
export interface Target extends RestoreOptions {
  archive: VerifiedArchive
  secrets: Secrets | null
  migrations: Migration[]
  /** The key that the target will run with; null if it will create one. */
  secretKey: Buffer | null
}

/** Refuses a target that isn't empty, unless it was named. */
export function requireNamed(
  { installation, file, replace }: RestoreOptions,
  holds: string,
  fate: string,
): void {
  if (replace === installation.name) return
  const wrong = replace === null ? '' : `--replace names a different place, ${replace}.\n`
  throw new BackupError(
    `${wrong}${installation.name} already contains something: ${holds}.\n${fate}\nTo replace it with the backup, name it:\n  npm run restore ${file} -- --replace ${installation.name}`,
  )
}
