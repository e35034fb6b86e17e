import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

/** Reported without a stack, which wouldn't help someone who has to choose another folder. */
export class LockError extends Error {}

/** Another process holds the lock. */
export class FolderInUse extends LockError {}

const SQLITE_BUSY = 5

/** A process that was told to exit needs up to this long to write its last pages. */
const PATIENCE_MS = 15_000

/**
 * Takes the only lock on a data folder. It is an operating-system file lock, taken through SQLite, so it ends
 * with its process and can never be stale.
 */
export async function lockDataDir(dataDir: string, patienceMs = PATIENCE_MS): Promise<{ release(): void }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const deadline = performance.now() + patienceMs
  for (;;) {
    let file: DatabaseSync | null = null
    try {
      file = new DatabaseSync(path.join(dataDir, 'lock'))
      const held = file
      held.exec('pragma locking_mode = exclusive; begin exclusive')
      return { release: () => held.close() }
    } catch (cause) {
      file?.close()
      if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY)
        throw new LockError(
          `DATA_DIR: ${dataDir} can't be locked (${(cause as Error).message}). Use a folder on a local disk that this account can write to.`,
          { cause },
        )
      if (performance.now() > deadline)
        throw new FolderInUse(
          `Another Parlance server is using ${dataDir}. Stop it, or set a different DATA_DIR.`,
          { cause },
        )
      await wait(100)
    }
  }
}
