import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Redactor } from './redactor.ts'

/** Texts are redacted in pieces of about this length, with pauses: everything else in this process waits meanwhile. */
const PIECE_CHARACTERS = 32_000
const PAUSE_AFTER_MS = 8

/** Returns a function that changes texts of any length piece by piece, and lets others get their turn between them. */
export function inPieces(change: (piece: string) => string): (text: string) => Promise<string> {
  let since = performance.now()
  return async (text) => {
    let changed = ''
    for (const piece of piecesOf(text)) {
      if (performance.now() - since > PAUSE_AFTER_MS) {
        await nextTurn()
        since = performance.now()
      }
      changed += change(piece)
    }
    return changed
  }
}

/** Returns a function that redacts long texts, with placeholders that aren’t numbered. */
export const redactingInPieces = (redactor: Redactor): ((text: string) => Promise<string>) =>
  inPieces((piece) => redactor.redact(piece).text)

/** Splits a text at ends of lines. What is personal data rarely depends on text so far away. */
function* piecesOf(text: string): Generator<string> {
  let from = 0
  while (text.length - from > 2 * PIECE_CHARACTERS) {
    const line = text.indexOf('\n', from + PIECE_CHARACTERS)
    // A line without an end is one piece: splitting it could split an item.
    if (line < 0) break
    yield text.slice(from, line + 1)
    from = line + 1
  }
  yield text.slice(from)
}
