import { v7 as uuid } from 'uuid'
import { isDatabaseFull } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createWorker } from '../indexing/worker.ts'
import type { ServerFile } from '../service.ts'
import * as store from './store.ts'
import { LostArchive, unpackArchive } from './unpackArchive.ts'

/** Unpacks archives in the background, two at a time, so that a small one need not wait for a large one. */
export interface Unpacker {
  start(): Promise<void>
  /** Call when an archive may be waiting. */
  wake(): void
  stop(): Promise<void>
}

/** How often to look for archives that another process left behind. */
const LOOK_MS = 10_000
const BEAT_MS = 10_000
const ARCHIVES_AT_ONCE = 2
/** Attempts at one file. */
const MOST_ATTEMPTS = 6
const MAX_BACKOFF_SECONDS = 60
/** Without a storage for files, nothing is wrong with the archive. It waits until there is one again. */
const storageErrors = ['storage.full', 'storage.unreachable', 'storage.unwritable']
const STORAGE_SECONDS = 60

export function createUnpacker(
  platform: Pick<Platform, 'database' | 'blobs' | 'log'>,
  addFile: (file: ServerFile) => Promise<void>,
): Unpacker {
  const { database, blobs, log } = platform
  const { db } = database
  const ending = new AbortController()
  const workers = Array.from({ length: ARCHIVES_AT_ONCE }, () => {
    const holder = uuid()
    return createWorker(() => drain(holder))
  })
  let timer: NodeJS.Timeout | undefined
  let started = false

  async function drain(holder: string): Promise<void> {
    try {
      while (!ending.signal.aborted) {
        const task = await store.claim(db, holder)
        if (!task) return
        await attempt(task, holder)
      }
    } catch (cause) {
      // Usually the database is unavailable. The next attempt follows in seconds, and nothing is lost
      // meanwhile.
      log.warn('archives.waiting', {}, cause)
    }
  }

  async function attempt(task: store.ArchiveTask, holder: string): Promise<void> {
    const beat = setInterval(() => {
      // If the lease can't be renewed, the next file detects it.
      store.keepLease(db, task, holder).catch(() => undefined)
    }, BEAT_MS)
    beat.unref()
    try {
      // Its process ended at the same file each time.
      if (task.attempts > MOST_ATTEMPTS) throw new AppError('archive.failed')
      await unpackArchive({ platform, task, holder, signal: ending.signal, addFile })
      await end(task, holder, null)
      log.info('archives.unpacked', { archiveId: task.archiveId })
    } catch (error) {
      await giveUp(task, holder, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function giveUp(task: store.ArchiveTask, holder: string, error: unknown): Promise<void> {
    if (error instanceof LostArchive) return
    if (ending.signal.aborted) return store.giveBack(db, task, holder)
    if (isDatabaseFull(error) || (error instanceof AppError && storageErrors.includes(error.code))) {
      await store.postpone(db, task, holder, { seconds: STORAGE_SECONDS, isAttempt: false })
      log.warn('archives.waiting', { archiveId: task.archiveId }, error)
      return
    }
    // Someone who lost the permission, or the library, doesn't get it back by waiting.
    const isFinal = error instanceof AppError && error.status < 500
    const code = error instanceof AppError ? error.code : 'archive.failed'
    const seconds = Math.min(2 ** task.attempts, MAX_BACKOFF_SECONDS)
    const isOurs =
      isFinal || task.attempts >= MOST_ATTEMPTS
        ? await end(task, holder, code)
        : await store.postpone(db, task, holder, { seconds, isAttempt: true })
    // Without an archive that was removed meanwhile, nothing is wrong.
    if (isOurs && !isFinal)
      log.error('archives.failed', { archiveId: task.archiveId, attempts: task.attempts }, error)
  }

  /** Returns false if another process has the archive. If this is not reached, its bytes are swept later. */
  async function end(task: store.ArchiveTask, holder: string, failure: string | null): Promise<boolean> {
    const isOurs = await store.finish(db, task, holder, failure)
    if (isOurs) await blobs.remove(task.blobKey)
    return isOurs
  }

  function wake(): void {
    if (started && !ending.signal.aborted) for (const worker of workers) worker.wake()
  }

  return {
    async start() {
      if (database.embedded) await store.freeAllLeases(db)
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    wake,
    async stop() {
      ending.abort()
      clearInterval(timer)
      // The current file is still stored. The rest resumes at the next startup.
      await Promise.all(workers.map((worker) => worker.settled()))
    },
  }
}
