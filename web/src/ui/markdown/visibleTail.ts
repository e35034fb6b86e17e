import remend from 'remend'
import { openFormula } from './openFormula.ts'

/** A line that may still turn into a list, a rule, a heading or a fence: shown once it says which. */
const undecided = /^ {0,3}(?:-+|=+|\*+|_+|#{1,6}|>|\+|\d{1,9}[.)]?|`{1,2}|~{1,2}|\[[^\]\n]{0,3})[ \t]*$/
/** A citation's number whose bracket is not closed yet. */
const openCitation = /\[\d[\d, ]*$/
const delimiterBeginning = /^[ \t:|-]*$/

/**
 * The part of an unfinished block that can be shown without flicker: a table's header waits for the line below it, a
 * line of `---` for its end, and open emphasis, code and links are closed for the eye.
 */
export function visibleTail(tail: string): string {
  const held = withoutOpenFormula(withoutHeldLines(tail)).replace(openCitation, '')
  return remend(held, { linkMode: 'text-only', katex: false, htmlTags: false, comparisonOperators: false })
}

/** The beginning of a formula in the last line that is not closed yet. */
const openInLine = /\\\((?![^\n]*\\\))[^\n]*$|(?<![\w$\\])\$[a-zA-Z\\({][^$\n]{0,200}$/

/** A formula is shown when it is whole: half of one is no text that one could read. */
function withoutOpenFormula(text: string): string {
  if (!text.includes('$') && !text.includes('\\')) return text
  const closed = text.slice(0, openFormula(text))
  const line = closed.lastIndexOf('\n') + 1
  const at = closed.slice(line).search(openInLine)
  return at < 0 ? closed : closed.slice(0, line + at)
}

function withoutHeldLines(tail: string): string {
  const lines = tail.split('\n')
  const last = lines.length - 1
  if (undecided.test(lines[last]!)) return lines.slice(0, last).join('\n')
  const header = headerWaiting(lines)
  return header < 0 ? tail : lines.slice(0, header).join('\n')
}

/** The index of a line that begins a table of which the delimiter line is not complete, else -1. */
function headerWaiting(lines: string[]): number {
  const last = lines.length - 1
  const isRow = (line: string | undefined) => line !== undefined && /^ {0,3}\|/.test(line)
  if (isRow(lines[last]) && !isRow(lines[last - 1])) return last
  const before = lines[last - 1]
  if (before === undefined || !before.includes('|') || !delimiterBeginning.test(lines[last]!)) return -1
  if (lines[last] === '' && !isRow(before)) return -1
  return isRow(lines[last - 2]) || delimiterBeginning.test(lines[last - 1]!) ? -1 : last - 1
}
