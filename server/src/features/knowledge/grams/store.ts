import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { TERMS_VERSION } from '../../../platform/language/terms.ts'
import {
  addGrams,
  type GramCounts,
  noGrams,
  type PackedGrams,
  packFrequencies,
  unpackFrequencies,
} from './gramCounts.ts'

/** A library's counts after one of its changes. */
export interface NumberedCounts extends GramCounts {
  changeNumber: number
}

interface StoredCounts {
  libraryId: number
  changeNumber: number
  passages: number
  length: number
  frequencies: Buffer
  whole: boolean
}

/** The number of changes stored separately. A reader that knows the last state reads only the new ones. */
const CHANGES_KEPT = 64

/** Records a change under its number. The caller's transaction has locked the library's statistics. */
export async function recordChange(
  tx: Sql,
  libraryId: number,
  changeNumber: number,
  change: PackedGrams,
): Promise<void> {
  await sql`insert into gram_change (library_id, tokenizer_version, change_number, passages, length, frequencies)
    values (${libraryId}, ${TERMS_VERSION}, ${changeNumber}, ${change.passages}, ${change.length},
      ${change.frequencies})`.execute(tx)
  if (changeNumber % CHANGES_KEPT === 0) await addUp(tx, libraryId, changeNumber)
}

/** Replaces all changes so far by one row. */
async function addUp(tx: Sql, libraryId: number, changeNumber: number): Promise<void> {
  const all = (await readCounts(tx, [{ libraryId, known: null }])).get(libraryId)
  if (!all) return
  await sql`
    with added as (delete from gram_change where library_id = ${libraryId} and tokenizer_version = ${TERMS_VERSION})
    insert into gram_stat (library_id, tokenizer_version, change_number, passages, length, frequencies)
    values (${libraryId}, ${TERMS_VERSION}, ${changeNumber}, ${all.passages}, ${all.length},
      ${packFrequencies(all.frequencies)})
    on conflict (library_id, tokenizer_version) do update set change_number = excluded.change_number,
      passages = excluded.passages, length = excluded.length, frequencies = excluded.frequencies`.execute(tx)
}

/** Returns the current counts of these libraries. If an earlier state is known, reads only what is new. */
export async function readCounts(
  db: Sql,
  libraries: readonly { libraryId: number; known: NumberedCounts | null }[],
): Promise<Map<number, NumberedCounts>> {
  const ids = libraries.map((library) => library.libraryId)
  const numbers = libraries.map((library) => library.known?.changeNumber ?? 0)
  const stored = await sql<StoredCounts>`
    with asked as (select * from unnest(${ids}::int[], ${numbers}::int[]) as a (id, known))
    select s.library_id as "libraryId", s.change_number as "changeNumber", s.passages, s.length::float8 as length,
      s.frequencies, true as whole
    from asked a join gram_stat s on s.library_id = a.id and s.tokenizer_version = ${TERMS_VERSION}
      and s.change_number > a.known
    union all
    select c.library_id, c.change_number, c.passages, c.length::float8, c.frequencies, false
    from asked a join gram_change c on c.library_id = a.id and c.tokenizer_version = ${TERMS_VERSION}
      and c.change_number > a.known
    order by "changeNumber"`.execute(db)
  const found = new Map<number, NumberedCounts>()
  const byLibrary = Map.groupBy(stored.rows, (row) => row.libraryId)
  for (const { libraryId, known } of libraries) {
    const rows = byLibrary.get(libraryId) ?? []
    found.set(libraryId, afterChanges(known, rows))
  }
  return found
}

/** Rows come in order of their changes. A row with the complete counts comes first. */
function afterChanges(known: NumberedCounts | null, rows: StoredCounts[]): NumberedCounts {
  const start = known && !rows[0]?.whole ? known : { ...noGrams(), changeNumber: 0 }
  if (rows.length === 0) return start
  const counts = addGrams(start, noGrams())
  for (const row of rows) {
    counts.passages += row.passages
    counts.length += row.length
    unpackFrequencies(row.frequencies, counts.frequencies)
  }
  return { ...counts, changeNumber: rows.at(-1)!.changeNumber }
}

/** Deletes counts by other program versions, which no one reads once their passages are indexed again. */
export async function deleteOutdatedCounts(db: Sql): Promise<void> {
  await sql`delete from gram_stat where tokenizer_version < ${TERMS_VERSION}`.execute(db)
  await sql`delete from gram_change where tokenizer_version < ${TERMS_VERSION}`.execute(db)
}
