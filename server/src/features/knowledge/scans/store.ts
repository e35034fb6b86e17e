import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { imageTypes, PDF } from '../extraction/sniff.ts'
import type { Visible } from '../policy.ts'
import { among, type OcrDeployment, type ScanWait } from '../store.ts'

/** A file whose scanned pages this process reads. */
export interface ScanTask {
  fileId: string
  state: 'Searching' | 'Reading'
  mimeType: string
  blobKey: string
  languages: string[]
  /** The model that reads its pages. Null if Tesseract does. */
  deployment: OcrDeployment | null
  uploadedBy: string | null
  /** Whether it is an attachment, for which someone waits. */
  isAttached: boolean
  /** Whose turn this is: the library’s, or the turn of the person who attached it. */
  turnOf: string
}

const LEASE = sql.raw("interval '60 seconds'")
/** The kinds of files that can have scanned pages. */
const scannable = [PDF, ...imageTypes]
const isScannable = sql`f.mime_type = any(${scannable}::text[])`

/**
 * Claims a file. Libraries take turns, and people with attachments do: those in `served`, the last one at its end, come
 * after others. Files of libraries whose pages aren’t known come first, because they may have text that is waited for.
 */
export async function claim(
  db: Sql,
  holder: string,
  kind: 'UploadedFiles' | 'Attachment',
  served: readonly string[] = [],
): Promise<ScanTask | null> {
  const isAttached = kind === 'Attachment'
  const turnOf = (file: string) => {
    const [uploader, library] = [sql.ref(`${file}.uploaded_by`), sql.ref(`${file}.data_source_id`)]
    return isAttached ? sql`coalesce(${uploader}, ${library})` : library
  }
  const turn = sql`array_position(${[...served]}::uuid[], ${turnOf('f')}) nulls first`
  const isOn = isAttached ? sql`true` : sql`d.ocr <> 'Off'`
  const order = isAttached ? sql`${turn}, f.scan_state desc` : sql`f.scan_state desc, ${turn}`
  const result = await sql<ScanTask>`
    update file set scan_holder = ${holder}, scan_until = now() + ${LEASE}, scan_waits_for = null
    where file_id = (
      select f.file_id from file f join data_source d on d.data_source_id = f.data_source_id
      where f.scan_state in ('Searching', 'Reading') and f.removed_at is null and not d.indexing_paused
        and d.data_source_type = ${kind} and ${isOn} and (f.scan_until is null or f.scan_until < now())
      order by ${order}, coalesce(f.scan_turn_at, f.updated_at), f.file_id limit 1 for update of f skip locked)
    returning file_id as "fileId", scan_state as state, mime_type as "mimeType", blob_key as "blobKey",
      (select d.ocr_languages from data_source d where d.data_source_id = file.data_source_id) as languages,
      (select jsonb_build_object('languageEngine', d.ocr_engine, 'deploymentName', d.ocr_deployment)
        from data_source d where d.data_source_id = file.data_source_id and d.ocr = 'Vision') as deployment,
      uploaded_by as "uploadedBy", ${isAttached}::boolean as "isAttached",
      ${turnOf('file')} as "turnOf"`.execute(db)
  return result.rows[0] ?? null
}

const isHeld = (task: ScanTask, holder: string) =>
  sql`f.file_id = ${task.fileId} and f.scan_holder = ${holder} and f.scan_state = ${task.state}
    and f.blob_key = ${task.blobKey} and f.removed_at is null`

/** Renews the lease. Returns false if the file was deleted, replaced, stopped, paused, or claimed by another process. */
export async function keep(db: Sql, task: ScanTask, holder: string): Promise<boolean> {
  const kept = await sql`update file f set scan_until = now() + ${LEASE} where ${isHeld(task, holder)}
    and not (select d.indexing_paused from data_source d where d.data_source_id = f.data_source_id)`.execute(
    db,
  )
  return kept.numAffectedRows === 1n
}

/** When a file is claimed again, and what it waits for, if it is known. */
interface Pause {
  seconds: number
  waitsFor?: ScanWait | null
}

/** Releases a file, to be claimed again after a pause, and after those that have waited longer. */
export async function release(
  db: Sql,
  task: ScanTask,
  holder: string,
  { seconds, waitsFor = null }: Pause = { seconds: 0 },
): Promise<void> {
  await sql`update file set scan_holder = null, scan_until = now() + make_interval(secs => ${seconds}),
      scan_turn_at = now(), scan_waits_for = ${waitsFor}
    where file_id = ${task.fileId} and scan_holder = ${holder}`.execute(db)
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeAllLeases(db: Sql): Promise<void> {
  await sql`update file set scan_holder = null, scan_until = null where scan_holder is not null`.execute(db)
}

/** The scanned pages of a file. */
interface Found {
  scanned: readonly number[]
  pages: number
  /** Whether the file is indexed only when they are read. */
  holds: boolean
}

/** Stores which pages are to be read. More than `unasked` of them wait until someone confirms. */
export async function putPages(
  tx: Sql,
  task: ScanTask,
  holder: string,
  { scanned, pages, holds, unasked }: Found & { unasked: number },
): Promise<void> {
  const state = scanned.length === 0 ? 'Done' : scanned.length > unasked ? 'Unconfirmed' : 'Reading'
  const stored = await sql`update file f set scan_state = ${state}, pages = ${pages},
      scan_holds = ${holds}, scan_holder = null, scan_until = null
    where ${isHeld(task, holder)}`.execute(tx)
  if (stored.numAffectedRows !== 1n) return
  await sql`delete from scanned_page where file_id = ${task.fileId}`.execute(tx)
  await sql`insert into scanned_page (file_id, page)
    select ${task.fileId}, page from unnest(${[...scanned]}::int[]) as page`.execute(tx)
}

/** The next page to read, or null if none is left. */
export async function readNextPage(db: Sql, { fileId }: ScanTask): Promise<number | null> {
  const result = await sql<{ page: number }>`select page from scanned_page
    where file_id = ${fileId} and state = 'Waiting' order by page limit 1`.execute(db)
  return result.rows[0]?.page ?? null
}

/** What was recognized on a page, or why nothing was. */
export interface ReadPage {
  page: number
  text: string
  confidence: number | null
  isByModel: boolean
  /** In micro-dollars. Null if unknown. */
  cost: number | null
  reason: string | null
}

/** Stores what was recognized on a page, or why nothing was. Returns false if this process no longer has the file. */
export async function putPage(tx: Sql, task: ScanTask, holder: string, page: ReadPage): Promise<boolean> {
  if (!(await keep(tx, task, holder))) return false
  await sql`update scanned_page set state = ${page.reason === null ? 'Read' : 'Failed'}, text = ${page.text},
      confidence = ${page.confidence}, by_model = ${page.isByModel}, cost = ${page.cost}, reason = ${page.reason}
    where file_id = ${task.fileId} and page = ${page.page}`.execute(tx)
  return true
}

/** No page that is left can be read. */
export async function failWaiting(tx: Sql, task: ScanTask, holder: string, reason: string): Promise<void> {
  if (!(await keep(tx, task, holder))) return
  await sql`update scanned_page set state = 'Failed', reason = ${reason}
    where file_id = ${task.fileId} and state = 'Waiting'`.execute(tx)
}

const queuedAgain = sql`state = 'Queued', progress = 0, reason = null, attempts = 0,
  file_version = case when f.state = 'Queued' then f.file_version else f.file_version + 1 end,
  reindexed = case when f.state = 'Queued' then f.reindexed else f.reindexed + 1 end, updated_at = now()`

/** Nothing is left to read, so the file is indexed with what was recognized. */
export async function endReading(db: Sql, task: ScanTask, holder: string): Promise<void> {
  await sql`update file f set scan_state = 'Done', scan_holds = false, scan_holder = null, scan_until = null,
    ${queuedAgain} where ${isHeld(task, holder)}`.execute(db)
}

/**
 * Its pages can’t be known. Indexing it says why, but for a picture, which has no other text, this is the reason. An
 * attachment isn’t searched again, which would never end.
 */
export async function endSearching(tx: Sql, task: ScanTask, holder: string, reason: string): Promise<void> {
  const isPicture = task.mimeType !== PDF
  const state = isPicture ? 'Done' : task.isAttached ? 'Stopped' : null
  const ended = await sql`update file f set scan_state = ${state}, scan_holds = false, scan_holder = null,
      scan_until = null where ${isHeld(task, holder)}`.execute(tx)
  if (!isPicture || ended.numAffectedRows !== 1n) return
  await sql`delete from scanned_page where file_id = ${task.fileId}`.execute(tx)
  await sql`insert into scanned_page (file_id, page, state, reason)
    values (${task.fileId}, 1, 'Failed', ${reason})`.execute(tx)
}

/** Why a file whose scanned pages were read has no text: the reason of a page that failed, or that it has none. */
export async function readReason(db: Sql, fileId: string): Promise<string | null> {
  const result = await sql<{ reason: string }>`select coalesce(min(reason), 'file.noText') as reason
    from scanned_page where file_id = ${fileId} having count(*) filter (where state <> 'Waiting') > 0`.execute(
    db,
  )
  return result.rows[0]?.reason ?? null
}

/** Has an uploaded version searched for scanned pages if its library reads them. It is indexed afterwards. */
export async function queueUpload(tx: Sql, fileId: string): Promise<void> {
  await sql`delete from scanned_page where file_id = ${fileId}`.execute(tx)
  await sql`update file f set scan_holder = null, scan_until = null, scan_turn_at = null,
      scan_state = case when d.ocr <> 'Off' and ${isScannable} then 'Searching' end,
      scan_holds = d.ocr <> 'Off' and ${isScannable}
    from data_source d where d.data_source_id = f.data_source_id and f.file_id = ${fileId}`.execute(tx)
}

/** Has an attached picture read. It is indexed afterwards. */
export async function queueAttached(tx: Sql, fileId: string): Promise<void> {
  await sql`update file set scan_state = 'Searching', scan_holds = true where file_id = ${fileId}`.execute(tx)
}

/** Files that were uploaded before their library read scanned pages, and those that were stopped. */
const isEarlier = sql`f.removed_at is null and ${isScannable}
  and (f.scan_state is null or f.scan_state = 'Stopped')`

/** Has earlier files of a library read, unless it no longer reads scanned pages. Returns how many. */
export async function queueEarlier(tx: Sql, dataSourceId: string, limit: number): Promise<number> {
  const queued = await sql`update file f
    set scan_state = case when f.scan_state = 'Stopped' then 'Reading' else 'Searching' end
    where f.file_id in (select f.file_id from file f join data_source d on d.data_source_id = f.data_source_id
      where f.data_source_id = ${dataSourceId} and d.ocr <> 'Off' and ${isEarlier}
      limit ${limit} for update of f)`.execute(tx)
  return Number(queued.numAffectedRows ?? 0)
}

/** How many earlier files a library has. */
export async function countEarlier(db: Sql, dataSourceId: string): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n from file f
    where f.data_source_id = ${dataSourceId} and ${isEarlier}`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Reads a file whose pages were too many, or goes on with one that was stopped. */
export async function goOn(tx: Sql, fileId: string): Promise<boolean> {
  const done = await sql`update file set scan_state = 'Reading'
    where file_id = ${fileId} and scan_state in ('Unconfirmed', 'Stopped')`.execute(tx)
  return done.numAffectedRows === 1n
}

/** Reads the pages again that failed. */
export async function retryFailed(tx: Sql, fileId: string): Promise<boolean> {
  const pages = await sql`update scanned_page set state = 'Waiting', reason = null
    where file_id = ${fileId} and state = 'Failed'`.execute(tx)
  if (pages.numAffectedRows === 0n) return false
  await sql`update file set scan_state = 'Reading' where file_id = ${fileId} and scan_state = 'Done'`.execute(
    tx,
  )
  return true
}

/** Indexes a file with the pages that were read so far. */
export async function stop(tx: Sql, fileId: string): Promise<boolean> {
  const done = await sql`update file f set scan_state = 'Stopped', scan_holds = false, scan_holder = null,
      scan_until = null, scan_waits_for = null, ${queuedAgain}
    where f.file_id = ${fileId} and f.scan_state in ('Reading', 'Unconfirmed')`.execute(tx)
  return done.numAffectedRows === 1n
}

/**
 * Stops some files of libraries that no longer read scanned pages. Returns how many. Only files of which pages were
 * read are indexed again.
 */
export async function stopSome(tx: Sql, limit: number): Promise<number> {
  const some = (states: readonly string[]) => sql`f.file_id in (
    select f.file_id from file f join data_source d on d.data_source_id = f.data_source_id
    where d.data_source_type = 'UploadedFiles' and d.ocr = 'Off' and f.scan_state = any(${[...states]}::text[])
      and f.scan_state in ('Searching', 'Unconfirmed', 'Reading') and f.removed_at is null
    limit ${limit} for update of f skip locked)`
  const unread = await sql`update file f
    set scan_state = case when f.scan_state = 'Searching' then null else 'Stopped' end,
      scan_holds = false, scan_holder = null, scan_until = null, scan_waits_for = null
    where ${some(['Searching', 'Unconfirmed'])}`.execute(tx)
  const read = await sql`update file f set scan_state = 'Stopped', scan_holds = false, scan_holder = null,
      scan_until = null, scan_waits_for = null, ${queuedAgain}
    where ${some(['Reading'])}`.execute(tx)
  return Number((unread.numAffectedRows ?? 0n) + (read.numAffectedRows ?? 0n))
}

/** The most bytes of text that are read of a file: a book of 10,000 pages. Text beyond isn’t indexed. */
const MOST_TEXT = 40_000_000
/** The most bytes of text in a list of pages, whose last page can exceed it. */
const MOST_LISTED = 1_000_000

/** The recognized text of a file’s last upload, by page. */
export async function readTexts(db: Sql, fileId: string): Promise<Map<number, string>> {
  const result = await sql<{ page: number; text: string }>`select page, text from (
      select page, text, sum(octet_length(text)) over (order by page) as until from scanned_page
      where file_id = ${fileId} and state = 'Read' and text <> '') s
    where until <= ${MOST_TEXT} order by page`.execute(db)
  return new Map(result.rows.map(({ page, text }) => [page, text]))
}

export interface ScannedPageRow {
  page: number
  state: 'Waiting' | 'Read' | 'Failed'
  text: string
  confidence: number | null
  isByModel: boolean
  reason: string | null
}

/** Lists pages after one, up to `limit` of them, and fewer if their texts are long. */
export async function listPages(
  db: Sql,
  visible: Visible,
  fileId: string,
  { after, limit, below }: { after: number; limit: number; below: number | null },
): Promise<(ScannedPageRow & { hasNext: boolean })[]> {
  const isWanted = below === null ? sql`true` : sql`(s.state = 'Failed' or s.confidence < ${below})`
  const result = await sql<ScannedPageRow & { hasNext: boolean }>`
    select page, state, text, confidence, "isByModel", reason, "hasNext" from (
      select s.page, s.state, s.text, s.confidence::float8 as confidence, s.by_model as "isByModel", s.reason,
        lead(s.page) over pages is not null as "hasNext", row_number() over pages as place,
        sum(octet_length(s.text)) over pages - octet_length(s.text) as before
      from (select * from scanned_page s where s.file_id = ${fileId} and s.page > ${after} and ${isWanted}
          order by s.page limit ${limit + 1}) s
        join file f on f.file_id = s.file_id join data_source d on d.data_source_id = f.data_source_id
      where ${among(visible)} and f.removed_at is null
      window pages as (order by s.page)) listed
    where place <= ${limit} and before <= ${MOST_LISTED} order by page`.execute(db)
  return result.rows
}
