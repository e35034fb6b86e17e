import type { CitedDocument, Piece } from '../data/api.ts'

/** Returns neighboring parts of a document as one. */
export function joined(parts: readonly CitedDocument[]): CitedDocument {
  const first = parts[0]!
  const last = parts.at(-1)!
  return {
    ...first,
    pieces: parts.reduce<Piece[]>((pieces, part) => joinedPieces(pieces, part.pieces), []),
    moreAfter: last.moreAfter,
    last: last.last,
  }
}

/** A piece that goes on in the next part is one again, so that a table has one header. */
function joinedPieces(before: readonly Piece[], after: readonly Piece[]): Piece[] {
  const last = before.at(-1)
  const next = after[0]
  const goesOn =
    last && next && last.heading === next.heading && last.page === next.page && last.sheet === next.sheet
  if (!goesOn) return [...before, ...after]
  const by = last.text.length + 1
  const moved = <T extends { start: number; end: number }>(span: T): T => ({
    ...span,
    start: span.start + by,
    end: span.end + by,
  })
  const piece: Piece = {
    ...last,
    text: `${last.text}\n${next.text}`,
    marks: [...last.marks, ...next.marks.map(moved)],
    blocks: [
      ...last.blocks,
      ...next.blocks.map(({ cells, ...block }) => ({
        ...moved(block),
        ...(cells && { cells: cells.map(moved) }),
      })),
    ],
  }
  return [...before.slice(0, -1), piece, ...after.slice(1)]
}

/** Returns the first and last row of a range such as "B2:F14". */
export function rowsIn(range: string | undefined): [number, number] | null {
  const [, from, , to] = /^[A-Z]+(\d+)(:[A-Z]+(\d+))?$/.exec(range ?? '') ?? []
  return from === undefined ? null : [Number(from), Number(to ?? from)]
}
