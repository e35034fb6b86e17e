import type { FileHealth } from '@parlance/contract/dataSources'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { withoutText } from '../extraction/extractionMessages.ts'
import { SIMILAR_VALUES, type Sketch } from './sketch.ts'

export type Health = z.output<typeof FileHealth>

const isSimilar = sql<boolean>`exists (select from file other where other.file_id = f.near_duplicate_of
  and other.removed_at is null)`

/** What is wrong with a file `f` of a library `d`. */
export const healthIs: Record<Health, RawBuilder<boolean>> = {
  NeverCited: sql<boolean>`(f.state = 'Ready' and not exists (
    select from file_citation c where c.file_id = f.file_id))`,
  Outdated: sql<boolean>`(coalesce(f.replaced_at, f.created_at) < now() - make_interval(days => d.review_after_days))`,
  Duplicate: sql<boolean>`(exists (select from file other where other.data_source_id = f.data_source_id
      and other.sha256 = f.sha256 and other.removed_at is null
      and (other.created_at, other.file_id) < (f.created_at, f.file_id)) or ${isSimilar})`,
  Failed: sql<boolean>`(f.state = 'Failed')`,
  Empty: sql<boolean>`((f.state = 'Failed' and f.reason = any(${withoutText}::text[]))
    or (f.state = 'Ready' and f.passages = 0))`,
}

export const changedSince = (time: string) =>
  sql<boolean>`coalesce(f.replaced_at, f.created_at) >= ${time}::timestamptz`

/** What is known of a file `f` beyond its index. */
export const healthFields = sql`(select other.name from file other where other.file_id = f.near_duplicate_of
    and other.removed_at is null) as "similarTo",
  coalesce((select c.citations from file_citation c where c.file_id = f.file_id), 0)::float8 as citations,
  (select ${isoTime('c.last_cited_at')} from file_citation c where c.file_id = f.file_id) as "lastCitedAt",
  ${isoTime('f.replaced_at')} as "replacedAt"`

export interface HealthRow {
  size: number
  files: number
  passages: number
  lastIndexedAt: string | null
  citationsCountedSince: string
  neverCited: number
  outdated: number
  duplicates: number
  failed: number
  empty: number
  notCompared: number
}

/** Returns how a library is. The caller has checked that it is visible. */
export async function readHealth(db: Sql, dataSourceId: string): Promise<HealthRow> {
  const count = (condition: RawBuilder<boolean>) => sql`count(*) filter (where ${condition})::int`
  const found = await sql<HealthRow>`
    select coalesce(sum(f.size), 0)::float8 as size, count(f.file_id)::int as files,
      coalesce(sum(f.passages), 0)::int as passages, ${isoTime('max(f.indexed_at)')} as "lastIndexedAt",
      ${isoTime('d.citations_counted_since')} as "citationsCountedSince",
      ${count(healthIs.NeverCited)} as "neverCited", ${count(healthIs.Outdated)} as outdated,
      ${count(healthIs.Duplicate)} as duplicates, ${count(healthIs.Failed)} as failed,
      ${count(healthIs.Empty)} as empty,
      ${count(sql<boolean>`f.ready_version is not null and f.indexed_at is null`)} as "notCompared"
    from data_source d left join file f on f.data_source_id = d.data_source_id and f.removed_at is null
    where d.data_source_id = ${dataSourceId} group by d.data_source_id`.execute(db)
  return found.rows[0]!
}

/** Counts one citation of each of these files. Attachments aren’t counted. */
export async function countCitations(db: Sql, fileIds: readonly string[]): Promise<void> {
  // In one order, because simultaneous answers would otherwise wait for each other.
  await sql`insert into file_citation (file_id, citations, last_cited_at)
    select f.file_id, 1, now() from file f join data_source d on d.data_source_id = f.data_source_id
    where f.file_id = any(${[...fileIds]}::uuid[]) and f.removed_at is null and d.data_source_type = 'UploadedFiles'
    order by f.file_id
    on conflict (file_id) do update set citations = file_citation.citations + 1, last_cited_at = now()`.execute(
    db,
  )
}

/** Identifies this lock among advisory locks. Its second number is the library. */
const COMPARING = 7_350_213
const CANDIDATES = 200

/**
 * Stores the sketch of a file’s text, and which other file of its library has almost the same. Null means that it is
 * too short. Attachments aren’t compared.
 */
export async function storeSketch(
  tx: Sql,
  { fileId, libraryId }: { fileId: string; libraryId: number },
  sketch: Sketch | null,
): Promise<void> {
  // Two files that are compared at the same time would both be duplicates of each other.
  await sql`select pg_advisory_xact_lock(${COMPARING}::int, ${libraryId}::int)`.execute(tx)
  await releaseSimilar(tx, fileId)
  const { values, bands } = sketch ?? { values: null, bands: null }
  await sql`update file own set sketch = ${values}::int[], sketch_bands = ${bands}::int[], near_duplicate_of = (
      select coalesce(c.near_duplicate_of, c.file_id) from (
        select f.file_id, f.near_duplicate_of, (select count(*) from unnest(f.sketch, ${values}::int[]) as v (theirs, ours)
          where v.theirs = v.ours) as same
        from file f where f.sketch_bands && ${bands}::int[] and f.data_source_id = own.data_source_id
          and f.file_id <> own.file_id and f.removed_at is null limit ${CANDIDATES}) c
      where c.same >= ${SIMILAR_VALUES} order by c.same desc, c.file_id limit 1)
    where own.file_id = ${fileId} and (select d.data_source_type from data_source d
      where d.data_source_id = own.data_source_id) = 'UploadedFiles'`.execute(tx)
}

/** The oldest file with almost the same text as this one takes its place for the others. */
async function releaseSimilar(tx: Sql, fileId: string): Promise<void> {
  await sql`with first as (select file_id from file where near_duplicate_of = ${fileId} and removed_at is null
      order by created_at, file_id limit 1)
    update file set near_duplicate_of = nullif((select file_id from first), file_id)
    where near_duplicate_of = ${fileId}`.execute(tx)
}

/** Deletes what is recorded about a file beyond its index. */
export async function forgetHealth(tx: Sql, fileId: string): Promise<void> {
  await releaseSimilar(tx, fileId)
  await sql`delete from file_citation where file_id = ${fileId}`.execute(tx)
}
