import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { TERMS_VERSION } from '../../../platform/language/terms.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { countGrams, gramTextOf, type PackedGrams, packGrams } from '../grams/gramCounts.ts'
import { recordChange } from '../grams/store.ts'
import { clearGraph } from '../graph/store.ts'
import { type IndexablePassage, type PassageTerms, termsOfPassage } from './indexable.ts'

/** The file whose passages are written. */
interface OwnFile {
  fileId: string
  libraryId: number
  name: string
  fileVersion: number
}
type TermedPassage = PassageTerms & { passageId: string }

const MAX_SMALLINT = 32_767
/** In characters, with its heading, on average over several. */
const LONGEST_PASSAGE = 20_000
const smallint = (count: number) => Math.min(count, MAX_SMALLINT)

/** Stores passages as parts of their file. They are found once they are in an index: see `addToIndex`. */
export async function insertPassages<P extends IndexablePassage>(
  tx: Sql,
  task: OwnFile,
  passages: readonly P[],
): Promise<(P & { passageId: string })[]> {
  const inserted = await sql<{ passageId: string; ordinal: number }>`
    insert into passage (library_id, file_id, file_version, tokenizer_version, ordinal, page, off_start, off_end,
      heading, text, length, locator, layout)
    select ${task.libraryId}, ${task.fileId}::uuid, ${task.fileVersion}, ${TERMS_VERSION}, * from unnest(
      ${columnsOf(passages)}, ${passages.map((passage) => asJson(shownLayout(passage)))}::json[])
    returning passage_id::text as "passageId", ordinal`.execute(tx)
  const idOf = new Map(inserted.rows.map((row) => [row.ordinal, row.passageId]))
  return passages.map((passage) => ({ ...passage, passageId: idOf.get(passage.ordinal)! }))
}

/** Stores passages in their library's own index, under the IDs that they have in the instance's database. */
export async function copyPassages(
  tx: Sql,
  task: OwnFile,
  passages: readonly (IndexablePassage & { passageId: string })[],
): Promise<void> {
  await sql`insert into passage (library_id, file_id, file_version, tokenizer_version, ordinal, page, off_start, off_end,
      heading, text, length, locator, passage_id)
    select ${task.libraryId}, ${task.fileId}::uuid, ${task.fileVersion}, ${TERMS_VERSION}, * from unnest(
      ${columnsOf(passages)}, ${passages.map(({ passageId }) => passageId)}::bigint[])`.execute(tx)
}

const columnsOf = (passages: readonly IndexablePassage[]) => sql`
  ${passages.map((passage) => passage.ordinal)}::int[], ${passages.map((passage) => passage.page)}::int[],
  ${passages.map((passage) => passage.start)}::int[], ${passages.map((passage) => passage.end)}::int[],
  ${passages.map((passage) => passage.heading)}::text[], ${passages.map((passage) => passage.text)}::text[],
  ${passages.map((passage) => passage.length)}::int[],
  ${passages.map((passage) => asJson(passage.locator))}::jsonb[]`

/**
 * Adds stored passages to the index with their terms, statistics, and the counts of their grams. The caller's transaction
 * keeps them consistent.
 */
export async function addToIndex(
  tx: Sql,
  { libraryId }: Pick<OwnFile, 'libraryId'>,
  passages: readonly TermedPassage[],
  grams: PackedGrams,
): Promise<void> {
  await insertPostings(tx, libraryId, passages)
  // As late as possible, because another file of the library waits from here to the end of the transaction.
  const changeNumber = await lockStatistics(tx, libraryId, passages.length, lengthOf(passages))
  await countTerms(tx, libraryId, passages)
  await recordChange(tx, libraryId, changeNumber, grams)
}

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Paragraphs alone are shown as such without a layout. */
const shownLayout = ({ layout }: IndexablePassage) =>
  layout.every(({ kind, place }) => kind === 'paragraph' && !place) ? null : layout

/**
 * Changes the size of a library's index and returns the number of the change. Must come before other statistics are
 * changed: the row lock orders all their writers.
 */
async function lockStatistics(tx: Sql, libraryId: number, passages: number, length: number): Promise<number> {
  // Updates if a row exists, because the row that an insert proposes is checked before the conflict is
  // detected.
  const change = sql`n = lib_stat.n + ${passages}, total_len = lib_stat.total_len + ${length},
    change_number = lib_stat.change_number + 1`
  const updated = await sql<{ changeNumber: number }>`update lib_stat set ${change}
    where library_id = ${libraryId} returning change_number as "changeNumber"`.execute(tx)
  if (updated.rows[0]) return updated.rows[0].changeNumber
  const inserted = await sql<{ changeNumber: number }>`
    insert into lib_stat (library_id, n, total_len, change_number) values (${libraryId}, ${passages}, ${length}, 1)
    on conflict (library_id) do update set ${change}
    returning change_number as "changeNumber"`.execute(tx)
  return inserted.rows[0]!.changeNumber
}

function lengthOf(passages: readonly { length: number }[]): number {
  return passages.reduce((sum, passage) => sum + passage.length, 0)
}

function gramTextsOf(task: OwnFile, passages: readonly { heading: string; text: string }[]): string[] {
  const title = titleOf(task.name)
  return passages.map((passage) => gramTextOf(title, passage.heading, passage.text))
}

async function insertPostings(tx: Sql, libraryId: number, passages: readonly TermedPassage[]): Promise<void> {
  const terms = passages.flatMap((passage) => passage.terms)
  if (terms.length === 0) return
  const places = passages.flatMap((passage, at) => passage.terms.map(() => at + 1))
  const counts = passages.flatMap((passage) => passage.counts.map(smallint))
  const ids = passages.map((passage) => passage.passageId)
  const lengths = passages.map((passage) => smallint(passage.length))
  // In the order of the index, so that neighbors are written together.
  await sql`insert into posting (library_id, term, passage_id, tf, len)
    select ${libraryId}, term, (${asArray(ids)}::bigint[])[place], tf, (${asArray(lengths)}::smallint[])[place]
    from unnest(${asArray(terms)}::text[], ${asArray(places)}::int[], ${asArray(counts)}::smallint[])
      as new (term, place, tf) order by term collate "C"`.execute(tx)
}

/** Writes an array of terms, IDs, or numbers as the database reads it, much faster than its client for any values. */
function asArray(values: readonly (string | number)[]): string {
  return `{${JSON.stringify(values).slice(1, -1)}}`
}

/** Adds the terms of passages to the term frequencies of their library. */
async function countTerms(
  tx: Sql,
  libraryId: number,
  passages: readonly Pick<PassageTerms, 'terms'>[],
): Promise<void> {
  const frequencies = new Map<string, number>()
  for (const { terms } of passages)
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  if (frequencies.size === 0) return
  await sql`insert into term_stat (library_id, term, df)
    select ${libraryId}, * from unnest(${asArray([...frequencies.keys()])}::text[],
      ${asArray([...frequencies.values()])}::int[]) as new (term, df) order by term collate "C"
    on conflict (library_id, term) do update set df = term_stat.df + excluded.df`.execute(tx)
}

/** What holds passages: the instance's database with an index or, for a library with its own, each alone. */
type Holder = 'both' | 'passages' | 'index'

/**
 * Deletes some passages of a file outside its ready version (all for a deleted file), with their terms and
 * statistics. Returns how many.
 */
export async function clearPassages(
  tx: Sql,
  task: OwnFile,
  keepVersion: number | null,
  limit: number,
  from: Holder = 'both',
): Promise<number> {
  const doomed = await readStored(
    tx,
    sql`file_id = ${task.fileId} and file_version <> ${keepVersion ?? 0}`,
    limit,
  )
  if (doomed.length === 0) return 0
  const ids = doomed.map((passage) => passage.passageId)
  if (from !== 'passages') await removeFromIndex(tx, task, doomed)
  if (from !== 'index') await clearGraph(tx, task.libraryId, ids)
  await sql`delete from passage where passage_id = any(${ids}::bigint[])`.execute(tx)
  return ids.length
}

async function removeFromIndex(tx: Sql, task: OwnFile, passages: readonly StoredPassage[]): Promise<void> {
  const changeNumber = await lockStatistics(tx, task.libraryId, -passages.length, -lengthOf(passages))
  // Counts of another program version are discarded completely.
  const counted = passages.filter((passage) => passage.tokenizerVersion === TERMS_VERSION)
  await recordChange(tx, task.libraryId, changeNumber, packGrams(countGrams(gramTextsOf(task, counted), -1)))
  await deletePostings(
    tx,
    task.libraryId,
    passages.map(({ passageId }) => passageId),
  )
}

/** Notes that some passages have been reindexed in their library's own index. Returns how many. */
export async function noteReindexed(tx: Sql, task: OwnFile, limit: number): Promise<number> {
  const updated = await sql`update passage set tokenizer_version = ${TERMS_VERSION}
    where passage_id in (select passage_id from passage
      where file_id = ${task.fileId} and tokenizer_version < ${TERMS_VERSION} limit ${limit})`.execute(tx)
  return Number(updated.numAffectedRows ?? 0n)
}

/**
 * Reindexes some passages from an earlier program version. Their text and the citations to them stay. Returns
 * how many.
 */
export async function reindexPassages(tx: Sql, task: OwnFile, limit: number): Promise<number> {
  const outdated = await readStored(
    tx,
    sql`file_id = ${task.fileId} and tokenizer_version < ${TERMS_VERSION}`,
    limit,
  )
  if (outdated.length === 0) return 0
  const title = titleOf(task.name)
  const passages = outdated.map((passage) => ({ ...passage, ...termsOfPassage(passage, title) }))
  const ids = passages.map((passage) => passage.passageId)
  const longer = lengthOf(passages) - lengthOf(outdated)
  const changeNumber = await lockStatistics(tx, task.libraryId, 0, longer)
  await deletePostings(tx, task.libraryId, ids)
  await insertPostings(tx, task.libraryId, passages)
  await countTerms(tx, task.libraryId, passages)
  await recordChange(tx, task.libraryId, changeNumber, packGrams(countGrams(gramTextsOf(task, passages))))
  await sql`update passage p set length = n.length, tokenizer_version = ${TERMS_VERSION}
    from unnest(${ids}::bigint[], ${passages.map((passage) => passage.length)}::int[]) as n (passage_id, length)
    where p.passage_id = n.passage_id`.execute(tx)
  return ids.length
}

interface StoredPassage {
  passageId: string
  heading: string
  text: string
  length: number
  tokenizerVersion: number
}

async function readStored(tx: Sql, which: RawBuilder<unknown>, limit: number): Promise<StoredPassage[]> {
  const result = await sql<StoredPassage>`select passage_id::text as "passageId", heading, text, length,
    tokenizer_version as "tokenizerVersion" from passage where ${which} limit ${limit}`.execute(tx)
  // In another database, there may be anything. Counting terms of very long texts would take the processor.
  const characters = result.rows.reduce((sum, { text, heading }) => sum + text.length + heading.length, 0)
  if (result.rows.length > limit || characters > limit * LONGEST_PASSAGE)
    throw new Error('There are more or longer passages than can have been stored.')
  return result.rows
}

/** Removes the terms of passages from the index and from the term frequencies. */
async function deletePostings(tx: Sql, libraryId: number, passageIds: string[]): Promise<void> {
  const unused = await sql<{ term: string }>`
    with gone as (delete from posting where passage_id = any(${passageIds}::bigint[]) returning term),
    fewer as (select term, count(*)::int as count from gone group by term),
    changed as (
      update term_stat t set df = t.df - fewer.count from fewer
      where t.library_id = ${libraryId} and t.term = fewer.term returning t.term, t.df)
    select term from changed where df = 0`.execute(tx)
  const terms = unused.rows.map((row) => row.term)
  await sql`delete from term_stat where library_id = ${libraryId} and df = 0
    and term = any(${terms}::text[])`.execute(tx)
}
