import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { readRights } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import { type Knowledge, wholeLibraries } from '../knowledge/index.ts'
import { LostSetup, readSite } from './readSite.ts'
import { type FileHeadings, headingsOf, startersOf } from './starters.ts'
import * as store from './store.ts'

/** Reads websites and writes starters in the background. */
export interface SetupWorker {
  start(): Promise<void>
  /** Call when a setup may be waiting. */
  wake(): void
  stop(): Promise<void>
}

interface Needs {
  agents: Pick<Agents, 'drafting'>
  knowledge: Pick<Knowledge, 'addFile' | 'progressOf' | 'reading'>
}

/** Each reads one website at a time, and no two of them the same one. */
const SEATS = 3
/** How often to look for setups that another process left behind. */
const LOOK_MS = 10_000
const BEAT_MS = 10_000
const MOST_BACKOFF_SECONDS = 60
/** How often to look whether the files are indexed, and after how long the starters are written without the rest. */
const INDEXED_SECONDS = 1
const MOST_INDEXING_SECONDS = 600
/** The files whose headings are considered. */
const MOST_FILES = 50

/** Errors about a page that can’t be a file, as opposed to our own. */
const unreadable = /^file\./

export function createSetupWorker(platform: Platform, { agents, knowledge }: Needs): SetupWorker {
  const { audit, database, log } = platform
  const { db } = database
  const ending = new AbortController()
  const holders = Array.from({ length: SEATS }, () => uuid())
  const working = new Set<Promise<void>>()
  const free = new Set(holders)
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
      log.warn('setups.waiting', {}, cause)
    }
  }

  async function attempt(task: store.SetupTask, holder: string): Promise<void> {
    const beat = setInterval(() => {
      // If the lease can’t be renewed, the next page detects it.
      store.keepLease(db, task, holder).catch(() => undefined)
    }, BEAT_MS)
    beat.unref()
    try {
      if (task.phase === 'Reading') await read(task, holder)
      else await finish(task, holder)
    } catch (error) {
      await giveUp(task, holder, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function giveUp(task: store.SetupTask, holder: string, error: unknown): Promise<void> {
    if (ending.signal.aborted) return store.giveBack(db, task, holder)
    if (error instanceof LostSetup) return
    log.error('setups.failed', { setupId: task.setupId, attempts: task.attempts }, error)
    // Someone who lost the permission, or the library, doesn’t get it back by waiting.
    const isFinal = error instanceof AppError && error.status < 500
    if (!isFinal && task.attempts < store.MOST_ATTEMPTS) {
      const seconds = Math.min(2 ** task.attempts, MOST_BACKOFF_SECONDS)
      return store.postpone(db, task, holder, { seconds, isAttempt: true })
    }
    await store.finish(db, task, holder, { failure: 'Internal', starters: 0 })
  }

  /** The owner with the permissions that they have now. */
  async function ownerOf(task: store.SetupTask) {
    const { ownerId: userId, ownerName: name } = task
    if (!(await store.readIsEnabled(db, task))) throw new AppError('auth.disabled')
    return { userId, name, ...(await readRights(db, userId)) }
  }

  async function read(task: store.SetupTask, holder: string): Promise<void> {
    const { dataSourceId, setupId } = task
    const failure = await readSite({
      platform,
      task,
      holder,
      signal: ending.signal,
      async addFile({ name, folder, bytes }, alongside) {
        const file = { dataSourceId, name, folder, bytes, owner: await ownerOf(task), requestId: setupId }
        try {
          await knowledge.addFile({ ...file, alongside })
          return 'Added'
        } catch (error) {
          if (error instanceof AppError && unreadable.test(error.code)) return 'Kind'
          throw error
        }
      },
    })
    log.info('setups.read', { setupId, failure })
    if (failure) await store.finish(db, task, holder, { failure, starters: 0 })
    else await store.beginIndexing(db, task, holder)
  }

  /** Writes the starters once the files are indexed, because only then are their headings known. */
  async function finish(task: store.SetupTask, holder: string): Promise<void> {
    const { files, settled } = await knowledge.progressOf(task.dataSourceId)
    if (settled < files && task.seconds < MOST_INDEXING_SECONDS) {
      await store.postpone(db, task, holder, { seconds: INDEXED_SECONDS, isAttempt: false })
      later()
      return
    }
    const starterQuestions = startersOf(await headingsIn(task.dataSourceId), task.language)
    const isAdded = starterQuestions.length > 0 && (await addStarters(task, starterQuestions))
    await store.finish(db, task, holder, { failure: null, starters: isAdded ? starterQuestions.length : 0 })
  }

  async function headingsIn(dataSourceId: string): Promise<FileHeadings[]> {
    const libraries = { dataSourceIds: [dataSourceId], folders: wholeLibraries, attachedIds: [] }
    const files = await knowledge.reading.files(libraries, MOST_FILES)
    const found: FileHeadings[] = []
    for (const { fileId } of files) {
      const headings = await knowledge.reading.headings(fileId)
      found.push(headingsOf(headings.map(({ heading }) => heading)))
    }
    return found
  }

  async function addStarters(task: store.SetupTask, starterQuestions: string[]): Promise<boolean> {
    const owner = await ownerOf(task)
    const origin = {
      actor: owner,
      area: 'configState',
      verb: 'update',
      requestId: task.setupId,
      network: null,
      userAgent: null,
    }
    return database.transaction(async (tx) => {
      const changes: Parameters<RecordChange>[0][] = []
      const draft = { configStateId: task.stateId, starterQuestions }
      const isAdded = await agents.drafting.addStarters(
        tx,
        owner,
        (change) => void changes.push(change),
        draft,
      )
      for (const change of changes) if (change !== 'nothing') await audit.record(tx, origin, change)
      return isAdded
    })
  }

  /** Looks again when the files may be indexed. */
  function later(): void {
    delay(INDEXED_SECONDS * 1000 + 50, undefined, { signal: ending.signal, ref: false }).then(
      wake,
      () => undefined,
    )
  }

  /** Once for all seats, because an idle program makes few statements. */
  function look(): void {
    store.endWorn(db).catch((cause: unknown) => log.warn('setups.waiting', {}, cause))
    wake()
  }

  function wake(): void {
    if (!started || ending.signal.aborted) return
    for (const holder of free) {
      free.delete(holder)
      const work = drain(holder).finally(() => {
        working.delete(work)
        free.add(holder)
      })
      working.add(work)
    }
  }

  return {
    async start() {
      if (database.embedded) await store.freeAllLeases(db)
      started = true
      timer = setInterval(look, LOOK_MS)
      timer.unref()
      wake()
    },
    wake,
    async stop() {
      ending.abort()
      clearInterval(timer)
      // The current page is still stored. The rest resumes at the next startup.
      await Promise.all(working)
    },
  }
}
