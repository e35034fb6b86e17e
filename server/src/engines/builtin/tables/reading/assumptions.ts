import type { Assumption } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import { fillers, isMost, reversals } from '../vocabulary.ts'
import type { Word } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

const particles: ReadonlySet<string> = new Set(['out', 'in', 'up', 'off'])
/** Words between a noun and its verb. */
const joints: ReadonlySet<string> = new Set('who that which has have had الذي التي قد'.split(' '))
/**
 * Returns what is assumed of a question with these words that weren't understood, and reads it so. More than one thing
 * isn't assumed at once.
 */
export function assume(read: QuestionReading, rest: readonly Word[]): Assumption | null | 'TooMany' {
  if (rest.length === 0) {
    // Of "regions with sales over 5,000", totals can be meant.
    const isOfRows =
      read.group === null &&
      read.named.every(
        ({ column }) => column.type !== 'TEXT' || read.filters.some((one) => one.column === column),
      )
    if (read.compared && (read.isImplied || !isOfRows)) return 'TooMany'
    return read.isImplied ? { kind: 'Unnamed' } : read.compared
  }
  return (read.compared ? null : ofUnknown(read, rest)) ?? 'TooMany'
}

function ofUnknown(read: QuestionReading, rest: readonly Word[]): Assumption | null {
  const [word, particle, ...others] = rest
  if (!word || others.length > 0) return null
  const at = read.words.indexOf(word)
  if (particle && (read.words[at + 1] !== particle || !particles.has(particle.plain))) return null
  const end = at + (particles.has(read.words[at + 1]?.plain ?? '') ? 2 : 1)
  if (isVerbOfMost(read, at, end) || isVerbOfSum(read, at)) return { kind: 'Verb', word: word.text }
  if (particle) return null
  if (isNounOfRows(read, at)) {
    read.nounAt = at
    read.namesTable = true
    return { kind: 'Rows', word: word.text }
  }
  return isOfUnit(read, at) ? { kind: 'Measure', word: word.text } : null
}

/** "Which team fixed the most defects", of rows that are defects: the verb says what teams do with them. */
function isVerbOfMost(read: QuestionReading, at: number, end: number): boolean {
  const { words, operations, named, nounAt, filters } = read
  const [rank, count] = operations
  const isRank = rank?.operation === 'Greatest' || rank?.operation === 'Least'
  const isMostOf =
    isRank && ((operations.length === 1 && isMost(words[rank.at]!)) || count?.operation === 'Count')
  if (!isMostOf || operations.length > 2 || read.mayBeState || reversals.has(words[at]!.plain)) return false
  const isAdjacent = rank.at === end || (rank.at === end + 1 && words[end]!.plain === 'the')
  const last = operations.at(-1)!
  const isOfRows = nounAt >= last.end && read.isNext(last.end, nounAt) && read.names.isOwn(words[nounAt]!)
  const subject = named.find(
    ({ column }) => column.type === 'TEXT' && filters.every((one) => one.column !== column),
  )
  const isAfterSubject =
    subject !== undefined &&
    subject.at < at &&
    words.slice(subject.at + subject.count, at).every((one) => joints.has(one.plain))
  return isAdjacent && isOfRows && isAfterSubject
}

/** "How much did we charge in late fees": the fees say what was charged. */
function isVerbOfSum(read: QuestionReading, at: number): boolean {
  const { words, operations, named } = read
  const [sum] = operations
  if (operations.length !== 1 || sum?.operation !== 'Sum' || words[sum.at]!.plain !== 'how') return false
  if (read.mayBeState || reversals.has(words[at]!.plain)) return false
  const before = words.slice(sum.end, at)
  const isOfUs =
    before.length === 2 && before[0]!.plain === 'did' && ['we', 'they'].includes(before[1]!.plain)
  const measures = named.filter(({ column }) => isNumber(column))
  const [measure] = measures
  if (!isOfUs || !measure || measures.length > 1 || measure.at <= at) return false
  const between = words.slice(at + 1, measure.at).map(({ plain }) => plain)
  return between.length > 0 && between.every((word) => ['in', 'as', 'for'].includes(word))
}

/**
 * "How many purchases were returned", in a table of orders. Other words than the noun that is counted, such as an
 * adjective or a verb, would be conditions.
 */
function isNounOfRows(read: QuestionReading, at: number): boolean {
  const { words, operations, named, names, filters, group } = read
  const [count] = operations
  if (read.isImplied || operations.length !== 1 || count?.operation !== 'Count') return false
  const isFiltered = filters.some(({ kind }) => kind !== 'Date') || (group !== null && group.part === null)
  if (!isFiltered || named.some(({ column }) => filters.every((one) => one.column !== column))) return false
  if (names.isOther(words[at]!) || isPartOf(read, at)) return false
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

/** "How many wheels do vans have": they aren't vans. */
function isPartOf({ words }: QuestionReading, at: number): boolean {
  const after = words.slice(at + 1).map(({ plain }) => plain)
  const verb = after.findIndex((word) => ['do', 'does', 'did'].includes(word))
  return (
    verb >= 0 &&
    after.slice(verb).some((word) => ['have', 'get', 'contain', 'need', 'use', 'own'].includes(word))
  )
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
