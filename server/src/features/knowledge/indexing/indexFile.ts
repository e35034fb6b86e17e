import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../../platform/database/database.ts'
import { languageOf } from '../../../platform/language/languageOf.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ExtractionFailure, type Extractor, type OpenedFile } from '../extraction/extractor.ts'
import type { IndexablePassage } from '../passages/indexable.ts'
import { clearPassages, insertPassages, reindexPassages } from '../passages/store.ts'
import * as store from './store.ts'

export type IndexerPlatform = Pick<Platform, 'database' | 'blobs' | 'log'>

/** The file was removed or replaced, or this process is stopping: nothing more is written for it. */
export class LostTask extends Error {}

/** Passages a transaction writes at most, and how long one may hold the embedded database's only session. */
const MAX_BATCH = 20
const BATCH_MS = 50
/** Smaller ones would spend their time on beginning and ending transactions. */
const MIN_BATCH = 10
/** Passages asked of the reading process at once: the next ones are cut and stemmed while these are stored. */
const READ_AHEAD = 100
/** Well inside the lease of 30 s: reading a large file takes longer. */
const HEARTBEAT_MS = 8000

type Count = (passages: number) => Promise<void>

/** Reads, cuts and indexes one version of a file, and makes it the one that questions find. */
export async function indexFile(
  platform: IndexerPlatform,
  extractor: Extractor,
  task: store.Task,
  holder: string,
  count: Count,
): Promise<number> {
  // What an earlier attempt wrote before it was cut short.
  if (task.attempts > 1) await clearAll(platform, task, holder, task.readyVersion, count)
  try {
    const opened = await open(platform, extractor, task, holder)
    const passages = await storePassages(platform, extractor, task, holder, opened, count)
    await finish(platform, task, holder, opened, passages)
    return passages
  } finally {
    extractor.release()
  }
}

async function finish(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
  opened: OpenedFile,
  passages: number,
): Promise<void> {
  const ready = await platform.database.transaction((tx) =>
    store.makeReady(tx, task, holder, {
      pages: opened.pages,
      passages,
      language: opened.language,
    }),
  )
  if (!ready) throw new LostTask()
  if (task.readyBlobKey && task.readyBlobKey !== task.blobKey) await platform.blobs.remove(task.readyBlobKey)
}

async function open(
  platform: IndexerPlatform,
  extractor: Extractor,
  task: store.Task,
  holder: string,
): Promise<OpenedFile> {
  const beat = setInterval(() => {
    store.advance(platform.database.db, task, holder, { progress: 0 }).catch((cause) => {
      platform.log.warn('knowledge.heartbeat', { fileId: task.fileId }, cause)
    })
  }, HEARTBEAT_MS)
  try {
    return await extractor.open(await readBlob(platform, task), task.mimeType, task.name)
  } finally {
    clearInterval(beat)
  }
}

async function readBlob(platform: IndexerPlatform, task: store.Task): Promise<Buffer> {
  try {
    return await platform.blobs.readAll(task.blobKey)
  } catch (error) {
    // Its bytes are not in the store: a restored database without its files, for one. Trying again finds nothing.
    if ((error as { code?: unknown }).code === 'ENOENT') throw new ExtractionFailure('file.failed')
    throw error
  }
}

async function storePassages(
  platform: IndexerPlatform,
  extractor: Extractor,
  task: store.Task,
  holder: string,
  opened: OpenedFile,
  count: Count,
): Promise<number> {
  let stored = 0
  let size = MAX_BATCH
  let ahead = extractor.next(READ_AHEAD)
  for (;;) {
    const { passages, done } = await ahead
    if (!done) {
      ahead = extractor.next(READ_AHEAD)
      // It is awaited in the next round; a failure before that must not count as unhandled.
      ahead.catch(() => undefined)
    }
    for (let from = 0; from < passages.length; ) {
      const batch = passages.slice(from, from + size)
      const ms = await storeBatch(platform, task, holder, batch, opened)
      from += batch.length
      size = nextSize(size, ms)
      await count(batch.length)
      await nextTurn()
    }
    stored += passages.length
    if (done) return stored
  }
}

/** Writes some passages, as long as the file is still ours; answers the milliseconds it took. */
async function storeBatch(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
  batch: IndexablePassage[],
  opened: OpenedFile,
): Promise<number> {
  // Set once: the library's counts are looked at again whenever a file's state is written.
  const state = batch[0]?.ordinal === 0 ? { state: 'Indexing' as const } : {}
  const progress = Math.min(99, 1 + Math.floor(shareOf(opened, batch.at(-1)) * 98))
  return guarded(platform, async (tx) => {
    if (!(await store.advance(tx, task, holder, { progress, ...state }))) throw new LostTask()
    await insertPassages(tx, task, batch)
  })
}

/** How much of the file has been read when this passage is stored. */
function shareOf(opened: OpenedFile, passage: IndexablePassage | undefined): number {
  if (!passage) return 0
  if (opened.characters !== null) return passage.end / Math.max(1, opened.characters)
  return (passage.page ?? 0) / Math.max(1, opened.pages ?? 1)
}

/** Clears what is not of `keepVersion`, in steps as short as those of indexing. */
export function clearAll(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
  keepVersion: number | null,
  count: Count,
): Promise<number> {
  return inSteps(platform, task, holder, count, (tx, size) => clearPassages(tx, task, keepVersion, size))
}

/** Reads the terms of a searchable file anew, after the program's way of reading them has changed. */
export async function reindexFile(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
  count: Count,
): Promise<number> {
  const done = await inSteps(platform, task, holder, count, (tx, size) => reindexPassages(tx, task, size))
  const { db } = platform.database
  await store.endReindexing(db, task, holder, languageOf(await store.readBeginning(db, task)))
  return done
}

/** Repeats a step until it has nothing more to do, as long as the file is ours; answers how many passages it did. */
async function inSteps(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
  count: Count,
  step: (tx: Sql, size: number) => Promise<number>,
): Promise<number> {
  let size = MAX_BATCH
  let all = 0
  for (;;) {
    let done = 0
    const ms = await guarded(platform, async (tx) => {
      // In the same transaction: whoever holds the lease now may have begun to write what is changed here.
      if (!(await store.keepLease(tx, task, holder))) throw new LostTask()
      done = await step(tx, size)
    })
    if (done === 0) return all
    all += done
    size = nextSize(size, ms)
    await count(done)
    await nextTurn()
  }
}

/** As many as would have fitted in the time, so that a slow machine or a large file makes smaller steps. */
function nextSize(size: number, ms: number): number {
  if (ms <= BATCH_MS) return Math.min(MAX_BATCH, size + 2)
  return Math.max(MIN_BATCH, Math.floor((size * BATCH_MS) / ms))
}

/** A transaction and how long it held the database, measured from its first statement. */
async function guarded(platform: IndexerPlatform, work: (tx: Sql) => Promise<void>): Promise<number> {
  return platform.database.transaction(async (tx) => {
    const begun = performance.now()
    await work(tx)
    return performance.now() - begun
  })
}
