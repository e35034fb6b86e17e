import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

/** Said as it is: whoever starts a second process has done nothing that a stack would explain. */
export class FolderInUse extends Error {}

/** A process that was told to end needs this long to write its last pages. */
const PATIENCE_MS = 15_000

/**
 * Takes the one lock on a data folder. It is a file lock of the operating system, held through SQLite, so that it
 * goes with its process however that ends, and no stale lock has ever to be guessed at.
 */
export async function lockDataDir(dataDir: string, patienceMs = PATIENCE_MS): Promise<{ release(): void }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const deadline = performance.now() + patienceMs
  for (;;) {
    const file = new DatabaseSync(path.join(dataDir, 'lock'))
    try {
      file.exec('pragma locking_mode = exclusive; begin exclusive')
      return { release: () => file.close() }
    } catch (cause) {
      file.close()
      if (performance.now() > deadline) {
        throw new FolderInUse(
          `Another Parlance server is using ${dataDir}. Stop it, or set a different DATA_DIR.`,
          {
            cause,
          },
        )
      }
      await wait(100)
    }
  }
}
