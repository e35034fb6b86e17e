import { type AskedTable, isAdditive, isCode, isQuantity, type TableColumn, titleOf } from './askedTable.ts'
import {
  ageWords,
  codeWords,
  countWords,
  currencies,
  dateParts,
  dateWords,
  destinationWords,
  distanceWords,
  eventVerbs,
  genderWords,
  kindWords,
  levelWords,
  listWords,
  nameWords,
  otherNouns,
  peopleNouns,
  peopleWords,
  staffNouns,
  stateWords,
  timeUnits,
  timeWords,
  tradeWords,
  unitWords,
} from './vocabulary.ts'
import {
  isArabic,
  isSame,
  isSameWord,
  isVerb,
  isWord,
  plainText,
  termsOfName,
  type Word,
  withoutArticle,
  wordsOf,
} from './words.ts'

const feeTitle = /\b(?:fees?|salary|wages?|rent|budget|balance)\b|رسوم|راتب|[إا]يجار|ميزاني|رصيد/i
const paidTitle =
  /\b(?:pay|paid|payments?|charges?|fines?|bonus(?:es)?|tax(?:es)?|deposit|premium|donations?|grants?|funding|fares?|bill(?:ed)?)\b|اجر[ةه]|اجور|غرام|ضريب|دفع|مكاف|تبرع|قسط|ثمن|فاتور/i
const usageTitle = /consum|usage|استهلاك/i
const LARGE = 1000
const priceTitle = /price|cost|سعر|تكلفة|ثمن/i
const knownTerms = new WeakMap<TableColumn, string[]>()

function termsOf(column: TableColumn): string[] {
  const known = knownTerms.get(column) ?? termsOfName(titleOf(column))
  knownTerms.set(column, known)
  return known
}

/** The unit of a column, and the words of its name, which can say it: "الأجرة بالريال". */
const unitsIn = (column: TableColumn): string[] => [
  plainText(column.unit),
  ...wordsOf(titleOf(column)).flatMap(({ plain }) => [plain, withoutArticle(plain)]),
]

const inBrackets = /[([][^()[\]]*[)\]]/g

/** The terms of a column's name without its unit: "Fee (SAR)", "Weight kg". */
function termsWithoutUnit(column: TableColumn): string[] {
  const bare = termsOfName(titleOf(column).replace(inBrackets, ' '))
  const terms = bare.filter((term, at) => at === 0 || !unitWords.has(term))
  return terms.length > 0 ? terms : termsOf(column)
}

export const isNumber = ({ type }: TableColumn): boolean => type === 'INTEGER' || type === 'REAL'

/** What the words of a question can name in a table. */
export class TableNames {
  readonly #table: AskedTable
  readonly #nouns: readonly string[]
  /** The terms that name each column. */
  readonly #terms: ReadonlyMap<TableColumn, string[]>

  constructor(table: AskedTable) {
    this.#table = table
    this.#nouns = [...table.titles.flatMap((title) => this.#nounsOf(title)), ...this.#numbered]
    this.#terms = this.#termsOfColumns()
  }

  /** Whether a word is what the rows of the table are called. */
  isOwn(word: Word): boolean {
    if (isVerb(word)) return false
    if (this.#nouns.some((term) => isSame(word, term))) return true
    return peopleWords.has(word.plain) && this.isOfPersons
  }

  /** Whether a word is one of those in the names of the table. */
  isInTitle(word: Word): boolean {
    return this.#table.titles.some((title) => termsOfName(title).some((term) => isSame(word, term)))
  }

  /** What the rows are numbers or names of: "Invoice ID", "رقم الطلب", and "Member" say what each row is. */
  get #numbered(): string[] {
    const [column] = this.#table.columns
    const terms = column?.isUnique ? termsOf(column) : []
    const nouns = terms.filter((term) => !codeWords.has(term) && !nameWords.has(term))
    return nouns.length === 1 || (column && isCode(column)) ? nouns : []
  }

  /** The terms that name a column. Those of its unit are among them only if other columns differ in nothing else. */
  termsOf(column: TableColumn): string[] {
    return this.#terms.get(column) ?? termsOf(column)
  }

  #termsOfColumns(): Map<TableColumn, string[]> {
    const all = this.#table.columns.map((column) => ({ column, own: termsWithoutUnit(column) }))
    const isShared = (wanted: string[]) =>
      all.filter(({ own }) => own.join(' ') === wanted.join(' ')).length > 1
    return new Map(all.map(({ column, own }) => [column, isShared(own) ? termsOf(column) : own]))
  }

  /** Whether a word is the unit or the currency of a column. */
  isUnitOf(column: TableColumn, word: Word): boolean {
    // "الوزن بالطن" says it with a preposition.
    const units = [column.unit, ...titleOf(column).split(/[^\p{L}\p{N}\p{M}$€£%.]+/u)].flatMap((unit) => {
      const plain = plainText(unit)
      return [plain, withoutArticle(plain)]
    })
    const bare = word.plain.replace(/^(?:بال|ب|ال)(?=.{3})/, '')
    const same = currencies.get(word.plain) ?? currencies.get(bare)
    if (same) return units.some((unit) => unit !== '' && same.includes(unit))
    const part = dateParts.get(word.plain)
    if (part) return units.some((unit) => dateParts.get(withoutArticle(unit)) === part)
    if (word.stem === null) return false
    if (timeUnits.has(word.stem)) return termsOf(column).includes(word.stem)
    return unitWords.has(word.stem) && units.includes(word.plain)
  }

  /** "customer orders" are orders. Other words of a title can name a column. */
  #nounsOf(title: string): string[] {
    const all = termsOfName(title).filter((term) => !/^\d+$/.test(term))
    const words = all.filter((term) => !listWords.has(term))
    const head = isArabic(title) ? words[0] : words.at(-1)
    const named = new Set(this.#table.columns.flatMap(termsOf))
    return (words.length === 0 ? all : words).filter((term) => term === head || !named.has(term))
  }

  /** Whether the table is about sales. */
  get isOfTrade(): boolean {
    const titles = [...this.#table.titles.flatMap(termsOfName), ...this.#table.columns.flatMap(termsOf)]
    return titles.some((term) => tradeWords.has(term))
  }

  get hasQuantity(): boolean {
    return this.#table.columns.some((column) => column.type === 'INTEGER' && isQuantity(column))
  }

  /** Returns the columns whose names contain a word: only the one that says which thing it is, if there is one. */
  columnsWith(word: Word, isCounted: boolean): TableColumn[] {
    const { columns: all } = this.#table
    // "rating" and "rate" have the same term.
    const exact = all.filter((column) =>
      wordsOf(titleOf(column)).some(({ plain }) => isSameWord(plain, word.plain)),
    )
    const written =
      exact.length > 0 ? exact : all.filter((column) => termsOf(column).some((term) => term === word.stem))
    const columns =
      written.length > 0
        ? written
        : all.filter((column) => termsOf(column).some((term) => isSame(word, term)))
    if (columns.length < 2) return columns
    const only = (words: ReadonlySet<string>) =>
      columns.filter((column) => termsOf(column).every((term) => words.has(term) || isSame(word, term)))
    // Different things can have the same name.
    const [codes, names] = [only(codeWords), only(nameWords)]
    // "How many tickets" adds up their number, if a column has it.
    const counts = isCounted ? only(countWords).filter(isNumber) : []
    if (counts.length === 1) return counts
    const wanted = codes.length > 0 && (names.length === 0 || isCounted) ? codes : names
    return wanted.length === 1 ? wanted : columns
  }

  /** Whether a whole column has this name. */
  isColumn(word: Word): boolean {
    return this.#table.columns.some((column) => this.isCalled(column, word))
  }

  /** Whether a word is the whole name of a column. */
  isCalled(column: TableColumn, word: Word): boolean {
    const [term, ...more] = this.termsOf(column)
    return term !== undefined && more.length === 0 && isSame(word, term)
  }

  /** Whether a word is what the values of a column are: "depots" for a home depot, and not "homes". */
  isHead(column: TableColumn, word: Word): boolean {
    const terms = this.termsOf(column).filter((term) => !nameWords.has(term) && !codeWords.has(term))
    const head = isArabic(titleOf(column)) ? terms[0] : terms.at(-1)
    return head === undefined || isSame(word, head)
  }

  /** The date of an order is the order date, and not when it was delivered. */
  get date(): TableColumn | null {
    const dates = this.#table.columns.filter(({ type }) => type === 'DATE')
    if (dates.length < 2) return dates[0] ?? null
    const own = dates.filter((column) =>
      wordsOf(titleOf(column)).every(
        (word) => word.stem === null || dateWords.has(word.stem) || this.isOwn(word),
      ),
    )
    return own.length === 1 ? own[0]! : null
  }

  /** Whether the date of the rows is when what they are happened: "Loan date" of loans. */
  get isOfOwnDate(): boolean {
    return this.date !== null && wordsOf(titleOf(this.date)).some((word) => this.isOwn(word))
  }

  /** Whether the rows have a year, such as "Model year", by which they are old or new, too. */
  get hasYear(): boolean {
    return this.#table.columns.some(
      (column) => isNumber(column) && /\byear\b|سن[ةه]|عام/i.test(titleOf(column)),
    )
  }

  /** "older than 60" is about the only age. */
  get age(): TableColumn | null {
    const ages = this.#table.columns.filter(
      (column) => isNumber(column) && termsOf(column).some((term) => ageWords.has(term)),
    )
    return ages.length === 1 ? ages[0]! : null
  }

  /** Whether a column of ages is that of what a word means: "Patient age" of patients, and "Age" of rows. */
  isAgeOf(column: TableColumn, isOwn: boolean, noun: Word | null): boolean {
    const others = termsOf(column).filter((term) => !ageWords.has(term) && !timeUnits.has(term))
    if (others.length === 0) return isOwn
    return noun !== null && others.every((term) => isSame(noun, term))
  }

  /** Whether the rows are people. */
  get isOfPersons(): boolean {
    return this.#nouns.some((term) => peopleNouns.has(term))
  }

  get prices(): TableColumn[] {
    return this.#table.columns.filter((column) => priceTitle.test(titleOf(column)) && column.type !== 'TEXT')
  }

  /** The columns with lengths: of time, or else of something else. */
  get lengths(): TableColumn[] {
    const with_ = (...lists: ReadonlySet<string>[]) =>
      this.#table.columns.filter(
        (column) => isNumber(column) && termsOf(column).some((term) => lists.some((list) => list.has(term))),
      )
    const times = with_(timeUnits, timeWords)
    return times.length > 0 ? times : with_(distanceWords)
  }

  /** Whether rows can be grouped by the numbers of a column, such as a grade. */
  isLevel(column: TableColumn): boolean {
    return column.type === 'INTEGER' && this.termsOf(column).some((term) => levelWords.has(term))
  }

  /** The columns that say in which state a row is. */
  get states(): TableColumn[] {
    return this.#table.columns.filter(
      (column) => column.type === 'BOOLEAN' || termsOf(column).some((term) => stateWords.has(term)),
    )
  }

  /**
   * The column that "over 5,000" is about if none is named: the only one with amounts. Small numbers can be about others.
   */
  amountFor(value: number): TableColumn | null {
    const numbers = this.#table.columns.filter((column) => isNumber(column) && !isCode(column))
    const amounts = numbers.filter((column) => isAdditive(column) && !isQuantity(column))
    const [amount] = amounts
    const isRival = (column: TableColumn) =>
      column !== amount &&
      (this.isMoney(column) || this.prices.includes(column) || feeTitle.test(titleOf(column)))
    if (!amount || amounts.length > 1 || numbers.some(isRival)) return null
    return numbers.length === 1 || value >= LARGE ? amount : null
  }

  /** Whether a column says what kind of thing each row is. */
  saysKind(column: TableColumn): boolean {
    return termsOf(column).some((term) => kindWords.has(term))
  }

  /** Whether a column says whether people are women. */
  isGender(column: TableColumn): boolean {
    return termsOf(column).some((term) => genderWords.has(term))
  }

  /** Whether the values of a column are where something goes to. */
  isDestination(column: TableColumn): boolean {
    return termsOf(column).some((term) => destinationWords.has(term))
  }

  /** Whether the rows are people of whom a column says whether they are women. */
  get hasGender(): boolean {
    return this.isOfPersons && this.#table.columns.some((column) => this.isGender(column))
  }

  /** Whether each row has its own person, so that a row says all of them. */
  get isOfSinglePersons(): boolean {
    return this.#table.columns.some(
      (column) =>
        column.isUnique &&
        column.type === 'TEXT' &&
        (this.isOfPeople(column) || termsOf(column).every((term) => nameWords.has(term))),
    )
  }

  /** Whether the values of a column are people. */
  isOfPeople(column: TableColumn): boolean {
    return termsOf(column).some((term) => peopleNouns.has(term))
  }

  /** Whether a verb says what happens to each row: loans are borrowed. */
  isEvent(word: Word): boolean {
    return eventVerbs.some(
      ([nouns, verbs]) =>
        verbs.some((verb) => isWord(word, verb)) && this.#nouns.some((noun) => nouns.includes(noun)),
    )
  }

  /** Whether a column has amounts in any currency. */
  isMoney(column: TableColumn): boolean {
    return isNumber(column) && unitsIn(column).some((word) => currencies.has(word))
  }

  /** Whether a column can have amounts of money, as far as its name and unit say. */
  canBeMoney(column: TableColumn): boolean {
    const title = plainText(titleOf(column))
    if (this.isMoney(column) || this.prices.includes(column)) return true
    if (feeTitle.test(title) || paidTitle.test(title)) return true
    return isAdditive(column) && !isQuantity(column) && !usageTitle.test(title)
  }

  /** Whether a word that is counted is something else than rows: a unit, a place, or other people. */
  isOther(word: Word): boolean {
    const terms = [word.stem ?? '', ...word.others]
    if (this.isOfPersons && terms.some((term) => staffNouns.has(term))) return false
    const bare = withoutArticle(word.plain)
    if (dateParts.has(word.plain) || dateParts.has(bare) || currencies.has(bare)) return true
    if (peopleWords.has(bare)) return true
    return terms.some((term) =>
      [unitWords, timeUnits, otherNouns, peopleNouns].some((list) => list.has(term)),
    )
  }

  /** Whether a column has lengths of time. */
  isTime(column: TableColumn): boolean {
    return termsOf(column).some((term) => timeUnits.has(term) || timeWords.has(term))
  }

  /** Whether a column can have amounts in this currency: it says so, or no column of the table says any. */
  canBeIn(column: TableColumn, units: readonly string[]): boolean {
    if (this.in(units).includes(column)) return true
    return this.canBeMoney(column) && !this.#table.columns.some((one) => this.isMoney(one))
  }

  /** The columns with amounts in a currency. */
  in(units: readonly string[]): TableColumn[] {
    const ofUnit = this.#table.columns.filter(({ unit }) => units.includes(plainText(unit)))
    if (ofUnit.length > 0) return ofUnit
    // "Fee (SAR)" says it in its name.
    return this.#table.columns.filter(
      (column) => isNumber(column) && unitsIn(column).some((word) => units.includes(word)),
    )
  }
}
