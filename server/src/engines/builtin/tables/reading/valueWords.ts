import { verbNoun, verbNounsOf } from '../arabicForms.ts'
import type { TableColumn } from '../askedTable.ts'
import { findPhrase, isArabic, isForm, termsOfName, use, wordsOf } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

export function readValues(read: QuestionReading): void {
  const listed = read.table.columns.flatMap((column) =>
    column.type === 'TEXT' ? (column.values ?? []).map((value) => ({ column, value })) : [],
  )
  const looked = read.found.flatMap(({ column: name, value }) => {
    const column = read.table.columns.find((one) => one.name === name)
    return column ? [{ column, value }] : []
  })
  const all = [...listed, ...looked]
    .map((one) => ({ ...one, phrase: wordsOf(one.value).map(({ plain }) => plain) }))
    .filter(({ phrase }) => phrase.length > 0)
    .toSorted((a, b) => b.phrase.length - a.phrase.length)
  for (const { column, value, phrase } of all) {
    const exact = findPhrase(read.words, phrase)
    const at = exact >= 0 ? exact : findForm(read, column, phrase)
    if (at < 0 || !isMeant(read, column, value, at, phrase.length)) continue
    const others = all.filter((one) => one.column !== column && isSamePhrase(one.phrase, phrase))
    if (others.length > 0 && !isNamedNear(read, column, at, phrase.length)) {
      if (others.some((one) => isNamedNear(read, one.column, at, phrase.length))) continue
      read.isAmbiguous = true
    }
    // "from Dubai" isn't to Dubai.
    if (['from', 'من'].includes(read.words[at - 1]?.plain ?? '') && read.names.isDestination(column))
      read.missesCondition = true
    const isNot = read.takeNegation(at)
    const same = all.filter((one) => one.column === column && isSamePhrase(one.phrase, phrase))
    addValues(read, column, [...new Set([value, ...same.map((one) => one.value)])], isNot)
    read.valuePlaces.push({ column, at, count: phrase.length })
    takeOr(read, at)
    use(read.words, at, phrase.length)
    read.matched += 2
  }
}

/** Finds a value in the plural, or with another ending, unless it names the table or a column. */
function findForm(read: QuestionReading, column: TableColumn, phrase: readonly string[]): number {
  // "William's" is of William, and "Williams" isn't.
  if (read.names.isOfPeople(column) && !read.names.saysKind(column))
    return findPhrase(read.words, phrase, 0, ({ plain }, wanted) => plain.replace(/'s?$/, '') === wanted)
  const done = phrase.length === 1 ? findDone(read, phrase[0]!) : -1
  if (done >= 0) return done
  const at = findPhrase(read.words, phrase, 0, isForm)
  const [word] = read.words.slice(at)
  if (at < 0 || !word || phrase.length > 1) return at
  if (!read.names.isColumn(word) && !read.names.isOwn(word)) return at
  // "شقق" of a table of apartments with a column that says which rows are apartments, and which ones villas.
  if (read.names.saysKind(column)) read.isAmbiguous = true
  return -1
}

/** "did we reject" and "تم رفضها" say that a value is "Rejected" or "مرفوض". Something to do isn't done. */
function findDone(read: QuestionReading, value: string): number {
  const did = findPhrase(read.words, ['did'])
  return read.words.findIndex((word, at) => {
    if (word.used || read.names.isOwn(word)) return false
    const isToDo = read.words[at - 1]?.plain === 'to'
    if (!isArabic(value)) return did >= 0 && at > did && !isToDo && isPast(value, word.plain)
    const isDone = ['تم', 'تمت', 'يتم', 'تتم'].includes(read.words[at - 1]?.plain ?? '')
    return isDone && verbNounsOf(value).includes(verbNoun(word.plain))
  })
}

const isPast = (past: string, base: string): boolean =>
  base.length > 3 && [`${base}ed`, `${base}d`, `${base}${base.at(-1)}ed`].includes(past)

/** Short values, and those that are words without meaning, are meant only if they are written alike. */
function isMeant(
  read: QuestionReading,
  column: TableColumn,
  value: string,
  at: number,
  count: number,
): boolean {
  const words = read.words.slice(at, at + count)
  const isWeak = value.length < 3 || words.every(({ stem }) => stem === null)
  if (isWeak) return count === 1 && words[0]!.text === value && value !== value.toLowerCase()
  // "how many sales" asks about the table, even if there is a department of this name.
  const own = read.table.titles.flatMap((title) => termsOfName(title))
  const isTable = count === 1 && words[0]!.stem !== null && own.includes(words[0]!.stem)
  if (isTable && read.words[at - 1] && /^(?:many|of|all|كم|عدد)$/.test(read.words[at - 1]!.plain)) {
    if (read.names.saysKind(column)) read.isAmbiguous = true
    return false
  }
  return !/^\d+$/.test(value) || read.named.some((one) => Math.abs(one.at - at) <= 2)
}

function isNamedNear(read: QuestionReading, column: TableColumn, at: number, count: number): boolean {
  const title = read.names.termsOf(column)
  const near = read.words.slice(Math.max(0, at - 3), at + count + 2)
  return title.length > 0 && title.every((term) => near.some(({ stem }) => stem === term))
}

/** "North or South", "either North or South". */
function takeOr(read: QuestionReading, at: number): void {
  for (const near of [at - 1, at - 2]) {
    const word = read.words[near]
    if (word && ['or', 'either', 'او', 'both', 'nor'].includes(word.plain)) word.used = true
  }
}

function addValues(read: QuestionReading, column: TableColumn, values: string[], isNot: boolean): void {
  const same = read.filters.find((one) => one.kind === 'Values' && one.column === column)
  if (same?.kind !== 'Values') read.filters.push({ kind: 'Values', column, values, isNot })
  // "North and not South" could be anything.
  else if (same.isNot && !isNot) same.values.push(...values)
  else if (same.isNot !== isNot) read.isAmbiguous = true
  else same.values.push(...values)
}

const isSamePhrase = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((word, at) => word === b[at])
