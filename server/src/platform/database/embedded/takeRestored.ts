import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** A restored installation that is whole and waits to take its place in the data folder. */
export const RESTORED = 'restored'
const parts = ['secret-key', 'audit-head', 'blobs', 'database'] as const
const REPLACED = 'replaced'

/** A moment as part of a file's name, such as 20260102T030405Z: names in order are times in order. */
export function timeName(now: Date): string {
  return now.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/**
 * Puts a restored installation in the place of the one that is there, which is kept beside it. Whoever holds the
 * lock on the data folder does this before opening the database: a restore that is killed between two of these steps
 * is then finished by the next start. Answers where the replaced one is kept; null where nothing was.
 */
export function takeRestored(dataDir: string, now: Date): string | null {
  const restored = path.join(dataDir, RESTORED)
  if (!existsSync(restored)) return null
  const replaced = path.join(dataDir, `${REPLACED}-${timeName(now)}`)
  let kept = false
  for (const part of parts) {
    const fresh = path.join(restored, part)
    const place = path.join(dataDir, part)
    if (!existsSync(fresh)) continue
    if (existsSync(place)) {
      mkdirSync(replaced, { recursive: true, mode: 0o700 })
      renameSync(place, path.join(replaced, part))
      kept = true
    }
    renameSync(fresh, place)
  }
  rmSync(path.join(dataDir, 'database-begun'), { recursive: true, force: true })
  rmdirSync(restored)
  return kept ? replaced : null
}
