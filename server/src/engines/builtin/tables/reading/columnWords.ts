import { type TableColumn, titleOf } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import { fillers, spendingWords, timeUnits, timeWords } from '../vocabulary.ts'
import { findName, findTerms, termsOfName, use } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

/** Finds columns by all words of their names, those with the most words first. */
export function readColumns(read: QuestionReading, leastWords: number): void {
  const columns = read.table.columns
    .map((column) => ({ column, title: read.names.termsOf(column) }))
    .filter(({ title }) => title.length >= leastWords && (leastWords > 1 || title.length > 0))
    .toSorted((a, b) => b.title.length - a.title.length)
  for (const { column, title } of columns) {
    if (read.isNamed(column)) continue
    const found = findName(read.words, title) ?? (leastWords > 1 ? findTime(read, column) : null)
    if (found) read.name(column, found.from, found.count)
  }
}

/** "waiting time" names a column of waiting minutes. */
function findTime(read: QuestionReading, column: TableColumn): { from: number; count: number } | null {
  const title = termsOfName(titleOf(column))
  if (!title.some((term) => timeUnits.has(term))) return null
  for (const time of timeWords) {
    const found = findTerms(
      read.words,
      title.map((term) => (timeUnits.has(term) ? time : term)),
    )
    if (found) return found
  }
  return null
}

/** "in kg", "بالريال": the unit of a column that is named says nothing more. */
export function readUnits(read: QuestionReading): void {
  const named = [...read.named, ...read.filters].map(({ column }) => column)
  for (const word of read.words)
    word.used ||= named.some((column) => isNumber(column) && read.names.isUnitOf(column, word))
}

/** Finds columns by one word of their names, if no other column has it. */
export function readParts(read: QuestionReading): void {
  const isSpent = read.words.some(({ plain }) => spendingWords.has(plain))
  for (let at = 0; at < read.words.length; at += 1) {
    const { used, stem } = read.words[at]!
    if (used || stem === null) continue
    const columns = read.names.columnsWith(read.words[at]!, read.isAfterCount(at) || read.isAfterMost(at))
    // A word that is left over makes the question unclear, unless it would be taken for one without meaning.
    if (columns.length > 1 && fillers.has(read.words[at]!.plain))
      read.isAmbiguous ||= columns.every((column) => !read.isNamed(column))
    // "of the type Pickup": the value says which type.
    const spent = columns.filter(
      (column) => isSpent && (read.names.isMoney(column) || read.names.prices.includes(column)),
    )
    const filtered = columns.filter((column) => read.filters.some((one) => one.column === column))
    if (columns.length > 1 && filtered.length === 1) use(read.words, at, 1)
    // "spend on fuel": the cost of it, and not its kind.
    else if (columns.length > 1 && spent.length === 1) read.name(spent[0]!, at, 1)
    if (columns.length === 1) read.name(columns[0]!, at, 1)
  }
  usePartsOfNamed(read)
}

/** "units were produced": another word has said which column of units is meant. */
function usePartsOfNamed(read: QuestionReading): void {
  for (const [at, word] of read.words.entries()) {
    if (word.used || word.stem === null) continue
    const columns = read.names.columnsWith(word, false)
    if (columns.length > 1 && columns.filter((column) => read.isNamed(column)).length === 1)
      use(read.words, at, 1)
  }
}
