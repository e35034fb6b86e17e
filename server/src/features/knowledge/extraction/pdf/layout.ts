import { hasRightToLeft, type Run } from './direction.ts'

/** A piece of text, measured along and across its writing direction. */
export interface Placed extends Run {
  across: number
  size: number
  angle: number
}

/** Pieces at one height that are farther apart than this multiple of the letter size are in two columns. */
const COLUMN_GAP = 8
/** Cells of a row and columns are at least this multiple of the letter size apart. Words are closer. */
const CELL_GAP = 1.5
/**
 * Pages on which at least this share of the steps from line to line go up, or from piece to piece jump back over
 * others, are drawn in no readable order.
 */
const SCRAMBLED = 0.3
const LEAST_STEPS = 3
const LEAST_ROWS = 3
/** In columns of text, most lines have at least this many characters. Cells of a table have fewer. */
const PROSE = 24
const LEAST_LINES = 5

/** The pieces of one line. If it is a row of a table, `cells` are its cells. */
export interface DrawnLine {
  runs: Placed[]
  cells: Placed[][] | null
}

/**
 * Groups the pieces of a page into lines, in reading order. That is the drawing order in nearly every file. If
 * it jumps up and down the page, the order follows from the positions.
 */
export function layOut(placed: readonly Placed[]): DrawnLine[] {
  const lines = isScrambled(placed) ? inColumns(placed) : grouped(placed)
  return withTables(lines)
}

function isScrambled(placed: readonly Placed[]): boolean {
  const seen = placed.filter((run) => run.text.trim() !== '')
  let [up, down, back, on] = [0, 0, 0, 0]
  seen.forEach((run, at) => {
    const before = seen[at - 1]
    if (!before || Math.abs(before.angle - run.angle) > 0.05) return
    const step = run.across - before.across
    if (step > run.size * 0.5) up++
    else if (step < run.size * -0.5) down++
    // Right-to-left text is often drawn backwards, and its lines are put in order anyway.
    else if (hasRightToLeft(run.text)) return
    else if (before.x - (run.x + run.width) > run.size * CELL_GAP) back++
    else on++
  })
  const isMixed = (wrong: number, right: number) =>
    wrong >= LEAST_STEPS && wrong / (wrong + right) >= SCRAMBLED
  return isMixed(up, down) || isMixed(back, on)
}

/** Groups pieces that were drawn one after another on one line. */
function grouped(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = []
  for (const run of placed) {
    const open = lines.at(-1)
    if (open && isSameLine(open, run)) open.push(run)
    else lines.push([run])
  }
  return lines
}

function isSameLine(open: readonly Placed[], next: Placed): boolean {
  const last = open.at(-1)!
  if (Math.abs(last.angle - next.angle) > 0.05) return false
  const size = Math.max(last.size, next.size)
  // Superscripts and subscripts belong to their line.
  if (Math.abs(last.across - next.across) > size * 0.5) return false
  const { start, end } = extentOf(open)
  return next.x < end + size * COLUMN_GAP && next.x + next.width > start - size * COLUMN_GAP
}

function extentOf(runs: readonly Placed[]): { start: number; end: number } {
  return {
    start: Math.min(...runs.map((run) => run.x)),
    end: Math.max(...runs.map((run) => run.x + run.width)),
  }
}

/** Orders pieces by position: from top to bottom, and columns one after another. */
function inColumns(placed: readonly Placed[]): Placed[][] {
  const angles = Map.groupBy(placed, (run) => Math.round(run.angle * 10))
  return [...angles.values()].flatMap((runs) => ordered(rowsOf(runs).flatMap(cellsOf)))
}

/** Returns the pieces at each height, from top to bottom and from left to right. */
function rowsOf(placed: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = []
  for (const run of placed.toSorted((a, b) => b.across - a.across)) {
    const row = rows.at(-1)
    if (row && row[0]!.across - run.across < Math.max(row[0]!.size, run.size) * 0.5) row.push(run)
    else rows.push([run])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}

/** A bullet or number in front of a list item, which is no cell. */
const marker = /^(?:[-*•–▪◦●○‣·]|\(?\p{Nd}{1,3}[.)]|\(?[a-z][.)])$/u

/** Splits a row, from left to right, at its wide gaps. */
function cellsOf(row: readonly Placed[]): Placed[][] {
  const cells: Placed[][] = []
  let end = -Infinity
  for (const run of row) {
    if (run.text.trim() === '') continue
    const isApart = run.x - end > run.size * CELL_GAP
    if (isApart && !(cells.length === 1 && marker.test(textOf(cells[0]!)))) cells.push([run])
    else cells.at(-1)!.push(run)
    end = Math.max(end, run.x + run.width)
  }
  return cells
}

/** Reads the left column before the right one if hardly any line crosses the gap between them. */
function ordered(cells: Placed[][]): Placed[][] {
  const gap = gapOf(cells)
  if (gap === null) return rowsOf(cells.flat())
  const result: Placed[][] = []
  let band: Placed[][] = []
  const endBand = () => {
    const [left, right] = [band.filter((cell) => cell[0]!.x < gap), band.filter((cell) => cell[0]!.x >= gap)]
    for (const column of [left, right]) if (column.length > 0) result.push(...ordered(column))
    band = []
  }
  for (const cell of cells) {
    const { start, end } = extentOf(cell)
    if (start >= gap || end <= gap) {
      band.push(cell)
      continue
    }
    // A line across both columns separates what is above it from what is below.
    endBand()
    result.push(cell)
  }
  endBand()
  return result
}

/** Returns the position between two columns of text, or null if there is only one. */
function gapOf(cells: readonly Placed[][]): number | null {
  const extents = cells.map(extentOf)
  const starts = new Set(extents.map(({ start }) => Math.round(start)))
  let best: { at: number; crossing: number } | null = null
  for (const start of starts) {
    const at = start - 1
    const left = extents.filter(({ end }) => end <= at).length
    const right = extents.filter((extent) => extent.start >= at).length
    const crossing = extents.length - left - right
    if (Math.min(left, right) < LEAST_LINES || Math.min(left, right) < extents.length / 4) continue
    if (crossing * 6 < extents.length && (!best || crossing < best.crossing)) best = { at, crossing }
  }
  return best && isProse(cells) ? best.at : null
}

function isProse(cells: readonly Placed[][]): boolean {
  const long = cells.filter((cell) => textOf(cell).length >= PROSE)
  return long.length * 2 >= cells.length
}

function textOf(runs: readonly Placed[]): string {
  return runs
    .map((run) => run.text)
    .join('')
    .trim()
}

/** Finds rows of a table: consecutive lines with cells that start or end in the same places. */
function withTables(lines: readonly Placed[][]): DrawnLine[] {
  const rows = joinedRows(lines)
  const result: DrawnLine[] = []
  for (let from = 0; from < rows.length; ) {
    let to = from
    while (
      to < rows.length &&
      rows[to]!.cells.length > 1 &&
      (to === from || isAligned(rows[to - 1]!, rows[to]!))
    )
      to++
    const table = rows.slice(from, to)
    const cells = table.flatMap((row) => row.cells)
    if (table.length >= LEAST_LINES && isProse(cells)) result.push(...ordered(cells).map(plain))
    else if (table.length >= LEAST_ROWS)
      result.push(...table.map((row) => ({ runs: row.cells.flat(), cells: row.cells })))
    else result.push(...rows.slice(from, Math.max(to, from + 1)).flatMap((row) => row.lines.map(plain)))
    from = Math.max(to, from + 1)
  }
  return result
}

const plain = (runs: Placed[]): DrawnLine => ({ runs, cells: null })

interface Row {
  /** As they were grouped. */
  lines: Placed[][]
  cells: Placed[][]
}

/** Joins lines that were drawn one after another at one height. */
function joinedRows(lines: readonly Placed[][]): Row[] {
  const rows: Placed[][][] = []
  for (const line of lines) {
    const before = rows.at(-1)?.at(-1)
    if (before && isBeside(before, line)) rows.at(-1)!.push(line)
    else rows.push([line])
  }
  return rows.map((row) => ({ lines: row, cells: cellsOf(row.flat().toSorted((a, b) => a.x - b.x)) }))
}

function isBeside(line: readonly Placed[], next: readonly Placed[]): boolean {
  const [one, other] = [line[0]!, next[0]!]
  if (Math.abs(one.angle - other.angle) > 0.05) return false
  if (Math.abs(one.across - other.across) > Math.max(one.size, other.size) * 0.5) return false
  const [a, b] = [extentOf(line), extentOf(next)]
  return b.start >= a.end || b.end <= a.start
}

/** Whether two cells of the rows start, or end, in the same place, and the rows are close. */
function isAligned(upper: Row, lower: Row): boolean {
  const { size, across } = upper.cells[0]![0]!
  const step = across - lower.cells[0]![0]!.across
  if (step < size * 0.5 || step > size * 3) return false
  const [above, below] = [upper.cells.map(extentOf), lower.cells.map(extentOf)]
  const same = below.filter((cell) =>
    above.some(
      (other) =>
        Math.abs(other.start - cell.start) < size * 0.5 || Math.abs(other.end - cell.end) < size * 0.5,
    ),
  )
  return same.length >= 2
}
