import { diffLines, inRows, type Line, linesOf } from './lines.ts'

type Pieces = Line['pieces']

export interface Sides {
  /** The lines of each side, with what the other doesn’t have marked. */
  left: Pieces[]
  right: Pieces[]
  /** The comparison was given up, so everything is marked. */
  tooDifferent: boolean
}

/** Compares two texts, each of which is shown as a whole. */
export function sidesOf(before: string, after: string): Sides {
  const { lines, tooDifferent } = diffLines(linesOf(before), linesOf(after))
  const left: Pieces[] = []
  const right: Pieces[] = []
  for (const row of inRows(lines)) {
    if (typeof row === 'number') continue
    const [one, other] = row
    const isSame = one?.kind === 'same'
    // Two lines with nothing in common, or a line that the other side doesn’t have, have no marked words.
    const areApart = !isSame && !marksAny(one) && !marksAny(other)
    if (one) left.push(areApart ? marked(one) : one.pieces)
    if (other) right.push(areApart ? marked(other) : other.pieces)
  }
  return { left, right, tooDifferent }
}

const marksAny = (line: Line | null): boolean => line?.pieces.some((piece) => piece.marked) ?? false
const marked = ({ pieces }: Line): Pieces => pieces.map(({ text }) => ({ text, marked: true }))
