import { type TableColumn, titleOf } from '../askedTable.ts'
import { emptyAfter, emptyBefore, filledBefore, fillers } from '../vocabulary.ts'
import { findPhrase, isVerbOf, plainText, use } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

/** "paid by card" says what the method of payment is, and "signed in May" which date is meant. */
export function readVerbs(read: QuestionReading): void {
  read.words.forEach((word, at) => {
    if (word.used || word.stem === null) return
    const columns = read.table.columns.filter((column) => isVerbOf(word, titleOf(column)))
    const known = columns.filter(
      (column) => read.isNamed(column) || read.filters.some((filter) => filter.column === column),
    )
    const dates = read.dates.length > 0 ? columns.filter(({ type }) => type === 'DATE') : []
    const meant = [known, dates, columns].find((some) => some.length === 1) ?? []
    const [column] = meant
    if (!column) read.isAmbiguous ||= columns.length > 0
    else if (known.length > 0) use(read.words, at, 1)
    else {
      read.name(column, at, 1)
      addHappened(read, column, at)
    }
  })
}

/** What has a date has happened. */
function addHappened(read: QuestionReading, column: TableColumn, at: number): void {
  if (column.type !== 'DATE' || read.dates.length > 0) return
  // "delivered per month" counts by another date.
  if (read.group?.column.type === 'DATE') read.isAmbiguous = true
  read.filters.push({ kind: 'Empty', column, isNot: !read.takeNegation(at) })
  read.eventAt = at
}

/** "no delivery date", "the delivery date is missing", "with a delivery date". */
export function readEmpty(read: QuestionReading): void {
  for (const { column, at, count } of [...read.named]) {
    // "without a certificate" isn't one that is unknown.
    if (column.type === 'BOOLEAN' || read.filters.some((filter) => filter.column === column)) continue
    const isEmpty = takePhrase(read, emptyBefore, at, -1) || takePhrase(read, emptyAfter, at + count, 1)
    const hasValue =
      !isEmpty &&
      ((column.type === 'DATE' && read.dates.length === 0 && followsWord(read, filledBefore, at)) ||
        isFilledText(read, column, at))
    if (!isEmpty && !hasValue) continue
    // Texts such as "none" are no value, too.
    if (column.type === 'TEXT' && column.values?.some((value) => /^(?:-+|n\/?a|none|no|null)$/i.test(value)))
      read.isAmbiguous = true
    read.filters.push({ kind: 'Empty', column, isNot: hasValue })
    read.forget(column)
  }
}

/** Uses one of these phrases if it is next to a place, with nothing but words without meaning between. */
function takePhrase(
  read: QuestionReading,
  phrases: readonly (readonly string[])[],
  place: number,
  direction: 1 | -1,
): boolean {
  for (const phrase of phrases)
    for (let gap = 0; gap <= 2; gap += 1) {
      const from = direction > 0 ? place + gap : place - phrase.length - gap
      const between = read.words.slice(...(direction > 0 ? [place, from] : [from + phrase.length, place]))
      if (from < 0 || !between.every((word) => fillers.has(word.plain))) continue
      if (findPhrase(read.words, phrase, from) !== from) continue
      use(read.words, from, phrase.length)
      return true
    }
  return false
}

/** "with a locker number", where not every row has one. */
function isFilledText(read: QuestionReading, column: TableColumn, at: number): boolean {
  const isSome = ['a', 'an', 'any'].includes(read.words[at - 1]?.plain ?? '')
  const isCounted = read.operations.length === 1 && read.operations[0]!.operation === 'Count'
  const isOfMany = column.type === 'TEXT' && column.values === null && !read.names.isOwn(read.words[at]!)
  return isSome && isCounted && isOfMany && read.isHead(column, at) && followsWord(read, filledBefore, at)
}

function followsWord(read: QuestionReading, wanted: readonly string[], at: number): boolean {
  let near = at - 1
  while (['a', 'an', 'the', 'any'].includes(read.words[near]?.plain ?? '')) near -= 1
  return wanted.includes(read.words[near]?.plain ?? '')
}

/** "paid orders", "orders that are not paid", "members with a locker", "with no locker". */
export function readTruths(read: QuestionReading): void {
  for (const { column, at } of [...read.named]) {
    if (column.type !== 'BOOLEAN' || !read.isHead(column, at)) continue
    read.forget(column)
    const isFalse = takePhrase(read, emptyBefore, at, -1) || read.takeNegation(at)
    read.filters.push({ kind: 'Truth', column, isTrue: !isFalse })
  }
  // "unpaid orders".
  for (const column of read.table.columns) {
    const title = plainText(titleOf(column))
    const at = column.type === 'BOOLEAN' ? findPhrase(read.words, [`un${title}`]) : -1
    if (at < 0 || read.filters.some((filter) => filter.column === column)) continue
    if (read.takeNegation(at)) read.isAmbiguous = true
    read.filters.push({ kind: 'Truth', column, isTrue: false })
    use(read.words, at, 1)
  }
}

/** "the highest among students": all of them. */
export function readAmong({ words, names }: QuestionReading): void {
  words.forEach((word, at) => {
    const next = words[at + 1]
    if (!word.used && ['بين', 'among', 'amongst'].includes(word.plain) && next?.used && names.isOwn(next))
      word.used = true
  })
}

export function addDates(read: QuestionReading): void {
  for (const condition of read.dates) {
    // If several dates can be meant, a guess is about the first one.
    const column = read.onlyDate ?? read.table.columns.find(({ type }) => type === 'DATE')
    read.matched += 1
    if (read.onlyDate === null) read.isAmbiguous = true
    if (column) read.filters.push({ kind: 'Date', column, condition })
    else read.missesCondition = true
  }
}
