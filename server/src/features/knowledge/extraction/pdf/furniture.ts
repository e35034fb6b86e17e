import type { Line } from './lines.ts'

/** The lines of one page and where the page begins and ends. */
export interface PageLines {
  number: number
  lines: Line[]
  bottom: number
  top: number
}

/** Headers and footers stand in this share of a page's height, at its top and at its bottom. */
const MARGIN = 0.1
/** A page is compared with so many before and after it. */
export const NEIGHBOURS = 3
/** On so many pages of these seven: also where the pages of the left and of the right differ. */
const REPEATED = 3
/** Fewer will do where a number in the line grows with the pages. */
const NUMBERED = 2

/**
 * The lines of a page without its headers and footers: what stands in the margin and, but for its numbers, at the same
 * place of three pages among seven, or of two where it counts them.
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

/** What a line in the margin is known by: its text, and how far its numbers are from the page's. None for the text. */
function marksOf(page: PageLines, line: Line): string[] {
  const place = (line.across - page.bottom) / (page.top - page.bottom)
  if (place > MARGIN && place < 1 - MARGIN) return []
  const text = line.text.replace(/\p{N}+/gu, '#')
  // A number alone may stand at the top of one page and at the bottom of another.
  const mark = /^[^\w#]*#\W*$/u.test(text) ? text : `${Math.round(place * 50)} ${text}`
  const numbers = (line.text.match(/\p{Nd}+/gu) ?? []).map((digits) => Number(digits.normalize('NFKC')))
  return [mark, ...numbers.map((number) => `${mark} ${number - page.number}`)]
}
