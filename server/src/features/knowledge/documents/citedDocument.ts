import type { CitedDocument as CitedDocumentContract } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { DocumentPassage } from './store.ts'

export type CitedDocument = z.output<typeof CitedDocumentContract>
type Piece = CitedDocument['pieces'][number]

/** Returns a file's text around one of its passages, with overlaps merged and the quote marked. */
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
    const goesOn = before !== null && before.heading === passage.heading && before.page === passage.page
    if (!goesOn) pieces.push({ heading: passage.heading, page: passage.page, text: '', marks: [] })
    const piece = pieces.at(-1)!
    const at = append(piece, goesOn ? before : null, passage)
    if (passage.passageId === passageId) piece.marks = [markOf(passage.text, quote, at)]
    before = passage
  }
  return {
    title: first.fileName,
    gone: false,
    mimeType: first.mimeType,
    pages: first.pages,
    pieces,
    moreBefore: first.ordinal > 0,
    moreAfter: last.ordinal + 1 < first.filePassages,
  }
}

/** Appends the new part of a passage, and returns where the passage starts in the piece. */
function append(piece: Piece, before: DocumentPassage | null, passage: DocumentPassage): number {
  if (!before) {
    piece.text = passage.text
    return 0
  }
  const gap = passage.start - before.end
  // Restores the white space between passages: one character within a paragraph, more between paragraphs.
  if (gap >= 0) piece.text += gap === 1 ? ' ' : gap > 1 ? '\n\n' : ''
  const at = piece.text.length + Math.min(gap, 0)
  piece.text += passage.text.slice(Math.max(0, -gap))
  return at
}

/** Returns the position of the quote, or the whole passage if the quote is not literal. */
function markOf(text: string, quote: string, at: number): { start: number; end: number } {
  // The last character of a long quote marks it as cut.
  const found = findLoosely(text, quote.replace(/…$/, '').trim())
  return found ? { start: at + found.start, end: at + found.end } : { start: at, end: at + text.length }
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
