/** Dots, or spaced dots, that lead from a title to its page number. */
const leader = /\s*(?:[.·・…‥]\s?){3,}|(?:\s[.·]){2,}/u
const leadersAtEnd = new RegExp(`(?:${leader.source})\\s*(\\p{Nd}{1,4}|[ivxlc]{1,7})?$`, 'u')
/** "2.3 Options 48": a numbered title with its page, but without dots. */
const numberedEntry = /^(?:\p{Nd}{1,2}\.?)+\s\D.*\s(\p{Nd}{1,4})$/u
/** "Options 48" as two cells. Rows of a table look the same, so there must be many. */
const plainEntry = /^(?:.*\p{L}.*) \| (\p{Nd}{1,4})$/u
const LEAST_ENTRIES = 3
const LEAST_PLAIN_ENTRIES = 10
const MAX_TITLE = 100
/** A longer line is a paragraph, and matching it would take long. */
const MAX_ENTRY = 300
const HEADING_WORDS = 5

/** A line of a table of contents. `page` is null if it is a Roman numeral or in another line. */
export interface ContentsEntry {
  title: string
  page: number | null
  /** Whether neither dots nor a section number say that it is an entry. */
  isPlain: boolean
}

export function contentsEntryOf(text: string): ContentsEntry | null {
  if (text.length > MAX_ENTRY) return null
  // Its lines can look like the rows of a table.
  const line = text.replaceAll(' | ', ' ')
  const led = leadersAtEnd.exec(line)
  const numbered = numberedEntry.exec(line)
  const page = led ? led[1] : (numbered ?? plainEntry.exec(text))?.[1]
  if (!led && page === undefined) return null
  const title = led ? line.slice(0, led.index) : line.slice(0, -page!.length).trim()
  return {
    title,
    page: page && /^\p{Nd}/u.test(page) ? Number(page.normalize('NFKC')) : null,
    isPlain: !led && !numbered,
  }
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
  const least = found.some((entry) => !entry.isPlain) ? LEAST_ENTRIES : LEAST_PLAIN_ENTRIES
  if (found.length < least || pages < LEAST_ENTRIES || !isDense || !countUp(found, pages)) return lines
  const before = lines.slice(0, first)
  // Only its own heading is above it.
  const isHeading = before.length === 1 && before[0]!.text.length <= MAX_TITLE
  return [...(isHeading ? [] : before), ...lines.slice(last + 1)]
}

function countUp(entries: readonly ContentsEntry[], pages: number): boolean {
  const numbers = entries.flatMap(({ page }) => (page === null ? [] : [page]))
  return numbers.every((number, at) => number <= pages && (at === 0 || number >= numbers[at - 1]!))
}

/** Shortens the dots between a title and a number, which would count as words. */
export function withoutLeaders(line: string): string {
  return line.replace(/\s*(?:[.·・…‥]\s?){4,}/gu, ' … ').trim()
}

const hasLeaders = /(?:[.·・…‥]\s?){4,}\s*\p{Nd}{1,4}\s*$/u
/** Returns the words of a title, by which its occurrences are compared. */
export const titleKey = (title: string): string =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/**
 * Returns a text without its table of contents. Its pages are unknown, so at least half of the titles must occur
 * again as lines of their own. Dots in other lines are shortened.
 */
export function textWithoutContents(text: string): string {
  const lines = text.split('\n')
  const entries = lines.map((line) =>
    line.length <= MAX_ENTRY && hasLeaders.test(line) ? contentsEntryOf(line.trimEnd()) : null,
  )
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
  const next = lines.findIndex((line, other) => other > at && line.trim() !== '')
  return next >= 0 && entries[next] !== null
}
