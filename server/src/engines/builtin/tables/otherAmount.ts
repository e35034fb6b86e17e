import type { Decided } from './decideRank.ts'
import type { QuestionReading } from './reading/questionReading.ts'
import { isNumber } from './tableNames.ts'
import { costWords, priceVerbs, spendingWords, vagueVerbs, wholeWords } from './vocabulary.ts'
import { isWord } from './words.ts'

/** Whether a question can be about another amount than the one that would be added up. */
export function isOfOtherAmount(read: QuestionReading, { operation, measure }: Decided): boolean {
  if (!measure || !isNumber(measure) || operation !== 'Sum') return false
  const { words, names, named, operations } = read
  // "how many hours were spent" names what they are.
  const [first] = operations
  if (!first || operations.some((one) => one.operation === 'Count')) return false
  const after = words.slice(first.at)
  const isMoney = names.canBeMoney(measure)
  // "spent on fuel" isn't the fuel in liters.
  if (!isMoney && !names.isTime(measure) && words.some(({ plain }) => spendingWords.has(plain))) return true
  // "the value of toys in stock" isn't the stock.
  const isValue = after.some((word) => !word.used && ['value', 'قيمه'].some((one) => isWord(word, one)))
  if (!isMoney && isValue) return true
  const place = named.find(({ column }) => column === measure)
  // "How much did IT use" can be of anything.
  if (!place) return after.some(({ plain }) => vagueVerbs.has(plain))
  // "The total cost of vans" isn't what their fuel costs, unless there is nothing more to it than a total.
  const stem = words[place.at]!.stem ?? ''
  const isPart = names.termsOf(measure).some((term) => term !== stem && !wholeWords.has(term))
  if (place.count === 1 && costWords.has(stem) && isPart) return true
  // "How much do vans cost" isn't what their fuel costs.
  const isVerb = priceVerbs.has(words[place.at]!.plain) && place.count === 1
  const before = words.slice(first.at, place.at)
  return (
    isVerb &&
    before.some(({ plain }) => ['do', 'does', 'did', 'would', 'will'].includes(plain)) &&
    names.termsOf(measure).length > 1
  )
}
