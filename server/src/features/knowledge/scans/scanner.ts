import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import { isDatabaseAway } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Indexer } from '../indexing/indexer.ts'
import { createWorker } from '../indexing/worker.ts'
import type { OcrDeployment, ScanWait } from '../store.ts'
import type { PageModel } from './pageModel.ts'
import { openScan, ScanFailure, type ScanReader } from './scanReader.ts'
import * as store from './store.ts'
import { findTesseract, type Tesseract } from './tesseract.ts'

/** Reads scanned pages in the background: one page of libraries at a time, and one of attachments. */
export interface Scanner {
  start(): Promise<void>
  wake(): void
  settled(): Promise<void>
  stop(): Promise<void>
  /** The program that reads pages, or null if it isn’t installed. */
  tesseract(): Promise<Tesseract | null>
  /** The deployments that can read pages. */
  deployments(): Promise<OcrDeployment[]>
  /** Throws if this deployment can’t read pages. */
  checkDeployment(deployment: OcrDeployment | null): Promise<void>
}

/** How often to look for files that another process left behind. */
const LOOK_MS = 10_000
/** Within the lease of 60 s, because a page can take longer. */
const HEARTBEAT_MS = 15_000
const RETRY_SECONDS = 30
const OUTAGE_SECONDS = 60
/** A used-up budget says to wait until its month ends, but someone can raise it before. */
const MOST_OUTAGE_SECONDS = 600
/** How many files are stopped in one transaction when a library no longer reads scanned pages. */
const STOPPED_AT_ONCE = 200
/** Failures that can be the provider’s, or those of a model with this page. */
const mayBeByPage = new Set(['engine.failed', 'engine.silence', 'engine.firstTokenTimeout'])
const MOST_FAILURES = 5
const MOST_KNOWN_FAILURES = 1000
/** After this many pages, other files get their turn, and the drawing process a new time limit. */
const PAGES_IN_A_ROW = 20
/** The libraries, and people with attachments, whose turns are remembered. */
const MOST_SERVED = 200
/** Attachments have no setting, so they are read in the languages of the UI. More would make reading slower. */
const attachedFirst = ['eng', 'ara']
const MOST_ATTACHED_LANGUAGES = 2

/** What is said about errors that are neither the file’s nor ours. Others mean that the provider can’t be reached. */
const waits: Readonly<Record<string, ScanWait>> = {
  'dataSource.ocrRedacted': 'Redaction',
  'dataSource.ocrDeployment': 'Model',
  'engine.notConfigured': 'Model',
  'usage.unpriced': 'Price',
}

type PageResult = Omit<store.ReadPage, 'page'>
/** Reads a page of an opened file. */
type Reading = (reader: ScanReader, page: number) => Promise<PageResult>

const byTesseract = { isByModel: false, cost: null }
const nothing = { ...byTesseract, text: '', confidence: null }

export function createScanner(platform: Platform, indexer: Pick<Indexer, 'wake'>, model: PageModel): Scanner {
  const { database, blobs, log } = platform
  let found: Promise<Tesseract | null> | null = null
  const tesseract = async () => {
    if (platform.config.textRecognition === 'off') return null
    found ??= findTesseract()
    return found
  }
  const stopping = new AbortController()
  /** How often a page couldn’t be read in a row, because its model failed. */
  const failures = new Map<string, number>()
  let started = false
  let timer: NodeJS.Timeout | undefined
  // Someone waits for an attachment, so it doesn't wait for pages of libraries.
  const workers = (['UploadedFiles', 'Attachment'] as const).map((kind) => {
    const holder = uuid()
    const served = new Set<string>()
    return createWorker(() => drain(kind, holder, served))
  })

  async function drain(
    kind: 'UploadedFiles' | 'Attachment',
    holder: string,
    served: Set<string>,
  ): Promise<void> {
    try {
      if (kind === 'UploadedFiles') await stopTurnedOff()
      while (!stopping.signal.aborted) {
        const task = await store.claim(database.db, holder, kind, [...served])
        if (!task) break
        // The last turn is at the end.
        served.delete(task.turnOf)
        served.add(task.turnOf)
        for (const one of served) if (served.size > MOST_SERVED) served.delete(one)
        await work(task, holder)
      }
    } catch (cause) {
      // Usually the database is unavailable. The next attempt follows in seconds.
      log.warn('knowledge.scansWaiting', {}, cause)
    }
  }

  /** In the background, because a library can have many files, and so that a restart goes on with it. */
  async function stopTurnedOff(): Promise<void> {
    const stopSome = () => database.transaction((tx) => store.stopSome(tx, STOPPED_AT_ONCE))
    let stopped = 0
    await inSlices(async () => {
      const some = stopping.signal.aborted ? 0 : await stopSome()
      stopped += some
      return some
    })
    if (stopped > 0) indexer.wake()
  }

  async function work(task: store.ScanTask, holder: string): Promise<void> {
    const beat = setInterval(() => {
      store.keep(database.db, task, holder).catch((cause) => {
        log.warn('knowledge.heartbeat', { fileId: task.fileId }, cause)
      })
    }, HEARTBEAT_MS)
    try {
      await (task.state === 'Searching' ? search(task, holder) : readPages(task, holder))
    } catch (cause) {
      if (stopping.signal.aborted) return store.release(database.db, task, holder)
      // A provider that is down, or a limit that is reached, says nothing about the file.
      const isOutage = cause instanceof AppError
      if (isOutage) log.warn('knowledge.scansWaiting', { fileId: task.fileId, code: cause.code })
      else log.error('knowledge.scanFailed', { fileId: task.fileId }, cause)
      const pause = isOutage
        ? { seconds: outageSeconds(cause), waitsFor: waitOf(cause) }
        : { seconds: RETRY_SECONDS }
      await store.release(database.db, task, holder, pause)
    } finally {
      clearInterval(beat)
    }
    indexer.wake()
  }

  async function open({ blobKey, mimeType, isAttached, state }: store.ScanTask): Promise<ScanReader> {
    const size = await blobs.sizeOf(blobKey)
    const read = () => blobs.read(blobKey)
    // The pages of a file that is read are known.
    const isSearched = state === 'Searching'
    const { signal } = stopping
    return openScan({ size, mimeType, isBackground: !isAttached, isSearched, read, signal })
  }

  async function search(task: store.ScanTask, holder: string): Promise<void> {
    try {
      const reader = await open(task)
      reader.close()
      const { scanned, pages } = reader
      const holds = scanned.length > 0 && scanned.length === pages
      const most = task.isAttached ? limits.attachedScannedPages : limits.mostScannedPages
      const read = scanned.slice(0, most)
      const unasked = limits.scannedPages
      await database.transaction((tx) =>
        store.putPages(tx, task, holder, { scanned: read, pages, holds, unasked }),
      )
    } catch (error) {
      const reason = stopping.signal.aborted ? null : openingFailure(error)
      if (reason === null) throw error
      await database.transaction((tx) => store.endSearching(tx, task, holder, reason))
    }
  }

  async function readPages(task: store.ScanTask, holder: string): Promise<void> {
    const readOn = await readingOf(task)
    if (typeof readOn === 'string')
      return store.release(database.db, task, holder, { seconds: RETRY_SECONDS, waitsFor: readOn })
    let reader: ScanReader | null = null
    try {
      for (let count = 0; count < PAGES_IN_A_ROW; count += 1) {
        const page = await store.readNextPage(database.db, task)
        if (page === null) return await store.endReading(database.db, task, holder)
        reader ??= await openToRead(task, holder)
        if (!reader) return
        const read = await readPage(readOn, reader, task, page)
        if (stopping.signal.aborted) break
        if (read.reason !== null) {
          reader.close()
          reader = null
        }
        if (!(await database.transaction((tx) => store.putPage(tx, task, holder, { page, ...read })))) return
      }
      await store.release(database.db, task, holder)
    } finally {
      reader?.close()
    }
  }

  /** Opens a file to read its pages. If it can’t be opened repeatedly, its pages fail, and it returns null. */
  async function openToRead(task: store.ScanTask, holder: string): Promise<ScanReader | null> {
    const key = `${task.fileId} opened`
    try {
      const reader = await open(task)
      failures.delete(key)
      return reader
    } catch (error) {
      const reason = stopping.signal.aborted ? null : openingFailure(error)
      // The system can have been short of memory or time, so it isn’t the file at once.
      if (reason === null || !isLastFailure(key)) throw error
      await database.transaction((tx) => store.failWaiting(tx, task, holder, reason))
      await store.release(database.db, task, holder)
      return null
    }
  }

  /** Counts a failure. Returns whether it was the last that is tolerated. */
  function isLastFailure(key: string): boolean {
    const failed = (failures.get(key) ?? 0) + 1
    failures.delete(key)
    if (failed >= MOST_FAILURES) return true
    if (failures.size >= MOST_KNOWN_FAILURES) failures.clear()
    failures.set(key, failed)
    return false
  }

  /** Returns what reads the pages of a file, or what they wait for. Throws if a model can’t read them now. */
  async function readingOf(task: store.ScanTask): Promise<Reading | ScanWait> {
    const { deployment, uploadedBy } = task
    if (deployment) {
      await model.check(deployment)
      return async (reader, page) => {
        const picture = await reader.photograph(page)
        const read = await model.read({ deployment, uploadedBy, picture }, stopping.signal)
        return { ...read, confidence: null, isByModel: true }
      }
    }
    const program = await tesseract()
    // It was uninstalled, or this machine doesn’t have it.
    if (!program) return 'Program'
    const languages = task.isAttached ? attachedLanguages(program) : task.languages
    if (languages.some((one) => !program.languages.includes(one))) return 'Languages'
    return async (reader, page) => {
      const image = await reader.draw(page)
      const read = await program.recognize(image, languages, {
        signal: stopping.signal,
        isBackground: !task.isAttached,
      })
      return read ? { ...byTesseract, ...read, reason: null } : { ...nothing, reason: 'file.tooHard' }
    }
  }

  async function readPage(readOn: Reading, reader: ScanReader, { fileId }: store.ScanTask, page: number) {
    const key = `${fileId} ${page}`
    try {
      const read = await readOn(reader, page)
      failures.delete(key)
      return read
    } catch (error) {
      if (stopping.signal.aborted || isDatabaseAway(error)) throw error
      if (error instanceof ScanFailure) return { ...nothing, reason: error.reason }
      // A provider can fail at a page without saying that it’s the page, and so can we.
      const isMaybePage = !(error instanceof AppError) || mayBeByPage.has(error.code)
      if (isMaybePage && isLastFailure(key)) return { ...nothing, reason: 'file.failed' }
      throw error
    }
  }

  function wake(): void {
    if (!started || stopping.signal.aborted) return
    for (const worker of workers) worker.wake()
  }

  async function settled(): Promise<void> {
    await Promise.all(workers.map((worker) => worker.settled()))
  }

  return {
    tesseract,
    deployments: () => model.deployments(),
    checkDeployment: async (deployment) => void (await model.check(deployment)),
    wake,
    settled,
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
      await settled()
    },
  }
}

const outageSeconds = ({ retryAfter }: AppError): number =>
  Math.min(MOST_OUTAGE_SECONDS, Math.max(OUTAGE_SECONDS, retryAfter ?? 0))

const waitOf = ({ code }: AppError): ScanWait =>
  waits[code] ?? (code.startsWith('usage.') ? 'Limit' : 'Provider')

/** Why a file can’t be opened. Null if the error says nothing about the file. */
function openingFailure(error: unknown): store.ReadPage['reason'] {
  if (error instanceof ScanFailure) return error.reason
  return (error as { code?: unknown }).code === 'ENOENT' ? 'file.failed' : null
}

function attachedLanguages({ languages }: Tesseract): string[] {
  const first = attachedFirst.filter((one) => languages.includes(one))
  return first.length > 0 ? first : languages.slice(0, MOST_ATTACHED_LANGUAGES)
}
