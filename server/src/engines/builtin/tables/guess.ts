import {
  isAdditive,
  isCode,
  isQuantity,
  type TableColumn,
  type TableQuestion,
  titleOf,
} from './askedTable.ts'
import { decide } from './decide.ts'
import type { Decided } from './decideRank.ts'
import { onlyMeasure } from './onlyMeasure.ts'
import type { FoundOperation, QuestionReading } from './reading/questionReading.ts'
import { isNumber } from './tableNames.ts'
import {
  fillers,
  isMost,
  type Operation,
  ordinals,
  reversals,
  smallNumbers,
  timeUnits,
  unitWords,
} from './vocabulary.ts'
import { changesMeaning, plainText, type Word } from './words.ts'

/** A question of which more is unknown is likely about something else. */
const MOST_LEFT_OUT = 3
const totalTitle = /\b(?:total|amount)\b|اجمالي|مبلغ/

/**
 * Returns what a question most likely asks for if the words that weren't understood add nothing, or null. Numbers,
 * negations, and conditions that weren't understood would change the result, so that there is no guess with them.
 */
export function guess(read: QuestionReading, rest: readonly Word[]): Decided | null {
  if (read.missesCondition || rest.length > MOST_LEFT_OUT || rest.some(changesResult)) return null
  // One word of a table in a question of many isn't enough.
  if (read.matched <= rest.length || read.operations.some((one) => isOfUnknown(read, one))) return null
  const guessed = decide(read) ?? mostPlausible(read)
  // A column that isn't named is guessed already.
  const isUnnamed = guessed?.measure != null && !read.isNamed(guessed.measure)
  const unknown = rest.filter(({ plain }) => !moneyWords.has(plain))
  return isUnnamed && unknown.length > 1 ? null : guessed
}

const moneyWords: ReadonlySet<string> = new Set(['money', 'المال', 'مال'])

/** "How many vacation days do employees in Berlin get": what is asked for isn't in a table of employees. */
function isOfUnknown({ words }: QuestionReading, { end }: FoundOperation): boolean {
  const next = words.slice(end).find(({ plain }) => !fillers.has(plain))
  return next !== undefined && !next.used && !moneyWords.has(next.plain)
}

/** Words that say something else is asked: numbers, negations, comparisons, units, and multiples. */
function changesResult({ plain, stem }: Word): boolean {
  const bare = plain.replace(/^و?(?:ال)?/, '')
  const all = [plain, bare, plain.replace(/^و/, '')]
  if (/\d/.test(plain) || (stem !== null && (unitWords.has(stem) || timeUnits.has(stem)))) return true
  return all.some(
    (one) =>
      changesMeaning(one) ||
      reversals.has(one) ||
      multiples.has(one) ||
      smallNumbers.has(one) ||
      ordinals.has(one),
  )
}

const multiples: ReadonlySet<string> = new Set(
  `million millions thousand thousands hundred hundreds dozen k half double مليون ملايين الف الاف مئه مئات نصف ضعف
  يتجاوز تتجاوز تجاوز تجاوزت يزيد تزيد زاد زادت يقل تقل يفوق تفوق فاق exceed exceeds exceeded exceeding best worst
  افضل اسوا`.split(/\s+/),
)

function mostPlausible(read: QuestionReading): Decided | null {
  const kinds = new Set(read.operations.map(({ operation }) => operation))
  const isGreatest = kinds.has('Greatest')
  const isRanked = isGreatest || kinds.has('Least')
  const contradicts = [
    ['Greatest', 'Least'],
    ['Sum', 'Average'],
    ['Count', 'Average'],
  ] as const
  if (contradicts.some(([one, other]) => kinds.has(one) && kinds.has(other))) return null
  const base = { table: read.table, filters: read.filters, group: read.group }
  const measure = measureOf(read)
  if (isRanked) return plausibleRank(read, { ...base, isGreatest }, kinds, measure)
  if (kinds.has('Sum') || kinds.has('Average')) {
    if (!measure) return null
    const operation = kinds.has('Average') ? 'Average' : 'Sum'
    return { ...base, operation, measure, rank: null, isRows: false }
  }
  const noun = read.named.find(({ at }) => read.isAfterCount(at))
  if (noun && isNumber(noun.column)) {
    const isSum = isQuantity(noun.column) || isAdditive(noun.column)
    if (!isSum || isCode(noun.column) || (noun.column.type === 'REAL' && !isAdditive(noun.column)))
      return null
    return { ...base, operation: 'Sum', measure: noun.column, rank: null, isRows: false }
  }
  // What is counted must be the rows, or said by the values that they have.
  const isOfRows = read.nounAt >= 0 || read.filters.some(({ kind }) => kind !== 'Date')
  if (kinds.has('Distinct') || !isOfRows) return null
  return { ...base, operation: 'Count', measure: null, rank: null, isRows: false }
}

function plausibleRank(
  read: QuestionReading,
  { isGreatest, ...base }: Pick<TableQuestion, 'table' | 'filters' | 'group'> & { isGreatest: boolean },
  kinds: ReadonlySet<Operation>,
  measure: TableColumn | null,
): Decided | null {
  const rank = { isGreatest, count: read.count ?? 1 }
  const filtered = new Set(read.filters.map(({ column }) => column))
  const subject = read.named.find(({ column }) => column.type === 'TEXT' && !filtered.has(column))?.column
  const group = read.group ?? (subject ? { column: subject, part: null } : null)
  const isNamed = measure !== null && read.isNamed(measure)
  const isOfBest = read.operations.some(({ at }) => ['best', 'افضل'].includes(read.words[at]!.plain))
  const isOfMost = read.operations.some(({ at }) => isMost(read.words[at]!))
  if (group) {
    const isCount = kinds.has('Count') || (isOfMost && !isNamed && read.nounAt >= 0)
    if (isCount) return { ...base, group, operation: 'Count', measure: null, rank, isRows: false }
    if (!measure || (isOfMost && !isNamed)) return null
    // Ratings have no total, so the row with the highest one is shown.
    const isTotal = isAdditive(measure) || isQuantity(measure)
    if (!isTotal && !kinds.has('Average') && !read.asksWhich && !base.group)
      return {
        ...base,
        group: null,
        operation: isGreatest ? 'Greatest' : 'Least',
        measure,
        rank,
        isRows: true,
      }
    const operation = kinds.has('Average') || !isTotal ? 'Average' : 'Sum'
    return { ...base, group, operation, measure, rank, isRows: false }
  }
  if (!measure || (!isNamed && (isOfMost || isOfBest))) return null
  const isRows = read.count !== null || read.nounAt >= 0
  return { ...base, operation: isGreatest ? 'Greatest' : 'Least', measure, rank, isRows }
}

/** The column of numbers that is named, or the one that "total" or "highest" alone most likely means. */
function measureOf(read: QuestionReading): TableColumn | null {
  const compared = new Set(read.filters.map(({ column }) => column))
  const equal = new Set(
    read.filters.flatMap((one) => (one.kind === 'Compare' && one.comparison === '=' ? [one.column] : [])),
  )
  const named = read.named
    .map(({ column }) => column)
    .filter((column) => isNumber(column) && !isCode(column) && !equal.has(column))
  const free = named.filter((column) => !compared.has(column))
  const first = free[0] ?? named[0] ?? onlyMeasure(read)
  if (first) return first
  const amounts = read.table.columns.filter(
    (column) => isNumber(column) && isAdditive(column) && !isQuantity(column) && !isCode(column),
  )
  const totals = amounts.filter((column) => totalTitle.test(plainText(titleOf(column))))
  const meant = amounts.length > 1 ? totals : amounts
  return meant.length === 1 ? meant[0]! : null
}
