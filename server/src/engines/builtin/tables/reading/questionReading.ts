import type { AskedTable, Assumption, Filter, TableColumn, TableQuestion } from '../askedTable.ts'
import type { DateCondition } from '../dates.ts'
import { TableNames } from '../tableNames.ts'
import { dateParts, fillers, isMost, negations, type Operation, priceVerbs } from '../vocabulary.ts'
import { findName, findPhrase, use, type Word } from '../words.ts'

export interface NamedColumn {
  column: TableColumn
  at: number
  count: number
}

/** Where a value of a column was found. */
export interface ValuePlace {
  column: TableColumn
  at: number
  count: number
}

export interface FoundOperation {
  operation: Operation
  at: number
  end: number
}

/** What the words of a question say about a table. What was understood isn't read as something else. */
export class QuestionReading {
  readonly words: Word[]
  readonly table: AskedTable
  readonly names: TableNames
  /** Values of columns that aren't listed with them. */
  readonly found: readonly { column: string; value: string }[]
  readonly filters: Filter[] = []
  /** The columns that the question names, with their places. */
  readonly named: NamedColumn[] = []
  readonly valuePlaces: ValuePlace[] = []
  group: TableQuestion['group'] = null
  operations: FoundOperation[] = []
  dates: readonly DateCondition[] = []
  /** The number of "the five largest". */
  count: number | null = null
  /** How much of the question is about the table. */
  matched = 0
  isAmbiguous = false
  /** Whether a condition was seen that isn't among those that were read, so that no result is near to the right one. */
  missesCondition = false
  namesTable = false
  /** The place of the word for the rows of the table, or -1. */
  nounAt = -1
  asksWhich = false
  /** Whether the question names no calculation. */
  isImplied = false
  /** The number that was compared with a column that isn't named. */
  compared: Extract<Assumption, { kind: 'Compared' }> | null = null
  /** The place of a verb that says what happens to each row, such as "borrowed" of loans, or -1. */
  eventAt = -1

  constructor(words: Word[], table: AskedTable, found: readonly { column: string; value: string }[]) {
    this.words = words
    this.table = table
    this.names = new TableNames(table)
    this.found = found
  }

  name(column: TableColumn, from: number, count: number): void {
    this.named.push({ column, at: from, count })
    use(this.words, from, count)
    this.matched += 2
  }

  /** Forgets that a column was named: its words mean something else. */
  forget(column: TableColumn): void {
    this.named.splice(0, this.named.length, ...this.named.filter((one) => one.column !== column))
  }

  isNamed(column: TableColumn): boolean {
    return this.named.some((one) => one.column === column) || this.group?.column === column
  }

  /** Whether what is named there is what the values of the column are: "depots" for a home depot, not "homes". */
  isHead(column: TableColumn, at: number): boolean {
    const count = this.named.find((one) => one.column === column)?.count ?? 0
    const isWhole = count >= this.names.termsOf(column).length
    return isWhole || this.names.isHead(column, this.words[at]!)
  }

  /** Returns the column that is named at this place. */
  columnAt(at: number): { column: TableColumn; count: number } | null {
    const named = this.named.find((one) => at >= one.at && at < one.at + one.count)
    if (named) return { column: named.column, count: 0 }
    const word = this.words[at]
    if (!word || word.used) return null
    const whole = this.table.columns
      .map((column) => ({ column, title: this.names.termsOf(column) }))
      .filter(({ title }) => title.length > 0)
      .toSorted((a, b) => b.title.length - a.title.length)
    for (const { column, title } of whole) {
      const found = findName(this.words, title)
      if (found?.from === at) return { column, count: found.count }
    }
    if (priceVerbs.has(word.plain)) {
      const prices = this.names.prices
      if (prices.length === 1) return { column: prices[0]!, count: 1 }
    }
    const partly = word.stem === null ? [] : this.names.columnsWith(word, this.isAfterCount(at))
    return partly.length === 1 && !dateParts.has(word.plain) ? { column: partly[0]!, count: 1 } : null
  }

  /** Returns where the name of a column ends that is named at this place. */
  endOfColumn(at: number): number {
    const named = this.named.find((one) => at >= one.at && at < one.at + one.count)
    return named ? named.at + named.count : at + (this.columnAt(at)?.count ?? 0)
  }

  /** The column of dates that is named, or the only one. */
  get onlyDate(): TableColumn | null {
    const named = this.named.find(({ column }) => column.type === 'DATE')
    return named ? named.column : this.names.date
  }

  /** Whether an unknown verb could say in which state rows are: a column has states, and nothing says which. */
  get mayBeState(): boolean {
    return this.names.states.some((column) => this.filters.every((filter) => filter.column !== column))
  }

  /** Whether a word says what is counted. */
  isAfterCount(at: number): boolean {
    const count = this.operations.find(({ operation }) => operation === 'Count' || operation === 'Distinct')
    return count !== undefined && this.isNext(count.end, at)
  }

  /** Whether a word says what there is most of. */
  isAfterMost(at: number): boolean {
    const most = this.operations.find(({ at }) => isMost(this.words[at]!))
    return most !== undefined && this.isNext(most.end, at)
  }

  /** Whether nothing but words that were understood, or without meaning, is between the end of a phrase and a place. */
  isNext(end: number, at: number): boolean {
    return at >= end && this.words.slice(end, at).every((word) => fillers.has(word.plain) || word.used)
  }

  /** Uses a negation in front of a place, with nothing but words without meaning between. */
  takeNegation(at: number): boolean {
    for (const phrase of negations)
      for (const gap of [0, 1, 2, 3, 4]) {
        const from = at - phrase.length - gap
        const between = this.words.slice(from + phrase.length, at)
        if (from < 0 || findPhrase(this.words, phrase, from) !== from) continue
        if (!between.every((word) => fillers.has(word.plain))) continue
        use(this.words, from, phrase.length)
        return true
      }
    return false
  }
}
