import { csvHead, csvLine } from '@parlance/contract/csv'
import { rowsOf } from './csv.ts'

/** Returns a table as a file for spreadsheets, in which no cell starts a formula. */
export function csvFileOf(text: string): string {
  const [head = [], ...rows] = rowsOf(text)
  return csvHead(head) + rows.map(csvLine).join('')
}
