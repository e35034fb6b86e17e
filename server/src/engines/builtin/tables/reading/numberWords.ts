import { isCode, type TableColumn, titleOf } from '../askedTable.ts'
import { isNumber } from '../tableNames.ts'
import { comparisons, comparisonsAfter, currencies, fillers, months, smallNumbers } from '../vocabulary.ts'
import { findPhrase, plainText, use, type Word } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

const splitComparisons: readonly (readonly ['>' | '<', readonly string[]])[] = [
  [
    '>',
    ['يزيد', 'تزيد', 'زاد', 'زادت', 'تجاوز', 'تجاوزت', 'يتجاوز', 'تتجاوز', 'فاق', 'فاقت', 'يفوق', 'تفوق'],
  ],
  ['<', ['يقل', 'تقل', 'قل', 'قلت']],
]
/** In front of such a verb, "ما" is no question. */
const splitNegations: ReadonlySet<string> = new Set('لا لم لن ما ولا ولم ولن وما'.split(' '))
/** Verbs without "عن" in front of the number. */
const direct: ReadonlySet<string> = new Set('تجاوز تجاوزت يتجاوز تتجاوز فاق فاقت يفوق تفوق'.split(' '))
const has = ['with', 'have', 'has', 'had', 'having', 'ذات', 'بها', 'فيها', 'لديها', 'لها']
const number = /^-?\d[\d,]*(?:\.\d+)?%?$/

/** "amount over 100", "more than 5 units", "between 10 and 20". */
export function readNumbers(read: QuestionReading): void {
  for (const phrase of [['between'], ['بين']]) {
    const at = findPhrase(read.words, phrase)
    if (at < 0) continue
    const [least, joint, greatest] = read.words.slice(at + 1, at + 4)
    const low = least && numberOf(least)
    const isSplit = joint?.plain === 'and' || joint?.plain === 'و'
    const high = isSplit
      ? greatest && numberOf(greatest)
      : joint && numberOf({ ...joint, plain: joint.plain.replace(/^و/, '') })
    if (low == null || high == null) continue
    const count = isSplit ? 4 : 3
    // "between 1 and 15 June" is about days.
    if (months.has(read.words[at + count]?.plain ?? '')) continue
    const column = comparedColumn(read, at, count)
    // Years are compared as dates.
    if (!column && read.onlyDate) continue
    if (!column) read.missesCondition = true
    else read.filters.push({ kind: 'Between', column, least: low, greatest: high })
    use(read.words, at, count)
  }
  readSplitComparison(read)
  for (const [comparison, phrase] of comparisons) {
    for (let at = findPhrase(read.words, phrase); at >= 0; at = findPhrase(read.words, phrase, at + 1)) {
      const word = read.words[at + phrase.length]
      const value = word && !word.used ? numberOf(word) : null
      if (value === null) continue
      const isNot = read.takeNegation(at)
      const column = isOfAge(phrase)
        ? read.names.age
        : (comparedColumn(read, at, phrase.length + 1) ?? assumedAmount(read, at, word!, value))
      if (!column || isNot) read.missesCondition = true
      else read.filters.push({ kind: 'Compare', column, comparison, number: value })
      use(read.words, at, phrase.length + 1)
    }
  }
  readComparedAfter(read)
  readEquals(read)
  readHas(read)
}

/** "a rating of 4 or more", "4 stars or more", "تقييمها 4 فأكثر". */
function readComparedAfter(read: QuestionReading): void {
  for (const [comparison, phrase] of comparisonsAfter) {
    const at = findPhrase(read.words, phrase)
    if (at < 0) continue
    const isNumberAt = (near: number) => /^\d/.test(read.words[near]?.plain ?? '') && !read.words[near]!.used
    const from = [at - 1, at - 2, at - 3, at - 4].find(isNumberAt)
    const value = from === undefined ? null : numberOf(read.words[from]!)
    if (from === undefined || value === null) continue
    const isAlone = from === at - 1
    if (!isAlone && read.endOfColumn(from + 1) !== at) continue
    const column = isAlone ? comparedColumn(read, from, 1) : columnOf(read, from + 1)
    if (!column || read.takeNegation(from)) read.missesCondition = true
    else read.filters.push({ kind: 'Compare', column, comparison, number: value })
    use(read.words, from, at + phrase.length - from)
  }
}

const isOfAge = ([first]: readonly string[]): boolean => first === 'older' || first === 'younger'

function columnOf(read: QuestionReading, at: number): TableColumn | null {
  const found = read.columnAt(at)
  if (!found || !isNumber(found.column) || isCode(found.column)) return null
  if (found.count > 0) read.name(found.column, at, found.count)
  return found.column
}

/** "with 3 bedrooms", "3 bedroom apartments": the number of a column that counts something. */
function readHas(read: QuestionReading): void {
  read.words.forEach((word, at) => {
    const value = word.used || !/^\d/.test(word.plain) ? null : numberOf(word)
    if (value === null) return
    const found = read.columnAt(at + 1)
    const after = read.words[read.endOfColumn(at + 1)]
    if (found?.column.type !== 'INTEGER' || isCode(found.column)) return
    const before = read.words[at - 1]
    const isHad = has.includes(before?.plain ?? '') && (!after || fillers.has(after.plain))
    // "How many bedrooms do 3 bedroom apartments have" names it twice.
    const isOnce = read.words.every(
      (one, other) =>
        Math.abs(other - at) <= 1 ||
        one.stem === null ||
        !read.names.columnsWith(one, false).includes(found.column),
    )
    const isOfRow =
      isOnce &&
      read.names.isLevel(found.column) &&
      [before, after].some((one) => one && read.names.isOwn(one))
    if (!isHad && !isOfRow) return
    if (found.count > 0) read.name(found.column, at + 1, found.count)
    read.filters.push({ kind: 'Compare', column: found.column, comparison: '=', number: value })
    use(read.words, at, 1)
  })
}

/** "a rating of 5", "model year 2018": the number of a column right in front of it, if nothing follows. */
function readEquals(read: QuestionReading): void {
  read.words.forEach((word, at) => {
    const value = word.used ? null : numberOf(word)
    if (value === null || !/^\d/.test(word.plain)) return
    let near = at - 1
    while (['of', 'is', 'are', 'was'].includes(read.words[near]?.plain ?? '')) near -= 1
    const found = read.columnAt(near)
    if (!found || !isNumber(found.column)) return
    const isYear = /^(?:19|20)\d\d$/.test(word.plain)
    if (isYear && !/year|سن[ةه]|عام/i.test(titleOf(found.column))) return
    // "5 or more", "5 stars": what follows changes what is meant.
    const next = read.words[at + 1]
    if (next && !fillers.has(next.plain)) return
    if (found.count > 0) read.name(found.column, near, found.count)
    read.filters.push({ kind: 'Compare', column: found.column, comparison: '=', number: value })
    use(read.words, at, 1)
  })
}

/** Arabic writes the column inside of the comparison: "يزيد مبلغها عن 1000", "تجاوز غيابهم 10 أيام". */
function readSplitComparison(read: QuestionReading): void {
  for (const [comparison, verbs] of splitComparisons) {
    for (const verb of verbs) {
      const at = findPhrase(read.words, [verb])
      const found = at < 0 ? null : read.columnAt(at + 1)
      if (!found || found.count === 0 || !isNumber(found.column)) continue
      const end = at + 1 + found.count
      const isJoined = read.words[end]?.plain === 'عن'
      const place = isJoined ? end + 1 : end
      const number = read.words[place]
      const value = number && !number.used && (isJoined || direct.has(verb)) ? numberOf(number) : null
      if (value === null) continue
      const isNot = splitNegations.has(read.words[at - 1]?.plain ?? '')
      if (isNot) use(read.words, at - 1, 1)
      const { column } = found
      const than = comparison === '>' ? '<=' : '>='
      read.filters.push({ kind: 'Compare', column, comparison: isNot ? than : comparison, number: value })
      read.name(column, at + 1, found.count)
      use(read.words, at, place + 1 - at)
      // "5000 ريال" and "10 أيام" say nothing more about a column with this unit.
      const unit = read.words[place + 1]
      const currency = unit && currencies.get(unit.plain)
      if (unit && (currency ? read.names.canBeIn(column, currency) : read.names.isUnitOf(column, unit)))
        unit.used = true
    }
  }
}

/** The column that numbers at this place are compared with: the one named next to them. */
function comparedColumn(read: QuestionReading, at: number, count: number): TableColumn | null {
  // "orders over 40" isn't about the numbers of orders.
  const isCompared = (column: TableColumn) => isNumber(column) && (!isCode(column) || read.isNamed(column))
  const after = read.columnAt(at + count)
  if (after && isCompared(after.column)) {
    if (after.count > 0) read.name(after.column, at + count, after.count)
    return after.column
  }
  const currency = currencyAt(read, at, count)
  const ofCurrency = currency && columnOfCurrency(read, at, currency)
  if (ofCurrency) return ofCurrency
  for (let near = at - 1; near >= Math.max(0, at - 3); near -= 1) {
    const before = read.columnAt(near)
    if (before && isCompared(before.column)) {
      // "A salary over 5,000 dollars" isn't about one in euros.
      if (currency && !read.names.canBeIn(before.column, currency)) return null
      if (before.count > 0) read.name(before.column, near, before.count)
      // It is what is compared, and not what is calculated.
      return before.column
    }
    const word = read.words[near]!
    if (!fillers.has(word.plain) && word.stem !== null && !before) break
  }
  return null
}

/** "claims over 5,000": what rows have is their amount, if only one column has amounts. */
function assumedAmount(read: QuestionReading, at: number, { text }: Word, value: number): TableColumn | null {
  const before = read.words[at - 1]
  const column = before && !before.used && read.names.isOwn(before) ? read.names.amountFor(value) : null
  if (!column || read.compared) return null
  read.compared = { kind: 'Compared', number: text, column }
  return column
}

/** Returns the words for the currency of a number: "$2,000", "2,000 dollars". */
function currencyAt(read: QuestionReading, at: number, count: number): readonly string[] | null {
  const number = read.words.slice(at, at + count).find(({ currency }) => currency !== '')
  if (number) return currencies.get(number.currency) ?? [number.currency]
  const next = read.words[at + count]
  const units = next && !next.used ? currencies.get(next.plain) : undefined
  if (!next || !units) return null
  next.used = true
  return units
}

/** "over $2,000" is about the only column with amounts in dollars, unless another one is named before it. */
function columnOfCurrency(
  read: QuestionReading,
  at: number,
  currency: readonly string[],
): TableColumn | null {
  if (read.named.some((one) => Math.abs(one.at - at) <= 3)) return null
  const columns = read.names.in(currency)
  return columns.length === 1 ? columns[0]! : null
}

function numberOf({ plain }: Pick<Word, 'plain'>): number | null {
  const text = plain.replace(/[.,]$/, '')
  if (!number.test(text)) return smallNumbers.get(plainText(text)) ?? null
  const value = Number(text.replaceAll(',', '').replace('%', ''))
  return text.endsWith('%') ? value / 100 : value
}
