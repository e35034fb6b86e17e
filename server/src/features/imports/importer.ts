import { v7 as uuid } from 'uuid'
import { ImportEnd, type ImporterPlatform, LostImport, workOn } from './import.ts'
import * as store from './store.ts'

/** Processes queued imports in the background, one at a time. */
export interface Importer {
  start(): Promise<void>
  /** Call when a new import may be waiting. */
  wake(): void
  stop(): Promise<void>
}

/** How often to look for imports that another process left behind. */
const LOOK_MS = 10_000
const BEAT_MS = 10_000
/** Attempts without a conversation stored in between. */
const MOST_ATTEMPTS = 6
const MOST_BACKOFF_SECONDS = 60

export function createImporter(platform: ImporterPlatform): Importer {
  const { database, blobs, log, notifications } = platform
  const holder = uuid()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let started = false
  let working: Promise<void> | null = null
  let again = false

  async function drain(): Promise<void> {
    try {
      while (!ending.signal.aborted) {
        const task = await store.claim(database.db, holder)
        if (!task) return
        await attempt(task)
      }
    } catch (cause) {
      // Usually the database is unavailable. The next attempt follows in seconds, and nothing is lost
      // meanwhile.
      log.warn('imports.waiting', {}, cause)
    }
  }

  async function attempt(task: store.ImportTask): Promise<void> {
    const begun = performance.now()
    const beat = setInterval(() => {
      // If the lease can't be renewed, the next conversation detects it.
      store.keepLease(database.db, task, holder).catch(() => undefined)
    }, BEAT_MS)
    beat.unref()
    try {
      const entries = await workOn(platform, task, holder, ending.signal)
      await end(task, null, entries)
      log.info('imports.done', { importId: task.importId, ms: Math.round(performance.now() - begun) })
    } catch (error) {
      await giveUp(task, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function giveUp(task: store.ImportTask, error: unknown): Promise<void> {
    if (ending.signal.aborted) return store.giveBack(database.db, task, holder)
    if (error instanceof LostImport) return
    const failure = error instanceof ImportEnd ? error.code : 'import.failed'
    if (failure === 'import.failed') {
      log.error('imports.failed', { importId: task.importId, attempts: task.attempts }, error)
      // Internal errors are retried with increasing delays.
      if (task.attempts < MOST_ATTEMPTS) {
        const seconds = Math.min(2 ** task.attempts, MOST_BACKOFF_SECONDS)
        return store.postpone(database.db, task, holder, seconds)
      }
    } else log.info('imports.refused', { importId: task.importId, failure })
    await end(task, failure, [])
  }

  /** If this is not reached, the file is later swept with other unreferenced files. */
  async function end(
    task: store.ImportTask,
    failure: string | null,
    entries: readonly store.ReportEntry[],
  ): Promise<void> {
    const tell = await database.transaction(async (tx) => {
      const conversations = await store.finish(tx, task, holder, failure, entries)
      if (conversations === null) return null
      const params = { fileName: task.fileName, conversations, failed: failure !== null }
      return notifications.store(tx, [{ kind: 'ImportEnded', userId: task.ownerId, params, path: '/chat' }])
    })
    if (!tell) return
    tell()
    await blobs.remove(task.blobKey)
  }

  function wake(): void {
    if (!started || ending.signal.aborted) return
    if (working) {
      again = true
      return
    }
    again = false
    working = drain().finally(() => {
      working = null
      if (again) wake()
    })
  }

  return {
    async start() {
      if (database.embedded) await store.freeAllLeases(database.db)
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    wake,
    async stop() {
      ending.abort()
      clearInterval(timer)
      // The current conversation is still stored. The rest resumes at the next startup.
      while (working) await working
    },
  }
}
