import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { languageOf } from '../../../platform/language/languageOf.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ReadBatch } from '../extraction/extractionMessages.ts'
import { ExtractionFailure, type Extractor, type OpenedFile } from '../extraction/extractor.ts'
import type { Sketch } from '../health/sketch.ts'
import { storeSketch } from '../health/store.ts'
import type { OwnIndex, OwnIndexes } from '../ownIndexes/ownIndexes.ts'
import { forgetFile, forgetLibrary, holdsFile, showVersion, takeFile } from '../ownIndexes/store.ts'
import {
  addToIndex,
  clearPassages,
  copyPassages,
  insertPassages,
  noteReindexed,
  reindexPassages,
} from '../passages/store.ts'
import { readTexts } from '../scans/store.ts'
import * as store from './store.ts'

export interface IndexerPlatform extends Pick<Platform, 'database' | 'blobs' | 'log' | 'notifications'> {
  ownIndexes: Pick<OwnIndexes, 'of'>
  /** Bulk writes of this process take turns. Two at once would take the processors that answers need. */
  inTurn: LimitFunction
}

/** The file was deleted or replaced, or this process is stopping. Nothing more is written for it. */
export class LostTask extends Error {}

/** A file to work on. */
export interface IndexTask extends store.Task {
  /** Whether its passages are searched in an index of its library, and not in the instance's database. */
  hasOwnIndex: boolean
  /** That index. Null also for a removed file if the index isn't known to be the library's after a restore. */
  index: OwnIndex | null
}

/** Opens the index of a claimed file's library. Errors are those of `OwnIndexes.of` and of an index. */
export async function withIndex(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
): Promise<IndexTask> {
  try {
    const index = await platform.ownIndexes.of(task.libraryId)
    if (index && !task.removed)
      await whileHeld(platform, task, holder, () => index.transaction((tx) => takeFile(tx, task, holder)))
    return { ...task, hasOwnIndex: index !== null, index }
  } catch (error) {
    const isLeftAlone = task.removed && error instanceof AppError && error.code === 'dataSource.notConfirmed'
    if (isLeftAlone) return { ...task, hasOwnIndex: true, index: null }
    throw error
  }
}

/** The maximum passages per transaction, and how long it should take. */
interface Pace {
  most: number
  ms: number
}

/** In PGlite, everything else waits meanwhile. */
const ONE_SESSION: Pace = { most: 20, ms: 50 }
/** In a server, only other bulk writes do, and many passages have their terms in common. */
const SERVER: Pace = { most: 100, ms: 250 }
/** For one file in its library's own index, before others get their turn. */
const MOST_STEPS = 500
/** Smaller batches would spend their time starting and ending transactions. */
const MIN_BATCH = 10
/** Well within the 30 s lease, because reading a large file takes longer. */
const HEARTBEAT_MS = 8000

type Count = (passages: number) => Promise<void>

/** Reads, cuts, and indexes one version of a file, then makes it the searchable one. */
export async function indexFile(
  platform: IndexerPlatform,
  extractor: Extractor,
  task: IndexTask,
  holder: string,
  count: Count,
): Promise<number> {
  // Removes what an interrupted attempt wrote. A file that was given back has no attempts, but may have passages.
  if (task.attempts > 1 || task.progress > 0) await clearAll(platform, task, holder, task.readyVersion, count)
  try {
    const opened = await whileHeld(platform, task, holder, () => open(platform, extractor, task))
    const { sketch, ...stored } = await storePassages(platform, extractor, task, holder, opened, count)
    await compare(platform, task, holder, sketch)
    await finish(platform, task, holder, opened, stored)
    return stored.passages
  } finally {
    extractor.release()
  }
}

/** Runs before the file is ready, because its lease can end with that. */
async function compare(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  sketch: Sketch | null,
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await storeSketch(tx, task, sketch)
    if (!(await store.keepLease(tx, task, holder))) throw new LostTask()
  })
}

async function finish(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  opened: OpenedFile,
  stored: { passages: number; hasTables: boolean },
): Promise<void> {
  await whileHeld(platform, task, holder, () =>
    inOwnIndex(platform, task, holder, (tx) =>
      showVersion(tx, task.fileId, { ...task, ...stored, pages: opened.pages }),
    ),
  )
  const ready = await platform.database.transaction((tx) =>
    store.makeReady(tx, task, holder, {
      pages: opened.pages,
      ...stored,
      language: opened.language,
    }),
  )
  if (!ready) throw new LostTask()
  if (task.readyBlobKey && task.readyBlobKey !== task.blobKey) await platform.blobs.remove(task.readyBlobKey)
}

/** Keeps the file while something takes longer than its lease. */
async function whileHeld<T>(
  platform: IndexerPlatform,
  task: store.Task,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  const beat = setInterval(() => {
    store.keepLease(platform.database.db, task, holder).catch((cause) => {
      platform.log.warn('knowledge.heartbeat', { fileId: task.fileId }, cause)
    })
  }, HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

async function open(platform: IndexerPlatform, extractor: Extractor, task: IndexTask): Promise<OpenedFile> {
  const { blobs } = platform
  const { blobKey, mimeType, name, isAttached } = task
  try {
    return await extractor.open({
      size: await blobs.sizeOf(blobKey),
      read: () => blobs.read(blobKey),
      mimeType,
      name,
      isBackground: !isAttached,
      recognized: await readTexts(platform.database.db, task.fileId),
    })
  } catch (error) {
    // The bytes are missing from the store, for example after restoring a database without its files. Retrying
    // won't help.
    if ((error as { code?: unknown }).code === 'ENOENT') throw new ExtractionFailure('file.failed')
    throw error
  }
}

async function storePassages(
  platform: IndexerPlatform,
  extractor: Extractor,
  task: IndexTask,
  holder: string,
  opened: OpenedFile,
  count: Count,
): Promise<{ passages: number } & Pick<ReadBatch, 'sketch' | 'hasTables'>> {
  const pace = platform.database.embedded === 'pglite' ? ONE_SESSION : SERVER
  let stored = 0
  let size = pace.most
  let ahead = extractor.next(size)
  for (;;) {
    const batch = await whileHeld(platform, task, holder, () => ahead)
    if (!batch.done) {
      // The next ones are cut and stemmed while these are stored.
      ahead = extractor.next(size)
      // It is awaited in the next round. An earlier failure must not count as unhandled.
      ahead.catch(() => undefined)
    }
    const { length } = batch.passages
    if (length > 0) {
      const ms = await storeBatch(platform, task, holder, batch, opened)
      size = nextSize(length, ms, pace)
      await count(length)
      await nextTurn()
    }
    stored += length
    if (batch.done) return { passages: stored, sketch: batch.sketch, hasTables: batch.hasTables }
  }
}

/** Writes some passages if this process still has the file. Returns the milliseconds it took. */
async function storeBatch(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  { passages, grams }: ReadBatch,
  opened: OpenedFile,
): Promise<number> {
  // Set with the first passages. Later ones change only the progress.
  const state = passages[0]?.ordinal === 0 ? { state: 'Indexing' as const } : {}
  const progress = Math.min(99, 1 + Math.floor(shareOf(opened, passages.at(-1)) * 98))
  let added: Awaited<ReturnType<typeof insertPassages<(typeof passages)[number]>>> = []
  const ms = await guarded(platform, async (tx) => {
    if (!(await store.advance(tx, task, holder, { progress, ...state }))) throw new LostTask()
    added = await insertPassages(tx, task, passages)
    if (!task.hasOwnIndex) await addToIndex(tx, task, added, grams)
  })
  await whileHeld(platform, task, holder, () =>
    inOwnIndex(platform, task, holder, async (tx) => {
      await copyPassages(tx, task, added)
      await addToIndex(tx, task, added, grams)
    }),
  )
  return ms
}

/** Changes the library's own index, if it has one, as long as this process has the file there. */
async function inOwnIndex<T>(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  work: (tx: Sql) => Promise<T>,
): Promise<T | null> {
  if (!task.index) return null
  const done = await task.index.transaction(async (tx) =>
    (await holdsFile(tx, task.fileId, holder)) ? { result: await work(tx) } : null,
  )
  if (done) return done.result
  // Without another holder, the index has lost the file. Repeating that at once would never end.
  const isOurs = await store.keepLease(platform.database.db, task, holder)
  throw isOurs ? new AppError('index.unreachable') : new LostTask()
}

/** Returns how much of the file has been read when this passage is stored. */
function shareOf(opened: OpenedFile, passage: ReadBatch['passages'][number] | undefined): number {
  if (!passage) return 0
  if (opened.characters !== null) return passage.end / Math.max(1, opened.characters)
  return (passage.page ?? 0) / Math.max(1, opened.pages ?? 1)
}

/** Deletes everything that does not belong to `keepVersion`, in steps as short as those of indexing. */
export async function clearAll(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  keepVersion: number | null,
  count: Count,
): Promise<number> {
  const done = await clearHere(platform, task, holder, keepVersion, count)
  await inOwnSteps(platform, task, holder, count, (tx, size) =>
    clearPassages(tx, task, keepVersion, size, 'index'),
  )
  return done
}

/** The same in the instance's database alone. */
export function clearHere(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  keepVersion: number | null,
  count: Count,
): Promise<number> {
  return inSteps(platform, task, holder, count, (tx, size) =>
    clearPassages(tx, task, keepVersion, size, task.hasOwnIndex ? 'passages' : 'both'),
  )
}

/**
 * Deletes a removed file that was cleared here, in its library's own index and then here. Until the index can be reached,
 * only its row remains here.
 */
export async function deleteFile(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  count: Count,
): Promise<void> {
  const { index, fileId, libraryId } = task
  if (index) {
    await whileHeld(platform, task, holder, () => index.transaction((tx) => takeFile(tx, task, holder)))
    await inOwnSteps(platform, task, holder, count, (tx, size) =>
      clearPassages(tx, task, null, size, 'index'),
    )
    await inOwnIndex(platform, task, holder, async (tx) => {
      await forgetFile(tx, fileId)
      if (task.libraryRemoved) await forgetLibrary(tx, libraryId)
    })
  }
  await store.deleteFile(platform.database.db, task, holder)
}

/** Recomputes the terms of a searchable file after the tokenizer has changed. */
export async function reindexFile(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  count: Count,
): Promise<number> {
  await inOwnSteps(platform, task, holder, count, (tx, size) => reindexPassages(tx, task, size))
  const done = await inSteps(platform, task, holder, count, (tx, size) =>
    task.hasOwnIndex ? noteReindexed(tx, task, size) : reindexPassages(tx, task, size),
  )
  const { db } = platform.database
  await store.endReindexing(db, task, holder, languageOf(await store.readBeginning(db, task)))
  return done
}

/** Like `inSteps`, in the library's own index if it has one. */
async function inOwnSteps(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  count: Count,
  step: (tx: Sql, size: number) => Promise<number>,
): Promise<void> {
  if (!task.index) return
  await whileHeld(platform, task, holder, async () => {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      if (((await inOwnIndex(platform, task, holder, (tx) => step(tx, SERVER.most))) ?? 0) === 0) return
      // Ends when this process is stopping.
      await count(0)
      await nextTurn()
    }
    // Others get their turn. What is done stays done.
    throw new AppError('index.unreachable')
  })
}

/**
 * Repeats a step until nothing is left, as long as this process has the file. Returns the number of passages
 * processed.
 */
async function inSteps(
  platform: IndexerPlatform,
  task: IndexTask,
  holder: string,
  count: Count,
  step: (tx: Sql, size: number) => Promise<number>,
): Promise<number> {
  let size = ONE_SESSION.most
  let all = 0
  for (;;) {
    let done = 0
    const ms = await guarded(platform, async (tx) => {
      // Checked in the same transaction, because a new lease holder can already be changing the same rows.
      if (!(await store.keepLease(tx, task, holder))) throw new LostTask()
      done = await step(tx, size)
    })
    if (done === 0) return all
    all += done
    size = nextSize(size, ms, ONE_SESSION)
    await count(done)
    await nextTurn()
  }
}

/** Returns how many passages would have fit in the time, so slow machines and large files use smaller steps. */
function nextSize(size: number, ms: number, { most, ms: mostMs }: Pace): number {
  if (ms <= mostMs) return Math.min(most, Math.ceil(size * 1.5))
  return Math.max(MIN_BATCH, Math.floor((size * mostMs) / ms))
}

/** Runs a transaction in turn and returns how long it held the database, measured from its first statement. */
async function guarded(platform: IndexerPlatform, work: (tx: Sql) => Promise<void>): Promise<number> {
  return platform.inTurn(() =>
    platform.database.transaction(async (tx) => {
      const begun = performance.now()
      await work(tx)
      return performance.now() - begun
    }),
  )
}
