import { limits } from '@parlance/contract/limits'
import { listLimits } from '../cases/caseForm.ts'
import type { CaseProblem } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'

/** The columns of a file of cases. */
export const columns = [
  'question',
  'expectedFacts',
  'forbidden',
  'expectedCitations',
  'expectRefusal',
  'turns',
  'weight',
  'tags',
] as const

/** What the columns are called if none of them has a name. */
const unnamed = ['question', 'expectedFacts']

const isQuestion = (cell: string) => cell.toLowerCase().replace(/[^\p{L}]/gu, '') === 'question'

export interface Pasted {
  text: string
  /** How many lines were added before the first one, which problems don’t count. */
  added: 0 | 1
}

/**
 * Rows that were copied without the names of their columns get these, so that a list of questions can be pasted as it
 * is. JSON Lines stay as they are.
 */
export function withHead(pasted: string): Pasted {
  const text = pasted.replace(/^\uFEFF/, '')
  if (text.trim() === '' || text.trimStart().startsWith('{')) return { text, added: 0 }
  const [first = ''] = text.split(/\r\n|\r|\n/, 1)
  if (isQuestion(first) && !/[\t,;]/.test(first))
    return { text: `${first}${quoted(text.slice(first.length))}`, added: 0 }
  if (first.split(/[\t,;]/).some(isQuestion)) return { text, added: 0 }
  const cells = first.split('\t')
  if (cells.length === 1) return { text: `question\n${quoted(text)}`, added: 1 }
  const head = cells.map((_, at) => unnamed[at] ?? `column ${at + 1}`)
  return { text: `${head.join('\t')}\n${text}`, added: 1 }
}

/**
 * Each line as one cell, because commas of questions could be taken for what separates columns. Cells that a
 * spreadsheet has quoted stay as they are.
 */
const quoted = (text: string): string =>
  text.replace(/^(?:"(?:[^"]|"")*"(?=[\r\n]|$)|[^\r\n]+)/gm, (cell) =>
    /^"(?:[^"]|"")*"$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`,
  )

/** Where a problem is. */
export function placeText({ line, column }: CaseProblem, added: number, t: TestsText): string {
  const at = { line: Math.max(1, line - added) }
  return column === null ? t('problemAt', at) : t('problemAtColumn', { ...at, column })
}

/** What is wrong with a line. */
export function problemText({ code, column, fileName }: CaseProblem, t: TestsText): string {
  if (code === 'Value') return valueText(column, t)
  return t(`problem.${code}`, { max: limits.expectedTexts, file: fileName ?? '' })
}

function valueText(column: string | null, t: TestsText): string {
  switch (column) {
    case 'question':
      return t('value.question', { max: limits.caseQuestion })
    case 'weight':
      return t('value.weight')
    case 'expectRefusal':
      return t('value.expectRefusal')
    case 'turns':
      return t('value.turns', listLimits.turns)
    case 'expectedFacts':
    case 'forbidden':
    case 'tags':
      return t('value.list', listLimits[column])
    default:
      return t('value.other')
  }
}
