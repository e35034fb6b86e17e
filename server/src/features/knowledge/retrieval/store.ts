import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { LibraryChange } from '../grams/gramCache.ts'

/** The size of the permitted part of the index, and how many of its passages contain each term. */
export interface Statistics {
  passages: number
  averageLength: number
  libraries: LibraryChange[]
  frequencies: ReadonlyMap<string, number>
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
  heading: string
  text: string
  start: number
  end: number
  score: number
}

/** The maximum number of passages tied with the last requested one. More than that are copies of each other. */
const MAX_TIES = 200

/**
 * Both parts filter by the permitted libraries, so neither results nor weights reveal anything about others.
 */
export async function readStatistics(db: Sql, libraryIds: number[], terms: string[]): Promise<Statistics> {
  // One statement, because each adds about a millisecond to a question, however little it reads.
  const read = await sql<
    LibraryChange & { passages: number; length: number; term: string | null; df: number }
  >`
    select library_id as "libraryId", change_number as "changeNumber", n::float8 as passages,
      total_len::float8 as length, null as term, null::float8 as df
    from lib_stat where library_id = any(${libraryIds}::int[])
    union all
    select null, null, null, null, term, sum(df)::float8 from term_stat
    where library_id = any(${libraryIds}::int[]) and term = any(${terms}::text[]) group by term`.execute(db)
  const libraries = read.rows.filter((row) => row.term === null)
  const found = read.rows.flatMap(({ term, df }) => (term === null ? [] : [[term, df] as const]))
  const passages = libraries.reduce((sum, library) => sum + library.passages, 0)
  const length = libraries.reduce((sum, library) => sum + library.length, 0)
  return { passages, averageLength: length / Math.max(passages, 1), libraries, frequencies: new Map(found) }
}

/** Returns the terms that occur in a passage of these libraries. */
export async function readIndexedTerms(
  db: Sql,
  libraryIds: number[],
  terms: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<{ term: string }>`select distinct term from term_stat
    where library_id = any(${libraryIds}::int[]) and term = any(${[...terms]}::text[]) and df > 0`.execute(db)
  return new Set(found.rows.map((row) => row.term))
}

/**
 * BM25 (k1 1.2, b .75) over the posting rows of the permitted libraries. Shares are summed as millionths, so
 * the order of summation doesn't affect scores. Ties are broken by name and position, not by indexing order.
 * Can return a few more than requested. Passages outside a file's ready version are ranked too and dropped
 * afterwards: while a version is being indexed, the caller requests more.
 */
export async function rank(
  db: Sql,
  libraryIds: number[],
  weights: WeightedTerm[],
  averageLength: number,
  limit: number,
): Promise<{ ranked: number; passages: RankedPassage[] }> {
  const terms = weights.map((weight) => weight.term)
  const idfs = weights.map((weight) => weight.idf)
  const result = await sql<RankedPassage & { visible: boolean }>`
    with question as (select * from unnest(${terms}::text[], ${idfs}::float8[]) as q (term, idf)),
    ranked as (
      select p.passage_id,
        sum((q.idf * p.tf * 2200000 / (p.tf + 1.2 * (.25 + .75 * p.len / ${averageLength}::float8)))::int)
          / 1000000.0::float8 as score
      from question q join posting p on p.term = q.term collate "C" and p.library_id = any(${libraryIds}::int[])
      group by p.passage_id order by score desc fetch first ${limit} rows with ties),
    bounded as (select * from ranked order by score desc, passage_id limit ${limit + MAX_TIES})
    select p.passage_id::text as "passageId", f.data_source_id as "dataSourceId", f.file_id as "fileId",
      f.name as "fileName", p.ordinal, p.page, p.heading, p.text, p.off_start as start, p.off_end as "end",
      r.score, f.removed_at is null and f.ready_version = p.file_version as visible
    from bounded r join passage p on p.passage_id = r.passage_id and p.library_id = any(${libraryIds}::int[])
      join file f on f.file_id = p.file_id
    order by r.score desc, f.name collate "C", p.ordinal, p.text collate "C", p.passage_id`.execute(db)
  const passages = result.rows.filter((row) => row.visible).map(({ visible: _, ...passage }) => passage)
  return { ranked: result.rows.length, passages }
}

/** Returns a passage as opened by a citation, or null if its file or version is gone. */
export async function readPassage(db: Sql, passageId: string): Promise<Omit<RankedPassage, 'score'> | null> {
  const result = await sql<Omit<RankedPassage, 'score'>>`
    select p.passage_id::text as "passageId", f.data_source_id as "dataSourceId", f.file_id as "fileId",
      f.name as "fileName", p.ordinal, p.page, p.heading, p.text, p.off_start as start, p.off_end as "end"
    from passage p join file f on f.file_id = p.file_id
    where p.passage_id = ${passageId}::bigint and f.removed_at is null and f.ready_version = p.file_version`.execute(
    db,
  )
  return result.rows[0] ?? null
}
