import {
  type AskedTable,
  type Filter,
  isCode,
  type TableColumn,
  type TableQuestion,
  titleOf,
} from './askedTable.ts'
import { type DateCondition, findDates } from './dates.ts'
import { isNumber, TableNames } from './tableNames.ts'
import {
  comparisons,
  currencies,
  dateParts,
  emptyAfter,
  emptyBefore,
  filledBefore,
  fillers,
  groupings,
  negations,
  type Operation,
  operations,
  rowNouns,
  smallNumbers,
  timeUnits,
  timeWords,
  tradeVerbs,
} from './vocabulary.ts'
import {
  findPhrase,
  findTerms,
  isForm,
  isVerb,
  isVerbOf,
  isWord,
  plainText,
  termsOfName,
  use,
  type Word,
  wordsOf,
} from './words.ts'

const MOST_RANKED = 50
const splitComparisons: readonly (readonly ['>' | '<', readonly string[]])[] = [
  ['>', ['يزيد', 'تزيد', 'زاد', 'زادت']],
  ['<', ['يقل', 'تقل', 'قل', 'قلت']],
]
const number = /^-?\d[\d,]*(?:\.\d+)?%?$/
const priceWords = new Set(['cost', 'costs', 'costing', 'priced'])
const amountTitle = /قيم|مبلغ|اجمالي|ايراد|مبيعات|مصروف|amount|total|revenue|sales/i

/** What the words of a question say about a table. */
export interface QuestionReading {
  table: AskedTable
  words: readonly Word[]
  filters: Filter[]
  /** The columns that the question names, with their places. */
  named: readonly { column: TableColumn; at: number }[]
  group: TableQuestion['group']
  operations: readonly { operation: Operation; at: number; end: number }[]
  /** The number of "the five largest". */
  count: number | null
  /** How much of the question is about the table. */
  matched: number
  isAmbiguous: boolean
  namesTable: boolean
  /** The place of the word for the rows of the table, or -1. */
  nounAt: number
  asksWhich: boolean
  /** The column of dates that is named, or the only one. */
  onlyDate: TableColumn | null
  /** Whether a word says what is counted. */
  isAfterCount(at: number): boolean
  /** Whether what is named there is what the values of the column are: "depots" for a home depot, not "homes". */
  isHead(column: TableColumn, at: number): boolean
}

/** Reads a question word by word. What was understood isn't read as something else. */
export class QuestionReader {
  readonly #words: Word[]
  readonly #table: AskedTable
  readonly #names: TableNames
  readonly #found: readonly { column: string; value: string }[]
  readonly #filters: Filter[] = []
  /** The columns that the question names, with their places. */
  readonly #named: { column: TableColumn; at: number; count: number }[] = []
  #group: TableQuestion['group'] = null
  #operations: { operation: Operation; at: number; end: number }[] = []
  #dates: readonly DateCondition[] = []
  #count: number | null = null
  #matched = 0
  #isAmbiguous = false
  #namesTable = false
  #nounAt = -1
  #asksWhich = false

  constructor(words: Word[], table: AskedTable, found: readonly { column: string; value: string }[]) {
    this.#words = words
    this.#table = table
    this.#names = new TableNames(table)
    this.#found = found
  }

  read(): QuestionReading {
    // Names of columns can contain words for operations, so that the longer ones come first.
    this.#readColumns(2)
    this.#readValues()
    this.#readGroup()
    this.#readNumbers()
    const dates = findDates(this.#words)
    if (!dates) this.#isAmbiguous = true
    this.#dates = dates ?? []
    this.#readOperations()
    if (this.#operations.length > 0) {
      this.#readTitles()
      this.#readColumns(1)
      this.#readTable()
      this.#readTruths()
      this.#readTrade()
      this.#readVerbs()
      this.#readParts()
      this.#readEmpty()
      this.#addDates()
    }
    return {
      table: this.#table,
      words: this.#words,
      filters: this.#filters,
      named: this.#named,
      group: this.#group,
      operations: this.#operations,
      count: this.#count,
      matched: this.#matched,
      isAmbiguous: this.#isAmbiguous,
      namesTable: this.#namesTable,
      nounAt: this.#nounAt,
      asksWhich: this.#asksWhich,
      onlyDate: this.#onlyDate(),
      isAfterCount: (at) => this.#isAfterCount(at),
      isHead: (column, at) => this.#isWhole(column) || this.#names.isHead(column, this.#words[at]!),
    }
  }

  #name(column: TableColumn, from: number, count: number): void {
    this.#named.push({ column, at: from, count })
    use(this.#words, from, count)
    this.#matched += 2
  }

  /** Finds columns by all words of their names, those with the most words first. */
  #readColumns(leastWords: number): void {
    const columns = this.#table.columns
      .map((column) => ({ column, title: termsOfName(titleOf(column)) }))
      .filter(({ title }) => title.length >= leastWords && (leastWords > 1 || title.length > 0))
      .toSorted((a, b) => b.title.length - a.title.length)
    for (const { column, title } of columns) {
      if (this.#isNamed(column)) continue
      const found = findTerms(this.#words, title) ?? (leastWords > 1 ? this.#findTime(title) : null)
      if (found) this.#name(column, found.from, found.count)
    }
  }

  /** "waiting time" names a column of waiting minutes. */
  #findTime(title: readonly string[]): { from: number; count: number } | null {
    if (!title.some((term) => timeUnits.has(term))) return null
    for (const time of timeWords) {
      const found = findTerms(
        this.#words,
        title.map((term) => (timeUnits.has(term) ? time : term)),
      )
      if (found) return found
    }
    return null
  }

  /** Names of the table with several words, such as "spare parts", are read before columns that have one of them. */
  #readTitles(): void {
    for (const title of this.#table.titles.map((title) => termsOfName(title))) {
      const found = title.length > 1 ? findTerms(this.#words, title) : null
      // "customers ordered" doesn't name customer orders.
      if (!found || isVerb(this.#words[found.from + found.count - 1]!)) continue
      use(this.#words, found.from, found.count)
      this.#namesTable = true
      if (this.#nounAt < 0) this.#nounAt = found.from
      this.#matched += 1
    }
  }

  /** Whether a column is named by all words of its name. */
  #isWhole(column: TableColumn): boolean {
    const count = this.#named.find((one) => one.column === column)?.count ?? 0
    return count >= termsOfName(titleOf(column)).length
  }

  #isNamed(column: TableColumn): boolean {
    return this.#named.some((one) => one.column === column) || this.#group?.column === column
  }

  /** Finds columns by one word of their names, if no other column has it. */
  #readParts(): void {
    for (let at = 0; at < this.#words.length; at += 1) {
      const { used, stem } = this.#words[at]!
      if (used || stem === null) continue
      const columns = this.#names.columnsWith(this.#words[at]!, this.#isAfterCount(at))
      if (columns.length > 1) this.#isAmbiguous ||= columns.every((column) => !this.#isNamed(column))
      if (columns.length === 1) this.#name(columns[0]!, at, 1)
    }
  }

  /** "sold" says nothing more about rows of sales. */
  #readTrade(): void {
    if (!this.#names.isOfTrade) return
    for (const word of this.#words) if (tradeVerbs.has(word.plain)) word.used = true
  }

  /** "paid by card" says what the method of payment is, and "signed in May" which date is meant. */
  #readVerbs(): void {
    this.#words.forEach((word, at) => {
      if (word.used || word.stem === null) return
      const columns = this.#table.columns.filter((column) => isVerbOf(word, titleOf(column)))
      const known = columns.filter(
        (column) => this.#isNamed(column) || this.#filters.some((filter) => filter.column === column),
      )
      const dates = this.#dates.length > 0 ? columns.filter(({ type }) => type === 'DATE') : []
      const meant = [known, dates, columns].find((some) => some.length === 1) ?? []
      const [column] = meant
      if (!column) this.#isAmbiguous ||= columns.length > 0
      else if (known.length > 0) use(this.#words, at, 1)
      else {
        this.#name(column, at, 1)
        this.#addHappened(column, at)
      }
    })
  }

  /** What has a date has happened. */
  #addHappened(column: TableColumn, at: number): void {
    if (column.type !== 'DATE' || this.#dates.length > 0) return
    // "delivered per month" counts by another date.
    if (this.#group?.column.type === 'DATE') this.#isAmbiguous = true
    this.#filters.push({ kind: 'Empty', column, isNot: !this.#takeNegation(at) })
  }

  /** "no delivery date", "the delivery date is missing", "with a delivery date". */
  #readEmpty(): void {
    for (const { column, at, count } of [...this.#named]) {
      if (this.#filters.some((filter) => filter.column === column)) continue
      const isEmpty = this.#takePhrase(emptyBefore, at, -1) || this.#takePhrase(emptyAfter, at + count, 1)
      const hasValue =
        !isEmpty && column.type === 'DATE' && this.#dates.length === 0 && this.#followsWord(filledBefore, at)
      if (!isEmpty && !hasValue) continue
      // Texts such as "none" are no value, too.
      if (
        column.type === 'TEXT' &&
        column.values?.some((value) => /^(?:-+|n\/?a|none|no|null)$/i.test(value))
      )
        this.#isAmbiguous = true
      this.#filters.push({ kind: 'Empty', column, isNot: hasValue })
      this.#named.splice(
        this.#named.findIndex((one) => one.column === column),
        1,
      )
    }
  }

  /** Uses one of these phrases if it is next to a place, with nothing but words without meaning between. */
  #takePhrase(phrases: readonly (readonly string[])[], place: number, direction: 1 | -1): boolean {
    for (const phrase of phrases)
      for (let gap = 0; gap <= 2; gap += 1) {
        const from = direction > 0 ? place + gap : place - phrase.length - gap
        const between = this.#words.slice(...(direction > 0 ? [place, from] : [from + phrase.length, place]))
        if (from < 0 || !between.every((word) => fillers.has(word.plain))) continue
        if (findPhrase(this.#words, phrase, from) !== from) continue
        use(this.#words, from, phrase.length)
        return true
      }
    return false
  }

  #followsWord(wanted: readonly string[], at: number): boolean {
    let near = at - 1
    while (['a', 'an', 'the', 'any'].includes(this.#words[near]?.plain ?? '')) near -= 1
    return wanted.includes(this.#words[near]?.plain ?? '')
  }

  #readValues(): void {
    const listed = this.#table.columns.flatMap((column) =>
      column.type === 'TEXT' ? (column.values ?? []).map((value) => ({ column, value })) : [],
    )
    const looked = this.#found.flatMap(({ column: name, value }) => {
      const column = this.#table.columns.find((one) => one.name === name)
      return column ? [{ column, value }] : []
    })
    const all = [...listed, ...looked]
      .map((one) => ({ ...one, phrase: wordsOf(one.value).map(({ plain }) => plain) }))
      .filter(({ phrase }) => phrase.length > 0)
      .toSorted((a, b) => b.phrase.length - a.phrase.length)
    for (const { column, value, phrase } of all) {
      const exact = findPhrase(this.#words, phrase)
      const at = exact >= 0 ? exact : this.#findForm(phrase)
      if (at < 0 || !this.#isMeant(value, at, phrase.length)) continue
      const others = all.filter((one) => one.column !== column && isSamePhrase(one.phrase, phrase))
      if (others.length > 0 && !this.#isNamedNear(column, at, phrase.length)) {
        if (others.some((one) => this.#isNamedNear(one.column, at, phrase.length))) continue
        this.#isAmbiguous = true
      }
      const isNot = this.#takeNegation(at)
      const same = all.filter((one) => one.column === column && isSamePhrase(one.phrase, phrase))
      this.#addValues(column, [...new Set([value, ...same.map((one) => one.value)])], isNot)
      this.#takeOr(at)
      use(this.#words, at, phrase.length)
      this.#matched += 2
    }
  }

  /** Finds a value in the plural, or with another ending, unless it names the table or a column. */
  #findForm(phrase: readonly string[]): number {
    const at = findPhrase(this.#words, phrase, 0, isForm)
    const [word] = this.#words.slice(at)
    if (at < 0 || !word || phrase.length > 1) return at
    return this.#names.isColumn(word) || this.#names.isOwn(word) ? -1 : at
  }

  /** Short values, and those that are words without meaning, are meant only if they are written alike. */
  #isMeant(value: string, at: number, count: number): boolean {
    const words = this.#words.slice(at, at + count)
    const isWeak = value.length < 3 || words.every(({ stem }) => stem === null)
    if (isWeak) return count === 1 && words[0]!.text === value && value !== value.toLowerCase()
    // "how many sales" asks about the table, even if there is a department of this name.
    const own = this.#table.titles.flatMap((title) => termsOfName(title))
    const isTable = count === 1 && words[0]!.stem !== null && own.includes(words[0]!.stem)
    if (isTable && this.#words[at - 1] && /^(?:many|of|all|كم|عدد)$/.test(this.#words[at - 1]!.plain))
      return false
    return !/^\d+$/.test(value) || this.#named.some((one) => Math.abs(one.at - at) <= 2)
  }

  #isNamedNear(column: TableColumn, at: number, count: number): boolean {
    const title = termsOfName(titleOf(column))
    const near = this.#words.slice(Math.max(0, at - 3), at + count + 2)
    return title.length > 0 && title.every((term) => near.some(({ stem }) => stem === term))
  }

  #takeNegation(at: number): boolean {
    for (const phrase of negations)
      for (const gap of [0, 1, 2, 3, 4]) {
        const from = at - phrase.length - gap
        const between = this.#words.slice(from + phrase.length, at)
        if (from < 0 || findPhrase(this.#words, phrase, from) !== from) continue
        if (!between.every((word) => fillers.has(word.plain))) continue
        use(this.#words, from, phrase.length)
        return true
      }
    return false
  }

  /** "North or South", "either North or South". */
  #takeOr(at: number): void {
    for (const near of [at - 1, at - 2]) {
      const word = this.#words[near]
      if (word && ['or', 'either', 'او', 'both', 'nor'].includes(word.plain)) word.used = true
    }
  }

  #addValues(column: TableColumn, values: string[], isNot: boolean): void {
    const same = this.#filters.find((one) => one.kind === 'Values' && one.column === column)
    if (same?.kind !== 'Values') this.#filters.push({ kind: 'Values', column, values, isNot })
    // "North and not South" could be anything.
    else if (same.isNot && !isNot) same.values.push(...values)
    else if (same.isNot !== isNot) this.#isAmbiguous = true
    else same.values.push(...values)
  }

  #readGroup(): void {
    for (const phrase of groupings) {
      for (let at = findPhrase(this.#words, phrase); at >= 0; at = findPhrase(this.#words, phrase, at + 1)) {
        if (this.#group) return
        if (this.#groupAt(at, phrase.length)) break
      }
    }
    // "Which month had the highest total" compares months.
    this.#asksWhich = this.#words.some((word) => word.plain === 'which' || isWord(word, 'اي'))
    for (const which of ['which', 'what', 'اي']) {
      const at = findPhrase(this.#words, [which])
      if (at < 0 || !dateParts.has(this.#words[at + 1]?.plain ?? '')) continue
      if (!this.#groupAt(at, 1)) continue
      this.#asksWhich = true
      return
    }
    if (this.#group) return
    const at = this.#words.findIndex(
      (word) => !word.used && /(?:ly|يا)$/.test(word.plain) && dateParts.has(word.plain),
    )
    const date = this.#onlyDate()
    if (at < 0 || !date) return
    this.#group = { column: date, part: dateParts.get(this.#words[at]!.plain)! }
    use(this.#words, at, 1)
  }

  #groupAt(from: number, count: number): boolean {
    let at = from + count
    while (['the', 'a', 'single', 'calendar', 'individual'].includes(this.#words[at]?.plain ?? '')) at += 1
    const word = this.#words[at]
    if (!word) return false
    const bare = word.plain.replace(/^(?:ال|لل)/, '')
    const part = dateParts.get(word.plain) ?? dateParts.get(bare)
    const column = this.#columnAt(at)
    if (column) {
      const isMeasure = column.column.type === 'REAL' || (column.column.type === 'INTEGER' && !part)
      if (isMeasure) {
        // "Top 5 customers by amount" names what is compared.
        use(this.#words, from, count)
        return false
      }
      use(this.#words, from, at + column.count - from)
      this.#named.splice(0, this.#named.length, ...this.#named.filter((one) => one.column !== column.column))
      const isDate = column.column.type === 'DATE'
      this.#group = { column: column.column, part: isDate ? (part ?? 'Day') : null }
      this.#matched += 3
      return true
    }
    const date = this.#onlyDate()
    if (!part || !date || word.used) return false
    use(this.#words, from, at + 1 - from)
    this.#group = { column: date, part }
    this.#matched += 2
    return true
  }

  /** Returns the column that is named at this place. */
  #columnAt(at: number): { column: TableColumn; count: number } | null {
    const named = this.#named.find((one) => at >= one.at && at < one.at + one.count)
    if (named) return { column: named.column, count: 0 }
    const word = this.#words[at]
    if (!word || word.used) return null
    const whole = this.#table.columns
      .map((column) => ({ column, title: termsOfName(titleOf(column)) }))
      .filter(({ title }) => title.length > 0)
      .toSorted((a, b) => b.title.length - a.title.length)
    for (const { column, title } of whole) {
      const found = findTerms(this.#words, title)
      if (found?.from === at) return { column, count: found.count }
    }
    if (priceWords.has(word.plain)) {
      const prices = this.#names.prices
      if (prices.length === 1) return { column: prices[0]!, count: 1 }
    }
    const partly = word.stem === null ? [] : this.#names.columnsWith(word, this.#isAfterCount(at))
    return partly.length === 1 && !dateParts.has(word.plain) ? { column: partly[0]!, count: 1 } : null
  }

  #onlyDate(): TableColumn | null {
    const named = this.#named.find(({ column }) => column.type === 'DATE')
    if (named) return named.column
    return this.#names.date
  }

  #addDates(): void {
    for (const condition of this.#dates) {
      const column = this.#onlyDate()
      this.#matched += 1
      if (column) this.#filters.push({ kind: 'Date', column, condition })
      else this.#isAmbiguous = true
    }
  }

  /** "amount over 100", "more than 5 units", "between 10 and 20". */
  #readNumbers(): void {
    for (const phrase of [['between'], ['بين']]) {
      const at = findPhrase(this.#words, phrase)
      if (at < 0) continue
      const [least, joint, greatest] = this.#words.slice(at + 1, at + 4)
      const low = least && numberOf(least)
      const isSplit = joint?.plain === 'and' || joint?.plain === 'و'
      const high = isSplit
        ? greatest && numberOf(greatest)
        : joint && numberOf({ ...joint, plain: joint.plain.replace(/^و/, '') })
      if (low == null || high == null) continue
      const count = isSplit ? 4 : 3
      const column = this.#comparedColumn(at, count)
      // Years are compared as dates.
      if (!column && this.#onlyDate()) continue
      if (!column) this.#isAmbiguous = true
      else this.#filters.push({ kind: 'Between', column, least: low, greatest: high })
      use(this.#words, at, count)
    }
    this.#readSplitComparison()
    for (const [comparison, phrase] of comparisons) {
      for (let at = findPhrase(this.#words, phrase); at >= 0; at = findPhrase(this.#words, phrase, at + 1)) {
        const word = this.#words[at + phrase.length]
        const value = word && !word.used ? numberOf(word) : null
        if (value === null) continue
        const isNot = this.#takeNegation(at)
        const column = this.#comparedColumn(at, phrase.length + 1)
        if (!column || isNot) this.#isAmbiguous = true
        else this.#filters.push({ kind: 'Compare', column, comparison, number: value })
        use(this.#words, at, phrase.length + 1)
      }
    }
    this.#readEquals()
  }

  /** "a rating of 5", "model year 2018": the number of a column right in front of it, if nothing follows. */
  #readEquals(): void {
    this.#words.forEach((word, at) => {
      const value = word.used ? null : numberOf(word)
      if (value === null || !/^\d/.test(word.plain)) return
      let near = at - 1
      while (['of', 'is', 'are', 'was'].includes(this.#words[near]?.plain ?? '')) near -= 1
      const found = this.#columnAt(near)
      if (!found || !isNumber(found.column)) return
      const isYear = /^(?:19|20)\d\d$/.test(word.plain)
      if (isYear && !/year|سن[ةه]|عام/i.test(titleOf(found.column))) return
      // "5 or more", "5 stars": what follows changes what is meant.
      const next = this.#words[at + 1]
      if (next && !fillers.has(next.plain)) return
      if (found.count > 0) this.#name(found.column, near, found.count)
      this.#filters.push({ kind: 'Compare', column: found.column, comparison: '=', number: value })
      use(this.#words, at, 1)
    })
  }

  /** Arabic writes the column inside of the comparison: "يزيد مبلغها عن 1000". */
  #readSplitComparison(): void {
    for (const [comparison, verbs] of splitComparisons) {
      for (const verb of verbs) {
        const at = findPhrase(this.#words, [verb])
        const number = at < 0 ? undefined : this.#words[at + 3]
        const value = number && this.#words[at + 2]?.plain === 'عن' ? numberOf(number) : null
        const found = value === null ? null : this.#columnAt(at + 1)
        if (value === null || found?.count !== 1) continue
        const isNot = this.#words[at - 1]?.plain === 'لا'
        if (isNot) use(this.#words, at - 1, 1)
        const column = found.column
        this.#filters.push({
          kind: 'Compare',
          column,
          comparison: isNot ? (comparison === '>' ? '<=' : '>=') : comparison,
          number: value,
        })
        this.#name(column, at + 1, 1)
        use(this.#words, at, 4)
      }
    }
  }

  /** The column that numbers at this place are compared with: the one named next to them. */
  #comparedColumn(at: number, count: number): TableColumn | null {
    // "orders over 40" isn't about the numbers of orders.
    const isCompared = (column: TableColumn) => isNumber(column) && (!isCode(column) || this.#isNamed(column))
    const after = this.#columnAt(at + count)
    if (after && isCompared(after.column)) {
      if (after.count > 0) this.#name(after.column, at + count, after.count)
      return after.column
    }
    const ofCurrency = this.#columnOfCurrency(at, count)
    if (ofCurrency) return ofCurrency
    for (let near = at - 1; near >= Math.max(0, at - 3); near -= 1) {
      const before = this.#columnAt(near)
      if (before && isCompared(before.column)) {
        if (before.count > 0) this.#name(before.column, near, before.count)
        // It is what is compared, and not what is calculated.
        return before.column
      }
      const word = this.#words[near]!
      if (!fillers.has(word.plain) && word.stem !== null && !before) break
    }
    return null
  }

  /** "over $2,000" is about the only column with amounts in dollars, unless another one is named before it. */
  #columnOfCurrency(at: number, count: number): TableColumn | null {
    const number = this.#words.slice(at, at + count).find(({ currency }) => currency !== '')
    const next = this.#words[at + count]
    const written = number?.currency ?? next?.plain ?? ''
    const units = currencies.get(written) ?? (number ? [written] : [])
    if (units.length === 0) return null
    if (!number && next) next.used = true
    if (this.#named.some((one) => Math.abs(one.at - at) <= 3)) return null
    const columns = this.#names.in(units)
    return columns.length === 1 ? columns[0]! : null
  }

  #readOperations(): void {
    for (const [operation, phrase] of operations) {
      for (let at = findPhrase(this.#words, phrase); at >= 0; at = findPhrase(this.#words, phrase, at + 1)) {
        this.#operations.push({ operation, at, end: at + phrase.length })
        use(this.#words, at, phrase.length)
        if (operation === 'Greatest' || operation === 'Least') this.#readRank(at, at + phrase.length)
        if (phrase.join(' ') === 'most expensive' || phrase.join(' ') === 'cheapest') this.#namePrice(at)
      }
    }
    this.#nameTime()
    const ofPrice = this.#operations.find(({ at }) =>
      ['اغلي', 'ارخص'].some((one) => isWord(this.#words[at]!, one)),
    )
    if (ofPrice) this.#namePrice(ofPrice.at)
    this.#operations.sort((a, b) => a.at - b.at)
    this.#dropQuestionWords()
    this.#addUp()
  }

  /** "كم قيمة العقود" asks for their total. Values of other columns aren't added up without saying so. */
  #addUp(): void {
    const [only] = this.#operations
    if (this.#operations.length !== 1 || only?.operation !== 'Count') return
    if (this.#words[only.at]!.plain !== 'كم' || only.end - only.at > 1) return
    let at = only.end
    while (this.#words[at] && fillers.has(this.#words[at]!.plain)) at += 1
    const found = this.#columnAt(at)
    if (!found || !isNumber(found.column) || !amountTitle.test(plainText(titleOf(found.column)))) return
    this.#operations = [{ ...only, operation: 'Sum' }]
  }

  /** "how much is the average" and "كم أعلى" ask for what follows. */
  #dropQuestionWords(): void {
    this.#operations = this.#operations.filter(({ at, end }, index) => {
      const next = this.#operations[index + 1]
      const asked = this.#words
        .slice(at, end)
        .map(({ plain }) => plain)
        .join(' ')
      if (!next || next.operation === 'Count' || !['how much', 'كم'].includes(asked)) return true
      return !this.#words.slice(end, next.at).every((word) => fillers.has(word.plain))
    })
  }

  /** "the longest contract" is the one with the longest time, if a column says that. */
  #nameTime(): void {
    const longest = this.#operations.find(({ at }) =>
      ['longest', 'shortest', 'اطول', 'اقصر'].some((one) => isWord(this.#words[at]!, one)),
    )
    if (!longest) return
    const columns = this.#names.times
    if (columns.length !== 1) this.#isAmbiguous = true
    else if (!this.#isNamed(columns[0]!)) this.#named.push({ column: columns[0]!, at: longest.at, count: 1 })
  }

  #namePrice(at: number): void {
    const prices = this.#names.prices
    if (prices.length === 1) this.#named.push({ column: prices[0]!, at, count: 1 })
    else this.#isAmbiguous = true
  }

  /** "top 5", "the ten largest", "أكبر خمسة". */
  #readRank(from: number, end: number): void {
    for (const at of [end, from - 1]) {
      const word = this.#words[at]
      if (!word || word.used) continue
      const bare = word.plain.replace(/^ال/, '')
      const count =
        smallNumbers.get(word.plain) ??
        smallNumbers.get(bare) ??
        (/^\d{1,3}$/.test(word.plain) ? Number(word.plain) : null)
      if (count === null || count < 1) continue
      this.#count = Math.min(count, MOST_RANKED)
      word.used = true
      return
    }
  }

  /** The words for the table itself or its rows. */
  #readTable(): void {
    this.#words.forEach((word, at) => {
      if (word.used) return
      const isRow = rowNouns.some((noun) => isWord(word, noun))
      if (!isRow && !this.#names.isOwn(word)) return
      // Items of an order are its units.
      if (/^items?$|عناصر|عنصر/.test(word.plain) && !this.#names.isOwn(word) && this.#names.hasQuantity)
        this.#isAmbiguous = true
      word.used = true
      this.#namesTable = true
      if (this.#nounAt < 0) this.#nounAt = at
      this.#matched += 1
    })
    // "orders" names the table, even if a column is the number of an order.
    for (const { column, at } of [...this.#named]) {
      if (!this.#names.isOwn(this.#words[at]!) || termsOfName(titleOf(column)).length !== 1) continue
      // "the total price of all parts": each row is a part.
      const isOfAll =
        column.isUnique &&
        this.#operations.every(({ operation }) => operation === 'Sum' || operation === 'Average')
      if (isOfAll || this.#isAfterCount(at)) {
        // "How many students" of a table of their exams can mean both.
        if (column.type === 'TEXT' && !column.isUnique && !isCode(column)) this.#isAmbiguous = true
        this.#named.splice(
          this.#named.findIndex((one) => one.column === column),
          1,
        )
        this.#namesTable = true
        this.#nounAt = at
      }
    }
  }

  #isAfterCount(at: number): boolean {
    const count = this.#operations.find(({ operation }) => operation === 'Count' || operation === 'Distinct')
    if (!count) return false
    return (
      at >= count.end &&
      this.#words.slice(count.end, at).every((word) => fillers.has(word.plain) || word.used)
    )
  }

  /** "paid orders", "orders that are not paid". */
  #readTruths(): void {
    for (const { column, at } of [...this.#named]) {
      if (column.type !== 'BOOLEAN') continue
      this.#named.splice(
        this.#named.findIndex((one) => one.column === column),
        1,
      )
      this.#filters.push({ kind: 'Truth', column, isTrue: !this.#takeNegation(at) })
    }
  }
}

const isSamePhrase = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((word, at) => word === b[at])

function numberOf({ plain }: Pick<Word, 'plain'>): number | null {
  const text = plain.replace(/[.,]$/, '')
  if (!number.test(text)) return smallNumbers.get(plainText(text)) ?? null
  const value = Number(text.replaceAll(',', '').replace('%', ''))
  return text.endsWith('%') ? value / 100 : value
}
