import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Platform } from '../../../platform/platform.ts'
import type { Indexer } from '../indexing/indexer.ts'
import { createWorker } from '../indexing/worker.ts'
import { openScan, ScanFailure, type ScanReader } from './scanReader.ts'
import * as store from './store.ts'
import { findTesseract, type Tesseract } from './tesseract.ts'

/** Reads scanned pages in the background, one at a time. */
export interface Scanner {
  start(): Promise<void>
  wake(): void
  settled(): Promise<void>
  stop(): Promise<void>
  /** The program that reads pages, or null if it isn’t installed. */
  tesseract(): Promise<Tesseract | null>
}

/** How often to look for files that another process left behind. */
const LOOK_MS = 10_000
/** Within the lease of 60 s, because a page can take longer. */
const HEARTBEAT_MS = 15_000
const RETRY_SECONDS = 30
/** After this many pages, other files get their turn, and the drawing process a new time limit. */
const PAGES_IN_A_ROW = 20

export function createScanner(platform: Platform, indexer: Pick<Indexer, 'wake'>): Scanner {
  const { database, blobs, log } = platform
  const holder = uuid()
  let found: Promise<Tesseract | null> | null = null
  const tesseract = () => {
    found ??= findTesseract()
    return found
  }
  const stopping = new AbortController()
  let started = false
  let timer: NodeJS.Timeout | undefined
  const worker = createWorker(drain)

  async function drain(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const task = await store.claim(database.db, holder)
        if (!task) break
        await work(task)
      }
    } catch (cause) {
      // Usually the database is unavailable. The next attempt follows in seconds.
      log.warn('knowledge.scansWaiting', {}, cause)
    }
  }

  async function work(task: store.ScanTask): Promise<void> {
    const beat = setInterval(() => {
      store.keep(database.db, task, holder).catch((cause) => {
        log.warn('knowledge.heartbeat', { fileId: task.fileId }, cause)
      })
    }, HEARTBEAT_MS)
    try {
      await (task.state === 'Searching' ? search(task) : readPages(task))
    } catch (cause) {
      log.error('knowledge.scanFailed', { fileId: task.fileId }, cause)
      await store.release(database.db, task, holder, RETRY_SECONDS)
    } finally {
      clearInterval(beat)
    }
    indexer.wake()
  }

  async function open({ blobKey, mimeType }: store.ScanTask): Promise<ScanReader> {
    const size = await blobs.sizeOf(blobKey)
    return openScan({ size, mimeType, read: () => blobs.read(blobKey) })
  }

  async function search(task: store.ScanTask): Promise<void> {
    try {
      const reader = await open(task)
      reader.close()
      const { scanned, pages } = reader
      const most = limits.scannedPages
      await database.transaction((tx) => store.putPages(tx, task, holder, { scanned, pages, most }))
    } catch (error) {
      if (!(error instanceof ScanFailure) && (error as { code?: unknown }).code !== 'ENOENT') throw error
      await store.endSearching(database.db, task, holder)
    }
  }

  async function readPages(task: store.ScanTask): Promise<void> {
    const program = await tesseract()
    // It was uninstalled, or this machine doesn’t have it. The pages wait.
    if (!program) return store.release(database.db, task, holder, RETRY_SECONDS)
    let reader: ScanReader | null = null
    try {
      for (let count = 0; count < PAGES_IN_A_ROW; count += 1) {
        const page = await store.readNextPage(database.db, task)
        if (page === null) return await store.endReading(database.db, task, holder)
        reader ??= await open(task)
        const read = await readPage(program, reader, task, page)
        if (stopping.signal.aborted) break
        if (read.reason !== null) {
          reader.close()
          reader = null
        }
        if (!(await database.transaction((tx) => store.putPage(tx, task, holder, read)))) return
      }
      await store.release(database.db, task, holder, 0)
    } finally {
      reader?.close()
    }
  }

  async function readPage(
    program: Tesseract,
    reader: ScanReader,
    { languages }: store.ScanTask,
    page: number,
  ) {
    const failed = (reason: string) => ({ page, text: '', confidence: null, reason })
    try {
      const image = await reader.draw(page)
      const read = await program.recognize(image, languages, stopping.signal)
      return read ? { page, ...read, reason: null } : failed('file.tooHard')
    } catch (error) {
      if (!(error instanceof ScanFailure)) throw error
      return failed(error.reason)
    }
  }

  function wake(): void {
    if (started && !stopping.signal.aborted) worker.wake()
  }

  return {
    tesseract,
    wake,
    settled: () => worker.settled(),
    async start() {
      if (database.embedded) await store.freeAllLeases(database.db)
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await worker.settled()
    },
  }
}
