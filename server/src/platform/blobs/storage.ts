import { mkdtemp, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { isDiskFull } from '../database/embedded/space.ts'
import { inTime } from '../database/inTime.ts'
import type { Log } from '../log/log.ts'
import { createOutage } from '../log/outage.ts'

const LOOK_MS = 10_000
/** A network drive that has lost its server can hang for minutes. */
const ANSWER_MS = 5000

/** Why the data folder can't store anything. */
type StorageProblem = 'full' | 'unwritable'

/** Checks regularly whether the data folder can store anything, and logs when that changes. */
export interface Storage {
  /** As of the last check; null if everything can be stored. `notShared`: where other processes don't find it. */
  problem(): StorageProblem | 'notShared' | null
  /** Call if the data folder isn't the one that the other processes use. */
  isNotShared(): void
  start(): Promise<void>
  stop(): void
}

export function watchStorage(dataDir: string, log: Log): Storage {
  const outage = createOutage(log, { failed: 'storage.failed', worked: 'storage.recovered' }, { dataDir })
  let problem: StorageProblem | null = null
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let shared = true

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const asked = findProblem(dataDir).finally(() => {
      looking = false
    })
    const found = (await inTime(ANSWER_MS, asked)) ?? {
      problem: 'unwritable' as const,
      cause: new Error(`The folder doesn't respond within ${ANSWER_MS / 1000} seconds.`),
    }
    problem = found.problem
    if (problem) outage.failed({ problem }, found.cause)
    else outage.worked()
  }

  return {
    problem: () => problem ?? (shared ? null : 'notShared'),
    isNotShared() {
      shared = false
      log.error('storage.notShared', { dataDir })
    },
    async start() {
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
      await look()
    },
    stop: () => clearInterval(timer),
  }
}

/** Returns what keeps an error of the file system from going away by itself; null for other errors. */
export function storageProblem(cause: unknown): StorageProblem | null {
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  return ['EROFS', 'EACCES', 'EPERM'].includes(code) ? 'unwritable' : null
}

interface Found {
  problem: StorageProblem | null
  cause?: unknown
}

async function findProblem(dataDir: string): Promise<Found> {
  for (const folder of [dataDir, path.join(dataDir, 'blobs')]) {
    try {
      // Only creating something tells whether a folder can be written to.
      await rmdir(await mkdtemp(path.join(folder, '.writable-')))
    } catch (cause) {
      // Nothing has been uploaded yet.
      const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT' && folder !== dataDir
      if (!isMissing) return { problem: storageProblem(cause) ?? 'unwritable', cause }
    }
  }
  return { problem: isDiskFull(dataDir) ? 'full' : null }
}
