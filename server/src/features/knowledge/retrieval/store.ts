import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { FolderLimits } from '../folders.ts'
import type { LibraryChange } from '../grams/gramCache.ts'
import type { Locator } from '../passages/layout.ts'
import { inPermittedFolders } from '../policy.ts'
import { among, type FileState } from '../store.ts'

/**
 * The permitted part of the index: file libraries by the ID of their data source, and attachments by their ID in
 * the index. They are searched separately, because an attachment's few words would carry no weight next to a
 * library's.
 */
export interface Libraries {
  dataSourceIds: readonly string[]
  /** Of these, only some folders are permitted. */
  folders: FolderLimits
  attachedIds: readonly number[]
}

export type Part = 'linked' | 'attached'

/** The size of a part, and how many of its passages contain each term. */
export interface Statistics {
  passages: number
  averageLength: number
  libraries: LibraryChange[]
  frequencies: ReadonlyMap<string, number>
  /** Whether any file has tables that can be queried. */
  hasTables: boolean
}

export interface WeightedTerm {
  term: string
  idf: number
}

export interface RankedPassage {
  passageId: string
  dataSourceId: string
  fileId: string
  fileName: string
  ordinal: number
  page: number | null
  /** Where it is in its file, or null for a file without places. */
  locator: Locator | null
  heading: string
  text: string
  start: number
  end: number
  score: number
  /** The number of passages of its file. */
  filePassages: number
  /** The number of pages of its file, or null if it has none. */
  filePages: number | null
}

/** The columns of a passage `p` of a file `f`, except for its score. */
export const passageColumns = sql.raw(`p.passage_id::text as "passageId", f.data_source_id as "dataSourceId",
  f.file_id as "fileId", f.name as "fileName", p.ordinal, p.page, p.locator, p.heading, p.text,
  p.off_start as start, p.off_end as "end", f.passages as "filePassages", f.pages as "filePages"`)

/** A file `f` that consists of tables. */
export const isOfTables = sql.raw(`f.ready_mime_type in (
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.spreadsheet', 'text/csv', 'text/tab-separated-values')`)

/** A searchable file `f` with tables that can be queried. An index has the same condition. */
export const hasTables = sql`f.removed_at is null and f.passages > 0 and (f.has_tables or ${isOfTables})`

/** The maximum number of passages tied with the last requested one. More than that are copies of each other. */
export const MAX_TIES = 200

interface StatisticsRow extends LibraryChange {
  /** `elsewhere`: a library has an index of its own. */
  part: Part | 'elsewhere'
  passages: number
  length: number
  /** Null in the row of a library. */
  term: string | null
  df: number
  /** Null in the row of a term. */
  hasTables: boolean | null
}

/**
 * The libraries of which only some folders are permitted, and the passages of these folders. Other libraries have
 * counts; these are counted for each question, so that words elsewhere in the library don’t matter.
 */
export const limitedParts = (folders: FolderLimits) => ({
  numbers: sql`array(select number from data_source where data_source_id = any(${[...folders.keys()]}::uuid[]))`,
  files: sql`select f.file_id, f.ready_version, f.passages, d.number from data_source d
    join file f on f.data_source_id = d.data_source_id
    where d.data_source_id = any(${[...folders.keys()]}::uuid[]) and f.removed_at is null
      and f.ready_version is not null and ${inPermittedFolders(folders)}`,
})

/**
 * Everything filters by the permitted libraries and folders, so neither results nor weights reveal anything about
 * others. Only the average length of a folder’s passages is taken from its library. With `elsewhereToo`, `areElsewhere`
 * says whether passages of these libraries are in other indexes, which is for the instance's database only.
 */
export async function readStatistics(
  db: Sql,
  { dataSourceIds, folders, attachedIds }: Libraries,
  terms: readonly string[],
  { elsewhereToo }: { elsewhereToo: boolean },
): Promise<Record<Part, Statistics> & { areElsewhere: boolean }> {
  const part = sql`case when library_id = any(${[...attachedIds]}::int[]) then 'attached' else 'linked' end`
  const isPermitted = sql`library_id = any((select ids from permitted)::int[])`
  const limited = limitedParts(folders)
  const isLimited = folders.size > 0
  const size = isLimited
    ? sql`case when library_id = any((select ids from limited)::int[])
      then coalesce((select sum(passages) from limited_file where number = library_id), 0) else n end`
    : sql`n`
  // One statement, because each adds about a millisecond to a question, however little it reads.
  const read = await sql<StatisticsRow>`
    with permitted as materialized (select ${[...attachedIds]}::int[] || array(select d.number from data_source d
      where d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and d.data_source_type = 'UploadedFiles') as ids)
    ${
      isLimited
        ? sql`, limited as materialized (select ${limited.numbers} as ids),
          limited_file as materialized (${limited.files})`
        : sql``
    }
    select ${part} as part, library_id as "libraryId", change_number as "changeNumber", (${size})::float8 as passages,
      (${isLimited ? sql`total_len::float8 * (${size}) / greatest(n, 1)` : sql`total_len`})::float8 as length, null as term, null::float8 as df, exists (select from data_source d
        join file f on f.data_source_id = d.data_source_id where d.number = library_id and ${hasTables}
          and ${inPermittedFolders(folders)}) as "hasTables"
    from lib_stat where ${isPermitted}
    union all
    select ${part}, null, null, null, null, term, sum(df)::float8, null from term_stat
    where ${isPermitted} and term = any(${[...terms]}::text[])
      ${isLimited ? sql`and library_id <> all((select ids from limited)::int[])` : sql``} group by 1, term
    ${
      isLimited
        ? sql`union all
          select 'linked', null, null, null, null, t.term, count(*)::float8, null
          from limited_file f join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
            join posting t on t.passage_id = p.passage_id and t.library_id = f.number
          where t.term = any(${[...terms]}::text[]) group by t.term`
        : sql``
    }
    ${
      elsewhereToo
        ? sql`union all
          select 'elsewhere', null, null, null, null, null, null, null where exists (
            select from data_source_endpoints e
            where e.data_source_id = any(${[...dataSourceIds]}::uuid[]) and e.index_endpoint is not null)`
        : sql``
    }`.execute(db)
  return {
    linked: statisticsIn(read.rows, 'linked'),
    attached: statisticsIn(read.rows, 'attached'),
    areElsewhere: read.rows.some(({ part }) => part === 'elsewhere'),
  }
}

function statisticsIn(all: readonly StatisticsRow[], part: Part): Statistics {
  const rows = all.filter((row) => row.part === part)
  const libraries = rows.filter((row) => row.term === null)
  const found = new Map<string, number>()
  for (const { term, df } of rows) if (term !== null) found.set(term, (found.get(term) ?? 0) + df)
  const passages = libraries.reduce((sum, library) => sum + library.passages, 0)
  const length = libraries.reduce((sum, library) => sum + library.length, 0)
  return {
    passages,
    averageLength: length / Math.max(passages, 1),
    libraries,
    frequencies: found,
    hasTables: libraries.some((library) => library.hasTables),
  }
}

/** Returns the statistics of several indexes as if they were one. */
export function together(all: readonly Statistics[]): Statistics {
  if (all.length === 1) return all[0]!
  const frequencies = new Map<string, number>()
  for (const one of all)
    for (const [term, count] of one.frequencies) frequencies.set(term, (frequencies.get(term) ?? 0) + count)
  const passages = all.reduce((sum, one) => sum + one.passages, 0)
  const length = all.reduce((sum, one) => sum + one.averageLength * one.passages, 0)
  return {
    passages,
    averageLength: length / Math.max(passages, 1),
    libraries: all.flatMap(({ libraries }) => libraries),
    frequencies,
    hasTables: all.some(({ hasTables }) => hasTables),
  }
}

/**
 * Whether a row `p` of a passage is in the permitted folders. For before the best are chosen, because better ones
 * elsewhere must not push them out.
 */
export function isInFolders(folders: FolderLimits) {
  if (folders.size === 0) return sql`true`
  const limited = limitedParts(folders)
  return sql`(p.library_id <> all(${limited.numbers}) or exists (
    select from passage own join (${limited.files}) f
      on f.file_id = own.file_id and f.ready_version = own.file_version
    where own.passage_id = p.passage_id))`
}

/**
 * Returns the stored vectors of the permitted passages whose signs differ least from the given ones. Comparing all of
 * them needs no extension and no index, so it works on every database, and a change applies at once.
 */
export async function nearest(
  db: Sql,
  { libraryIds, folders }: { libraryIds: number[]; folders: FolderLimits },
  { vectorSpaceId, signs }: { vectorSpaceId: number; signs: string },
  limit: number,
): Promise<{ passageId: string; vector: Buffer }[]> {
  const result = await sql<{ passageId: string; vector: Uint8Array }>`
    with near as materialized (select p.passage_id from passage_signs p
      where p.vector_space_id = ${vectorSpaceId} and p.library_id = any(${libraryIds}::int[])
        and ${isInFolders(folders)}
      order by bit_count(p.signs # ${signs}::bit varying), p.passage_id limit ${limit})
    select v.passage_id::text as "passageId", v.vector from near
      join passage_vector v on v.passage_id = near.passage_id and v.vector_space_id = ${vectorSpaceId}`.execute(
    db,
  )
  return result.rows.map(({ passageId, vector }) => ({
    passageId,
    vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  }))
}

/** Returns those of these passages of the permitted libraries and folders that are visible. */
export async function readVisible(
  db: Sql,
  { libraryIds, folders }: { libraryIds: number[]; folders: FolderLimits },
  passageIds: readonly string[],
): Promise<Omit<RankedPassage, 'score'>[]> {
  if (passageIds.length === 0) return []
  const result = await sql<Omit<RankedPassage, 'score'>>`
    select ${passageColumns} from passage p join file f on f.file_id = p.file_id
    where p.passage_id = any(${[...passageIds]}::bigint[]) and p.library_id = any(${libraryIds}::int[])
      and f.removed_at is null and f.ready_version = p.file_version and ${inPermittedFolders(folders)}`.execute(
    db,
  )
  return result.rows
}

/**
 * BM25 (k1 1.2, b .75) over the posting rows of the permitted libraries. Shares are summed as millionths, so
 * the order of summation doesn't affect scores. All factors are floats: with one numeric factor, this takes twice as long.
 * Ties are broken by name and position, not by indexing order.
 * Can return a few more than requested. Passages outside a file's ready version are ranked too and dropped
 * afterwards: while a version is being indexed, the caller requests more.
 */
export async function rank(
  db: Sql,
  { libraryIds, folders }: { libraryIds: number[]; folders: FolderLimits },
  weights: WeightedTerm[],
  averageLength: number,
  limit: number,
): Promise<{ ranked: number; passages: RankedPassage[] }> {
  const result = await sql<RankedPassage & { visible: boolean }>`
    with ${question(weights)},
    ranked as (
      select p.passage_id, ${bm25(averageLength)} as score
      from question q join posting p on p.term = q.term collate "C" and p.library_id = any(${libraryIds}::int[])
      where ${isInFolders(folders)} group by p.passage_id order by score desc fetch first ${limit} rows with ties),
    bounded as (select * from ranked order by score desc, passage_id limit ${limit + MAX_TIES})
    select ${passageColumns}, r.score, f.removed_at is null and f.ready_version = p.file_version as visible
    from bounded r join passage p on p.passage_id = r.passage_id and p.library_id = any(${libraryIds}::int[])
      join file f on f.file_id = p.file_id
    order by r.score desc, f.name collate "C", p.ordinal, p.text collate "C", p.passage_id`.execute(db)
  const passages = result.rows.filter((row) => row.visible).map(({ visible: _, ...passage }) => passage)
  return { ranked: result.rows.length, passages }
}

/** SQL for the terms of a question with what BM25 multiplies, as the rows `q`. */
const question = (weights: readonly WeightedTerm[]) =>
  sql`question as (select * from unnest(${weights.map(({ term }) => term)}::text[],
    ${weights.map(({ idf }) => idf * 2.2 * 1_000_000)}::float8[]) as q (term, weight))`

/** SQL for the score of the posting rows `p` of one passage. */
const bm25 = (averageLength: number) =>
  sql`sum((q.weight * p.tf / (p.tf + .3::float8 + p.len * ${(1.2 * 0.75) / averageLength}::float8))::int)
    / 1000000.0::float8`

/** Returns the score by words of one passage in this index, whatever its rank; null if it contains no term. */
export async function scoreOf(
  db: Sql,
  passageId: string,
  weights: readonly WeightedTerm[],
  averageLength: number,
): Promise<number | null> {
  const found = await sql<{ score: number | null }>`with ${question(weights)}
    select ${bm25(averageLength)} as score from passage own
      join question q on true
      join posting p on p.term = q.term collate "C" and p.library_id = own.library_id and p.passage_id = own.passage_id
    where own.passage_id = ${passageId}::bigint`.execute(db)
  return found.rows[0]?.score ?? null
}

/** A passage with what decides whether a search can find it. */
export interface PassageState {
  passage: Omit<RankedPassage, 'score'>
  fileState: FileState
  folder: string
  /** Whether searches see its version of the file. */
  isSearchable: boolean
}

/** Returns a passage of a file library that isn't deleted, searchable or not. */
export async function readPassageState(db: Sql, passageId: string): Promise<PassageState | null> {
  const found = await sql<PassageState['passage'] & Omit<PassageState, 'passage'>>`
    select ${passageColumns}, f.state as "fileState", f.folder,
      coalesce(f.ready_version = p.file_version, false) as "isSearchable"
    from passage p join file f on f.file_id = p.file_id join data_source d on d.data_source_id = f.data_source_id
    where p.passage_id = ${passageId}::bigint and f.removed_at is null and ${among('all')}`.execute(db)
  const row = found.rows[0]
  if (!row) return null
  const { fileState, folder, isSearchable, ...passage } = row
  return { passage, fileState, folder, isSearchable }
}

/** Returns a passage as opened by a citation, or null if its file or version is gone. */
export async function readPassage(db: Sql, passageId: string): Promise<Omit<RankedPassage, 'score'> | null> {
  const result = await sql<Omit<RankedPassage, 'score'>>`
    select ${passageColumns} from passage p join file f on f.file_id = p.file_id
    where p.passage_id = ${passageId}::bigint and f.removed_at is null and f.ready_version = p.file_version`.execute(
    db,
  )
  return result.rows[0] ?? null
}
