import type { ErrorCode } from '@parlance/contract/errors'
import type { ImportSource } from '@parlance/contract/imports'
import { limits } from '@parlance/contract/limits'
import type { Sql } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/slices.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type ExportFile, listExportFiles } from './exportFiles.ts'
import type { ImportedConversation } from './imported.ts'
import { ReadingDied, readFiles } from './reading.ts'
import type { ReadingLine } from './readingMessages.ts'
import * as store from './store.ts'
import { idAt, type StoredSegment, storedSegments } from './storedSegments.ts'

export type ImporterPlatform = Pick<Platform, 'database' | 'blobs' | 'log' | 'notifications'>

/** An import that can't succeed, with the error code that says why. */
export class ImportEnd extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Another process has the import or ended it. */
export class LostImport extends Error {}

/** How many conversations can crash the reading process, and be skipped, before the file itself is rejected. */
const MOST_DEATHS = 10
/** A larger statement would block the embedded database for long. */
const STORED_AT_ONCE = { rows: 200, bytes: 2_000_000 }

const bytesOf = ({ question, answer, thinking }: StoredSegment) =>
  Buffer.byteLength(question) + Buffer.byteLength(answer) + Buffer.byteLength(thinking)

/** PostgreSQL error classes that concern the data to be stored, not the database. */
const refusedData = /^(22|23)/

interface Work {
  platform: ImporterPlatform
  task: store.ImportTask
  holder: string
  signal: AbortSignal
}

/**
 * Surveys the file of an import and stores its conversations one by one. Each is stored and counted in one
 * transaction, so a resumed import continues after the last one. Returns report entries about the file itself.
 */
export async function workOn(
  platform: ImporterPlatform,
  task: store.ImportTask,
  holder: string,
  signal: AbortSignal,
): Promise<store.ReportEntry[]> {
  const work = { platform, task, holder, signal }
  try {
    const files = await listExportFiles(platform.blobs, task.blobKey, task.fileName)
    const looked = await survey(work, files)
    const { db } = platform.database
    if (!(await store.beginImporting(db, task, holder, looked))) throw new LostImport()
    await takeOver(work, looked.files)
    return looked.broken.map((item) => ({ item, problem: 'FileBroken' as const }))
  } catch (error) {
    if (error instanceof AppError && isAboutFile(error.code))
      throw new ImportEnd(error.code, { cause: error })
    throw error
  }
}

const isAboutFile = (code: ErrorCode) => code.startsWith('file.') || code === 'import.kind'

interface Looked {
  files: ExportFile[]
  source: ImportSource
  total: number
  /** The names of truncated files. */
  broken: string[]
}

/** Finds out which files contain conversations, their source, and how many. Throws ImportEnd. */
async function survey({ signal }: Work, files: readonly ExportFile[]): Promise<Looked> {
  const found: Looked & { sources: ImportSource[] } = {
    files: [],
    sources: [],
    source: 'ChatGPT',
    total: 0,
    broken: [],
  }
  try {
    for await (const line of readFiles(files, { kind: 'survey' }, signal)) {
      const file = line.kind === 'file' ? files[line.file] : undefined
      if (line.kind !== 'file' || !file || !line.source) continue
      found.files.push(file)
      found.sources.push(line.source)
      found.total += line.conversations
      if (!line.whole) found.broken.push(file.name)
    }
  } catch (error) {
    if (error instanceof ReadingDied) throw new ImportEnd('file.tooHard', { cause: error })
    throw error
  }
  const [source] = found.sources
  if (!source) throw new ImportEnd('import.kind')
  if (found.total > limits.importConversations) throw new ImportEnd('import.tooMany')
  return { ...found, source }
}

async function takeOver(work: Work, files: readonly ExportFile[]): Promise<void> {
  const { task, signal } = work
  let done = task.done
  for (let deaths = 0; ; ) {
    try {
      const importedAt = new Date(task.startedAt).getTime()
      for await (const line of readFiles(files, { kind: 'read', skip: done, importedAt }, signal)) {
        await takeLine(work, line, done)
        done += 1
      }
      return
    } catch (error) {
      if (!(error instanceof ReadingDied)) throw error
      deaths += 1
      if (deaths > MOST_DEATHS) throw new ImportEnd('file.tooHard', { cause: error })
      await refuse(work, { item: numbered(done), problem: 'Unreadable' })
      done += 1
    }
  }
}

const numbered = (place: number) => `#${place + 1}`

async function takeLine(work: Work, line: ReadingLine, place: number): Promise<void> {
  if (line.kind === 'refused')
    return refuse(work, { item: line.title || numbered(place), problem: line.problem })
  if (line.kind !== 'conversation') return
  const { conversation } = line
  try {
    await take(work, conversation)
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (!refusedData.test(code)) throw error
    // Doesn't log the error itself, which can contain the rejected text.
    work.platform.log.warn('imports.conversationRefused', { importId: work.task.importId, place, code })
    await refuse(work, { item: conversation.title, problem: 'Unreadable' })
  }
}

async function take(work: Work, conversation: ImportedConversation): Promise<void> {
  const { platform, task } = work
  const { segments, source, title } = conversation
  const stored = storedSegments(segments)
  const conversationId = idAt(conversation.createdAt)
  await platform.database.transaction(async (tx) => {
    if (!(await store.insertConversation(tx, task, conversationId, conversation)))
      return counted(work, tx, 'known', [])
    for (const batch of batchesOf(stored, bytesOf, STORED_AT_ONCE))
      await store.insertSegments(tx, task, conversationId, source, batch)
    await store.selectLeaf(tx, conversationId, stored[conversation.leaf]?.id as string)
    await counted(work, tx, 'taken', notesOf(conversation, title))
  })
}

function notesOf(
  { questionsCut, answersCut, leftOut }: ImportedConversation,
  item: string,
): store.ReportEntry[] {
  const notes = [
    { problem: 'QuestionsCut' as const, count: questionsCut },
    { problem: 'AnswersCut' as const, count: answersCut },
    { problem: 'LeftOut' as const, count: leftOut },
  ]
  return notes.filter(({ count }) => count > 0).map((note) => ({ item, ...note }))
}

async function refuse(work: Work, entry: store.ReportEntry): Promise<void> {
  await work.platform.database.transaction((tx) => counted(work, tx, 'refused', [entry]))
}

async function counted(
  { task, holder }: Work,
  tx: Sql,
  outcome: 'taken' | 'known' | 'refused',
  entries: readonly store.ReportEntry[],
): Promise<void> {
  if (!(await store.count(tx, task, holder, outcome, entries))) throw new LostImport()
}
