import { isCode, titleOf } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import {
  arrivalPhrases,
  distinctWords,
  isMost,
  rowNouns,
  spendingWords,
  tradeVerbs,
  transactionWords,
} from '../vocabulary.ts'
import {
  findName,
  findPhrase,
  isArabic,
  isSameWord,
  isVerb,
  isVerbOf,
  isWord,
  termsOfName,
  use,
  type Word,
  withoutArticle,
  wordsOf,
} from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

/** Names of the table with several words, such as "spare parts", are read before columns that have one of them. */
export function readTitles(read: QuestionReading): void {
  for (const title of read.table.titles.map((title) => termsOfName(title))) {
    const found = title.length > 1 ? findName(read.words, title) : null
    // "customers ordered" doesn't name customer orders.
    if (!found || isVerb(read.words[found.from + found.count - 1]!)) continue
    use(read.words, found.from, found.count)
    read.namesTable = true
    if (read.nounAt < 0) read.nounAt = found.from
    read.matched += 1
  }
}

/** The words for the table itself or its rows. */
export function readTable(read: QuestionReading): void {
  read.words.forEach((word, at) => {
    if (word.used) return
    const isRow =
      rowNouns.some((noun) => isWord(word, noun)) &&
      (read.isAfterCount(at) || read.names.columnsWith(word, false).length === 0)
    if (!isRow && (!read.names.isOwn(word) || isOfColumn(read, word)) && !isOfOnlyDate(read, at)) return
    // Items of an order are its units.
    if (/^items?$|عناصر|عنصر/.test(word.plain) && !read.names.isOwn(word) && read.names.hasQuantity)
      read.isAmbiguous = true
    // "الطالبات" are only some of the students.
    if (isArabic(word.plain) && /(?:ه|ات)$/.test(word.plain) && read.names.hasGender)
      read.missesCondition = true
    word.used = true
    read.namesTable = true
    if (read.nounAt < 0) read.nounAt = at
    read.matched += 1
    if (!isRow) readCompound(read, at)
  })
  // "orders" names the table, even if a column is the number of an order.
  for (const { column, at } of [...read.named]) {
    if (!read.names.isOwn(read.words[at]!) || read.names.termsOf(column).length !== 1) continue
    // "the total price of all parts": each row is a part.
    const isOfAll =
      column.isUnique &&
      read.operations.every(({ operation }) => operation === 'Sum' || operation === 'Average')
    const isRanked =
      column.isUnique && isCode(column) && read.operations.some(({ end }) => read.isNext(end, at))
    if (isOfAll || isRanked || read.isAfterCount(at)) {
      // "How many students" of a table of their exams can mean both.
      if (column.type === 'TEXT' && !column.isUnique && !isCode(column)) read.isAmbiguous = true
      read.forget(column)
      read.namesTable = true
      read.nounAt = at
    }
  }
}

/** "ticket orders", of event ticket orders, and "عمليات الحصاد", of a harvest. */
function readCompound(read: QuestionReading, noun: number): void {
  const isFromRight = isArabic(read.words[noun]!.plain)
  const step = isFromRight ? 1 : -1
  for (let at = noun + step; ; at += step) {
    const word = read.words[at]
    if (!word || word.used || word.stem === null || !read.names.isInTitle(word)) break
    word.used = true
  }
  const before = read.words[noun - 1]
  if (!isFromRight || !before || before.used || !isTransaction(before)) return
  before.used = true
  if (read.nounAt === noun) read.nounAt = noun - 1
}

const isTransaction = ({ stem }: Word): boolean => stem !== null && transactionWords.has(stem)

/** "Rent" names the monthly rent, even if the table is called rentals. */
function isOfColumn({ table }: QuestionReading, word: Word): boolean {
  const isWrittenIn = (name: string) => wordsOf(name).some(({ plain }) => isSameWord(plain, word.plain))
  return (
    table.columns.some((column) => isNumber(column) && !isCode(column) && isWrittenIn(titleOf(column))) &&
    !table.titles.some(isWrittenIn)
  )
}

/** "How many exams", in a table of exam results with exam dates: what is counted isn't a date. */
function isOfOnlyDate(read: QuestionReading, at: number): boolean {
  const word = read.words[at]!
  const isCounted = read.isAfterCount(at) || read.isAfterMost(at)
  if (!isCounted || !read.names.isInTitle(word)) return false
  const columns = read.names.columnsWith(word, true)
  return columns.length === 1 && columns[0]!.type === 'DATE' && columns[0] === read.names.date
}

/** "borrowed", of loans, says nothing more about them. */
export function readEvents(read: QuestionReading): void {
  const { names, table, words } = read
  words.forEach((word, at) => {
    if (word.used || !names.isEvent(word) || isOfColumn(read, word)) return
    if (table.columns.some((column) => column.type === 'DATE' && isVerbOf(word, titleOf(column)))) return
    // What didn't happen isn't in the table, and rooms aren't booked on the day of the stay.
    if (read.takeNegation(at) || (read.dates.length > 0 && !names.isOfOwnDate)) read.isAmbiguous = true
    use(words, at, words[at + 1]?.plain === 'out' ? 2 : 1)
    read.eventAt = at
    // "the most borrowed title" has the most rows.
    const most = read.operations.find(({ end }) => end === at && isMost(words[end - 1]!))
    if (most) read.operations.push({ operation: 'Count', at: most.at, end: at + 1 })
  })
}

/**
 * "How many books were borrowed", of loans: each row is counted, and not each title. People can do something several
 * times, and are counted once.
 */
export function readEventNouns(read: QuestionReading): void {
  const { names, words, eventAt } = read
  // "the most borrowed title" compares titles.
  if (eventAt < 0 || read.operations.some(({ end }) => end - 1 === eventAt)) return
  for (const { column, at } of [...read.named]) {
    if (column.type !== 'TEXT' || names.isOfPeople(column) || isCode(column)) continue
    const isCounted = read.isAfterCount(at) || (read.isAfterMost(at) && eventAt < at)
    if (!isCounted || distinctWords.includes(words[at - 1]?.plain ?? '')) continue
    // "library books" of library loans. Books that were returned can be their titles.
    const isOfRows = names.isEvent(words[eventAt]!) || read.nounAt === at - 1
    if (!isOfRows) read.isAmbiguous = true
    read.forget(column)
    read.namesTable = true
    if (read.nounAt < 0 || read.nounAt === at - 1) read.nounAt = at
  }
}

/** "How many requests did we receive": all of them, if no other date says when they were sent or received. */
export function readArrivals(read: QuestionReading): void {
  if (read.table.columns.filter(({ type }) => type === 'DATE').length > 1) return
  for (const phrase of arrivalPhrases) {
    const at = findPhrase(read.words, phrase, 0, (word, wanted) => word.plain === wanted)
    if (at < 0) continue
    if (read.takeNegation(at)) read.isAmbiguous = true
    use(read.words, at, phrase.length)
    return
  }
}

/** "sold" says nothing more about rows of sales, and "pay" about a total. */
export function readTrade(read: QuestionReading): void {
  const isSum = read.operations.some(({ operation, at }) => operation === 'Sum' || isMost(read.words[at]!))
  // "pays the highest fee" compares fees.
  const isRanked = read.operations.some(
    ({ operation, end }) =>
      (operation === 'Greatest' || operation === 'Least') &&
      read.named.some(({ column, at }) => isNumber(column) && read.isNext(end, at)),
  )
  read.words.forEach((word, at) => {
    const isTrade = read.names.isOfTrade && tradeVerbs.has(withoutArticle(word.plain))
    if (isTrade && !word.used) {
      word.used = true
      readTransaction(read, at - 1)
    }
    if ((isSum || isRanked) && spendingWords.has(word.plain)) word.used = true
  })
}

/** "عمليات البيع" are the rows of a table of sales. */
function readTransaction(read: QuestionReading, at: number): void {
  const word = read.words[at]
  if (!word || word.used || !isTransaction(word)) return
  word.used = true
  read.namesTable = true
  if (read.nounAt < 0) read.nounAt = at
  read.matched += 1
}
