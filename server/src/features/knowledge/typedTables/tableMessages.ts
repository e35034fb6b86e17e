import type { FileReason } from '../extraction/extractionMessages.ts'
import type { MimeType } from '../extraction/sniff.ts'
import type { TypedTable } from './typedTable.ts'

export type Value = string | number | null

/** The tables of a loaded file with the names that a query uses for them. */
export interface NamedFile {
  key: string
  names: readonly { table: string; as: string }[]
}

export type TableRequest =
  /** The bytes of the file follow on standard input. */
  | { id: number; kind: 'load'; key: string; size: number; mimeType: MimeType; fileName: string }
  | { id: number; kind: 'query'; files: readonly NamedFile[]; sql: string }

export interface QueryRows {
  columns: string[]
  /** A row has as many values as there are columns. */
  rows: Value[][]
  /** Whether there are more rows than were returned. */
  isCut: boolean
  /** What the query read: its tables by the names that it used, and their columns. */
  read: { table: string; columns: string[] }[]
  /** The rows that the result is based on. Null if only those of all its tables are known. */
  used: { rows: number; first: number | null; last: number | null } | null
}

export type TableAnswer =
  /** `held`: the loaded files after this one. */
  | { id: number; kind: 'loaded'; tables: TypedTable[]; held: string[] }
  | { id: number; kind: 'rows'; result: QueryRows }
  /** The query can't be run. The message is the database's, for the writer of the query. */
  | { id: number; kind: 'refused'; message: string }
  | { id: number; kind: 'failed'; reason: FileReason }
  /** A file of the query isn't loaded anymore. */
  | { id: number; kind: 'missing' }
