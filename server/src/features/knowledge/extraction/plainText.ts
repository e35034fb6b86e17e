import { joinLines } from '../../../platform/language/scripts.ts'
import { createDocumentBuilder, type DocumentBuilder, type DocumentText } from '../passages/documentText.ts'
import { textWithoutContents } from './contents.ts'

/** A row whose title leads to a number. */
const ledRow = / … \S{1,12}$/
const listItem = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/
/** A line at least this long was wrapped at the writer's margin and continues on the next line. */
const WRAPPED_LINE = 50
/** The narrowest margin. Text with only shorter lines is rows, an address, or verse. */
const NARROWEST = 30
const VERSES = 3
const beginsLarge = /^[^\p{L}\p{N}]*\p{Lu}/u
const beginsSmall = /^\p{Ll}/u

export function extractPlainText(text: string): DocumentText {
  return extractPages(text, addParagraphs)
}

/** Splits a text at its form feeds. If it has any, each page becomes a passage unchanged. */
export function extractPages(
  text: string,
  addPage: (builder: DocumentBuilder, page: string) => void,
): DocumentText {
  const builder = createDocumentBuilder()
  const pages = textWithoutContents(text.replace(/\r\n?/g, '\n')).split('\f')
  const paged = pages.length > 1
  pages.forEach((page, at) => {
    if (paged) builder.page(at + 1)
    addPage(builder, page)
  })
  return { ...builder.finish(), pages: paged ? pages.length : null, pageIsPassage: paged }
}

export function addParagraphs(builder: DocumentBuilder, page: string): void {
  for (const paragraph of page.split(/\n[^\S\n]*\n\s*/))
    builder.block('paragraph', joinWrappedLines(paragraph))
}

/** Joins lines that were wrapped at a margin. List items, verse, and rows keep their lines. */
function joinWrappedLines(paragraph: string): string {
  const lines = paragraph.split('\n').map((line) => oneSpace(line).trimEnd())
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const least = looksLikeVerse(lines, longest) ? Infinity : isNarrow(lines, longest) ? 0 : WRAPPED_LINE
  let joined = ''
  let previous = ''
  for (const line of lines) {
    const goesOn = previous.length >= least && !listItem.test(line) && !ledRow.test(previous)
    joined =
      joined === '' ? line : goesOn ? joinLines(joined, line.trimStart()) : `${joined}\n${line.trimStart()}`
    previous = line
  }
  return joined
}

/** Returns whether the next line's first word would have fit, so the line break is intentional. */
function wouldFit(line: string, next: string, longest: number): boolean {
  return line.length + 1 + (/^\S+/.exec(next.trimStart())?.[0].length ?? 0) <= longest
}

const endedOnPurpose = (lines: readonly string[], longest: number) =>
  lines.filter((line, at) => at + 1 < lines.length && wouldFit(line, lines[at + 1]!, longest)).length

/** Every line starts with a capital letter although not all were full. In prose, that is rare. */
function looksLikeVerse(lines: readonly string[], longest: number): boolean {
  if (lines.length < VERSES || !lines.every((line) => beginsLarge.test(line))) return false
  return endedOnPurpose(lines, longest) > 0
}

/**
 * Detects prose at a narrow margin: no line has room for the next word, and at least one starts within a
 * sentence.
 */
function isNarrow(lines: readonly string[], longest: number): boolean {
  const prose = lines.filter((line) => !listItem.test(line))
  if (prose.length !== lines.length || longest < NARROWEST || longest >= WRAPPED_LINE) return false
  return lines.slice(1).some((line) => beginsSmall.test(line)) && endedOnPurpose(lines, longest) === 0
}

/** Most lines have only single spaces. Replacing each one would use too much memory for a long text. */
function oneSpace(line: string): string {
  return /[^\S\n ]| {2}/.test(line) ? line.replace(/[^\S\n]+/g, ' ') : line
}
