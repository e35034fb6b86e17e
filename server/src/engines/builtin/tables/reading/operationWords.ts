import { titleOf } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import {
  currencies,
  fillers,
  mostCommon,
  type Operation,
  operations,
  smallNumbers,
  unitWords,
} from '../vocabulary.ts'
import { findPhrase, isWord, plainText, use, type Word } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

const MOST_RANKED = 50
const ends: readonly (readonly [Operation, readonly string[]])[] = [
  ['Least', ['first', 'اول']],
  ['Greatest', ['last', 'اخر']],
]
const ageRanks: ReadonlySet<string> = new Set(['oldest', 'youngest', 'سنا', 'عمرا'])
const amountTitle = /قيم|مبلغ|اجمالي|ايراد|مبيعات|مصروف|amount|total|revenue|sales/i

export function readOperations(read: QuestionReading): void {
  for (const [operation, phrase] of operations) {
    for (let at = findPhrase(read.words, phrase); at >= 0; at = findPhrase(read.words, phrase, at + 1)) {
      read.operations.push({ operation, at, end: at + phrase.length })
      use(read.words, at, phrase.length)
      if (operation === 'Greatest' || operation === 'Least') readRank(read, at, at + phrase.length)
      // "popular" can be what was sold most.
      if (phrase[1] === 'popular' && read.names.isOfTrade && read.names.hasQuantity) read.isAmbiguous = true
      // The best delay is the shortest one.
      if (['best', 'افضل'].includes(phrase[0]!)) read.isAmbiguous = true
      if (mostCommon.includes(phrase.join(' ')))
        read.operations.push({ operation: 'Count', at, end: at + phrase.length })
      if (phrase.join(' ') === 'most expensive' || phrase.join(' ') === 'cheapest') namePrice(read, at)
    }
  }
  readEnds(read)
  readHowOld(read)
  nameLength(read)
  nameAge(read)
  const ofPrice = read.operations.find(({ at }) =>
    ['اغلي', 'ارخص'].some((one) => isWord(read.words[at]!, one)),
  )
  if (ofPrice) namePrice(read, ofPrice.at)
  read.operations.sort((a, b) => a.at - b.at)
  nameResult(read)
  addUpUnits(read)
  dropQuestionWords(read)
  addUp(read)
}

/** "كم قيمة العقود" asks for their total. Values of other columns aren't added up without saying so. */
function addUp(read: QuestionReading): void {
  const [only] = read.operations
  if (read.operations.length !== 1 || only?.operation !== 'Count') return
  if (read.words[only.at]!.plain !== 'كم' || only.end - only.at > 1) return
  let at = only.end
  while (read.words[at] && fillers.has(read.words[at]!.plain)) at += 1
  const found = read.columnAt(at)
  if (!found || !isNumber(found.column) || !amountTitle.test(plainText(titleOf(found.column)))) return
  read.operations = [{ ...only, operation: 'Sum' }]
}

/** "How many tons of plastic": the weight in tons is added up, if only one column has this unit. */
function addUpUnits(read: QuestionReading): void {
  const [only] = read.operations
  if (read.operations.length !== 1 || only?.operation !== 'Count') return
  let at = only.end
  while (read.words[at] && fillers.has(read.words[at]!.plain)) at += 1
  const word = read.words[at]
  if (!word || !isMeasured(word)) return
  // As a value of a column, it says which rows are meant, and they aren't counted.
  if (word.used && !read.named.some((one) => one.at === at)) read.missesCondition = true
  if (word.used) return
  const columns = read.table.columns.filter((column) => isNumber(column) && read.names.isUnitOf(column, word))
  // Rows aren't tons.
  if (columns.length !== 1) {
    read.missesCondition = true
    return
  }
  read.operations = [{ ...only, operation: 'Sum' }]
  if (read.isNamed(columns[0]!)) word.used = true
  else read.name(columns[0]!, at, 1)
}

/** Whether a word is a unit of amounts that add up, or a currency. Times of rows are counted in other ways. */
const isMeasured = ({ plain, stem }: Word): boolean =>
  currencies.has(plain) || (stem !== null && unitWords.has(stem))

/** "the highest total", "أعلى معدل": what follows is a column, if one has this name. */
function nameResult(read: QuestionReading): void {
  for (const [index, { at, end }] of [...read.operations].entries()) {
    const before = read.operations[index - 1]
    const word = read.words[at]!
    if (before?.end !== at || end - at > 1 || before.operation === 'Count') continue
    const column = read.table.columns.find((one) => isNumber(one) && read.names.isCalled(one, word))
    if (!column) continue
    read.operations.splice(index, 1)
    read.name(column, at, 1)
    return
  }
}

/** "how much is the average" and "كم أعلى" ask for what follows. */
function dropQuestionWords(read: QuestionReading): void {
  read.operations = read.operations.filter(({ at, end }, index) => {
    const next = read.operations[index + 1]
    const asked = read.words
      .slice(at, end)
      .map(({ plain }) => plain)
      .join(' ')
    if (!next || next.operation === 'Count' || !['how much', 'كم'].includes(asked)) return true
    return !read.words.slice(end, next.at).every((word) => fillers.has(word.plain))
  })
}

/** "the first 3 orders", "آخر طلب": only of rows, because "last month" and "first floor" are something else. */
function readEnds(read: QuestionReading): void {
  read.words.forEach((word, at) => {
    const end = ends.find(([, words]) => words.some((one) => isWord(word, one)))
    if (word.used || !end) return
    const next = read.words[at + 1]
    const isNumber =
      next !== undefined && !next.used && (smallNumbers.has(next.plain) || /^\d/.test(next.plain))
    const noun = read.words[at + (isNumber ? 2 : 1)]
    if (!noun || noun.used || !read.names.isOwn(noun)) return
    read.operations.push({ operation: end[0], at, end: at + 1 })
    use(read.words, at, 1)
    readRank(read, at, at + 1)
  })
}

/** "the oldest patient" is the one with the highest age, and "the oldest contract" the one with the first date. */
function nameAge(read: QuestionReading): void {
  const oldest = read.operations.find(({ at, end }) =>
    read.words.slice(at, end).some(({ plain }) => ageRanks.has(plain)),
  )
  if (!oldest) return
  const { age } = read.names
  let at = oldest.end
  while (read.words[at]?.used || fillers.has(read.words[at]?.plain ?? '')) at += 1
  const noun = read.words[at]
  const isOwn = noun === undefined || read.names.isOwn(noun)
  const isOfAge = age !== null && read.names.isAgeOf(age, isOwn, noun ?? null)
  if (isOfAge) {
    if (!read.isNamed(age)) read.named.push({ column: age, at: oldest.at, count: 1 })
    return
  }
  const isOfDate = !age && noun !== undefined && isOwn && !read.names.isOfPersons && !read.names.hasYear
  if (isOfDate && read.words[oldest.at]!.plain === 'oldest')
    read.operations = read.operations.map((one) => (one === oldest ? { ...one, operation: 'Least' } : one))
  else read.isAmbiguous = true
}

/** "How old are patients on average" asks for their age. */
function readHowOld(read: QuestionReading): void {
  const at = findPhrase(read.words, ['how', 'old'])
  const { age } = read.names
  if (at < 0 || !age || read.isNamed(age)) return
  read.name(age, at, 2)
}

/** "the longest contract" is the one with the longest time or distance, if a column says that. */
function nameLength(read: QuestionReading): void {
  const longest = read.operations.find(({ at }) =>
    ['longest', 'shortest', 'اطول', 'اقصر'].some((one) => isWord(read.words[at]!, one)),
  )
  if (!longest) return
  // "the longest distance" names it.
  if (read.named.some(({ column, at }) => isNumber(column) && read.isNext(longest.end, at))) return
  const columns = read.names.lengths
  if (columns.length !== 1) read.isAmbiguous = true
  else if (!read.isNamed(columns[0]!)) read.named.push({ column: columns[0]!, at: longest.at, count: 1 })
}

function namePrice(read: QuestionReading, at: number): void {
  const prices = read.names.prices
  if (prices.length === 1) read.named.push({ column: prices[0]!, at, count: 1 })
  else read.isAmbiguous = true
}

/** "top 5", "the ten largest", "أكبر خمسة". */
/** "the 5 apartments with the highest rent". */
export function readRankedRows(read: QuestionReading): void {
  const isAfter = read.operations.some(
    ({ operation, at }) => (operation === 'Greatest' || operation === 'Least') && at > read.nounAt,
  )
  if (!isAfter || read.count !== null || read.nounAt < 1) return
  // "Which of the 210 apartments has the highest rent" asks for one of them.
  const before = read.words.slice(0, read.nounAt - 1).map(({ plain }) => plain)
  if (before.some((one) => ['of', 'our', 'for', 'in', 'among', 'which', 'من', 'بين', 'اي'].includes(one)))
    return
  const word = read.words[read.nounAt - 1]!
  const count = smallNumbers.get(word.plain) ?? (/^\d{1,3}$/.test(word.plain) ? Number(word.plain) : 0)
  if (word.used || count < 1) return
  read.count = Math.min(count, MOST_RANKED)
  word.used = true
}

function readRank(read: QuestionReading, from: number, end: number): void {
  for (const at of [end, from - 1]) {
    const word = read.words[at]
    if (!word || word.used) continue
    const bare = word.plain.replace(/^ال/, '')
    const count =
      smallNumbers.get(word.plain) ??
      smallNumbers.get(bare) ??
      (/^\d{1,3}$/.test(word.plain) ? Number(word.plain) : null)
    if (count === null || count < 1) continue
    read.count = Math.min(count, MOST_RANKED)
    word.used = true
    return
  }
}
