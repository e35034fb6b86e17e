import type { CitedDocument as CitedDocumentContract } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { DocumentPassage } from './store.ts'

export type CitedDocument = z.output<typeof CitedDocumentContract>
type Piece = CitedDocument['pieces'][number]

/** A file's text around one of its passages, which overlap: what two of them say is said once. The quote is marked. */
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

/** Adds what of a passage is new, and answers where the passage begins in the piece. */
function append(piece: Piece, before: DocumentPassage | null, passage: DocumentPassage): number {
  if (!before) {
    piece.text = passage.text
    return 0
  }
  const gap = passage.start - before.end
  // Between two passages there was white space: one character in a paragraph, more between paragraphs.
  if (gap >= 0) piece.text += gap === 1 ? ' ' : gap > 1 ? '\n\n' : ''
  const at = piece.text.length + Math.min(gap, 0)
  piece.text += passage.text.slice(Math.max(0, -gap))
  return at
}

/** Where the quote stands; the whole passage where it is not in it word for word. */
function markOf(text: string, quote: string, at: number): { start: number; end: number } {
  // A long quote was cut, which its last character says.
  const found = findLoosely(text, quote.replace(/…$/, '').trim())
  return found ? { start: at + found.start, end: at + found.end } : { start: at, end: at + text.length }
}

function findLoosely(text: string, quote: string): { start: number; end: number } | null {
  if (quote === '') return null
  const start = text.indexOf(quote)
  if (start >= 0) return { start, end: start + quote.length }
  // Line ends and runs of spaces may have been written otherwise.
  const words = quote.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  const loose = new RegExp(words.join('\\s+')).exec(text)
  return loose ? { start: loose.index, end: loose.index + loose[0].length } : null
}
