import { isAdditive, isAmountWord, isCode, isQuantity, type TableColumn } from './askedTable.ts'
import type { QuestionReading } from './reading/questionReading.ts'
import { spendingWords } from './vocabulary.ts'
import { isWord } from './words.ts'

/** "the largest order" is the one with the highest amount. */
const sizes = ['largest', 'biggest', 'smallest', 'اكبر', 'اصغر']

/** The only column that can be meant by "total" or "average" alone. */
export function onlyMeasure(read: QuestionReading): TableColumn | null {
  const columns = read.table.columns.filter(
    (column) => (column.type === 'INTEGER' || column.type === 'REAL') && !isCode(column),
  )
  const isSpent = read.words.some(({ plain }) => spendingWords.has(plain))
  const isLarge = read.operations.some(({ at }) => sizes.some((size) => isWord(read.words[at]!, size)))
  // "total sales" of a table of sales are amounts.
  const isAmount = read.nounAt >= 0 && isAmountWord(read.words[read.nounAt]!.plain)
  const isMeant = (column: TableColumn) =>
    isSpent
      ? read.names.isMoney(column)
      : !(isLarge || isAmount) || (isAdditive(column) && !isQuantity(column))
  const meant = columns.length > 1 ? columns.filter(isMeant) : columns
  return meant.length === 1 ? meant[0]! : null
}
