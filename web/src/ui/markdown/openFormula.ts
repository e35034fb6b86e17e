const formulaMark = /^ {0,3}(\$\$|\\\[)/
const closingMark = { $$: '$$', '\\[': '\\]' } as const

/** Where a displayed formula begins that is not closed yet, else infinity: its lines may look like other blocks until it is. */
export function openFormula(text: string): number {
  let open = Number.POSITIVE_INFINITY
  let closing = ''
  let at = 0
  // What follows the last line's end is no line yet.
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
