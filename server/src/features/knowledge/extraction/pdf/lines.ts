import { inReadingOrder, type Run, readsRightToLeft, unshaped } from './direction.ts'
import { layOut, type Placed } from './layout.ts'

/** One piece of text from the PDF reader. */
export interface TextItem {
  str: string
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

/** A line of a page, measured along and across its writing direction. `across` increases upwards. */
export interface Line {
  text: string
  start: number
  end: number
  across: number
  size: number
  rightToLeft: boolean
  /** Whether it is a row of a table. */
  isRow: boolean
}

/** Letters that are farther apart than this share of their size belong to two words. */
const WORD_GAP = 0.25

/** Returns the lines of a page in reading order. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const placed = items.filter((item) => item.str !== '').map(placeOf)
  return layOut(placed)
    .map(({ runs, cells }) => (cells ? rowOf(cells, placed) : lineOf(runs, placed)))
    .filter((line) => line !== null)
}

function placeOf({ str, transform, width, height }: TextItem): Placed {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  const angle = Math.atan2(b, a)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const size = height > 0 ? height : Math.hypot(c, d)
  return { text: str, x: e * cos + f * sin, width, across: f * cos - e * sin, size, angle }
}

/** Returns a row of a table, with its cells separated like those of other formats. */
function rowOf(cells: readonly Placed[][], page: readonly Placed[]): Line | null {
  const read = cells.map((cell) => lineOf(cell, page)).filter((line) => line !== null)
  const [first] = read
  if (!first) return null
  const rightToLeft = read.some((line) => line.rightToLeft)
  const texts = read.map((line) => line.text)
  return {
    ...first,
    text: (rightToLeft ? texts.toReversed() : texts).join(' | '),
    start: Math.min(...read.map((line) => line.start)),
    end: Math.max(...read.map((line) => line.end)),
    rightToLeft,
    isRow: true,
  }
}

function lineOf(runs: readonly Placed[], page: readonly Placed[]): Line | null {
  const seen = runs.filter((run) => run.text.trim() !== '')
  if (seen.length === 0) return null
  const rightToLeft = readsRightToLeft(runs, page)
  // Right-to-left text is drawn in any order. Otherwise the drawing order is the reading order.
  const drawn = rightToLeft ? runs.toSorted((a, b) => a.x - b.x) : runs
  const ordered = inReadingOrder(spaced(drawn), rightToLeft)
  const text = unshaped(ordered.map((run) => run.text).join(''))
  const main = seen.toSorted((a, b) => b.text.length - a.text.length)[0]!
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    start: Math.min(...seen.map((run) => run.x)),
    end: Math.max(...seen.map((run) => run.x + run.width)),
    across: main.across,
    size: main.size,
    rightToLeft,
    isRow: false,
  }
}

/** Inserts a space in every gap, since a gap separates words whether or not a space was drawn. */
function spaced(runs: readonly Placed[]): Run[] {
  const withSpaces: Run[] = []
  let before: Placed | null = null
  for (const run of runs) {
    const right = before ? before.x + before.width : run.x
    const gap = before ? Math.max(run.x - right, before.x - (run.x + run.width)) : 0
    const hasSpace = before?.text.endsWith(' ') || run.text.startsWith(' ')
    if (gap > run.size * WORD_GAP && !hasSpace) withSpaces.push({ text: ' ', x: right, width: gap })
    withSpaces.push(run)
    before = run
  }
  return withSpaces
}
