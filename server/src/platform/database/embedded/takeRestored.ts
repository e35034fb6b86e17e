import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The subfolder with a complete restored instance, waiting to be moved into place. */
export const RESTORED = 'restored'
/** What a restored instance consists of. The database is of one of two kinds, and replaces either. */
const parts = [['secret-key'], ['audit-head'], ['blobs'], ['database', 'postgres']] as const
const REPLACED = 'replaced'

/** Formats a time for use in file names, such as 20260102T030405Z. Sorted names are in chronological order. */
export function timeName(now: Date): string {
  return now.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/**
 * Moves a restored instance into place and keeps the replaced one next to it. The lock holder calls this before
 * opening the database, so that a restore killed between two steps is completed at the next startup. Returns
 * where the replaced instance is kept; null if nothing was moved.
 */
export function takeRestored(dataDir: string, now: Date): string | null {
  const restored = path.join(dataDir, RESTORED)
  if (!existsSync(restored)) return null
  const replaced = path.join(dataDir, `${REPLACED}-${timeName(now)}`)
  let kept = false
  for (const names of parts) {
    const fresh = names.find((name) => existsSync(path.join(restored, name)))
    if (!fresh) continue
    for (const name of names.filter((one) => existsSync(path.join(dataDir, one)))) {
      mkdirSync(replaced, { recursive: true, mode: 0o700 })
      renameSync(path.join(dataDir, name), path.join(replaced, name))
      kept = true
    }
    renameSync(path.join(restored, fresh), path.join(dataDir, fresh))
  }
  rmSync(path.join(dataDir, 'database-begun'), { recursive: true, force: true })
  rmdirSync(restored)
  return kept ? replaced : null
}
