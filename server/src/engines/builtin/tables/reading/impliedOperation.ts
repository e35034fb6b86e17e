import { isAdditive, isAmountWord, titleOf } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import { type Operation, operations } from '../vocabulary.ts'
import { findPhrase, isWord, type Word, wordsOf } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

/** Words that ask to be shown something, in front of what is asked for. */
const beginnings =
  `what what's show list give display tell get find print calculate ما ماهي ماهو اعرض اعرضي اعطني اعطيني
  اعطنا ارني هات اذكر احسب`.split(/\s+/)
const feeTitle = /\bfees?\b|رسوم/i
const introductions = ['can', 'could', 'you', 'please', 'من', 'فضلك']
/** Other questions about the same columns don't ask for numbers. */
const otherQuestions = 'why how when where whether if should لماذا كيف متي اين هل'.split(' ')

/**
 * "Show me the sales per city" names no calculation: amounts are added up, and rows counted. Rates and scores have no
 * total, unless the question is about the one row with a name.
 */
export function implyOperation(read: QuestionReading): void {
  const operation = isAsked(read) ? operationOf(read) : null
  if (!operation) return
  read.operations = [{ operation, at: 0, end: 0 }]
  read.isImplied = true
}

function operationOf(read: QuestionReading): Operation | null {
  const { named, group, filters, nounAt } = read
  const measures = named.filter(({ column }) => isNumber(column))
  if (measures.length === 0) {
    if (!group || nounAt < 0 || named.length > 0) return null
    // "expenses per month" are added up, if there is only one amount.
    return isAmountWord(read.words[nounAt]!.plain) ? 'Sum' : 'Count'
  }
  const [measure] = measures
  if (!measure || measures.some(({ column }) => column !== measure.column)) return null
  if (filters.some((one) => one.column === measure.column)) return null
  const ofTitle = operationIn(titleOf(measure.column))
  if (ofTitle) return ofTitle
  const isOne = filters.some((one) => one.kind === 'Values' && !one.isNot && one.column.isUnique)
  if (isOne && !group) return 'Sum'
  // "the orders of May by amount" asks for rows.
  const isOfRows = !group && nounAt >= 0 && nounAt < measure.at
  // The fees of each group add up, and "the fee for …" is one of them.
  const isSum = isAdditive(measure.column) || (group !== null && feeTitle.test(titleOf(measure.column)))
  return isSum && !isOfRows && (group || filters.length > 0) ? 'Sum' : null
}

/** The name of a column can say what is calculated: "total price", "average score". */
function operationIn(title: string): Operation | null {
  const words = wordsOf(title)
  const found = operations.find(([, phrase]) => findPhrase(words, phrase) === 0)?.[0]
  return found === 'Count' || found === 'Distinct' ? 'Sum' : (found ?? null)
}

/** Whether a question begins with words that ask to be shown something. */
export function asksToShow(words: readonly Word[]): boolean {
  const first = words.find(({ plain }) => !introductions.includes(plain))
  return first !== undefined && beginnings.some((one) => isWord(first, one))
}

/** "Sales per city" asks, too, if it begins with a word that was understood. */
function isAsked({ words }: QuestionReading): boolean {
  if (words.some(({ plain }) => otherQuestions.includes(plain))) return false
  return asksToShow(words) || words[0]?.used === true
}
