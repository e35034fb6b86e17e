import { titleOf } from '../askedTable.ts'
import { timeUnits, timeWords } from '../vocabulary.ts'
import { findTerms, termsOfName } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

/** Finds columns by all words of their names, those with the most words first. */
export function readColumns(read: QuestionReading, leastWords: number): void {
  const columns = read.table.columns
    .map((column) => ({ column, title: termsOfName(titleOf(column)) }))
    .filter(({ title }) => title.length >= leastWords && (leastWords > 1 || title.length > 0))
    .toSorted((a, b) => b.title.length - a.title.length)
  for (const { column, title } of columns) {
    if (read.isNamed(column)) continue
    const found = findTerms(read.words, title) ?? (leastWords > 1 ? findTime(read, title) : null)
    if (found) read.name(column, found.from, found.count)
  }
}

/** "waiting time" names a column of waiting minutes. */
function findTime(read: QuestionReading, title: readonly string[]): { from: number; count: number } | null {
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

/** Finds columns by one word of their names, if no other column has it. */
export function readParts(read: QuestionReading): void {
  for (let at = 0; at < read.words.length; at += 1) {
    const { used, stem } = read.words[at]!
    if (used || stem === null) continue
    const columns = read.names.columnsWith(read.words[at]!, read.isAfterCount(at))
    if (columns.length > 1) read.isAmbiguous ||= columns.every((column) => !read.isNamed(column))
    if (columns.length === 1) read.name(columns[0]!, at, 1)
  }
}
