import type { Locator } from './events.ts'

/** How a language names places in a source. */
export interface PlaceWords {
  page(page: number): string
  slide(slide: number): string
  table(table: number): string
  /** `last` is `first` for a single line. */
  lines(first: number, last: number): string
}

/** Returns where a citation is in its source, such as "p. 3" or "Fees, B2:F14", or null if its source has no places. */
export function citationPlace(
  { page, locator = {} }: { page: number | null; locator?: Locator | undefined },
  words: PlaceWords,
): string | null {
  const { sheet, table, range, slide, line, lastLine = line, timeMs } = locator
  const places = [
    slide !== undefined ? words.slide(slide) : page !== null ? words.page(page) : undefined,
    sheet,
    table !== undefined ? words.table(table) : undefined,
    // It reads from left to right in any language.
    range && `\u2066${range}\u2069`,
    line !== undefined && lastLine !== undefined ? words.lines(line, lastLine) : undefined,
    timeMs !== undefined ? timeOf(timeMs) : undefined,
  ].filter((place) => place !== undefined)
  return places.length === 0 ? null : places.join(', ')
}

/** Returns a position in a recording, such as "1:05" or "1:02:05". */
export function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
