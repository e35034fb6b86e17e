import type { StreamedCitation } from '@parlance/contract/events'
import { citationOf } from '../citationOf.ts'
import { chooseQuotes, type Quote, type SourcePassage, type WeightedTerm } from './chooseQuotes.ts'
import { type Confidence, isClear, isCovered } from './confidence.ts'
import { phrasesFor } from './phrases.ts'
import { quoteMarkdown } from './quoteMarkdown.ts'

/** The findings for a question, in the form that the knowledge feature returns. */
export interface Findings {
  terms: readonly WeightedTerm[]
  passages: readonly SourcePassage[]
  /** The number of passages that were searched. */
  searched: number
  /** How much of the question the best passage covers. */
  coverage: number
  /** Coverage is a share of the question's words: in such a small library, weights are not meaningful. */
  tiny: boolean
}

export interface ExtractedAnswer {
  /** The answer's text in the pieces in which it is streamed. */
  pieces: string[]
  citations: StreamedCitation[]
  /** How well the answer matches the question. */
  outcome: Confidence | 'NoDocuments' | 'NoLibraries'
}

const PIECE_LENGTH = 24

/** Who asks, and where the passages are from, if not from files. */
export interface Setting {
  /** A visitor of a public page can't add documents. */
  isVisitor?: boolean
  /** How many citations are in front of these. */
  numberedAfter?: number
  /** For pages of the web: returns the citation of a quote from one. */
  citeWeb?: (quote: Quote, citationId: string) => StreamedCitation
}

/**
 * Answers by quoting, without a language model. `findings` is null if there was nothing to search. The same
 * question and passages always give the same answer.
 */
export function answerByExtraction(
  question: string,
  findings: Findings | null,
  { isVisitor = false, numberedAfter = 0, citeWeb }: Setting = {},
): ExtractedAnswer {
  const ofFiles = phrasesFor(question, isVisitor)
  const phrases = citeWeb ? { ...ofFiles, ...ofFiles.web } : ofFiles
  if (!findings) return said(phrases.noLibraries, 'NoLibraries')
  if (findings.searched === 0) return said(phrases.noDocuments, 'NoDocuments')
  const quotes = isCovered(findings) ? chooseQuotes(question, findings.passages, findings.terms) : []
  const [best] = quotes
  if (!best) return said(phrases.nothing, 'Nothing')
  const clear = isClear(question, findings, best)
  const parts = [clear ? phrases.extracts : phrases.closest, quoteMarkdown(best.text, numberedAfter + 1)]
  // The best quote is shown; the others are offered as numbers that open them.
  const others = quotes.slice(1).map((_, at) => `[${numberedAfter + at + 2}]`)
  if (others.length > 0) parts.push(`${phrases.others} ${others.join(' ')}`)
  return {
    pieces: inPieces(parts.join('\n\n')),
    citations: quotes.map((quote, at) => (citeWeb ?? toCitation)(quote, String(numberedAfter + at + 1))),
    outcome: clear ? 'Found' : 'Closest',
  }
}

function said(text: string, outcome: ExtractedAnswer['outcome']): ExtractedAnswer {
  return { pieces: inPieces(text), citations: [], outcome }
}

function toCitation({ passage, text, score }: Quote, citationId: string): StreamedCitation {
  return citationOf(passage, { citationId, quote: text, score })
}

/** A few words each, so that the text appears gradually. */
export function inPieces(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const word of text.match(/\s*\S+/g) ?? []) {
    piece += word
    if (piece.length < PIECE_LENGTH) continue
    pieces.push(piece)
    piece = ''
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}
