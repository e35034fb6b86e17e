import type { DocumentPlace } from '../extraction/tables/tableReader.ts'
import type { ColumnType } from './values.ts'

/** A column of a typed table. */
export interface TypedColumn {
  /** Its name in queries. */
  name: string
  /** Its name in the file. */
  title: string
  type: ColumnType
  /** What its numbers are written with, such as "%" or "$". Percentages are stored as shares: 0.25. */
  unit: string
  /** Its place in the sheet: A, B, … */
  letters: string
  /** The column with its values as displayed, or null if they are the same. */
  shown: string | null
  /** How many rows have a value in it. */
  filled: number
  /** The different values of a text column, or null if there are many. */
  values: string[] | null
  /** Whether it is known that no two rows have the same text in it. */
  isUnique: boolean
  /** The least and the greatest number or date. */
  least: string | number | null
  greatest: string | number | null
}

/** A table of a file. Each of its rows has a value or null in each of its columns. */
export interface TypedTable {
  /** Its name in queries, from its sheet or its file. Unique in its file. */
  name: string
  /** The name of its sheet, or the heading above it in a document. Null if it has neither. */
  sheet: string | null
  /** Where it is in a document. Null for a table of a sheet. */
  place: DocumentPlace | null
  columns: TypedColumn[]
  rows: number
  /** The numbers of its first and last row in the sheet, or in the table of a document, whose header is row 1. */
  firstRow: number
  lastRow: number
  /** Rows with sums of others, which aren't part of the table. */
  leftOut: number
  /** Its first rows as displayed. */
  sample: string[][]
}
