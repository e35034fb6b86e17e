import { mkdtemp, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { isDiskFull } from '../database/embedded/space.ts'
import { inTime } from '../database/inTime.ts'
import type { Log } from '../log/log.ts'
import { createOutage } from '../log/outage.ts'
import type { Blobs } from './blobs.ts'
import { type FolderProblem, folderProblem } from './folderProblem.ts'

const LOOK_MS = 10_000
/** A network drive that has lost its server can hang for minutes. */
const ANSWER_MS = 5000
/** Less than that, so that the container is named as the cause. */
const CONTAINER_MS = 4000

/** Why files can't be stored. `unreachable`: the container doesn't answer or refuses. */
type StorageProblem = FolderProblem | 'unreachable'

/** Checks regularly whether the data folder, and a container, can store anything, and logs when that changes. */
export interface Storage {
  /** As of the last check; null if everything can be stored. `notShared`: where other processes don't find it. */
  problem(): StorageProblem | 'notShared' | null
  /** Call if the data folder or container isn't the one that the other processes use. */
  isNotShared(): void
  start(): Promise<void>
  stop(): void
}

/** `container`: the blobs of a container, if files are stored there. */
export function watchStorage(
  dataDir: string,
  log: Log,
  container: Pick<Blobs, 'readId'> | null = null,
): Storage {
  const outage = createOutage(log, { failed: 'storage.failed', worked: 'storage.recovered' }, { dataDir })
  let problem: StorageProblem | null = null
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let shared = true

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const asked = findProblem(dataDir, container).finally(() => {
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

interface Found {
  problem: StorageProblem | null
  cause?: unknown
}

async function findProblem(dataDir: string, container: Pick<Blobs, 'readId'> | null): Promise<Found> {
  for (const folder of [dataDir, path.join(dataDir, 'blobs')]) {
    try {
      // Only creating something tells whether a folder can be written to.
      await rmdir(await mkdtemp(path.join(folder, '.writable-')))
    } catch (cause) {
      // Nothing has been uploaded yet.
      const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT' && folder !== dataDir
      if (!isMissing) return { problem: folderProblem(cause) ?? 'unwritable', cause }
    }
  }
  if (isDiskFull(dataDir)) return { problem: 'full' }
  return container ? findContainerProblem(container) : { problem: null }
}

async function findContainerProblem(container: Pick<Blobs, 'readId'>): Promise<Found> {
  try {
    if (
      await inTime(
        CONTAINER_MS,
        container.readId().then(() => true),
      )
    )
      return { problem: null }
    const cause = new Error(`The container doesn't respond within ${CONTAINER_MS / 1000} seconds.`)
    return { problem: 'unreachable', cause }
  } catch (cause) {
    return { problem: 'unreachable', cause }
  }
}
