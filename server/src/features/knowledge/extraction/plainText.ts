import { createDocumentBuilder, type DocumentBuilder, type DocumentText } from '../passages/documentText.ts'

const listItem = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/
/** A line at least this long was broken by its writer's margin and goes on in the next one. */
const WRAPPED_LINE = 50
/** The narrowest margin: what is shorter throughout is a row, an address or a verse. */
const NARROWEST = 30
const VERSES = 3
const beginsLarge = /^[^\p{L}\p{N}]*\p{Lu}/u
const beginsSmall = /^\p{Ll}/u

export function extractPlainText(text: string): DocumentText {
  return extractPages(text, (builder, page) => addParagraphs(builder, page))
}

/** Cuts a text at its form feeds. With one, every page is a passage as it stands. */
export function extractPages(
  text: string,
  addPage: (builder: DocumentBuilder, page: string) => void,
): DocumentText {
  const builder = createDocumentBuilder()
  const pages = text.replace(/\r\n?/g, '\n').split('\f')
  const paged = pages.length > 1
  pages.forEach((page, at) => {
    if (paged) builder.page(at + 1)
    addPage(builder, page)
  })
  return { ...builder.finish(), pages: paged ? pages.length : null, pageIsPassage: paged }
}

function addParagraphs(builder: DocumentBuilder, page: string): void {
  for (const paragraph of page.split(/\n[^\S\n]*\n\s*/)) builder.block(joinWrappedLines(paragraph))
}

/** One line for what was wrapped at a margin; list items, verse and rows keep their lines. */
function joinWrappedLines(paragraph: string): string {
  const lines = paragraph.split('\n').map((line) => oneSpace(line).trimEnd())
  const longest = Math.max(...lines.map((line) => line.length))
  const least = looksLikeVerse(lines, longest) ? Infinity : isNarrow(lines, longest) ? 0 : WRAPPED_LINE
  let joined = ''
  let previous = ''
  for (const line of lines) {
    const goesOn = previous.length >= least && !listItem.test(line)
    joined += joined === '' ? line : (goesOn ? ' ' : '\n') + line.trimStart()
    previous = line
  }
  return joined
}

/** Would the next line's first word have fitted behind a line, so that it was ended on purpose? */
function wouldFit(line: string, next: string, longest: number): boolean {
  return line.length + 1 + (/^\S+/.exec(next.trimStart())?.[0].length ?? 0) <= longest
}

const endedOnPurpose = (lines: readonly string[], longest: number) =>
  lines.filter((line, at) => at + 1 < lines.length && wouldFit(line, lines[at + 1]!, longest)).length

/** Every line begins with a capital, though not all were full: prose has both only by chance. */
function looksLikeVerse(lines: readonly string[], longest: number): boolean {
  if (lines.length < VERSES || !lines.every((line) => beginsLarge.test(line))) return false
  return endedOnPurpose(lines, longest) > 0
}

/** Prose at a narrow margin: no line has room for the next word, and one at least begins within a sentence. */
function isNarrow(lines: readonly string[], longest: number): boolean {
  const prose = lines.filter((line) => !listItem.test(line))
  if (prose.length !== lines.length || longest < NARROWEST || longest >= WRAPPED_LINE) return false
  return lines.slice(1).some((line) => beginsSmall.test(line)) && endedOnPurpose(lines, longest) === 0
}

/** Most lines have single spaces only; replacing each by itself would cost a long text its memory. */
function oneSpace(line: string): string {
  return /[^\S\n ]| {2}/.test(line) ? line.replace(/[^\S\n]+/g, ' ') : line
}
