import type {
  CitedDocument as CitedDocumentContract,
  DocumentMatch as DocumentMatchContract,
} from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { LayoutBlock } from '../passages/layout.ts'
import type { DocumentPassage, FoundText } from './store.ts'

export type CitedDocument = z.output<typeof CitedDocumentContract>
export type DocumentMatch = z.output<typeof DocumentMatchContract>
type Piece = CitedDocument['pieces'][number]

/**
 * Returns a part of a file as text, with overlaps merged and the quote of the cited passage marked, if it is in this
 * part.
 */
export function citedDocument(
  passages: readonly DocumentPassage[],
  passageId: string,
  quote: string,
): CitedDocument | null {
  const first = passages[0]
  const last = passages.at(-1)
  if (!first || !last) return null
  const pieces: Piece[] = []
  let before: DocumentPassage | null = null
  for (const passage of passages) {
    const goesOn = before !== null && isSamePiece(before, passage)
    if (!goesOn) pieces.push(emptyPiece(passage))
    const piece = pieces.at(-1)!
    const at = append(piece, goesOn ? before : null, passage)
    if (passage.passageId === passageId) piece.marks = [markOf(passage, quote, at)]
    before = passage
  }
  const isOpen = first.readersSee === 'File'
  return {
    title: first.fileName,
    gone: false,
    mimeType: first.mimeType,
    pages: first.pages,
    pieces,
    moreBefore: first.ordinal > 0,
    moreAfter: last.ordinal + 1 < first.filePassages,
    first: first.ordinal,
    last: last.ordinal,
    isOpen,
  }
}

const isSamePiece = (one: DocumentPassage, other: DocumentPassage) =>
  one.heading === other.heading && one.page === other.page && one.locator?.sheet === other.locator?.sheet

const emptyPiece = ({ heading, page, locator }: DocumentPassage): Piece => ({
  heading,
  page,
  ...(locator?.sheet !== undefined && { sheet: locator.sheet }),
  ...(locator?.slide !== undefined && { slide: locator.slide }),
  text: '',
  blocks: [],
  marks: [],
})

/** Returns a part without the passage that it begins with, which is only there for what the next one repeats. */
export function withoutFirst(document: CitedDocument, passage: DocumentPassage): CitedDocument | null {
  const [piece, ...others] = document.pieces
  if (!piece) return null
  const rest = cutPiece(piece, passage.text.length, piece.text.length)
  const pieces = rest ? [rest, ...others] : others
  return pieces.length === 0 ? null : { ...document, pieces, first: passage.ordinal + 1, moreBefore: true }
}

/** Returns a part without the end of its last passage that the next passage repeats. */
export function withoutRepeated(
  document: CitedDocument,
  last: DocumentPassage,
  next: DocumentPassage,
): CitedDocument {
  const piece = document.pieces.at(-1)
  const repeated = isSamePiece(last, next) ? last.end - next.start : 0
  if (!piece || repeated <= 0) return document
  const rest = cutPiece(piece, 0, piece.text.length - repeated)
  return { ...document, pieces: [...document.pieces.slice(0, -1), ...(rest ? [rest] : [])] }
}

function cutPiece(piece: Piece, from: number, to: number): Piece | null {
  const start = to - piece.text.slice(from, to).trimStart().length
  const end = start + piece.text.slice(start, to).trimEnd().length
  if (end <= start) return null
  const moved = <T extends { start: number; end: number }>(span: T): T => ({
    ...span,
    start: Math.max(span.start, start) - start,
    end: Math.min(span.end, end) - start,
  })
  const isIn = (span: { start: number; end: number }) => span.end > start && span.start < end
  return {
    ...piece,
    text: piece.text.slice(start, end),
    marks: piece.marks.filter(isIn).map(moved),
    blocks: piece.blocks.filter(isIn).map(({ cells, ...block }) => ({
      ...moved(block),
      ...(cells && block.start >= start && block.end <= end && { cells: cells.map(moved) }),
    })),
  }
}

/** Appends the new part of a passage, and returns where the passage starts in the piece. */
function append(piece: Piece, before: DocumentPassage | null, passage: DocumentPassage): number {
  const blocks = passage.layout ?? paragraphsIn(passage.text)
  const gap = before ? passage.start - before.end : 0
  const isContinued = before !== null && (blocks[0]?.continues || (passage.layout === null && gap <= 1))
  // Restores the white space between passages: one character within a block or between rows, more between others.
  if (before && gap > 0) piece.text += gap > 1 ? '\n\n' : isContinued ? ' ' : '\n'
  const at = piece.text.length + Math.min(gap, 0)
  piece.text += passage.text.slice(Math.max(0, -gap))
  for (const [index, block] of blocks.entries()) addBlock(piece, block, at, index === 0 && isContinued)
  return at
}

/** Adds a block unless it was repeated. The beginning of one that goes on is in the passage before. */
function addBlock(piece: Piece, block: LayoutBlock, at: number, isContinued: boolean): void {
  const last = piece.blocks.at(-1)
  const [start, end] = [block.start + at, block.end + at]
  if (last && end <= last.end) return
  if (last && (isContinued || start < last.end)) {
    last.end = end
    delete last.cells
    return
  }
  const { row, line, timeMs } = block.place ?? {}
  piece.blocks.push({
    kind: block.kind,
    start,
    end,
    ...(row !== undefined && { row }),
    ...(line !== undefined && { line }),
    ...(timeMs !== undefined && { timeMs }),
    ...(block.cells && {
      cells: block.cells.map((cell) => ({ ...cell, start: cell.start + at, end: cell.end + at })),
    }),
  })
}

/** The paragraphs of a passage that has no other blocks, between empty lines. */
function paragraphsIn(text: string): LayoutBlock[] {
  const blocks: LayoutBlock[] = []
  let at = 0
  let goesOn = false
  for (const line of text.split('\n')) {
    const end = at + line.length
    const isEmpty = line.trim() === ''
    if (!isEmpty && goesOn) blocks.at(-1)!.end = end
    else if (!isEmpty) blocks.push({ kind: 'paragraph', start: at, end })
    goesOn = !isEmpty
    at = end + 1
  }
  return blocks
}

const BEFORE_MATCH = 60
const AFTER_MATCH = 120

/** Returns the first place in a passage where a text occurs, or null if it is only in other case forms. */
export function matchIn(found: FoundText, search: string): DocumentMatch | null {
  const at = found.text.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return null
  const from = Math.max(0, at - BEFORE_MATCH)
  const to = Math.min(found.text.length, at + search.length + AFTER_MATCH)
  const [start, end] = [from === 0 ? '' : '…', to === found.text.length ? '' : '…']
  const mark = { start: start.length + at - from, end: start.length + at - from + search.length }
  const excerpt = `${start}${found.text.slice(from, to)}${end}`
  return { at: found.ordinal, page: found.page, locator: found.locator, excerpt, mark }
}

/**
 * Returns the position of the quote. One that isn't literal is the result of a query over the table that begins in the
 * passage, and the row with which it begins is marked. Without a table, it is the whole passage.
 */
function markOf(
  { text, layout }: DocumentPassage,
  quote: string,
  at: number,
): { start: number; end: number } {
  // The last character of a long quote marks it as cut.
  const found = findLoosely(text, quote.replace(/…$/, '').trim())
  const row = layout?.find(({ kind }) => kind === 'table')
  const { start, end } = found ?? row ?? { start: 0, end: text.length }
  return { start: at + start, end: at + end }
}

function findLoosely(text: string, quote: string): { start: number; end: number } | null {
  if (quote === '') return null
  const start = text.indexOf(quote)
  if (start >= 0) return { start, end: start + quote.length }
  // Line breaks and runs of spaces can differ.
  const words = quote.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  const loose = new RegExp(words.join('\\s+')).exec(text)
  return loose ? { start: loose.index, end: loose.index + loose[0].length } : null
}
