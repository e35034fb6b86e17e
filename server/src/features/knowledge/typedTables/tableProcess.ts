/**
 * Loads the tables of files into databases in memory and runs queries over them, in a separate process: neither a
 * malicious file nor a query that never ends can harm anything else. The parent ends it at a time limit.
 */
import { DatabaseSync } from 'node:sqlite'
import { answerParent, receiveBytes } from '../../../platform/confinement/confinedProgram.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { lengthOf, Unreadable } from '../extraction/openedDocument.ts'
import { type MimeType, ODS, XLS, XLSX } from '../extraction/sniff.ts'
import { DocumentTables } from '../extraction/tables/documentTables.ts'
import type { Sheet } from '../extraction/tables/tableReader.ts'
import { buildTables } from './buildTables.ts'
import { RefusedQuery, runQuery } from './querying.ts'
import type { TableAnswer, TableRequest } from './tableMessages.ts'

/** The most memory that the loaded tables of one file, and of all, can take. */
const FILE_BYTES = 512 * 1024 * 1024
const ALL_BYTES = 640 * 1024 * 1024
const MOST_FILES = 20
const PAGE_BYTES = 4096

interface Loaded {
  uri: string
  /** Keeps the database in memory. Queries have connections of their own. */
  db: DatabaseSync
  bytes: number
}

/** The loaded files, the one that was used longest ago first. */
const loaded = new Map<string, Loaded>()
let last = 0

answerParent(answerTo)

async function answerTo(request: TableRequest): Promise<TableAnswer> {
  const { id } = request
  try {
    if (request.kind === 'load') return await load(request)
    const files = request.files.map(({ key, names }) => ({ found: use(key), names }))
    const present = files.flatMap(({ found, names }) => (found ? [{ uri: found.uri, names }] : []))
    if (present.length < files.length) return { id, kind: 'missing' }
    return { id, kind: 'rows', result: runQuery(present, request.sql) }
  } catch (error) {
    if (error instanceof RefusedQuery) return { id, kind: 'refused', message: error.message }
    return { id, kind: 'failed', reason: error instanceof Unreadable ? error.reason : 'file.failed' }
  }
}

async function load(request: Extract<TableRequest, { kind: 'load' }>): Promise<TableAnswer> {
  const bytes = await receiveBytes(request.size)
  const sheets = await sheetsOf(bytes, request.mimeType)
  last += 1
  const uri = `file:tables-${last}?mode=memory&cache=shared`
  const db = new DatabaseSync(uri)
  try {
    db.exec(`pragma page_size = ${PAGE_BYTES}; pragma max_page_count = ${FILE_BYTES / PAGE_BYTES}`)
    const tables = buildTables(db, sheets, titleOf(request.fileName))
    const pages = (db.prepare('pragma page_count').get() as { page_count: number }).page_count
    loaded.set(request.key, { uri, db, bytes: pages * PAGE_BYTES })
    evict(request.key)
    return { id: request.id, kind: 'loaded', tables, held: [...loaded.keys()] }
  } catch (error) {
    db.close()
    // The only limit of the database itself is its size.
    throw /full/.test(String(error)) ? new Unreadable('file.tooHard', { cause: error }) : error
  }
}

async function sheetsOf(bytes: Buffer, mimeType: MimeType): Promise<Sheet[]> {
  if (mimeType === XLSX || mimeType === ODS || mimeType === XLS)
    return (await import('../extraction/tables/workbook.ts')).workbookSheets(bytes, mimeType !== XLS)
  if (mimeType === 'text/csv' || mimeType === 'text/tab-separated-values')
    return [(await import('../extraction/tables/delimited.ts')).delimitedSheet(bytes).sheet]
  return documentSheets(bytes, mimeType)
}

/** Returns the tables of a document, as its text is read for passages. */
async function documentSheets(bytes: Buffer, mimeType: MimeType): Promise<Sheet[]> {
  const document = await (await import('../extraction/extract.ts')).openDocument(bytes, mimeType)
  const tables = new DocumentTables()
  let before = 0
  for await (const part of document.parts) {
    tables.add(part, before)
    before += lengthOf(part)
  }
  return tables.sheets()
}

function use(key: string): Loaded | undefined {
  const found = loaded.get(key)
  if (!found) return undefined
  loaded.delete(key)
  loaded.set(key, found)
  return found
}

/** Closes the files that were used longest ago until the others fit. */
function evict(own: string): void {
  let bytes = [...loaded.values()].reduce((sum, one) => sum + one.bytes, 0)
  for (const [key, file] of [...loaded]) {
    if ((bytes <= ALL_BYTES && loaded.size <= MOST_FILES) || key === own) return
    file.db.close()
    loaded.delete(key)
    bytes -= file.bytes
  }
}
