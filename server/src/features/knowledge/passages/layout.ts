import { columnName } from '@parlance/contract/columnName'
import type { Locator as CitationLocator } from '@parlance/contract/events'
import type { Block, CellSpan, ContentKind, Place } from './documentText.ts'

/** Where a passage is in its file, other than its page. */
export type Locator = Omit<CitationLocator, 'page'>

/** A block of a passage as the viewer shows it. Positions are those in the passage's text. */
export interface LayoutBlock {
  kind: ContentKind
  start: number
  end: number
  /** Whether it begins in the passage before. */
  continues?: true
  place?: Place
  /** The cells of a row that is not cut within one. */
  cells?: CellSpan[]
}

type Span = Pick<Block, 'start' | 'end'>

/** Returns the blocks of a passage, the first and the last of which can be parts. */
export function layoutOf(text: string, blocks: readonly Block[], span: Span): LayoutBlock[] {
  return blocks.flatMap(({ kind, start, end, place, row }) => {
    const from = Math.max(start, span.start)
    const to = Math.min(end, span.end)
    if (kind === 'heading' || from >= to) return []
    const moved = start - span.start
    const isWhole = from === start && to === end
    return [
      {
        kind,
        start: from - span.start,
        end: to - span.start,
        ...(from > start && { continues: true as const }),
        ...(place && { place: placeAt(text, place, start, from) }),
        ...(row && isWhole && { cells: row.cells.map((cell) => movedBy(cell, moved)) }),
      },
    ]
  })
}

const movedBy = (cell: CellSpan, by: number): CellSpan => ({
  ...cell,
  start: cell.start + by,
  end: cell.end + by,
})

/** A block of several lines that begins in the passage before has its first line there. */
function placeAt(text: string, place: Place, start: number, from: number): Place {
  if (place.line === undefined || start === from) return place
  return { ...place, line: place.line + linesIn(text.slice(start, from)) }
}

export function locatorOf(text: string, layout: readonly LayoutBlock[]): Locator | null {
  const [first] = layout
  const place = first?.place
  const last = layout.at(-1)
  const locator: Locator = {
    ...(place?.sheet !== undefined && { sheet: place.sheet }),
    ...(place?.row !== undefined && { range: rangeOf(layout, place.sheet) }),
    ...(place?.slide !== undefined && { slide: place.slide }),
    ...(place?.line !== undefined && {
      line: place.line,
      lastLine: (last?.place?.line ?? place.line) + linesIn(last ? text.slice(last.start, last.end) : ''),
    }),
    ...(place?.timeMs !== undefined && { timeMs: place.timeMs }),
  }
  return Object.keys(locator).length === 0 ? null : locator
}

const linesIn = (text: string) => text.split('\n').length - 1

function rangeOf(layout: readonly LayoutBlock[], sheet: string | undefined): string {
  const inSheet = layout.filter(({ place }) => place?.row !== undefined && place.sheet === sheet)
  const rows = inSheet.map(({ place }) => place?.row ?? 1)
  const cells = inSheet.flatMap((block) => block.cells ?? [])
  const columns = cells.length === 0 ? [0] : cells.map(({ column }) => column)
  const corner = (column: number, row: number) => `${columnName(column)}${row}`
  const start = corner(Math.min(...columns), Math.min(...rows))
  const end = corner(Math.max(...columns), Math.max(...rows))
  return start === end ? start : `${start}:${end}`
}
