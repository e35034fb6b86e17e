import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { TERMS_VERSION } from '../../../platform/language/terms.ts'
import type { MimeType } from '../extraction/sniff.ts'
import { queueFile as queueForGraph } from '../graph/store.ts'
import { forgetHealth } from '../health/store.ts'
import { queueFile } from '../vectors/store.ts'

/** A file that this process has claimed. */
export interface Task {
  fileId: string
  dataSourceId: string
  libraryId: number
  folder: string
  name: string
  fileVersion: number
  readyVersion: number | null
  mimeType: MimeType
  blobKey: string
  readyBlobKey: string | null
  state: string
  attempts: number
  /** Over 0 if passages of this version may be stored. */
  progress: number
  removed: boolean
  /** Whether it is an attachment, for which someone waits. */
  isAttached: boolean
  /** Whether its library is being deleted, too. */
  libraryRemoved: boolean
  /** Whether it is searchable and only its terms must be recomputed. */
  outdated: boolean
}

const LEASE = sql.raw("interval '30 seconds'")

const taskFields =
  sql.raw(`file_id as "fileId", data_source_id as "dataSourceId", folder, name, file_version as "fileVersion", ready_version as "readyVersion",
  mime_type as "mimeType", blob_key as "blobKey", ready_blob_key as "readyBlobKey", state, attempts, progress,
  removed_at is not null as removed,
  (select d.number from data_source d where d.data_source_id = file.data_source_id) as "libraryId",
  (select d.data_source_type = 'Attachment' from data_source d where d.data_source_id = file.data_source_id)
    as "isAttached",
  (select d.data_source_type = 'Removed' from data_source d where d.data_source_id = file.data_source_id)
    as "libraryRemoved"`)

const isAwake = (resting: readonly number[]) =>
  resting.length === 0 ? sql`true` : sql`d.number <> all(${[...resting]}::int[])`

/**
 * Claims the file that has waited longest, including those whose process stopped renewing its lease. Files of `resting`
 * libraries wait on.
 */
export async function claim(db: Sql, holder: string, resting: readonly number[]): Promise<Task | null> {
  const result = await sql<Task>`
    update file set lease_holder = ${holder}, lease_until = now() + ${LEASE}, attempts = attempts + 1,
      state = case when state in ('Queued', 'Indexing') and removed_at is null then 'Extracting' else state end
    where file_id = (
      select f.file_id from file f join data_source d on d.data_source_id = f.data_source_id
      where (f.removed_at is not null or f.clearing
          or (f.state in ('Queued', 'Extracting', 'Indexing') and not d.indexing_paused and not f.scan_holds))
        and ${isAwake(resting)} and (f.lease_until is null or f.lease_until < now())
      order by f.updated_at, f.file_id limit 1 for update of f skip locked)
    returning ${taskFields}, false as outdated`.execute(db)
  return result.rows[0] ?? null
}

/** Claims a file whose index another program version created. Files without an index come first. */
export async function claimOutdated(
  db: Sql,
  holder: string,
  resting: readonly number[],
): Promise<Task | null> {
  const result = await sql<Task>`
    update file set lease_holder = ${holder}, lease_until = now() + ${LEASE}, attempts = attempts + 1
    where file_id = (
      select f.file_id from file f join data_source d on d.data_source_id = f.data_source_id
      where f.outdated and f.removed_at is null and not d.indexing_paused and ${isAwake(resting)}
        and (f.lease_until is null or f.lease_until < now())
      order by f.updated_at, f.file_id limit 1 for update of f skip locked)
    returning ${taskFields}, true as outdated`.execute(db)
  return result.rows[0] ?? null
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeAllLeases(db: Sql): Promise<void> {
  await sql`update file set lease_holder = null, lease_until = null where lease_holder is not null`.execute(
    db,
  )
}

/**
 * Renews the lease and updates the progress. Returns false if the file was deleted, replaced, or claimed by
 * another process, or if its library was paused. The caller must then stop writing.
 */
export async function advance(
  tx: Sql,
  task: Task,
  holder: string,
  change: { progress: number; state?: 'Indexing' },
): Promise<boolean> {
  const state = change.state ? sql`state = ${change.state},` : sql``
  const result = await sql`
    update file set ${state} progress = ${change.progress}, lease_until = now() + ${LEASE}
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}
      and (removed_at is not null) = ${task.removed}
      and (removed_at is not null or not (select d.indexing_paused from data_source d
        where d.data_source_id = file.data_source_id))`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Renews only the lease. Returns false if another process has it. */
export async function keepLease(db: Sql, task: Task, holder: string): Promise<boolean> {
  const result = await sql`update file set lease_until = now() + ${LEASE}
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}
      and (removed_at is not null) = ${task.removed}`.execute(db)
  return result.numAffectedRows === 1n
}

/** Releases the file so it can be claimed again after `seconds`. */
export async function postpone(db: Sql, task: Task, holder: string, seconds: number): Promise<void> {
  await sql`update file set lease_until = now() + make_interval(secs => ${seconds})
    where file_id = ${task.fileId} and lease_holder = ${holder}`.execute(db)
}

/**
 * Releases a file that this process didn't finish through no fault of the file. It can be claimed again after `seconds`.
 */
export async function giveBack(db: Sql, task: Task, holder: string, seconds = 0): Promise<void> {
  await sql`update file set attempts = greatest(attempts - 1, 0),
      lease_holder = case when ${seconds}::float8 > 0 then lease_holder end,
      lease_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end
    where file_id = ${task.fileId} and lease_holder = ${holder}`.execute(db)
}

/**
 * Marks the files indexed by an earlier program version. They stay searchable until they are indexed again.
 * Files of a later version are left alone, because this program is about to be replaced.
 */
export async function markOutdated(db: Sql): Promise<void> {
  await sql`update file set outdated = true where ready_version is not null and removed_at is null and not outdated
    and coalesce(tokenizer_version, 0) < ${TERMS_VERSION}`.execute(db)
}

/** Returns the first words of a file's passages, for detecting its language. */
export async function readBeginning(db: Sql, task: Task): Promise<string> {
  const result = await sql<{ text: string }>`select text from passage
    where file_id = ${task.fileId} and file_version = ${task.readyVersion} order by ordinal limit 20`.execute(
    db,
  )
  return result.rows.map((row) => row.text).join('\n')
}

/** Every passage of the file is now indexed by this program version. */
export async function endReindexing(db: Sql, task: Task, holder: string, language: string): Promise<void> {
  await sql`update file set outdated = false, tokenizer_version = ${TERMS_VERSION}, language = ${language},
      lease_holder = null, lease_until = null, attempts = 0
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}`.execute(
    db,
  )
}

/**
 * Makes this version searchable in place of the previous one. Passages of earlier versions are then deleted
 * under the same lease. A first version has none and is released immediately.
 */
export async function makeReady(
  tx: Sql,
  task: Task,
  holder: string,
  result: { pages: number | null; passages: number; hasTables: boolean; language: string },
): Promise<boolean> {
  const updated = await sql`
    update file set state = 'Ready', progress = 100, reason = null, ready_version = file_version,
      ready_blob_key = blob_key, ready_mime_type = mime_type, clearing = file_version > 1, pages = ${result.pages},
      passages = ${result.passages}, has_tables = ${result.hasTables}, language = ${result.language}, tokenizer_version = ${TERMS_VERSION},
      -- It was moved meanwhile, which its library's own index doesn't know.
      outdated = folder <> ${task.folder}, indexed_at = now(),
      lease_holder = case when file_version > 1 then lease_holder end,
      lease_until = case when file_version > 1 then lease_until end, attempts = 0, updated_at = now()
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}
      and removed_at is null`.execute(tx)
  if (updated.numAffectedRows !== 1n) return false
  await queueFile(tx, task.fileId, task.fileVersion)
  await queueForGraph(tx, task.fileId, task.fileVersion)
  return true
}

/**
 * Has the scanned pages of an attachment read, once, after which it is indexed again. Returns false if they were read
 * before, or if it is a visitor’s: visitors are strangers and many.
 */
export async function leaveToScanner(db: Sql, task: Task, holder: string): Promise<boolean> {
  const left =
    await sql`update file set state = 'Queued', progress = 0, attempts = 0, scan_state = 'Searching',
      scan_holds = true, lease_holder = null, lease_until = null, updated_at = now()
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}
      and scan_state is null and uploaded_by is not null and removed_at is null`.execute(db)
  return left.numAffectedRows === 1n
}

/** A file that a person uploaded to a library, and that can't be read. */
export interface FailedFile {
  dataSourceId: string
  libraryName: string
  userId: string
}

/**
 * Marks the version as unreadable. An earlier one stays searchable. Returns whom to tell; null if another process has
 * the file, or if it is in no library, like an attachment.
 */
export async function makeFailed(
  tx: Sql,
  task: Task,
  holder: string,
  reason: string,
): Promise<FailedFile | null> {
  const failed = await sql<FailedFile>`with failed as (
    update file set state = 'Failed', reason = ${reason}, lease_holder = null, lease_until = null, attempts = 0,
      updated_at = now()
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}
      and removed_at is null returning data_source_id, uploaded_by)
    select d.data_source_id as "dataSourceId", d.name as "libraryName", f.uploaded_by as "userId"
    from failed f join data_source d on d.data_source_id = f.data_source_id
    where d.data_source_type = 'UploadedFiles' and f.uploaded_by is not null`.execute(tx)
  return failed.rows[0] ?? null
}

export async function endClearing(tx: Sql, task: Task, holder: string): Promise<void> {
  await sql`update file set clearing = false, lease_holder = null, lease_until = null, attempts = 0
    where file_id = ${task.fileId} and lease_holder = ${holder} and file_version = ${task.fileVersion}`.execute(
    tx,
  )
}

/** Deletes the last row of a removed file. An attachment's library and a deleted one go with their last file. */
export async function deleteFile(tx: Sql, task: Task, holder: string): Promise<void> {
  const deleted = await sql`delete from file where file_id = ${task.fileId} and lease_holder = ${holder}
    and removed_at is not null`.execute(tx)
  if (deleted.numAffectedRows === 0n) return
  await forgetHealth(tx, task.fileId)
  await sql`delete from data_source d where d.number = ${task.libraryId} and d.data_source_type <> 'UploadedFiles'
    and not exists (select from file f where f.data_source_id = d.data_source_id)`.execute(tx)
}

export async function countIndexed(db: Sql): Promise<number> {
  const result = await sql<{ n: number }>`select coalesce(sum(n), 0)::float8 as n from lib_stat`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Without statistics, the planner scans whole tables. Nothing else gathers them in the embedded database. */
export async function gatherStatistics(db: Sql): Promise<void> {
  for (const table of ['posting', 'term_stat', 'passage', 'file', 'lib_stat']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
}

/** Marks rows as visible to all, so searches can read only the index. A server does this itself. */
export async function tidy(db: Sql): Promise<void> {
  for (const table of [
    'posting',
    'term_stat',
    'lib_stat',
    'gram_stat',
    'gram_change',
    'file',
    'data_source',
  ]) {
    await sql`vacuum ${sql.table(table)}`.execute(db)
  }
}
