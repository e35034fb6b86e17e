import { EventEmitter, once } from 'node:events'
import { v7 as uuid } from 'uuid'
import { findGuard, type Guard } from '../../../platform/confinement/guard.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Notice } from '../../../platform/notifications/notifications.ts'
import { tellWebhooks } from '../../../platform/webhooks/tellWebhooks.ts'
import { withoutText } from '../extraction/extractionMessages.ts'
import { createExtractor, ExtractionFailure, type Extractor } from '../extraction/extractor.ts'
import { failedTopic } from '../failedTopic.ts'
import { deleteOutdatedCounts } from '../grams/store.ts'
import { readReason } from '../scans/store.ts'
import {
  clearAll,
  clearHere,
  deleteFile,
  type IndexerPlatform,
  type IndexTask,
  indexFile,
  LostTask,
  reindexFile,
  withIndex,
} from './indexFile.ts'
import { createStatistics } from './statistics.ts'
import * as store from './store.ts'
import { createWorker } from './worker.ts'

/** Processes waiting files in the background, two at a time. */
export interface Indexer {
  start(): Promise<void>
  /** Call when there may be new work. */
  wake(): void
  /** Resolves when this process has read the next file or failed to. Rejects when no one waits for it anymore. */
  worked(signal: AbortSignal): Promise<void>
  /** Resolves when nothing is waiting any more. Used by the seed and by tests. */
  settled(): Promise<void>
  stop(): Promise<void>
  /** Returns what enforces the limits for reading files on this machine. */
  extractionGuard(): Promise<Guard['kind']>
}

/** How often to look for files that another process left behind. */
const LOOK_MS = 10_000
const MAX_ATTEMPTS = 8
const MAX_BACKOFF_SECONDS = 60
/**
 * When a library is tried again whose store or index can't be used. It gets at most a sixth of the time, so that others
 * go on.
 */
const OUTAGE_SECONDS = 30
const OUTAGE_SHARE = 5
const outages: readonly string[] = [
  'storage.unreachable',
  'dataSource.notConfirmed',
  'egress.refused',
  'index.unreachable',
  'index.refused',
  'index.noRights',
  'index.notOurs',
  'index.tooOld',
]
/** One file is read while another is stored, and small files need not wait for a large one. */
const FILES_AT_ONCE = 2

interface Seat {
  holder: string
  extractor: Extractor
}

interface Around {
  /** Called after each file. */
  onWorked(): void
  /** Whether text on scanned pages can be recognized. */
  recognizes(): Promise<boolean>
}

export function createIndexer(platform: IndexerPlatform, { onWorked, recognizes }: Around): Indexer {
  // Each has its own name, because the lease must also keep them out of each other's files.
  const guard = findGuard()
  const seats = Array.from({ length: FILES_AT_ONCE }, () => ({
    holder: uuid(),
    extractor: createExtractor({ guard }),
  }))
  const workers = seats.map((seat) => createWorker(() => drain(seat)))
  /** Until when libraries wait whose store or index can't be used. */
  const resting = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let started = false
  let stopping = false
  const { database, log } = platform
  const statistics = createStatistics(
    () => store.countIndexed(database.db),
    async () => {
      if (database.embedded) await store.tidy(database.db)
      await store.gatherStatistics(database.db)
    },
    (cause) => log.warn('knowledge.statistics', {}, cause),
  )
  const files = new EventEmitter<{ worked: [] }>().setMaxListeners(0)

  function announce(): void {
    files.emit('worked')
  }

  async function drain(seat: Seat): Promise<void> {
    try {
      while (!stopping) {
        const { db } = platform.database
        const resting = restingLibraries()
        const task =
          (await store.claim(db, seat.holder, resting)) ??
          (await store.claimOutdated(db, seat.holder, resting))
        if (!task) break
        await work(task, seat)
        announce()
        onWorked()
      }
      if (!stopping) statistics.rest()
    } catch (cause) {
      // Usually the database is unavailable. The next attempt follows in seconds, and nothing is lost
      // meanwhile.
      platform.log.warn('knowledge.waiting', {}, cause)
    }
  }

  /** Has a library wait after an attempt that took this long. Returns the seconds. */
  function rest(libraryId: number, ms: number): number {
    const restMs = Math.max(OUTAGE_SECONDS * 1000, ms * OUTAGE_SHARE)
    resting.set(libraryId, performance.now() + restMs)
    return Math.ceil(restMs / 1000)
  }

  function restingLibraries(): number[] {
    for (const [libraryId, until] of resting) if (until < performance.now()) resting.delete(libraryId)
    return [...resting.keys()]
  }

  async function work(task: store.Task, seat: Seat): Promise<void> {
    const started = performance.now()
    try {
      const passages = await workOn(task, seat)
      const ms = Math.round(performance.now() - started)
      platform.log.info('knowledge.worked', { fileId: task.fileId, passages, ms })
    } catch (error) {
      if (error instanceof LostTask) return store.giveBack(platform.database.db, task, seat.holder)
      // Says nothing about the file, however long it lasts. It has been logged.
      if (error instanceof AppError && outages.includes(error.code)) {
        const seconds = rest(task.libraryId, performance.now() - started)
        return store.giveBack(platform.database.db, task, seat.holder, seconds)
      }
      platform.log.error('knowledge.failed', { fileId: task.fileId, attempts: task.attempts }, error)
      // Internal errors are retried with increasing delays.
      const seconds = Math.min(2 ** task.attempts, MAX_BACKOFF_SECONDS)
      await store.postpone(platform.database.db, task, seat.holder, seconds)
    }
  }

  async function workOn(claimed: store.Task, seat: Seat): Promise<number> {
    const { holder } = seat
    const task = await withIndex(platform, claimed, holder)
    if (task.removed) {
      await clearHere(platform, task, holder, null, count)
      // The container of a deleted library is known as long as it has files.
      for (const key of new Set([task.blobKey, task.readyBlobKey])) if (key) await platform.blobs.remove(key)
      await deleteFile(platform, task, holder, count)
      return 0
    }
    if (task.outdated) return reindexFile(platform, task, holder, count)
    const passages = task.state === 'Ready' ? 0 : await indexOrFail(task, seat)
    if (passages === null || task.fileVersion === 1) return passages ?? 0
    await clearAll(platform, task, holder, task.fileVersion, count)
    await store.endClearing(platform.database.db, task, holder)
    return passages
  }

  /** Returns null if the file can't be read and retrying wouldn't help. */
  async function indexOrFail(task: IndexTask, { holder, extractor }: Seat): Promise<number | null> {
    try {
      // Its process crashed repeatedly, or the database rejects its content.
      if (task.attempts > MAX_ATTEMPTS) throw new ExtractionFailure('file.failed')
      return await indexFile(platform, extractor, task, holder, count)
    } catch (error) {
      // We stopped the reading ourselves, which says nothing about the file.
      if (stopping) throw new LostTask()
      if (!(error instanceof ExtractionFailure)) throw error
      await clearAll(platform, task, holder, task.readyVersion, count)
      const { database, notifications } = platform
      const isScan = error.reason === 'file.scanned' && task.isAttached
      if (isScan && (await recognizes()) && (await store.leaveToScanner(database.db, task, holder)))
        return null
      const reason = withoutText.includes(error.reason)
        ? ((await readReason(database.db, task.fileId)) ?? error.reason)
        : error.reason
      const tell = await database.transaction(async (tx) => {
        const failed = await store.makeFailed(tx, task, holder, reason)
        if (!failed) return null
        const { dataSourceId, libraryName } = failed
        const data = { dataSourceId, libraryName, fileId: task.fileId, reason }
        await tellWebhooks(tx, { event: 'file.failed', data })
        return notifications.store(tx, [noticeOf(failed)])
      })
      tell?.()
      platform.log.info('knowledge.unreadable', { fileId: task.fileId, reason })
      return null
    }
  }

  async function count(passages: number): Promise<void> {
    if (stopping) throw new LostTask()
    await statistics.changed(passages)
  }

  function wake(): void {
    if (!started || stopping) return
    statistics.wake()
    for (const worker of workers) worker.wake()
  }

  const settled = async () => {
    await Promise.all(workers.map((worker) => worker.settled()))
  }

  return {
    extractionGuard: async () => (await guard).kind,
    async start() {
      const { kind } = await guard
      if (kind === 'Full') platform.log.info('knowledge.guard', { guard: kind })
      // Files are still read. The log says which protection is missing.
      else platform.log.warn('knowledge.guard', { guard: kind, missing: 'prlimit' })
      // Runs before any file is claimed. Otherwise it would free our own leases.
      if (platform.database.embedded) await store.freeAllLeases(platform.database.db)
      await store.markOutdated(platform.database.db)
      await deleteOutdatedCounts(platform.database.db)
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    wake,
    settled,
    worked: async (signal) => void (await once(files, 'worked', { signal })),
    async stop() {
      stopping = true
      clearInterval(timer)
      statistics.wake()
      // The current step is short. The rest resumes at the next startup.
      for (const { extractor } of seats) extractor.close()
      await settled()
    },
  }
}

/**
 * Notifies the person who uploaded the file. Many files of a library are combined into one notification with their
 * number.
 */
const noticeOf = ({ dataSourceId, libraryName, userId }: store.FailedFile): Notice => ({
  kind: 'FilesFailed',
  userId,
  params: { libraryName, files: 1 },
  path: `/admin/datasource/${dataSourceId}/edit`,
  topic: { name: failedTopic(dataSourceId), counted: 'files' },
})
