import type { DataArea, ErasedAs } from '@parlance/contract/personalData'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../database/database.ts'

/** Whose data is read. */
export interface DataSubject {
  userId: string
  /** The person's ID in the directory. */
  objectId: string
}

/** SQL that selects `key`, a unique text by which the rows are ordered, and `data`, an object of labeled fields. */
type Rows = RawBuilder<unknown>

/**
 * Something that is stored about a person: `platform.personalData.add({ … })`. It is given to the person on request, and
 * counted before and after the person is erased.
 */
export interface DataPart {
  area: DataArea
  /** The columns that name the person or hold their data, as `table.column`. A test compares them with the database. */
  columns: readonly string[]
  erasedAs: ErasedAs
  /** With `"blobKey"`, `"fileName"`, and `bytes`, if a row is a file. */
  rows(person: DataSubject): Rows
  isFiles?: boolean
  /** What belongs to a row and needs a page of its own, such as the questions of a conversation. */
  within?(person: DataSubject, key: string): Rows
  /** SQL that selects the `key` of all stored bytes that go with the person. */
  blobs?(person: DataSubject): RawBuilder<unknown>
}

export interface PersonalData {
  add(...parts: DataPart[]): void
  readonly parts: readonly DataPart[]
}

export function createPersonalData(): PersonalData {
  const parts: DataPart[] = []
  return { add: (...added) => void parts.push(...added), parts }
}

export interface DataRow {
  key: string
  data: Record<string, unknown>
  blobKey: string | null
  fileName: string | null
  bytes: number | null
}

/** The most rows, and about the most bytes, that are read at once. */
const AT_ONCE = { rows: 50, bytes: 2_000_000 }

/** Returns some rows after a key, in the order of their keys. One row at least, however long it is. */
export async function readSome(
  db: Sql,
  rows: Rows,
  after: string | null,
  isFiles = false,
): Promise<DataRow[]> {
  const file = isFiles
    ? sql`"blobKey", "fileName", bytes`
    : sql`null::text as "blobKey", null::text as "fileName", null::float8 as bytes`
  const found = await sql<DataRow>`select key, data, "blobKey", "fileName", bytes from (
      select *, row_number() over first as place, sum(pg_column_size(data)) over first as total from (
        select key, data, ${file} from (${rows}) part where ${after}::text is null or key > ${after}::text
        order by key limit ${AT_ONCE.rows}) bounded
      window first as (order by key rows unbounded preceding)) sized
    where place = 1 or total <= ${AT_ONCE.bytes} order by key`.execute(db)
  return found.rows
}

/** Counts the rows of a part, up to a limit. */
export async function countOf(db: Sql, part: DataPart, person: DataSubject, most: number): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from (
    select from (${part.rows(person)}) part limit ${most}) counted`.execute(db)
  return found.rows[0]?.count ?? 0
}
