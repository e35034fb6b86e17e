import { type Verified, verifyChain } from '../audit/chain.ts'
import { readNotedHead } from '../audit/outsideHead.ts'
import { deriveKey } from '../keys.ts'
import type { Log } from '../log/log.ts'
import { listMigrations } from './catalog.ts'
import { BackupError } from './format.ts'
import type { Installation } from './settings.ts'
import { withFrozenDatabase } from './snapshot.ts'

/** Verifies the audit log of an installation, which may run meanwhile or be stopped. */
export async function verifyAudit(installation: Installation, log: Log): Promise<Verified> {
  const { dataDir, secretKey, name } = installation
  if (!secretKey)
    throw new BackupError(
      'SECRET_KEY is not set: set it as for the server. Nothing can be verified without it.',
    )
  // Before the database is frozen: what is noted outside of it lags, and must be in it.
  const noted = await readNotedHead(dataDir, secretKey)
  return withFrozenDatabase(installation, log, async (database) => {
    if (!(await listMigrations(database.db))) throw new BackupError(`There is no Parlance in ${name} yet.`)
    return verifyChain(database, deriveKey(secretKey, 'audit-chain'), noted)
  })
}

const faults = {
  Altered: 'it, or one before it, was changed, moved or taken out',
  CutOff: 'it and all that came after it are gone',
  Replaced: 'another one stands in its place',
} as const

/** What came of it, in lines for an operator, the first of which says whether it holds. */
export function verdict({ checked, firstBroken, fault, outside }: Verified): string[] {
  if (firstBroken !== null && fault)
    return [
      `THE AUDIT LOG DOES NOT HOLD. Entry ${firstBroken} is the first that is broken: ${faults[fault]}.`,
      `The ${checked} entries before it fit.`,
    ]
  if (checked === 0 && !outside)
    return ['The audit log is empty: nothing was recorded yet, and nothing is noted outside.']
  return [
    `The audit log holds: all ${checked} entries fit.`,
    outside
      ? `Outside of the database its end is noted at entry ${outside.seq}, and fits.`
      : 'Its end is noted nowhere outside of the database: that nothing was cut off cannot be told.',
  ]
}
