import {
  isAdditive,
  isAmountWord,
  isQuantity,
  type TableColumn,
  type TableQuestion,
  titleOf,
} from './askedTable.ts'
import { onlyMeasure } from './onlyMeasure.ts'
import type { QuestionReading } from './reading/questionReading.ts'
import { fillers, isMost, type Operation, spendingWords } from './vocabulary.ts'
import { isWord } from './words.ts'

const ageOrYear = /\bage\b|year|عمر|سن[ةه]|عام/i
export type Decided = Omit<TableQuestion, 'assumption'>

/** What is named in a question, by what it can be for. */
export interface Roles {
  kinds: ReadonlySet<Operation>
  measures: readonly TableColumn[]
  others: readonly TableColumn[]
}

/** Decides what "the most", "the five largest", or "the latest" asks for. */
export function decideRank(
  read: QuestionReading,
  base: Pick<TableQuestion, 'table' | 'filters' | 'group'> & { isGreatest: boolean },
  { kinds, measures, others, dates }: Roles & { dates: readonly TableColumn[] },
): Decided | null {
  const { isGreatest, ...rest } = base
  const filtered = new Set(read.filters.map(({ column }) => column))
  const subjects = others.filter((column) => !filtered.has(column))
  const isSpent = read.words.some(({ plain }) => spendingWords.has(plain))
  // "spent the most" compares totals.
  const isTotal = isSpent && read.operations.some(({ at }) => isMost(read.words[at]!))
  const aggregate: Operation | null = kinds.has('Average')
    ? 'Average'
    : kinds.has('Sum') || isTotal
      ? 'Sum'
      : kinds.has('Count')
        ? 'Count'
        : null
  const counted = countedAmong(read, subjects)
  const isOfMost = read.operations.some(({ at }) => isMost(read.words[at]!))
  if (counted && measures.length === 0 && (aggregate === 'Count' || (!aggregate && isOfMost))) {
    const group = rest.group ?? subjectGroup(subjects.find((column) => column !== counted))
    const rank = { isGreatest, count: read.count ?? 1 }
    return group && { ...rest, group, operation: 'Distinct', measure: counted, rank, isRows: false }
  }
  if (measures.length > 1 || subjects.length > 1 || (subjects.length > 0 && rest.group)) return null
  const [subject] = subjects
  const rank = { isGreatest, count: read.count ?? 1 }
  const isMoment = isOfMoment(read) && (!measures[0] || !ageOrYear.test(titleOf(measures[0])))
  // "the latest amount" isn't the highest one.
  if (isMoment && (measures.length > 0 || aggregate)) return null
  const measure =
    measures[0] ??
    (aggregate === 'Count' ? null : isMoment ? (dates[0] ?? read.onlyDate) : rankedMeasure(read))
  const grouped = rest.group ?? subjectGroup(subject)
  if (grouped && !(rest.group && !read.count && !read.asksWhich)) {
    // "the most orders": rows are counted.
    const isAmount = read.nounAt >= 0 && isAmountWord(read.words[read.nounAt]!.plain)
    const isOfRows = measures.length === 0 && read.namesTable && !aggregate && isOfMost && !isAmount
    if (isOfRows || aggregate === 'Count')
      return { ...rest, group: grouped, operation: 'Count', measure: null, rank, isRows: false }
    if (!measure) return null
    if (measure.type === 'DATE') {
      if (rest.group || !isMomentOfRows(read, grouped.column)) return null
      return {
        ...rest,
        group: null,
        operation: isGreatest ? 'Greatest' : 'Least',
        measure,
        rank,
        isRows: true,
      }
    }
    if (aggregate) return { ...rest, group: grouped, operation: aggregate, measure, rank, isRows: false }
    // The highest single value, or the highest total? "Top 5 customers by amount" means totals.
    const repeats = grouped.part !== null || !grouped.column.isUnique
    // The sales of a branch are their total, and "the most donations by amount" compares totals, too.
    const isOfAmounts = measures.length === 0 && isAmount
    const isByAmount = isOfMost && isAdditive(measure) && isNamedBy(read, measure)
    // "the most rejected units".
    const isOfUnits = isOfMost && isQuantity(measure) && isNamedAfterMost(read, measure)
    if (read.count !== null || (repeats && (isOfAmounts || isByAmount || isOfUnits)))
      return { ...rest, group: grouped, operation: 'Sum', measure, rank, isRows: false }
    if (repeats) return null
    return {
      ...rest,
      group: null,
      operation: isGreatest ? 'Greatest' : 'Least',
      measure,
      rank,
      isRows: true,
    }
  }
  if (!measure || aggregate === 'Sum' || aggregate === 'Count' || aggregate === 'Average') return null
  // "Who has the highest sales" compares what people have altogether.
  const isPersonal = asksWho(read) && (isOfMost || isAdditive(measure) || isQuantity(measure))
  if (isPersonal && !read.names.isOfSinglePersons) return null
  const operation = isGreatest ? 'Greatest' : 'Least'
  if (rest.group) return { ...rest, operation, measure, rank: null, isRows: false }
  const isRows = read.count !== null || read.namesTable || asksWho(read)
  return { ...rest, operation, measure, rank, isRows }
}

const subjectGroup = (column: TableColumn | undefined): TableQuestion['group'] =>
  column ? { column, part: null } : null

/** "Which city has the most customers": their different values are counted. Others can be rows, such as cars that were sold. */
function countedAmong(
  { named, names, words, operations }: QuestionReading,
  subjects: readonly TableColumn[],
) {
  if (subjects.length !== 2) return null
  const ends = operations.filter(({ operation }) => operation !== 'Distinct').map(({ end }) => end)
  const after = named.find(
    ({ column, at }) =>
      subjects.includes(column) &&
      names.isOfPeople(column) &&
      ends.some(
        (end) => at >= end && words.slice(end, at).every((word) => word.used || fillers.has(word.plain)),
      ),
  )
  return after && after.at > Math.min(...named.map(({ at }) => at)) ? after.column : null
}

/** "by amount": what is compared. */
const isNamedBy = ({ named, words }: QuestionReading, measure: TableColumn): boolean =>
  named.some(
    ({ column, at }) =>
      column === measure && ['by', 'حسب', 'بحسب', 'حيث'].includes(words[at - 1]?.plain ?? ''),
  )

const isNamedAfterMost = (read: QuestionReading, measure: TableColumn): boolean =>
  read.named.some(({ column, at }) => column === measure && read.isAfterMost(at))

function asksWho(read: QuestionReading): boolean {
  return (
    read.words.some(({ plain }) => ['who', 'whose', 'من'].includes(plain)) && read.words[0]?.plain !== 'ما'
  )
}

const momentWords = 'latest newest recent earliest oldest first last احدث اقدم اول اخر'.split(' ')

/** "the latest order", "the oldest contract", but not "the oldest patient" if there are ages. */
const isOfMoment = (read: QuestionReading): boolean =>
  read.operations.some(({ at, end }) =>
    read.words.slice(at, end).some((word) => momentWords.some((one) => isWord(word, one))),
  )

/** "the latest order of each customer" is about orders, and "the newest customer" about the customer's first one. */
function isMomentOfRows(
  { operations, words, names, nounAt }: QuestionReading,
  subject: TableColumn,
): boolean {
  const last = operations.at(-1)
  return (
    subject.isUnique ||
    (last !== undefined &&
      nounAt >= last.end &&
      !words
        .slice(last.end, nounAt)
        .some((word) => !word.used && !fillers.has(word.plain) && !names.isOwn(word)))
  )
}

/** "Who spent the most" compares totals, and not single rows. */
const rankedMeasure = (read: QuestionReading): TableColumn | null =>
  asksWho(read) && read.operations.some(({ at }) => isMost(read.words[at]!)) ? null : onlyMeasure(read)
