import { type AskedTable, isQuantity, type TableColumn, titleOf } from './askedTable.ts'
import { codeWords, dateWords, listWords, nameWords, timeUnits, timeWords, tradeWords } from './vocabulary.ts'
import { isSame, isVerb, plainText, termsOfName, type Word, wordsOf } from './words.ts'

const priceTitle = /price|cost|سعر|تكلفة|ثمن/i
const isArabic = (title: string) => /\p{Script=Arabic}/u.test(title)
const termsOf = (column: TableColumn): string[] => termsOfName(titleOf(column))

export const isNumber = ({ type }: TableColumn): boolean => type === 'INTEGER' || type === 'REAL'

/** What the words of a question can name in a table. */
export class TableNames {
  readonly #table: AskedTable

  constructor(table: AskedTable) {
    this.#table = table
  }

  /** Whether a word is what the rows of the table are called. */
  isOwn(word: Word): boolean {
    if (isVerb(word)) return false
    return this.#table.titles.some((title) => this.#nounsOf(title).some((term) => isSame(word, term)))
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
    const columns = this.#table.columns.filter((column) => termsOf(column).some((term) => isSame(word, term)))
    if (columns.length < 2) return columns
    const only = (words: ReadonlySet<string>) =>
      columns.filter((column) => termsOf(column).every((term) => words.has(term) || isSame(word, term)))
    // Different things can have the same name.
    const [codes, names] = [only(codeWords), only(nameWords)]
    const wanted = codes.length > 0 && (names.length === 0 || isCounted) ? codes : names
    return wanted.length === 1 ? wanted : columns
  }

  /** Whether a whole column has this name. */
  isColumn(word: Word): boolean {
    return this.#table.columns.some((column) => {
      const [term, ...more] = termsOf(column)
      return term !== undefined && more.length === 0 && isSame(word, term)
    })
  }

  /** Whether a word is what the values of a column are: "depots" for a home depot, and not "homes". */
  isHead(column: TableColumn, word: Word): boolean {
    const terms = termsOf(column).filter((term) => !nameWords.has(term) && !codeWords.has(term))
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

  get prices(): TableColumn[] {
    return this.#table.columns.filter((column) => priceTitle.test(titleOf(column)) && column.type !== 'TEXT')
  }

  /** The columns with lengths of time. */
  get times(): TableColumn[] {
    return this.#table.columns.filter(
      (column) =>
        isNumber(column) && termsOf(column).some((term) => timeUnits.has(term) || timeWords.has(term)),
    )
  }

  /** The columns with amounts in a currency. */
  in(units: readonly string[]): TableColumn[] {
    return this.#table.columns.filter(({ unit }) => units.includes(plainText(unit)))
  }
}
