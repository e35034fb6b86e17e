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
/** A line farther from its neighbor than this multiple of its size isn't part of the body. */
const DETACHED = 1.8
/** Shorter words of a header can occur in a heading by chance. */
const LEAST_LETTERS = 5
const pageNumber = /^(?:\p{Nd}{1,4}|[ivxl]{1,7}|[IVXL]{1,7})$/u

/**
 * Returns the lines of a page without headers and footers. These are margin lines that repeat in the same
 * place, except for numbers, on three of seven pages. Two are enough if the numbers count the pages. A header
 * that names the current section differs from page to page, but contains one of the document's headings.
 */
export function withoutFurniture(
  page: PageLines,
  neighbours: readonly PageLines[],
  headings: ReadonlySet<string>,
): Line[] {
  const counts = new Map<string, number>()
  for (const one of neighbours) {
    const marks = new Set(one.lines.flatMap((line) => [...marksOf(one, line), ...placesOf(one, line)]))
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  const times = (mark: string) => counts.get(mark) ?? 0
  return page.lines.filter((line) => {
    const [repeated, ...numbered] = marksOf(page, line)
    if (repeated === undefined) return true
    if (times(repeated) >= REPEATED || numbered.some((mark) => times(mark) >= NUMBERED)) return false
    const places = placesOf(page, line)
    if (places.length === 0) return true
    if (pageNumber.test(line.text.replace(/[^\p{L}\p{N}]+/gu, ''))) return false
    return !(places.some((place) => times(place) >= REPEATED) && namesHeading(line.text, headings))
  })
}

/** Returns the letters of a heading, by which headers are compared with it. */
export function lettersOf(text: string): string {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).join('')
}

/**
 * Returns the keys of a margin line: its text, and the distance of its numbers from the page number. Lines in
 * the body have none.
 */
function marksOf(page: PageLines, line: Line): string[] {
  if (!isInMargin(page, line)) return []
  const text = line.text.replace(/\p{N}+/gu, '#')
  // A page number alone can be at the top of one page and at the bottom of another.
  const mark = /^[^\w#]*#\W*$/u.test(text) ? text : `${Math.round(placeOf(page, line) * 50)} ${text}`
  const numbers = (line.text.match(/\p{Nd}+/gu) ?? []).map((digits) => Number(digits.normalize('NFKC')))
  return [mark, ...numbers.map((number) => `${mark} ${number - page.number}`)]
}

/** Returns the key of a margin line's height if the line is apart from the body. */
function placesOf(page: PageLines, line: Line): string[] {
  if (!isInMargin(page, line)) return []
  const inward = placeOf(page, line) > 0.5 ? -1 : 1
  const isApart = page.lines.every((other) => {
    const distance = (other.across - line.across) * inward
    return distance < line.size * 0.5 ? isInMargin(page, other) : distance > line.size * DETACHED
  })
  return isApart ? [`at ${Math.round(line.across / 2)}`] : []
}

function namesHeading(text: string, headings: ReadonlySet<string>): boolean {
  // Parts of a header are separated by numbers, and cut at an ellipsis.
  return text.split(/[\p{N}…|]+/u).some((part) => {
    const letters = lettersOf(part)
    if (letters.length < LEAST_LETTERS) return false
    for (const heading of headings) {
      if (heading.startsWith(letters) || (heading.length >= LEAST_LETTERS && letters.includes(heading)))
        return true
    }
    return false
  })
}

function isInMargin(page: PageLines, line: Line): boolean {
  const place = placeOf(page, line)
  return place <= MARGIN || place >= 1 - MARGIN
}

/** Returns the height of a line as a share of the page's. */
function placeOf(page: PageLines, line: Line): number {
  return (line.across - page.bottom) / (page.top - page.bottom)
}
