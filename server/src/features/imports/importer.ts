import { v7 as uuid } from 'uuid'
import { ImportEnd, type ImporterPlatform, LostImport, workOn } from './import.ts'
import * as store from './store.ts'

/** Works off the imports that wait, one at a time, in the background of this process. */
export interface Importer {
  start(): Promise<void>
  /** There may be something to do. */
  wake(): void
  stop(): Promise<void>
}

/** How often to look for what another process left behind. */
const LOOK_MS = 10_000
const BEAT_MS = 10_000
/** Tries without a conversation in between. */
const MOST_ATTEMPTS = 6
const MOST_BACKOFF_SECONDS = 60

export function createImporter(platform: ImporterPlatform): Importer {
  const { database, blobs, log } = platform
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
      // The database is away, mostly: the next look comes in seconds, and nothing is lost meanwhile.
      log.warn('imports.waiting', {}, cause)
    }
  }

  async function attempt(task: store.ImportTask): Promise<void> {
    const begun = performance.now()
    const beat = setInterval(() => {
      // Where it cannot be renewed, the next conversation finds that out.
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
      // A fault of ours is tried again, less and less often.
      if (task.attempts < MOST_ATTEMPTS) {
        const seconds = Math.min(2 ** task.attempts, MOST_BACKOFF_SECONDS)
        return store.postpone(database.db, task, holder, seconds)
      }
    } else log.info('imports.refused', { importId: task.importId, failure })
    await end(task, failure, [])
  }

  /** What is left of the file if this is not reached is swept away with what no row names. */
  async function end(
    task: store.ImportTask,
    failure: string | null,
    entries: readonly store.ReportEntry[],
  ): Promise<void> {
    if (await store.finish(database.db, task, holder, failure, entries)) await blobs.remove(task.blobKey)
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
      // The conversation under way is stored; what is left is taken up at the next start.
      while (working) await working
    },
  }
}
