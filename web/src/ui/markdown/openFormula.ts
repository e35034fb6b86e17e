const formulaMark = /^ {0,3}(\$\$|\\\[)/
const closingMark = { $$: '$$', '\\[': '\\]' } as const

/**
 * Returns the start of an unclosed display formula, or infinity. Until it is closed, its lines can look like
 * other blocks.
 */
export function openFormula(text: string): number {
  let open = Number.POSITIVE_INFINITY
  let closing = ''
  let at = 0
  // The text after the last line break isn't a line yet.
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const mark = closing ? undefined : (formulaMark.exec(line)?.[1] as keyof typeof closingMark | undefined)
    if (mark && !line.slice(line.indexOf(mark) + 2).includes(closingMark[mark])) {
      open = at
      closing = closingMark[mark]
    } else if (line.trim() === '' || (closing && line.includes(closing))) {
      open = Number.POSITIVE_INFINITY
      closing = ''
    }
    at += line.length + 1
  }
  return open
}
