import type { DateCondition } from './dates.ts'
import type { Comparison, DatePart, Operation } from './vocabulary.ts'
import { plainText } from './words.ts'

export interface TableColumn {
  name: string
  title: string
  type: 'INTEGER' | 'REAL' | 'TEXT' | 'DATE' | 'BOOLEAN'
  unit: string
  /** The different values of a text column, or null if there are many. */
  values: readonly string[] | null
  /** Whether no two rows have the same value. */
  isUnique: boolean
}

/** A table that a question can be about. */
export interface AskedTable {
  /** Its name in queries. */
  as: string
  /** The names of its file and its sheet. */
  titles: readonly string[]
  columns: readonly TableColumn[]
}

export type Filter =
  | { kind: 'Values'; column: TableColumn; values: string[]; isNot: boolean }
  | { kind: 'Truth'; column: TableColumn; isTrue: boolean }
  | { kind: 'Compare'; column: TableColumn; comparison: Comparison; number: number }
  | { kind: 'Between'; column: TableColumn; least: number; greatest: number }
  /** Rows without a value, or with one. */
  | { kind: 'Empty'; column: TableColumn; isNot: boolean }
  | { kind: 'Date'; column: TableColumn; condition: DateCondition }

/**
 * A word that was taken to mean the rows of the table, or what its only column with a unit measures; a verb that was
 * taken to be no condition; a number that was compared with the only column of amounts; a question that names no
 * calculation; or the words that were left out of a guess.
 */
export type Assumption =
  | { kind: 'Rows' | 'Measure' | 'Verb'; word: string }
  | { kind: 'Compared'; number: string; column: TableColumn }
  | { kind: 'Unnamed' }
  | { kind: 'Guess'; leftOut: readonly string[] }

/** What a question asks of a table. */
export interface TableQuestion {
  table: AskedTable
  operation: Operation
  /** What is added up, averaged, or compared. Null for rows. */
  measure: TableColumn | null
  filters: Filter[]
  group: { column: TableColumn; part: DatePart | null } | null
  /** The groups with the highest or lowest results, or the rows if there is no group. Null for all. */
  rank: { isGreatest: boolean; count: number } | null
  /** Rows are asked for instead of a number. */
  isRows: boolean
  /** What was taken to be meant, which the answer says. */
  assumption: Assumption | null
}

/** Titles of amounts and quantities, whose total is what "the cost of …" means. */
const additiveTitle =
  /amount|total|revenue|sales|turnover|costs?\b|expens|spend|income|profit|consumption|usage|quantit|qty|مبلغ|قيمه|اجمالي|مجموع|ايراد|مبيعات|مصروف|تكلفه|تكاليف|ربح|ارباح|دخل|استهلاك|كميه/i
/** Values for each of something have no total that means anything. */
const ratioTitle =
  /\b(?:per|rate|ratio|average|avg|mean|price|score|level|unit)\b|%|percent|متوسط|معدل|نسبه|سعر|وحده/i

/** Whether a column has amounts or quantities that add up. */
export function isAdditive(column: TableColumn): boolean {
  const title = plainText(titleOf(column))
  if (column.unit === '%' || isCode(column)) return false
  return additiveTitle.test(title) && (!ratioTitle.test(title) || /^(?:total|اجمالي)/.test(title))
}

/** Whether a word is one for amounts: "the most sales" can be their number or their total. */
export const isAmountWord = (plain: string): boolean => additiveTitle.test(plain)

/** The name of a column in words. */
export const titleOf = ({ title, name }: TableColumn) => (title === '' ? name : title).replaceAll('_', ' ')

/** "How many units" adds them up. Other numbers, such as scores, would be counted. */
const quantityTitle =
  /quantit|qty|\bunits?\b|\bcount|pieces?\b|copies|seats?\b|visitors?|visits?\b|passengers?|people|guests?\b|nights?\b|tickets?\b|participants?\b|attendees?\b|hours?\b|days?\b|كمي|عدد|وحد|قطع|زوار|ضيوف|ليالي|تذاكر|مشارك|ساعات/i

export const isQuantity = (column: TableColumn): boolean => quantityTitle.test(titleOf(column))

const idTitle = /\b(?:id|no|nr|number|code|key|year|month|day)\b|_id$|^(?:ال)?(?:رقم|رمز|سن[ةه]|عام|معرف)/i

/** Whether the values of a column are codes or years, which are written like numbers but don't measure anything. */
export const isCode = (column: TableColumn): boolean => idTitle.test(titleOf(column))
