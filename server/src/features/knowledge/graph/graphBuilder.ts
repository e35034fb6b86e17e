import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Engines, LanguageEngine, PricedDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { createOutage } from '../../../platform/log/outage.ts'
import type { IndexerPlatform } from '../indexing/indexFile.ts'
import { createStatistics } from '../indexing/statistics.ts'
import { countIndexed } from '../indexing/store.ts'
import { createWorker } from '../indexing/worker.ts'
import { fitting, MOST_PASSAGES, readByModel, withModel } from './modelReader.ts'
import { graphOf } from './relations.ts'
import * as store from './store.ts'

/** Reads the passages of searchable files into the graphs of their libraries, in the background. */
export interface GraphBuilder {
  start(): Promise<void>
  stop(): Promise<void>
  /** Call when there may be new work. */
  wake(): void
  /** Resolves when nothing is being worked on. Used by tests. */
  settled(): Promise<void>
}

const LOOK_MS = 10_000
const MAX_PAUSE_SECONDS = 60
const MAX_FAILURES = 8
/** Calls of the model at the same time. */
const MODEL_CALLS = 2
/** A call can take longer than a lease. */
const RENEW_MS = 20_000
const LONGEST_REST_MS = 600_000
/** Failures that can be the provider’s, or those of a model with these passages. */
const mayBeByPassages = new Set(['engine.failed', 'engine.silence', 'engine.firstTokenTimeout'])
const FILES_PER_STEP = 500
const MENTIONS_PER_STEP = 500
/** Other requests wait for a transaction of the embedded database, so the number of passages adapts to this time. */
const BATCH_MS = 50
const MIN_BATCH = 10
const MAX_BATCH = 100
const PASSAGES_PER_TURN = 5

export interface ModelNeeds {
  engines: Engines
  instance: {
    /** The deployment for helper calls, which reads passages where a library has that on. */
    read(): Promise<{ helperDeployment: { languageEngine: LanguageEngine; deploymentName: string } | null }>
    onChanged(listener: () => void): void
  }
}

export function createGraphBuilder(
  { database, log, inTurn }: Pick<IndexerPlatform, 'database' | 'log' | 'inTurn'>,
  { engines, instance }: ModelNeeds,
): GraphBuilder {
  const holder = uuid()
  const rules = createWorker(drainRules)
  const outage = createOutage(log, { failed: 'graph.modelUnavailable', worked: 'graph.modelRecovered' })
  /** Each asks the model about one file at a time. */
  const models = Array.from({ length: MODEL_CALLS }, () => {
    const own = uuid()
    return createWorker(() => drainModel(own))
  })
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let started = false
  let size = MIN_BATCH
  const statistics = createStatistics(
    () => countIndexed(database.db),
    () => store.gatherStatistics(database.db),
    (cause) => log.warn('graph.statistics', {}, cause),
  )
  /** When the model can be asked again after it failed, and for how long it rests the next time. */
  let restingUntil = 0
  let restMs = LOOK_MS

  async function drainRules(): Promise<void> {
    try {
      await repeat((tx) => store.clearSome(tx, MENTIONS_PER_STEP))
      await repeat((tx) => store.dropSome(tx, FILES_PER_STEP))
      await repeat((tx) => store.queueSome(tx, FILES_PER_STEP))
      while (!stopping.signal.aborted) {
        const task = await store.claim(database.db, holder, false)
        if (!task) break
        await work(task, holder, readByRules)
      }
      if (stopping.signal.aborted) return
      statistics.rest()
      wakeModels()
    } catch (cause) {
      // Usually the database is unavailable. The next look follows in seconds, and nothing is lost meanwhile.
      log.warn('graph.waiting', {}, cause)
    }
  }

  async function drainModel(own: string): Promise<void> {
    try {
      while (!stopping.signal.aborted && performance.now() >= restingUntil) {
        const task = (await wantedDeployment()) && (await store.claim(database.db, own, true))
        if (!task) return
        let most = MOST_PASSAGES
        await work(task, own, async (passages) => {
          const deployment = await wantedDeployment()
          if (!deployment) return null
          const given = passages.slice(0, Math.min(most, fitting(passages.map(({ text }) => text))))
          const read = await readTogether(task, own, deployment, given)
          most = read ? Math.min(2 * most, MOST_PASSAGES) : Math.max(1, Math.floor(given.length / 2))
          return read ?? []
        })
      }
    } catch (cause) {
      if (stopping.signal.aborted) return
      if (cause instanceof AppError) rest(cause)
      else log.warn('graph.waiting', {}, cause)
    }
  }

  async function wantedDeployment(): Promise<PricedDeployment | null> {
    const { helperDeployment: wanted } = await instance.read()
    return wanted && (await engines.current()).findDeployment(wanted.languageEngine, wanted.deploymentName)
  }

  /** Asks no model for a while: longer each time until one answers. */
  function rest(cause: AppError): void {
    // Calls at the same time fail for the same reason.
    if (performance.now() < restingUntil) return
    outage.failed({ code: cause.code }, cause)
    restingUntil = performance.now() + Math.max(restMs, 1000 * (cause.retryAfter ?? 0))
    restMs = Math.min(2 * restMs, LONGEST_REST_MS)
  }

  /** Adds what the model finds to what the rules do. Returns null if these passages are too much for one call. */
  async function readTogether(
    task: store.Task,
    own: string,
    deployment: PricedDeployment,
    passages: readonly store.Unread[],
  ): Promise<store.ReadPassage[] | null> {
    const byRules = await readByRules(passages)
    // The model has failed at these passages again and again. The file goes on after them.
    if (task.failures >= MAX_FAILURES) return byRules
    const renewing = setInterval(
      () => void store.renew(database.db, task, own).catch(() => undefined),
      RENEW_MS,
    )
    try {
      const texts = passages.map(({ text }) => text)
      const found = await readByModel(engines, deployment, texts, stopping.signal)
      outage.worked()
      restMs = LOOK_MS
      if (found === 'TooMuch' && passages.length > 1) return null
      return typeof found === 'string'
        ? byRules
        : byRules.map((one, at) => ({ ...one, ...withModel(one, found[at]!) }))
    } finally {
      clearInterval(renewing)
    }
  }

  async function repeat(step: Parameters<typeof database.transaction<boolean>>[0]): Promise<void> {
    while (!stopping.signal.aborted && (await database.transaction(step))) await nextTurn()
  }

  /**
   * Reads a claimed file until it ends, or until `read` returns null. `read` can take fewer passages than it is given.
   * Throws AppError if the model can’t be asked now.
   */
  async function work(
    task: store.Task,
    own: string,
    read: (passages: readonly store.Unread[]) => Promise<store.ReadPassage[] | null>,
  ): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const passages = await store.readNext(database.db, task, task.byModel ? MOST_PASSAGES : size)
        if (passages.length === 0) return await store.finish(database.db, task, own)
        const found = await read(passages)
        if (!found) break
        if (found.length === 0) continue
        const nextOrdinal = passages[found.length - 1]!.ordinal + 1
        let begun = 0
        const isOurs = await inTurn(() =>
          database.transaction(async (tx) => {
            begun = performance.now()
            if (!(await store.advance(tx, task, own, nextOrdinal))) return false
            await store.storeGraph(tx, task.libraryId, found)
            return true
          }),
        )
        if (!isOurs) return
        if (!task.byModel) size = nextSize(size, performance.now() - begun)
        await statistics.changed(found.length)
        task.nextOrdinal = nextOrdinal
        task.failures = 0
        await nextTurn()
      }
      // The next process goes on from here.
      await store.giveBack(database.db, task, own)
    } catch (error) {
      if (stopping.signal.aborted || (error instanceof AppError && !mayBeByPassages.has(error.code))) {
        // The file isn’t to blame.
        await store.giveBack(database.db, task, own)
        throw error
      }
      const seconds = Math.min(2 ** task.failures, MAX_PAUSE_SECONDS)
      if (error instanceof AppError) {
        await store.postpone(database.db, task, own, seconds)
        throw error
      }
      log.error('graph.failed', { fileId: task.fileId, failures: task.failures }, error)
      if (task.failures >= MAX_FAILURES) return await store.finish(database.db, task, own)
      await store.postpone(database.db, task, own, seconds)
    }
  }

  function wakeModels(): void {
    for (const worker of models) worker.wake()
  }

  function wake(): void {
    if (!started || stopping.signal.aborted) return
    statistics.wake()
    rules.wake()
  }

  return {
    async start() {
      if (database.embedded) await store.freeLeases(database.db)
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      instance.onChanged(wake)
      wake()
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      statistics.wake()
      await settled()
    },
    wake,
    settled,
  }

  async function settled(): Promise<void> {
    await rules.settled()
    await Promise.all(models.map((worker) => worker.settled()))
  }
}

/** Lets others have the thread in between. */
async function readByRules(passages: readonly store.Unread[]): Promise<store.ReadPassage[]> {
  const read: store.ReadPassage[] = []
  for (const { passageId, ordinal, fileName, text } of passages) {
    read.push({ passageId, ...graphOf(text, { title: titleOf(fileName), isFirst: ordinal === 0 }) })
    if (read.length % PASSAGES_PER_TURN === 0) await nextTurn()
  }
  return read
}

function nextSize(size: number, ms: number): number {
  if (ms <= BATCH_MS) return Math.min(MAX_BATCH, size + 10)
  return Math.max(MIN_BATCH, Math.floor((size * BATCH_MS) / ms))
}
