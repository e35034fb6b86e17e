import { countWords } from '../../../platform/language/countWords.ts'
import { eachSentence, type Span } from '../../../platform/language/sentences.ts'
import { type DocumentText, type Section, sectionsOf } from './documentText.ts'
import { type LayoutBlock, type Locator, layoutOf, locatorOf } from './layout.ts'

export interface Passage {
  ordinal: number
  page: number | null
  heading: string
  /** The position of `text` in the extracted text. */
  start: number
  end: number
  text: string
  locator: Locator | null
  layout: LayoutBlock[]
}

/** The best size for answers relative to the words sent to the model, measured with 100 to 150. */
export const PASSAGE_WORDS = 150
/** One or two sentences are repeated at the beginning of the next passage, up to a quarter of it. */
const OVERLAP_SENTENCES = 2
const OVERLAP_WORDS = 40
const MAX_WORD_LENGTH = 12
/** A page that its author separated is kept whole up to this size. */
const MAX_PAGE_WORDS = 800

interface Sentence extends Span {
  words: number
}

/** Cuts a document into passages of whole sentences. None crosses a heading or a page. */
export function* cutPassages(document: DocumentText): Generator<Passage> {
  const blocksIn = createWindow(document)
  let ordinal = 0
  for (const section of joinPages(document)) {
    for (const span of cutSection(document, section)) {
      const text = document.text.slice(span.start, span.end)
      // Dots and lines alone can't be searched.
      if (!/[\p{L}\p{N}]/u.test(text)) continue
      const { page, heading } = section
      const layout = layoutOf(document.text, blocksIn(span), span)
      yield { ordinal, page, heading, ...span, text, locator: locatorOf(text, layout), layout }
      ordinal++
    }
  }
}

/** Returns a function that returns the blocks of a span. Spans are passed in the order of their starts. */
function createWindow({ blocks }: DocumentText) {
  let first = 0
  return (span: Span) => {
    while (first < blocks.length && blocks[first]!.end <= span.start) first++
    let end = first
    while (end < blocks.length && blocks[end]!.start < span.end) end++
    return blocks.slice(first, end)
  }
}

/** Joins the sections of each page if pages are passages. */
function joinPages(document: DocumentText): Section[] {
  if (!document.pageIsPassage) return sectionsOf(document)
  const pages: Section[] = []
  for (const section of sectionsOf(document)) {
    const last = pages.at(-1)
    if (last && last.page === section.page) last.end = section.end
    else pages.push({ ...section })
  }
  return pages
}

function* cutSection(document: DocumentText, section: Section): Generator<Span> {
  const text = document.text.slice(section.start, section.end)
  if (document.pageIsPassage && countWords(text) <= MAX_PAGE_WORDS) {
    yield { start: section.start, end: section.end }
    return
  }
  for (const span of cutSentences(measured(text))) {
    yield { start: section.start + lineStart(text, span.start), end: section.start + span.end }
  }
}

/** Sentences begin with a letter. A line of code begins with its indentation. */
function lineStart(text: string, start: number): number {
  let from = start
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--
  return from === 0 || text[from - 1] === '\n' ? from : start
}

function* cutSentences(list: Iterable<Sentence>): Generator<Span> {
  let held: Sentence[] = []
  let words = 0
  for (const next of list) {
    if (held.length > 0 && words + next.words > PASSAGE_WORDS) {
      yield { start: held[0]!.start, end: held.at(-1)!.end }
      held = saidAgain(held, PASSAGE_WORDS - next.words)
      words = held.reduce((sum, sentence) => sum + sentence.words, 0)
    }
    held.push(next)
    words += next.words
  }
  if (held.length > 0) yield { start: held[0]!.start, end: held.at(-1)!.end }
}

/** Returns the last sentences of a passage that fit in the next one, but never all of them. */
function saidAgain(held: Sentence[], room: number): Sentence[] {
  let words = Math.min(room, OVERLAP_WORDS)
  const again: Sentence[] = []
  for (const sentence of held.slice(1).reverse()) {
    words -= sentence.words
    if (words < 0 || again.length === OVERLAP_SENTENCES) break
    again.unshift(sentence)
  }
  return again
}

/** Encoded data has hardly any words. It counts by its length to keep passages limited. */
function sizeOf(text: string): number {
  return Math.max(countWords(text), Math.ceil(text.length / MAX_WORD_LENGTH))
}

function* measured(text: string): Generator<Sentence> {
  for (const span of eachSentence(text)) {
    const words = sizeOf(text.slice(span.start, span.end))
    if (words <= PASSAGE_WORDS) yield { ...span, words }
    else yield* cutLongSentence(text, span)
  }
}

/** Cuts code, tables, and text without punctuation between words, and inside a word only if it is endless. */
function* cutLongSentence(text: string, { start, end }: Span): Generator<Sentence> {
  const MAX_PIECE = 900
  let from = start
  while (from < end) {
    let to = Math.min(end, from + MAX_PIECE)
    if (to < end) {
      const space = text.slice(from, to).search(/\s\S*$/)
      if (space > 0) to = from + space
      else if (/[\ud800-\udbff]/.test(text[to - 1]!)) to--
    }
    const words = sizeOf(text.slice(from, to))
    const cut = words > PASSAGE_WORDS ? shorten(text, from, to, words) : to
    yield { start: from, end: cut, words: Math.min(words, PASSAGE_WORDS) }
    from = cut
    while (from < end && /\s/.test(text[from]!)) from++
  }
}

/** Returns the beginning of a piece with many short words, cut in proportion. */
function shorten(text: string, from: number, to: number, words: number): number {
  const target = from + Math.floor(((to - from) * PASSAGE_WORDS) / words)
  const space = text.slice(from, target).search(/\s\S*$/)
  return space > 0 ? from + space : target
}
