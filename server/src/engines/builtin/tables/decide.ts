import { isCode, isQuantity, type TableColumn, type TableQuestion, titleOf } from './askedTable.ts'
import { type Decided, decideRank, type Roles } from './decideRank.ts'
import { onlyMeasure } from './onlyMeasure.ts'
import { isOfOtherAmount } from './otherAmount.ts'
import type { NamedColumn, QuestionReading } from './reading/questionReading.ts'
import { isNumber } from './tableNames.ts'
import { distinctWords } from './vocabulary.ts'
import { isWord, wordsOf } from './words.ts'

/** Returns what a question asks for, or null if what was read of it can mean several things. */
export function decide(read: QuestionReading): Decided | null {
  const asked = decideKind(read)
  return asked && usesAll(read, asked) && !isOfOtherAmount(read, asked) ? asked : null
}

/** Whether each column that the question names is part of what it asks for. One that isn't would change the result. */
function usesAll(
  { named, names, words }: QuestionReading,
  { filters, group, measure, operation, rank, isRows }: Decided,
): boolean {
  const used = new Set([...filters.map(({ column }) => column), group?.column, measure])
  return named.every(({ column, at, count }) => {
    // Rows are shown with all of their columns, and "customers" of a total are all of them.
    const isOfAll = operation === 'Sum' && rank === null && column.type === 'TEXT'
    // Registrations of courses are all for a course.
    const isOfTable = count === 1 && names.isInTitle(words[at]!)
    return used.has(column) || isRows || isOfAll || isOfTable
  })
}

function decideKind(read: QuestionReading): Decided | null {
  const kinds = new Set(read.operations.map(({ operation }) => operation))
  const isRanked = kinds.has('Greatest') || kinds.has('Least')
  if (kinds.has('Greatest') && kinds.has('Least')) return null
  if (kinds.has('Sum') && kinds.has('Average')) return null
  const isCount = kinds.has('Count') || kinds.has('Distinct')
  if (isCount && kinds.has('Average')) return null
  const compared = new Set(
    read.filters.flatMap((one) => (one.kind === 'Compare' || one.kind === 'Between' ? [one.column] : [])),
  )
  const filtered = new Set(read.filters.map(({ column }) => column))
  const named = read.named.map(({ column }) => column)
  // A date that is named without a condition wasn't understood.
  const isOpen = named.some((column) => column.type === 'DATE' && !filtered.has(column))
  if (isOpen && !isRanked && read.filters.every(({ kind }) => kind !== 'Date')) return null
  // "The total without discount" can be of other rows, or of other amounts.
  const isWithout = read.filters.some(({ kind, column }) => kind === 'Empty' && isNumber(column))
  if (isWithout && !isCount) return null
  const measures = [...new Set(named.filter(({ type }) => type === 'INTEGER' || type === 'REAL'))]
  const others = [...new Set(named.filter(({ type }) => type === 'TEXT'))]
  const dates = named.filter(({ type }) => type === 'DATE')
  const base = { table: read.table, filters: read.filters, group: read.group }
  // The numbers of tickets aren't what is added up, or the highest.
  const isOfCode = named.some((column) => isNumber(column) && isCode(column) && !filtered.has(column))
  if (isOfCode && (isRanked || !isCount)) return null
  if (isRanked)
    return decideRank(
      read,
      { ...base, isGreatest: kinds.has('Greatest') },
      { kinds, measures, others, dates },
    )
  if (isCount) return decideCount(read, base, { kinds, measures, others, compared })
  const free = measures.filter((column) => !compared.has(column))
  const candidates = free.length > 0 ? free : measures
  const subjects = others.filter((column) => !filtered.has(column) && !isDescribed(read, column))
  if (subjects.some((column) => !isOfAll(read, column, candidates)) || candidates.length > 1) return null
  const measure = candidates[0] ?? onlyMeasure(read)
  // Shares add up to nothing that means something.
  if (!measure || (measure.unit === '%' && !kinds.has('Average'))) return null
  return {
    ...base,
    operation: kinds.has('Average') ? 'Average' : 'Sum',
    measure,
    rank: null,
    isRows: false,
  }
}

/** "online courses", of a table of course registrations: a value says which rows. */
function isDescribed({ named, names, words, filters }: QuestionReading, subject: TableColumn): boolean {
  const places = named.filter(({ column }) => column === subject)
  const isAfterValue = (at: number) =>
    words[at - 1]?.used === true && filters.some(({ kind }) => kind === 'Values')
  return places.every(({ at, count }) => count === 1 && names.isInTitle(words[at]!) && isAfterValue(at))
}

/** "How much did customers spend": what all of them spent is the total of all rows, with or without their names. */
function isOfAll(
  { named, operations, group }: QuestionReading,
  subject: TableColumn,
  measures: readonly TableColumn[],
): boolean {
  const isSum = operations.every(({ operation }) => operation === 'Sum')
  const isCounted = named.some(
    ({ column, at }) => column === subject && operations.some(({ end }) => end === at),
  )
  return isSum && !isCounted && group === null && measures.length === 1
}

function decideCount(
  read: QuestionReading,
  base: Pick<TableQuestion, 'table' | 'filters' | 'group'>,
  { kinds, measures, others, compared }: Roles & { compared: ReadonlySet<TableColumn> },
): Decided | null {
  const filtered = new Set(read.filters.map(({ column }) => column))
  const isDistinct = kinds.has('Distinct') || takesDistinct(read)
  const [noun] = read.named.filter(({ at }) => read.isAfterCount(at)).toSorted((a, b) => a.at - b.at)
  const rows = { ...base, operation: 'Count' as const, measure: null, rank: null, isRows: false }
  // "How many men ordered" counts people, who can have several rows.
  const counted = read.valuePlaces.find(({ at }) => read.isAfterCount(at))
  if (counted && read.names.isGender(counted.column) && !read.names.isOfPersons) return null
  if (isDistinct) {
    const [column] = noun ? [noun.column] : others
    return column ? { ...rows, operation: 'Distinct', measure: column } : null
  }
  if (read.nounAt >= 0 && !(noun && noun.at < read.nounAt)) {
    // Another column that is named without being used wasn't understood.
    const isUsed = (column: TableColumn) => filtered.has(column) || compared.has(column)
    return [...measures, ...others].every(isUsed) ? rows : null
  }
  if (!noun) return countsValues(read) ? rows : null
  if (noun.column.type === 'TEXT') {
    if (!filtered.has(noun.column) && !read.isHead(noun.column, noun.at)) return null
    // "How many depots in Riyadh", of vehicles: the vehicles aren't depots.
    if (isOfFilter(read, noun)) return null
    return filtered.has(noun.column) ? rows : { ...rows, operation: 'Distinct', measure: noun.column }
  }
  if (isCode(noun.column)) return { ...rows, operation: 'Distinct', measure: noun.column }
  // "How many scores are below 50" counts them.
  if (compared.has(noun.column)) return rows
  return noun.column.type === 'INTEGER' && isQuantity(noun.column)
    ? { ...rows, operation: 'Sum', measure: noun.column }
    : null
}

/** Whether a noun is what the values are that say which rows are counted. */
const isOfFilter = (read: QuestionReading, { column, at }: NamedColumn): boolean =>
  read.filters.some((one) => one.kind === 'Values' && one.column === column) &&
  read.isHead(column, at) &&
  !read.names.isOwn(read.words[at]!)

/** "How many vans", in a table of vehicles with their type. */
function countsValues({ words, named, names, filters, operations }: QuestionReading): boolean {
  const [count] = operations
  if (named.length > 0 || operations.length !== 1 || words[count!.end]?.used !== true) return false
  return filters.some(
    ({ kind, column }) => kind === 'Values' && wordsOf(titleOf(column)).some((word) => names.isOwn(word)),
  )
}

function takesDistinct(read: QuestionReading): boolean {
  return read.words.some((word) => distinctWords.some((one) => isWord(word, one)))
}
