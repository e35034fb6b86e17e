import type { Assumption } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import { fillers } from '../vocabulary.ts'
import type { Word } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

/** Returns what the only word that wasn't understood can be taken to mean, and reads the question so. */
export function assume(read: QuestionReading, rest: readonly Word[]): Assumption | null {
  const [word] = rest
  if (!word || rest.length > 1) return null
  const at = read.words.indexOf(word)
  if (isNounOfRows(read, at)) {
    read.nounAt = at
    read.namesTable = true
    return { kind: 'Rows', word: word.text }
  }
  return isOfUnit(read, at) ? { kind: 'Measure', word: word.text } : null
}

/**
 * "How many purchases were returned", in a table of orders. Other words than the noun that is counted, such as an
 * adjective or a verb, would be conditions.
 */
function isNounOfRows(read: QuestionReading, at: number): boolean {
  const { words, operations, named, filters, group } = read
  const [count] = operations
  if (read.isImplied || operations.length !== 1 || count?.operation !== 'Count') return false
  const isFiltered = filters.some(({ kind }) => kind !== 'Date') || (group !== null && group.part === null)
  if (!isFiltered || named.some(({ column }) => filters.every((one) => one.column !== column))) return false
  const { plain } = words[at]!
  const isPlural = /^[a-z]{2,}s$/.test(plain)
  const between = words.slice(count.end, at)
  const isDirect = read.nounAt < 0 && between.every((word) => !word.used && fillers.has(word.plain))
  // "meter readings": the first noun says which ones.
  const before = words[at - 1]
  const isCompound =
    isPlural &&
    before !== undefined &&
    between.length === 1 &&
    read.names.isOwn(before) &&
    !before.plain.endsWith('s')
  // "كم" alone can be followed by a verb.
  const isNoun = words[count.end - 1]!.plain === 'عدد' || /(?:ة|اً|ًا)$/u.test(words[at]!.text)
  const isArabic = /\p{Script=Arabic}/u.test(plain) && between.length === 0 && isNoun
  if (!(isCompound || (isDirect && (isPlural || isArabic)))) return false
  // Several columns with this word: what has the only date is what each row is.
  const columns = read.names.columnsWith(words[at]!, true)
  return columns.length === 0 || columns.some((column) => column === read.names.date)
}

/** "How much electricity in kWh": the unit says which column is meant. */
function isOfUnit(read: QuestionReading, at: number): boolean {
  const [sum] = read.operations
  if (read.operations.length !== 1 || sum?.operation !== 'Sum' || sum.end !== at) return false
  const measures = read.named.filter(({ column }) => isNumber(column))
  const [measure] = measures
  return (
    measures.length === 1 &&
    read.words[sum.at]!.plain === 'how' &&
    read.names.isUnitOf(measure!.column, read.words[measure!.at]!)
  )
}
