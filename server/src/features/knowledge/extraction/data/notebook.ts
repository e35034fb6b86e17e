import type { DocumentBuilder } from '../../passages/documentText.ts'
import { addMarkdown } from '../markdown.ts'

/** The beginning of an output is enough to find it. */
const MAX_OUTPUT = 4000
/** Only what a program would show instead of a picture. */
const placeholder = /^<[^<>\n]{0,300}>$/
/** Colors and other control sequences of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with a control character
const terminalCodes = /\u001b\[[\d;?]{0,30}[A-Za-z]/g

interface Notebook {
  cells?: unknown
  worksheets?: unknown
}

export const isNotebook = (value: unknown): value is Notebook =>
  isObject(value) && 'nbformat' in value && (Array.isArray(value.cells) || Array.isArray(value.worksheets))

/** Adds the cells of a notebook: its text, its code, and what the code wrote. */
export function addNotebook(builder: DocumentBuilder, { cells, worksheets }: Notebook): void {
  // Notebooks of the older format have sheets of cells.
  const sheets = Array.isArray(worksheets) ? worksheets : []
  const all = Array.isArray(cells) ? cells : sheets.flatMap((sheet) => (isObject(sheet) ? sheet.cells : []))
  for (const cell of all) if (isObject(cell)) addCell(builder, cell)
}

function addCell(builder: DocumentBuilder, cell: Record<string, unknown>): void {
  const source = linesOf(cell.source ?? cell.input)
  switch (cell.cell_type) {
    case 'markdown':
      addMarkdown(builder, source)
      break
    case 'heading':
      builder.heading(Number(cell.level) || 1, source)
      break
    case 'code':
      builder.block('code', source)
      for (const output of Array.isArray(cell.outputs) ? cell.outputs : [])
        if (isObject(output)) builder.block('code', outputText(output))
      break
    default:
      builder.block('paragraph', source)
  }
}

function outputText(output: Record<string, unknown>): string {
  const data = isObject(output.data) ? output.data : {}
  const isError = output.output_type === 'error' || output.output_type === 'pyerr'
  const text = isError
    ? `${linesOf(output.ename)}: ${linesOf(output.evalue)}`
    : linesOf(output.text ?? data['text/plain'])
  const shown = text.slice(0, MAX_OUTPUT).replaceAll(terminalCodes, '').trimEnd()
  return placeholder.test(shown.trim()) ? '' : shown
}

/** Text is one string, or a list of lines with their ends. */
function linesOf(text: unknown): string {
  if (typeof text === 'string') return text
  return Array.isArray(text) ? text.filter((line) => typeof line === 'string').join('') : ''
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
