import type { DataSource, FileState as FileStates, LibraryFile } from '@parlance/contract/dataSources'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeAllRows } from '../../platform/database/slices.ts'
import { nameKey } from '../../platform/language/nameKey.ts'
import { GRAPH_RULES } from './graph/relations.ts'
import { changedSince, type Health, healthFields, healthIs } from './health/store.ts'
import type { Locator } from './passages/layout.ts'
import type { Visible } from './policy.ts'

export type FileState = z.output<typeof FileStates>

/** Rows as defined by the contract. Times are text, so a repeated response equals the first. */
export interface LibraryRow {
  dataSourceId: string
  name: string
  description: string
  dataSourceType: 'UploadedFiles'
  endpointsType: 'default' | 'explicit'
  files: number
  filesReady: number
  filesFailed: number
  passages: number
  indexingPaused: boolean
  mayBeSharedOnward: boolean
  mayBePublic: boolean
  readersSee: 'File' | 'Passage'
  reviewAfterDays: number
  graphIndex: boolean
  graphByModel: boolean
  ocr: 'Off' | 'Tesseract' | 'Vision'
  ocrLanguages: string[]
  ocrDeployment: OcrDeployment | null
  createdAt: string
  updatedAt: string
  version: number
}

export interface FileRow {
  fileId: string
  dataSourceId: string
  name: string
  folder: string
  fileVersion: number
  size: number
  mimeType: string
  state: FileState
  progress: number
  reason: string | null
  pages: number | null
  passages: number
  duplicateOf: string | null
  similarTo: string | null
  citations: number
  lastCitedAt: string | null
  replacedAt: string | null
  scan: FileScan | null
  createdAt: string
  updatedAt: string
}

/** The model that reads scanned pages of a library. */
export type OcrDeployment = NonNullable<z.output<typeof DataSource>['ocrDeployment']>

/** Why scanned pages can’t be read now. */
export type ScanWait = NonNullable<NonNullable<z.output<typeof LibraryFile>['scan']>['waitsFor']>

/** How far the scanned pages of a file are. */
interface FileScan {
  state: 'Searching' | 'Unconfirmed' | 'Reading' | 'Stopped' | 'Done'
  pages: number
  read: number
  failed: number
  /** Pages whose text people should check. */
  unsure: number
  /** Why its pages can’t be read now. */
  waitsFor: ScanWait | null
}

export interface NewFile {
  fileId: string
  name: string
  folder: string
  size: number
  mimeType: string
  sha256: string
  blobKey: string
  uploadedBy: string | null
}

const libraryFields = sql`d.data_source_id as "dataSourceId", d.name, d.description,
  d.data_source_type as "dataSourceType", d.endpoints_type as "endpointsType", d.files, d.files_ready as "filesReady",
  d.files_failed as "filesFailed", d.passages, d.indexing_paused as "indexingPaused", ${isoTime('d.created_at')} as "createdAt",
  ${isoTime('d.updated_at')} as "updatedAt", d.may_be_shared_onward as "mayBeSharedOnward",
  d.may_be_public as "mayBePublic", d.readers_see as "readersSee",
  d.review_after_days as "reviewAfterDays", d.graph_index as "graphIndex",
  d.graph_by_model as "graphByModel", d.ocr, d.ocr_languages as "ocrLanguages",
  case when d.ocr_deployment is not null then jsonb_build_object('languageEngine', d.ocr_engine,
    'deploymentName', d.ocr_deployment) end as "ocrDeployment", d.version`

const fileFields = sql`f.file_id as "fileId", f.data_source_id as "dataSourceId", f.name, f.folder,
  f.file_version - f.reindexed as "fileVersion", f.size::float8 as size, f.mime_type as "mimeType", f.state, f.progress, f.reason,
  f.pages, f.passages, (select other.name from file other where other.data_source_id = f.data_source_id
    and other.sha256 = f.sha256 and other.removed_at is null
    and (other.created_at, other.file_id) < (f.created_at, f.file_id)
    order by other.created_at, other.file_id limit 1) as "duplicateOf", ${healthFields},
  case when f.scan_state is not null then (select jsonb_build_object('state', f.scan_state, 'pages', count(*),
      'read', count(*) filter (where s.state = 'Read'), 'failed', count(*) filter (where s.state = 'Failed'),
      'unsure', count(*) filter (where s.confidence < ${limits.unsureBelow}),
      'waitsFor', case when f.scan_state = 'Reading' then f.scan_waits_for end)
    from scanned_page s where s.file_id = f.file_id) end as scan, ${isoTime('f.created_at')} as "createdAt", ${isoTime('f.updated_at')} as "updatedAt"`

/** Restricts a query to these file libraries. Attachments are libraries too, but never listed as such. */
export const among = (visible: Visible) =>
  visible === 'all'
    ? sql`d.data_source_type = 'UploadedFiles'`
    : sql`(d.data_source_type = 'UploadedFiles' and d.data_source_id = any(${[...visible]}::uuid[]))`

export async function insertLibrary(
  tx: Sql,
  library: {
    dataSourceId: string
    name: string
    description: string
    graphIndex?: boolean
    createdBy: string | null
  },
): Promise<LibraryRow> {
  const result = await sql<LibraryRow>`
    insert into data_source as d (data_source_id, name, name_key, description, graph_index, graph_rules, created_by)
    values (${library.dataSourceId}, ${library.name}, ${nameKey(library.name)}, ${library.description},
      ${library.graphIndex ?? true}, ${GRAPH_RULES}, ${library.createdBy})
    returning ${libraryFields}`.execute(tx)
  return result.rows[0]!
}

/** Returns the names of all libraries that begin with this one, as they are compared. */
export async function readNameKeys(db: Sql, name: string): Promise<string[]> {
  const result = await sql<{ key: string }>`select name_key as key from data_source
    where data_source_type = 'UploadedFiles' and starts_with(name_key, ${nameKey(name)})`.execute(db)
  return result.rows.map(({ key }) => key)
}

export async function findLibrary(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
): Promise<LibraryRow | null> {
  const result = await sql<LibraryRow>`select ${libraryFields} from data_source d
    where d.data_source_id = ${dataSourceId} and ${among(visible)}`.execute(db)
  return result.rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function findLibraryLocked(
  tx: Sql,
  visible: Visible,
  dataSourceId: string,
): Promise<LibraryRow | null> {
  const result = await sql<LibraryRow>`select ${libraryFields} from data_source d
    where d.data_source_id = ${dataSourceId} and ${among(visible)} for update of d`.execute(tx)
  return result.rows[0] ?? null
}

export async function updateLibrary(
  tx: Sql,
  dataSourceId: string,
  library: Pick<
    LibraryRow,
    | 'name'
    | 'description'
    | 'mayBeSharedOnward'
    | 'mayBePublic'
    | 'readersSee'
    | 'reviewAfterDays'
    | 'graphIndex'
    | 'graphByModel'
    | 'ocr'
    | 'ocrLanguages'
    | 'ocrDeployment'
  >,
): Promise<LibraryRow> {
  const { name, description, mayBeSharedOnward, mayBePublic, readersSee, reviewAfterDays } = library
  const result =
    await sql<LibraryRow>`update data_source as d set name = ${name}, name_key = ${nameKey(name)},
      description = ${description}, may_be_shared_onward = ${mayBeSharedOnward}, may_be_public = ${mayBePublic},
      readers_see = ${readersSee}, review_after_days = ${reviewAfterDays}, graph_index = ${library.graphIndex},
      graph_by_model = ${library.graphByModel}, ocr = ${library.ocr},
      ocr_languages = ${library.ocrLanguages}, ocr_engine = ${library.ocrDeployment?.languageEngine ?? null},
      ocr_deployment = ${library.ocrDeployment?.deploymentName ?? null}, updated_at = now(), version = version + 1
    where d.data_source_id = ${dataSourceId} returning ${libraryFields}`.execute(tx)
  return result.rows[0]!
}

/** Whether an agent has the library in its published version or in its draft. */
export async function isUsed(tx: Sql, dataSourceId: string): Promise<boolean> {
  const found = await sql`select from gpt_system_rag_data_source r
    join gpt_system_configuration_state s on s.id = r.state_id join gpt_system g on g.id = s.gpt_system_id
    where r.data_source_id = ${dataSourceId} and g.deleted_at is null
      and (s.id = g.published_state_id or s.status = 'Draft') limit 1`.execute(tx)
  return found.rows.length > 0
}

/** Whether a public page that is turned on answers from this library. */
export async function isPublic(tx: Sql, dataSourceId: string): Promise<boolean> {
  const found = await sql`select from public_endpoint e join gpt_system g on g.id = e.gpt_system_id
      join gpt_system_rag_data_source r on r.state_id = g.published_state_id
    where e.enabled and g.deleted_at is null and r.data_source_id = ${dataSourceId} limit 1`.execute(tx)
  return found.rows.length > 0
}

/** Hides a library from everyone at once. Its files are deleted in the background. */
export async function markLibraryRemoved(tx: Sql, dataSourceId: string): Promise<void> {
  await sql`delete from gpt_system_rag_data_source where data_source_id = ${dataSourceId}`.execute(tx)
  await sql`update data_source set data_source_type = 'Removed', updated_at = now(), version = version + 1
    where data_source_id = ${dataSourceId}`.execute(tx)
}

const FILES_AT_ONCE = 200

/** Marks some files of deleted libraries as removed; answers how many. */
export async function markFilesOfRemoved(tx: Sql): Promise<number> {
  const marked = await sql`update file set removed_at = now(), updated_at = now(), attempts = 0
    where file_id in (select f.file_id from data_source d join file f on f.data_source_id = d.data_source_id
      where d.data_source_type = 'Removed' and f.removed_at is null limit ${FILES_AT_ONCE})`.execute(tx)
  return Number(marked.numAffectedRows ?? 0)
}

/** The numbers of some deleted libraries without files that have an index of their own. */
export async function readEmptyWithIndex(db: Sql, limit: number): Promise<number[]> {
  const result = await sql<{ number: number }>`select d.number from data_source d
      join data_source_endpoints e on e.data_source_id = d.data_source_id
    where d.data_source_type = 'Removed' and e.index_endpoint is not null
      and not exists (select from file f where f.data_source_id = d.data_source_id)
    order by d.number limit ${limit}`.execute(db)
  return result.rows.map(({ number }) => number)
}

/** Deletes a library that has been deleted in its own index. */
export async function removeEmptyLibrary(tx: Sql, number: number): Promise<void> {
  await sql`delete from data_source where number = ${number} and data_source_type = 'Removed'`.execute(tx)
}

/** Others go with their last file, and those with an index of their own once they are deleted there. */
export const removeEmptyLibraries = (database: Database): Promise<void> =>
  removeAllRows(database, {
    table: 'data_source',
    key: 'data_source_id',
    where: sql`r.data_source_type = 'Removed'
      and not exists (select from file f where f.data_source_id = r.data_source_id)
      and not exists (select from data_source_endpoints e
        where e.data_source_id = r.data_source_id and e.index_endpoint is not null)`,
  })

/** Sorted by name. `after` is the name key of the last one shown. */
export async function listLibraries(
  db: Sql,
  visible: Visible,
  {
    search,
    endpointsType,
    after,
    limit,
  }: {
    search: string
    endpointsType: 'default' | 'explicit' | null
    after: string | null
    limit: number
  },
): Promise<LibraryRow[]> {
  const result = await sql<LibraryRow>`select ${libraryFields} from data_source d
    where ${among(visible)} and (${search} = '' or strpos(d.name_key, ${nameKey(search)}) > 0)
      and (${endpointsType}::text is null or d.endpoints_type = ${endpointsType}::text)
      and (${after}::text is null or d.name_key > ${after}::text)
    order by d.name_key limit ${limit}`.execute(db)
  return result.rows
}

/** Returns how many of these libraries exist. */
/** Returns the names of those of these libraries that are visible, in the order of their names. */
export async function readLibraryNames(
  db: Sql,
  visible: Visible,
  dataSourceIds: readonly string[],
): Promise<{ dataSourceId: string; name: string }[]> {
  const result = await sql<{
    dataSourceId: string
    name: string
  }>`select d.data_source_id as "dataSourceId", d.name
    from data_source d where d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and ${among(visible)}
    order by d.name_key, d.data_source_id`.execute(db)
  return result.rows
}

export async function countLibraries(
  db: Sql,
  visible: Visible,
  dataSourceIds: readonly string[],
): Promise<number> {
  const result = await sql<{ libraries: number }>`select count(*) as libraries from data_source d
    where d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and ${among(visible)}`.execute(db)
  return result.rows[0]?.libraries ?? 0
}

export async function countFiles(db: Sql, dataSourceIds: readonly string[]): Promise<number> {
  const result = await sql<{ files: number }>`select coalesce(sum(files), 0)::float8 as files from data_source
    where data_source_id = any(${[...dataSourceIds]}::uuid[])`.execute(db)
  return result.rows[0]?.files ?? 0
}

export async function readProgress(
  db: Sql,
  dataSourceId: string,
): Promise<{ files: number; settled: number }> {
  const result = await sql<{
    files: number
    settled: number
  }>`select files, files_ready + files_failed as settled
    from data_source where data_source_id = ${dataSourceId}`.execute(db)
  return result.rows[0] ?? { files: 0, settled: 0 }
}

/** Newest first. `after` is the last one shown. */
export async function listFiles(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  {
    search,
    folder,
    health,
    changedSince: since,
    after,
    limit,
  }: {
    search: string
    folder: string | undefined
    health: Health | undefined
    changedSince: string | undefined
    after: { createdAt: string; fileId: string } | null
    limit: number
  },
): Promise<FileRow[]> {
  const next = after
    ? sql`(f.created_at, f.file_id) < (${after.createdAt}::timestamptz, ${after.fileId}::uuid)`
    : sql`true`
  const result = await sql<FileRow>`
    select ${fileFields} from file f join data_source d on d.data_source_id = f.data_source_id
    where f.data_source_id = ${dataSourceId} and ${among(visible)} and f.removed_at is null
      and (${search} = '' or strpos(f.name_key, ${nameKey(search)}) > 0) and ${next}
      and ${folder === undefined ? sql`true` : sql`f.folder = ${folder}`}
      and ${health ? healthIs[health] : sql`true`} and ${since ? changedSince(since) : sql`true`}
    order by f.created_at desc, f.file_id desc limit ${limit}`.execute(db)
  return result.rows
}

/** Returns the folders that have files, sorted by name, with the number of files directly in each. */
export async function listFolders(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  limit: number,
): Promise<{ folder: string; files: number }[]> {
  const result = await sql<{ folder: string; files: number }>`
    select f.folder, count(*)::int as files from file f join data_source d on d.data_source_id = f.data_source_id
    where f.data_source_id = ${dataSourceId} and ${among(visible)} and f.removed_at is null
    group by f.folder order by f.folder collate "C" limit ${limit}`.execute(db)
  return result.rows
}

export async function findFile(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  fileId: string,
): Promise<FileRow | null> {
  const result = await sql<FileRow>`
    select ${fileFields} from file f join data_source d on d.data_source_id = f.data_source_id
    where f.file_id = ${fileId} and f.data_source_id = ${dataSourceId} and ${among(visible)}
      and f.removed_at is null for update of f`.execute(db)
  return result.rows[0] ?? null
}

interface NamedFile extends FileRow {
  sha256: string
  blobKey: string
  readyBlobKey: string | null
}

/** Returns the existing file of this name, locked until the upload ends, or null. */
export async function lockNamed(
  tx: Sql,
  dataSourceId: string,
  folder: string,
  name: string,
): Promise<NamedFile | null> {
  const result = await sql<NamedFile>`
    select ${fileFields}, f.sha256, f.blob_key as "blobKey", f.ready_blob_key as "readyBlobKey" from file f
    where f.data_source_id = ${dataSourceId} and f.folder = ${folder} and f.name_key = ${nameKey(name)}
      and f.removed_at is null for update`.execute(tx)
  return result.rows[0] ?? null
}

/** Inserts a new file, or the next version of the file with this name. */
export async function putFile(tx: Sql, dataSourceId: string, file: NewFile): Promise<FileRow> {
  const result = await sql<FileRow>`
    insert into file as f (file_id, data_source_id, folder, name, name_key, size, mime_type, sha256, blob_key, uploaded_by)
    values (${file.fileId}, ${dataSourceId}, ${file.folder}, ${file.name}, ${nameKey(file.name)}, ${file.size},
      ${file.mimeType}, ${file.sha256}, ${file.blobKey}, ${file.uploadedBy})
    on conflict (data_source_id, folder, name_key) where removed_at is null do update
    set file_version = f.file_version + 1, name = excluded.name, size = excluded.size,
      mime_type = excluded.mime_type, sha256 = excluded.sha256, blob_key = excluded.blob_key,
      uploaded_by = excluded.uploaded_by, state = 'Queued', progress = 0, reason = null, attempts = 0,
      updated_at = now(), replaced_at = now()
    returning ${fileFields}`.execute(tx)
  return result.rows[0]!
}

/** Hides the file at once. Its passages are deleted in small steps. */
export async function markRemoved(tx: Sql, fileId: string): Promise<void> {
  await sql`update file set removed_at = now(), updated_at = now(), attempts = 0
    where file_id = ${fileId}`.execute(tx)
}

export interface StoredPassage {
  passageId: string
  ordinal: number
  page: number | null
  locator: Locator | null
  heading: string
  text: string
}

/** Returns the passages of a file's searchable version in order. `after` is the position of the last one shown. */
export async function listPassages(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  fileId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPassage[]> {
  const result = await sql<StoredPassage>`
    select p.passage_id::text as "passageId", p.ordinal, p.page, p.locator, p.heading, p.text
    from file f join data_source d on d.data_source_id = f.data_source_id
      join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
    where f.file_id = ${fileId} and f.data_source_id = ${dataSourceId} and ${among(visible)}
      and f.removed_at is null and p.ordinal > ${after}
    order by p.ordinal limit ${limit}`.execute(db)
  return result.rows
}

/** Returns the key of a file's bytes as last uploaded, or null if the file is gone. */
export async function readBlobKey(db: Sql, fileId: string): Promise<string | null> {
  const result = await sql<{ blobKey: string }>`select blob_key as "blobKey" from file
    where file_id = ${fileId} and removed_at is null`.execute(db)
  return result.rows[0]?.blobKey ?? null
}

/** Returns those of these files of a library that exist, locked until the transaction ends. */
export async function lockFiles(
  tx: Sql,
  dataSourceId: string,
  fileIds: readonly string[],
): Promise<FileRow[]> {
  const result = await sql<FileRow>`select ${fileFields} from file f
    where f.file_id = any(${[...fileIds]}::uuid[]) and f.data_source_id = ${dataSourceId} and f.removed_at is null
    order by f.file_id for update`.execute(tx)
  return result.rows
}

/** Has a failed file read again. */
export async function requeueFailed(tx: Sql, fileId: string): Promise<void> {
  await sql`update file set state = 'Queued', progress = 0, reason = null, attempts = 0, updated_at = now()
    where file_id = ${fileId} and state = 'Failed' and removed_at is null`.execute(tx)
}

/** Moves a file to a folder. Returns false if another file there has its name. */
export async function moveFile(tx: Sql, fileId: string, folder: string): Promise<boolean> {
  const moved = await sql`update file f set folder = ${folder}, updated_at = now(),
      -- The library's own index learns of it when the file is indexed again, for which nothing is read.
      outdated = f.outdated or f.ready_version is not null and exists (select from data_source_endpoints e
        where e.data_source_id = f.data_source_id and e.index_endpoint is not null)
    where f.file_id = ${fileId} and not exists (select from file other
      where other.data_source_id = f.data_source_id and other.folder = ${folder} and other.name_key = f.name_key
        and other.removed_at is null and other.file_id <> f.file_id)`.execute(tx)
  return moved.numAffectedRows === 1n
}

export async function setPaused(tx: Sql, dataSourceId: string, paused: boolean): Promise<LibraryRow> {
  const result =
    await sql<LibraryRow>`update data_source as d set indexing_paused = ${paused}, updated_at = now()
    where d.data_source_id = ${dataSourceId} returning ${libraryFields}`.execute(tx)
  return result.rows[0]!
}

/**
 * Queues some files of a library that were read before a time to be read again, as a next version of their passages.
 * Returns how many.
 */
export async function requeueReady(tx: Sql, dataSourceId: string, before: string): Promise<number> {
  const queued = await sql`update file set state = 'Queued', progress = 0, reason = null, attempts = 0,
      file_version = file_version + 1, reindexed = reindexed + 1, updated_at = now()
    where file_id in (select file_id from file where data_source_id = ${dataSourceId} and removed_at is null
      and state = 'Ready' and updated_at < ${before}::timestamptz limit ${FILES_AT_ONCE} for update)`.execute(
    tx,
  )
  return Number(queued.numAffectedRows ?? 0)
}
