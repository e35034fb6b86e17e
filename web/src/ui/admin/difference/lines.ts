import { diffArrays } from 'diff'

interface Piece {
  text: string
  /** Whether the text is missing on the other side. */
  marked: boolean
}

/** A line of a difference, with its line number on each side, or null if the side doesn't have it. */
export interface Line {
  kind: 'same' | 'removed' | 'added'
  before: number | null
  after: number | null
  pieces: Piece[]
}

/**
 * Splits a value into lines: text by its own lines, a list by its items, anything else as JSON. No value has no
 * lines.
 */
export function linesOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return value.split(/\r\n|\r|\n/)
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object'))
    return value.map(String)
  return JSON.stringify(value, null, 2).split('\n')
}

/** A comparison that takes longer is given up, so that the page keeps responding. */
const COMPARE_MS = 500

type Step = [Line['kind'], string]

/** The fewest removals and additions that turn one list into the other, or null if they aren’t found in time. */
function steps(before: string[], after: string[], deadline: number): Step[] | null {
  const timeout = deadline - Date.now()
  const changes = timeout > 0 ? diffArrays(before, after, { timeout }) : undefined
  if (!changes) return null
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): Step => [added ? 'added' : removed ? 'removed' : 'same', text]),
  )
}

export interface Compared {
  lines: Line[]
  /** The comparison was given up: all lines of the one side come before all lines of the other. */
  tooDifferent: boolean
}

/** The lines of both sides in one order. In replaced lines, the words that differ are marked. */
export function diffLines(before: string[], after: string[]): Compared {
  const deadline = Date.now() + COMPARE_MS
  const found = steps(before, after, deadline)
  if (!found) {
    const one = before.map((text): Step => ['removed', text])
    return { lines: numbered([...one, ...after.map((text): Step => ['added', text])]), tooDifferent: true }
  }
  return { lines: markWords(numbered(found), deadline), tooDifferent: false }
}

function numbered(found: readonly Step[]): Line[] {
  let left = 0
  let right = 0
  return found.map(([kind, text]) => {
    if (kind !== 'added') left++
    if (kind !== 'removed') right++
    return {
      kind,
      before: kind === 'added' ? null : left,
      after: kind === 'removed' ? null : right,
      pieces: [{ text, marked: false }],
    }
  })
}

function markWords(lines: Line[], deadline: number): Line[] {
  for (let at = 0; at < lines.length; ) {
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed.length, 'added')
    for (const [index, line] of removed.entries()) {
      const other = added[index]
      if (!other) break
      const words = steps(wordsOf(line), wordsOf(other), deadline)
      // Two lines with next to nothing in common are shown as separate lines.
      if (!words?.some(([kind, text]) => kind === 'same' && text.trim() !== '')) continue
      line.pieces = piecesOf(words, 'removed')
      other.pieces = piecesOf(words, 'added')
    }
    at += Math.max(1, removed.length + added.length)
  }
  return lines
}

/** The lines of one kind that follow each other from there on. */
function run(lines: readonly (Line | number)[], from: number, kind: Line['kind']): Line[] {
  const found: Line[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (typeof line === 'number' || line.kind !== kind) break
    found.push(line)
  }
  return found
}

const wordsOf = (line: Line): string[] => line.pieces[0]?.text.match(/\s+|[\p{L}\p{N}_]+|./gu) ?? []

function piecesOf(words: readonly Step[], side: 'removed' | 'added'): Piece[] {
  const pieces: Piece[] = []
  for (const [kind, text] of words) {
    if (kind !== 'same' && kind !== side) continue
    const marked = kind === side
    const last = pieces.at(-1)
    if (last?.marked === marked) last.text += text
    else pieces.push({ text, marked })
  }
  return pieces
}

const CONTEXT = 2

/** Replaces lines far from any difference with their number. */
export function withoutFarLines(lines: readonly Line[]): (Line | number)[] {
  const near = new Set<number>()
  lines.forEach((line, at) => {
    if (line.kind === 'same') return
    for (let one = at - CONTEXT; one <= at + CONTEXT; one++) near.add(one)
  })
  const shown: (Line | number)[] = []
  lines.forEach((line, at) => {
    const last = shown.at(-1)
    if (near.has(at)) shown.push(line)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  })
  // A single line takes no more room than its replacement.
  return shown.flatMap((one, index) => {
    if (one !== 1) return [one]
    const number = shown
      .slice(0, index)
      .reduce((sum: number, it) => sum + (typeof it === 'number' ? it : 1), 0)
    return [lines[number]!]
  })
}

/** Pairs both sides for a side-by-side view. Replaced lines share a row. */
export function inRows(lines: readonly (Line | number)[]): ([Line | null, Line | null] | number)[] {
  const rows: ([Line | null, Line | null] | number)[] = []
  for (let at = 0; at < lines.length; ) {
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed.length, 'added')
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      rows.push([removed[index] ?? null, added[index] ?? null])
    at += removed.length + added.length
    const line = lines[at]
    if (line === undefined) break
    if (typeof line === 'number') rows.push(line)
    else if (line.kind === 'same') rows.push([line, line])
    else continue
    at++
  }
  return rows
}
