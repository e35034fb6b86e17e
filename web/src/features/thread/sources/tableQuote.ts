import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { Citation } from '../../chatModel/segments.ts'

/** Returns the rows of a query's result, the first with the names of its columns. */
export const rowsOf = (quote: string): string[][] => quote.split('\n').map((line) => line.split('\t'))

/** Returns where a query's rows are in their file: the sheet, or the heading in a document, and the cells. */
export function tablePlace({ locator }: Pick<Citation, 'locator'>): string {
  const table = locator?.table && conversationTexts.text('tableNumber', { table: locator.table })
  return [locator?.sheet, table, locator?.range].filter((part) => part !== undefined).join(' · ')
}

/** Returns a quote in running text. Cells of a result have a line between them. */
export const quoteText = ({ kind, quote }: Pick<Citation, 'kind' | 'quote'>): string =>
  kind === 'Table' ? quote.replaceAll('\t', ' | ').replaceAll('\n', ' · ') : quote
