import remend from 'remend'
import { openFormula } from './openFormula.ts'

/** A line that can still become a list, a rule, a heading or a fence. It is shown once that is clear. */
const undecided = /^ {0,3}(?:-+|=+|\*+|_+|#{1,6}|>|\+|\d{1,9}[.)]?|`{1,2}|~{1,2}|\[[^\]\n]{0,3})[ \t]*$/
/** A citation number whose bracket isn't closed yet. */
const openCitation = /\[\d[\d, ]*$/
const delimiterBeginning = /^[ \t:|-]*$/

/**
 * Returns the part of an unfinished block that can be shown without flicker. A table header waits for the line
 * below it, and a line of `---` for its end. Open emphasis, code and links are closed visually.
 */
export function visibleTail(tail: string): string {
  const held = withoutOpenFormula(withoutHeldLines(tail)).replace(openCitation, '')
  return remend(held, { linkMode: 'text-only', katex: false, htmlTags: false, comparisonOperators: false })
}

/** The start of an unclosed formula in the last line. */
const openInLine = /\\\((?![^\n]*\\\))[^\n]*$|(?<![\w$\\])\$[a-zA-Z\\({][^$\n]{0,200}$/

/** A dollar sign before text is a formula only if the text has something that prose doesn't. */
const maths = /[\\^_{=]/

/** Returns the rest of a text that was cut off, without a formula that was never closed. */
export function cutTail(tail: string): string {
  const shown = withoutOpenFormula(tail)
  return maths.test(tail.slice(shown.length)) ? shown.trimEnd() : tail
}

/** Shows only complete formulas, because half of one is unreadable. */
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

/** Returns the index of a line that starts a table with an incomplete delimiter line, or -1. */
function headerWaiting(lines: string[]): number {
  const last = lines.length - 1
  const isRow = (line: string | undefined) => line !== undefined && /^ {0,3}\|/.test(line)
  if (isRow(lines[last]) && !isRow(lines[last - 1])) return last
  const before = lines[last - 1]
  if (before === undefined || !before.includes('|') || !delimiterBeginning.test(lines[last]!)) return -1
  if (lines[last] === '' && !isRow(before)) return -1
  return isRow(lines[last - 2]) || delimiterBeginning.test(lines[last - 1]!) ? -1 : last - 1
}
