const dot = /[.·・…‥]/u
const dotsAndSpaces = /[.·・…‥\s]+/gu
/** That many dots lead from a title to its page number, and two if they are apart. */
const LEADER = 4
const SPACED_LEADER = 2
const pageAtEnd = /(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/u
/** "2.3 " in front of a title. */
const sectionNumber = /^\p{Nd}[\p{Nd}.]{0,11}\s/u
/** The less their form says, the more entries there must be. */
const LEAST_ENTRIES = 3
const LEAST_WITHOUT_NUMBERS = 5
const LEAST_WITHOUT_DOTS = 10
const MAX_TITLE = 100
/** A longer line is a paragraph, and matching it would take long. */
const MAX_ENTRY = 300
const HEADING_WORDS = 5

/** A line of a table of contents. `page` is null if it is a Roman numeral or in another line. */
export interface ContentsEntry {
  title: string
  page: number | null
  /** What says that it is an entry: dots, a section number, or only that the page is in a cell of its own. */
  by: 'dots' | 'number' | 'cell'
}

export function contentsEntryOf(text: string): ContentsEntry | null {
  if (text.length > MAX_ENTRY) return null
  // Its lines can look like the rows of a table.
  const line = text.replaceAll(' | ', ' ').trim()
  const label = pageAtEnd.exec(line)?.[0] ?? ''
  const page = /^\p{Nd}/u.test(label) ? Number(label.normalize('NFKC')) : null
  const led = beforeLeader(line.slice(0, line.length - label.length))
  if (led !== null) return { title: led, page, by: 'dots' }
  if (page === null) return null
  const title = line.slice(0, -label.length).trim()
  const isApart = line.at(-label.length - 1) === ' ' && /\p{L}/u.test(title)
  if (isApart && sectionNumber.test(title)) return { title, page, by: 'number' }
  return isApart && text.endsWith(` | ${label}`) ? { title, page, by: 'cell' } : null
}

/** Returns what is before the dots at the end of a line, or null if there are too few. */
function beforeLeader(line: string): string | null {
  let at = line.length
  let dots = 0
  for (; at > 0 && (dot.test(line[at - 1]!) || line[at - 1] === ' '); at--) if (line[at - 1] !== ' ') dots++
  const isSpaced = line.slice(at).includes(' . .')
  return dots >= (isSpaced ? SPACED_LEADER : LEADER) ? line.slice(0, at) : null
}

/**
 * Returns the lines of a page without its table of contents: several entries whose page numbers don't decrease
 * and exist. A price list has the same form, but no such numbers.
 */
export function withoutContents<T extends { text: string }>(
  lines: readonly T[],
  pages: number,
): readonly T[] {
  const entries = lines.map(({ text }) => contentsEntryOf(text))
  const first = entries.findIndex((entry) => entry !== null)
  const last = entries.findLastIndex((entry) => entry !== null)
  const found = entries.filter((entry) => entry !== null)
  const isDense = found.length * 2 >= last + 1 - first
  const isContents = found.length >= leastOf(found) && isDense && countUp(found, pages)
  if (!isContents || pages < LEAST_ENTRIES) return lines
  const before = lines.slice(0, first)
  // Only its own heading is above it.
  const isHeading = before.length === 1 && before[0]!.text.length <= MAX_TITLE
  return [...(isHeading ? [] : before), ...lines.slice(last + 1)]
}

function leastOf(entries: readonly ContentsEntry[]): number {
  const withDots = entries.filter(({ by }) => by === 'dots')
  if (withDots.length * 2 < entries.length) return LEAST_WITHOUT_DOTS
  return withDots.some(({ title }) => sectionNumber.test(title)) ? LEAST_ENTRIES : LEAST_WITHOUT_NUMBERS
}

function countUp(entries: readonly ContentsEntry[], pages: number): boolean {
  const numbers = entries.flatMap(({ page }) => (page === null ? [] : [page]))
  return numbers.every((number, at) => number <= pages && (at === 0 || number >= numbers[at - 1]!))
}

/** Shortens the dots between a title and a number, which would count as words. */
export function withoutLeaders(line: string): string {
  const shortened = line.replace(dotsAndSpaces, (run) =>
    [...run].filter((one) => dot.test(one)).length >= LEADER ? ' … ' : run,
  )
  return shortened.trim()
}

/** Returns the words of a title, by which its occurrences are compared. */
export const titleKey = (title: string): string =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/**
 * Returns a text without its table of contents. Its pages are unknown, so at least half of the titles must occur
 * again as lines of their own. Dots in other lines are shortened.
 */
export function textWithoutContents(text: string): string {
  const lines = text.split('\n')
  const entries = lines.map((line) => {
    const entry = contentsEntryOf(line)
    return entry?.by === 'dots' && entry.page !== null ? entry : null
  })
  if (entries.every((entry) => entry === null)) return text
  const found = entries.filter((entry) => entry !== null)
  const others = new Set(lines.filter((_, at) => entries[at] === null).map(titleKey))
  const known = found.filter(({ title }) => others.has(titleKey(title)))
  if (known.length < LEAST_ENTRIES || known.length * 2 < found.length)
    return lines.map((line, at) => (entries[at] ? withoutLeaders(line) : line)).join('\n')
  return lines.filter((_, at) => entries[at] === null && !isHeadingOf(lines, entries, at)).join('\n')
}

/** Returns whether a line is directly above the first entry, such as "Contents". */
function isHeadingOf(
  lines: readonly string[],
  entries: readonly (ContentsEntry | null)[],
  at: number,
): boolean {
  if (lines[at]!.trim() === '' || lines[at]!.split(' ').length > HEADING_WORDS) return false
  let next = at + 1
  while (lines[next]?.trim() === '') next += 1
  return next < lines.length && entries[next] !== null
}
