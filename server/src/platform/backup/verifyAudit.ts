import { type Verified, verifyChain } from '../audit/chain.ts'
import { readNotedHead } from '../audit/outsideHead.ts'
import { deriveKey } from '../keys.ts'
import type { Log } from '../log/log.ts'
import { listMigrations } from './catalog.ts'
import { BackupError } from './format.ts'
import type { Installation } from './settings.ts'
import { withFrozenDatabase } from './snapshot.ts'

/** Verifies the audit log of an instance, running or stopped. */
export async function verifyAudit(installation: Installation, log: Log): Promise<Verified> {
  const { dataDir, secretKey, name } = installation
  if (!secretKey)
    throw new BackupError(
      "SECRET_KEY isn't set. Set it to the server's key. Nothing can be verified without it.",
    )
  // Read before the database is frozen: the external record lags, so its entry must be in the database.
  const noted = await readNotedHead(dataDir, secretKey)
  return withFrozenDatabase(installation, log, async (database) => {
    if (!(await listMigrations(database.db))) throw new BackupError(`No Parlance instance in ${name} yet.`)
    return verifyChain(database, deriveKey(secretKey, 'audit-chain'), noted)
  })
}

const errors = {
  Altered: 'it or an earlier entry was changed, moved, or removed',
  CutOff: 'it and all later entries are missing',
  Replaced: 'it was replaced by another entry',
} as const

/** Formats the result for an operator. The first line says whether the log is intact. */
export function verdict({ checked, firstBroken, error, outside }: Verified): string[] {
  if (firstBroken !== null && error)
    return [
      `THE AUDIT LOG WAS TAMPERED WITH. The first affected entry is ${firstBroken}: ${errors[error]}.`,
      `The ${checked} entries before it are intact.`,
    ]
  if (checked === 0 && !outside)
    return ['The audit log is empty: nothing has been recorded yet, neither in the database nor outside it.']
  return [
    `Audit log verified: all ${checked} entries are intact.`,
    outside
      ? `The end recorded outside the database, entry ${outside.seq}, matches.`
      : "Its end isn't recorded outside the database, so missing entries at the end can't be detected.",
  ]
}
