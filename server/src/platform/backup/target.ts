import type { Migration } from '../database/migrate.ts'
import type { Log } from '../log/log.ts'
import { BackupError } from './format.ts'
import type { VerifiedArchive } from './readArchive.ts'
import type { Secrets } from './secrets.ts'
import type { Installation } from './settings.ts'

export interface RestoreOptions {
  installation: Installation
  file: string
  /** Asked for when the archive holds secrets; null leaves them out. */
  passphrase(): Promise<string | null>
  /** The target's name, where what is there may be replaced. */
  replace: string | null
  log: Log
  now: Date
}

/** What both kinds of target are given. */
export interface Target extends RestoreOptions {
  archive: VerifiedArchive
  secrets: Secrets | null
  migrations: Migration[]
  /** The key that the target will run with; null where it will make one. */
  secretKey: Buffer | null
}

/** Refuses a target that is in use, unless it was named. */
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
