import { inReadingOrder, type Run, readsRightToLeft, unshaped } from './direction.ts'

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
}

interface Placed extends Run {
  across: number
  size: number
  angle: number
}

/** Pieces at one height that are farther apart than this multiple of the letter size are in two columns. */
const COLUMN_GAP = 8
/** Letters that are farther apart than this share of their size belong to two words. */
const WORD_GAP = 0.25

/** Returns the lines of a page in drawing order, which is the reading order in nearly every file. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const placed = items.filter((item) => item.str !== '').map(placeOf)
  const grouped: Placed[][] = []
  for (const run of placed) {
    const open = grouped.at(-1)
    if (open && isSameLine(open, run)) open.push(run)
    else grouped.push([run])
  }
  return grouped.map((runs) => lineOf(runs, placed)).filter((line) => line !== null)
}

function placeOf({ str, transform, width, height }: TextItem): Placed {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  const angle = Math.atan2(b, a)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const size = height > 0 ? height : Math.hypot(c, d)
  return { text: str, x: e * cos + f * sin, width, across: f * cos - e * sin, size, angle }
}

function isSameLine(open: readonly Placed[], next: Placed): boolean {
  const last = open.at(-1)!
  if (Math.abs(last.angle - next.angle) > 0.05) return false
  const size = Math.max(last.size, next.size)
  // Superscripts and subscripts belong to their line.
  if (Math.abs(last.across - next.across) > size * 0.5) return false
  const left = Math.min(...open.map((run) => run.x))
  const right = Math.max(...open.map((run) => run.x + run.width))
  return next.x < right + size * COLUMN_GAP && next.x + next.width > left - size * COLUMN_GAP
}

function lineOf(runs: Placed[], page: readonly Placed[]): Line | null {
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
