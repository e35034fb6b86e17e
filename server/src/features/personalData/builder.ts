import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { writeArchive } from '../../platform/archives/writeArchive.ts'
import { newKey } from '../../platform/blobs/blobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { contentsOf, type Result } from './contents/contents.ts'
import * as store from './store.ts'

/** Creates waiting exports in the background, one at a time. */
export interface Builder {
  start(): Promise<void>
  /** Call when a new export may be waiting. */
  wake(): void
  stop(): Promise<void>
}

/** How often to look for exports that another process left behind. */
const LOOK_MS = 10_000
const BEAT_MS = 10_000
const MOST_ATTEMPTS = 5
const MOST_BACKOFF_SECONDS = 300

type Needs = Pick<Platform, 'blobs' | 'database' | 'log' | 'notifications' | 'personalData'>

export function createBuilder(platform: Needs, instance: Pick<CurrentInstance, 'read'>): Builder {
  const { blobs, database, log, notifications, personalData } = platform
  const { db } = database
  const holder = uuid()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let started = false
  let working: Promise<void> | null = null
  let again = false

  async function drain(): Promise<void> {
    try {
      while (!ending.signal.aborted) {
        const task = await store.claim(db, holder)
        if (!task) return
        await attempt(task)
      }
    } catch (cause) {
      // Usually the database is unavailable. The next attempt follows in seconds.
      log.warn('dataExports.waiting', {}, cause)
    }
  }

  async function attempt(task: store.ExportTask): Promise<void> {
    const begun = performance.now()
    const lost = new AbortController()
    const signal = AbortSignal.any([ending.signal, lost.signal])
    const beat = setInterval(() => {
      store
        .keepLease(db, task, holder)
        // Another process has it, or the person was erased meanwhile.
        .then((isKept) => isKept || lost.abort())
        .catch(() => undefined)
    }, BEAT_MS)
    beat.unref()
    const key = newKey()
    try {
      if (task.blobKey) await blobs.remove(task.blobKey)
      if (!(await store.nameBlob(db, task, holder, key))) return
      const result = await build(task, key, signal)
      if (!(await end(task, result))) return await blobs.remove(key)
      log.info('dataExports.ready', {
        dataExportId: task.dataExportId,
        size: result.size,
        ms: Math.round(performance.now() - begun),
      })
    } catch (error) {
      await blobs.remove(key).catch(() => undefined)
      if (!lost.signal.aborted) await giveUp(task, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function build(task: store.ExportTask, key: string, signal: AbortSignal) {
    const person = await store.readSubject(db, task.userId)
    if (!person) throw new Error('The user of an export is missing.')
    const result: Result = { filesLeftOut: 0 }
    const { name: instanceName } = await instance.read()
    const { personName, requesterName, reason, language, createdAt } = task
    const wanted = { person, personName, requesterName, reason, language, createdAt, instanceName }
    const contents = contentsOf(wanted, { db, blobs, parts: personalData.parts, signal }, result)
    await blobs.putAs(key, Readable.from(writeArchive(contents), { objectMode: false }))
    signal.throwIfAborted()
    return { size: await blobs.sizeOf(key), filesLeftOut: result.filesLeftOut }
  }

  async function giveUp(task: store.ExportTask, error: unknown): Promise<void> {
    if (ending.signal.aborted) return store.giveBack(db, task, holder)
    log.error('dataExports.failed', { dataExportId: task.dataExportId, attempts: task.attempts }, error)
    if (task.attempts < MOST_ATTEMPTS)
      return store.postpone(db, task, holder, Math.min(2 ** task.attempts, MOST_BACKOFF_SECONDS))
    await end(task, null)
  }

  /** False if the export no longer exists, or another process has it. */
  async function end(
    task: store.ExportTask,
    result: { size: number; filesLeftOut: number } | null,
  ): Promise<boolean> {
    const isOwn = task.requestedBy === task.userId
    const tell = await database.transaction(async (tx) => {
      if (!(await store.finish(tx, task, holder, result))) return null
      const failed = result === null
      const own = {
        kind: 'DataExportEnded' as const,
        userId: task.userId,
        params: { personName: '', failed },
        path: '/admin/user/account#personalData',
      }
      const ofOther = {
        ...own,
        userId: task.requestedBy,
        about: task.userId,
        params: { personName: task.personName, failed },
        path: `/admin/user/dataExports/${task.userId}`,
      }
      return notifications.store(tx, isOwn ? [own] : [...(failed ? [] : [own]), ofOther])
    })
    tell?.()
    return tell !== null
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
      while (working) await working
    },
  }
}
