import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { titleOf } from '../../../platform/language/titleOf.ts'
import type { IndexerPlatform } from '../indexing/indexFile.ts'
import { createStatistics } from '../indexing/statistics.ts'
import { countIndexed } from '../indexing/store.ts'
import { createWorker } from '../indexing/worker.ts'
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
const FILES_PER_STEP = 500
const MENTIONS_PER_STEP = 500
/** Other requests wait for a transaction of the embedded database, so the number of passages adapts to this time. */
const BATCH_MS = 50
const MIN_BATCH = 10
const MAX_BATCH = 100
const PASSAGES_PER_TURN = 5

export function createGraphBuilder({
  database,
  log,
  inTurn,
}: Pick<IndexerPlatform, 'database' | 'log' | 'inTurn'>): GraphBuilder {
  const holder = uuid()
  const worker = createWorker(drain)
  let timer: NodeJS.Timeout | undefined
  let started = false
  let stopping = false
  let size = MIN_BATCH
  const statistics = createStatistics(
    () => countIndexed(database.db),
    () => store.gatherStatistics(database.db),
    (cause) => log.warn('graph.statistics', {}, cause),
  )

  async function drain(): Promise<void> {
    try {
      await repeat((tx) => store.clearSome(tx, MENTIONS_PER_STEP))
      await repeat((tx) => store.queueSome(tx, FILES_PER_STEP))
      while (!stopping) {
        const task = await store.claim(database.db, holder)
        if (!task) break
        await work(task)
      }
      if (!stopping) statistics.rest()
    } catch (cause) {
      // Usually the database is unavailable. The next look follows in seconds, and nothing is lost meanwhile.
      log.warn('graph.waiting', {}, cause)
    }
  }

  async function repeat(step: Parameters<typeof database.transaction<boolean>>[0]): Promise<void> {
    while (!stopping && (await database.transaction(step))) await nextTurn()
  }

  async function work(task: store.Task): Promise<void> {
    try {
      while (!stopping) {
        const passages = await store.readNext(database.db, task, size)
        if (passages.length === 0) return await store.finish(database.db, task, holder)
        const nextOrdinal = passages.at(-1)!.ordinal + 1
        const read = await graphsOf(passages)
        let begun = 0
        const isOurs = await inTurn(() =>
          database.transaction(async (tx) => {
            begun = performance.now()
            if (!(await store.advance(tx, task, holder, nextOrdinal))) return false
            await store.storeGraph(tx, task.libraryId, read)
            return true
          }),
        )
        if (!isOurs) return
        size = nextSize(size, performance.now() - begun)
        await statistics.changed(passages.length)
        task.nextOrdinal = nextOrdinal
        await nextTurn()
      }
      // The next process goes on from here.
      await store.giveBack(database.db, task, holder)
    } catch (error) {
      log.error('graph.failed', { fileId: task.fileId, failures: task.failures }, error)
      if (task.failures >= MAX_FAILURES) return await store.finish(database.db, task, holder)
      await store.postpone(database.db, task, holder, Math.min(2 ** task.failures, MAX_PAUSE_SECONDS))
    }
  }

  function wake(): void {
    if (!started || stopping) return
    statistics.wake()
    worker.wake()
  }

  return {
    async start() {
      if (database.embedded) await store.freeLeases(database.db)
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      statistics.wake()
      await worker.settled()
    },
    wake,
    settled: () => worker.settled(),
  }
}

/** Lets others have the thread in between. */
async function graphsOf(passages: readonly store.Unread[]): Promise<store.ReadPassage[]> {
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
