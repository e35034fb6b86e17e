interface Piece {
  text: string
  /** It is not on the other side. */
  marked: boolean
}

/** A line of a difference, with its numbers on both sides; null where a side does not have it. */
export interface Line {
  kind: 'same' | 'removed' | 'added'
  before: number | null
  after: number | null
  pieces: Piece[]
}

/** A value as lines: a text by its own, a list by its items, anything else as JSON; no value has none. */
export function linesOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return value.split(/\r\n|\r|\n/)
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object'))
    return value.map(String)
  return JSON.stringify(value, null, 2).split('\n')
}

/** More would take seconds: then one side stands after the other. */
const MOST_CELLS = 1_000_000

type Step = ['same' | 'removed' | 'added', string]

/** What has to be taken away from one list and put into it to make it the other: the fewest such steps. */
function steps(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > MOST_CELLS)
    return [...before.map((text): Step => ['removed', text]), ...after.map((text): Step => ['added', text])]
  const width = after.length + 1
  // How much two rests have in common, from their ends on.
  const common = new Uint32Array((before.length + 1) * width)
  for (let left = before.length - 1; left >= 0; left--)
    for (let right = after.length - 1; right >= 0; right--)
      common[left * width + right] =
        before[left] === after[right]
          ? common[(left + 1) * width + right + 1]! + 1
          : Math.max(common[(left + 1) * width + right]!, common[left * width + right + 1]!)
  const found: Step[] = []
  let left = 0
  let right = 0
  while (left < before.length || right < after.length) {
    if (left < before.length && right < after.length && before[left] === after[right]) {
      found.push(['same', before[left]!])
      left++
      right++
    } else if (
      right === after.length ||
      (left < before.length && common[(left + 1) * width + right]! >= common[left * width + right + 1]!)
    )
      found.push(['removed', before[left++]!])
    else found.push(['added', after[right++]!])
  }
  return found
}

/** The lines of both sides in one order; of a line that was replaced, the words that differ are marked. */
export function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  const lines: Line[] = []
  let left = 0
  let right = 0
  for (const [kind, text] of steps(before, after)) {
    if (kind !== 'added') left++
    if (kind !== 'removed') right++
    lines.push({
      kind,
      before: kind === 'added' ? null : left,
      after: kind === 'removed' ? null : right,
      pieces: [{ text, marked: false }],
    })
  }
  return markWords(lines)
}

function markWords(lines: Line[]): Line[] {
  for (let at = 0; at < lines.length; ) {
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed.length, 'added')
    for (const [index, line] of removed.entries()) {
      const other = added[index]
      if (!other) break
      const words = steps(wordsOf(line), wordsOf(other))
      // Two lines that share next to nothing are two lines.
      const shared = words.filter(([kind, text]) => kind === 'same' && text.trim() !== '').length
      if (shared === 0) continue
      line.pieces = piecesOf(words, 'removed')
      other.pieces = piecesOf(words, 'added')
    }
    at += Math.max(1, removed.length + added.length)
  }
  return lines
}

function run(lines: readonly Line[], from: number, kind: Line['kind']): Line[] {
  const end = lines.findIndex((line, index) => index >= from && line.kind !== kind)
  return lines.slice(from, end < 0 ? lines.length : end)
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

/** Lines with those left out that are far from any difference; a number stands for so many. */
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
  // In the place of one line it can stand itself.
  return shown.flatMap((one, index) => {
    if (one !== 1) return [one]
    const number = shown
      .slice(0, index)
      .reduce((sum: number, it) => sum + (typeof it === 'number' ? it : 1), 0)
    return [lines[number]!]
  })
}

/** Both sides beside each other: what was replaced stands in one row. */
export function inRows(lines: readonly (Line | number)[]): ([Line | null, Line | null] | number)[] {
  const rows: ([Line | null, Line | null] | number)[] = []
  for (const line of lines) {
    if (typeof line === 'number') rows.push(line)
    else if (line.kind === 'same') rows.push([line, line])
    else if (line.kind === 'removed') rows.push([line, null])
    else {
      const open = rows.find(
        (row, at) =>
          typeof row !== 'number' &&
          row[0]?.kind === 'removed' &&
          row[1] === null &&
          rows.slice(at).every((later) => typeof later !== 'number' && later[0]?.kind === 'removed'),
      )
      if (open && typeof open !== 'number') open[1] = line
      else rows.push([null, line])
    }
  }
  return rows
}
