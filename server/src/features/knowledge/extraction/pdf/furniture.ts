import type { Line } from './lines.ts'

/** The lines of one page, and the page's edges. */
export interface PageLines {
  number: number
  lines: Line[]
  bottom: number
  top: number
}

/** Headers and footers are within this share of a page's height, at its top and bottom. */
const MARGIN = 0.1
/** The number of pages before and after a page to compare it with. */
export const NEIGHBOURS = 3
/** On how many of these seven pages a line must repeat. Also works if left and right pages differ. */
const REPEATED = 3
/** Fewer are enough if a number in the line increases with the pages. */
const NUMBERED = 2

/**
 * Returns the lines of a page without headers and footers. These are margin lines that repeat in the same
 * place, except for numbers, on three of seven pages. Two are enough if the numbers count the pages.
 */
export function withoutFurniture(page: PageLines, neighbours: readonly PageLines[]): Line[] {
  const counts = new Map<string, number>()
  for (const one of neighbours) {
    const marks = new Set(one.lines.flatMap((line) => marksOf(one, line)))
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  return page.lines.filter((line) => {
    const [repeated, ...numbered] = marksOf(page, line)
    if (repeated === undefined) return true
    const times = (mark: string) => counts.get(mark) ?? 0
    return times(repeated) < REPEATED && numbered.every((mark) => times(mark) < NUMBERED)
  })
}

/**
 * Returns the keys of a margin line: its text, and the distance of its numbers from the page number. Lines in
 * the body have none.
 */
function marksOf(page: PageLines, line: Line): string[] {
  const place = (line.across - page.bottom) / (page.top - page.bottom)
  if (place > MARGIN && place < 1 - MARGIN) return []
  const text = line.text.replace(/\p{N}+/gu, '#')
  // A page number alone can be at the top of one page and at the bottom of another.
  const mark = /^[^\w#]*#\W*$/u.test(text) ? text : `${Math.round(place * 50)} ${text}`
  const numbers = (line.text.match(/\p{Nd}+/gu) ?? []).map((digits) => Number(digits.normalize('NFKC')))
  return [mark, ...numbers.map((number) => `${mark} ${number - page.number}`)]
}
