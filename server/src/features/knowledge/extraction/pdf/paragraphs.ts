import { joinLines, unspaced } from '../../../../platform/language/scripts.ts'
import { eachSentence } from '../../../../platform/language/sentences.ts'
import type { ContentKind } from '../../passages/documentText.ts'
import type { Line } from './lines.ts'

const listItem = /^(?:[-*•–▪◦●○‣·]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/
/** "3.7" or "B.2" in front of a heading. */
const sectionNumber = /^((?:\p{Nd}{1,3}|[A-Z](?=\.\p{Nd}))(?:\.\p{Nd}{1,3})*)[.:]?(?:\s|$)/u
/** "Chapter 3" or "Appendix B" in front of a heading. */
const chapterNumber = /^\p{L}+\s(?:\p{Nd}{1,3}|[A-Z])(?:[.:]?\s|[.:]?$)/u
/** A label such as "CHAPTER" or "Part II" has at most this many words. */
const LABEL_WORDS = 2
/** A row whose title leads to a number, as `withoutLeaders` leaves it. */
const ledRow = / … \S{1,12}$/
const sentenceEnd = /[.!?…:;؟。！？]["'»”’)\]]*$/
/** Hyphens at a line end. A soft hyphen is never part of the word. */
const hyphenEnd = /(\p{L}+)[-\u00ad\u2010]$/u
const MAX_HEADING = 150
const HEADING_RATIO = 1.15
/** Heading levels, by how much larger they are than the text. */
const LEVELS = [1.7, 1.35]
const LISTED_LEVEL = LEVELS.length + 2
/** Levels of one size, told apart by section numbers. */
const SIZE = 10
/** Lines of one paragraph are no farther apart than this multiple of their size. */
const LEADING = 1.7
const MAX_COMPOUNDS = 20_000
/** A shorter line is more likely a caption or a row than one that continues elsewhere. */
const FULL_LINE = 20
/** Lines of one paragraph can be this share of its width shorter than others. */
const RAGGED = 0.4

interface Heading {
  kind: 'heading'
  level: number
  text: string
}

/** A heading, or a paragraph, list item, or row. */
export type Block = { kind: 'heading'; level: number; text: string } | { kind: ContentKind; text: string }

/** Converts the lines of pages to blocks. Remembers what it learns about the document between pages. */
export interface BlockReader {
  blocksOf(lines: readonly Line[]): Block[]
  /** Moves the rest of a page's last sentence from the beginning of the next page. */
  completeSentence(page: Block[], next: Block[]): void
}

/** `isListed` says whether a line is a title in the table of contents, which can be as small as the text. */
export function createBlockReader(bodySize: number, isListed: (text: string) => boolean): BlockReader {
  /** Words with a hyphen in the middle of a line. */
  const compounds = new Set<string>()

  function headingLevelOf(line: Line): number | null {
    const level = levelOf(line, bodySize)
    if (level !== null || line.isRow || sentenceEnd.test(line.text)) return level
    return isListed(line.text) ? LISTED_LEVEL : null
  }

  function learn(lines: readonly Line[]): void {
    for (const { text } of lines) {
      for (const word of text.match(/\p{L}+-\p{L}+/gu) ?? []) {
        if (compounds.size < MAX_COMPOUNDS) compounds.add(word.toLowerCase())
      }
    }
  }

  /** Joins two lines and restores a word that was hyphenated at the line end. */
  function join(text: string, next: string): string {
    const divided = hyphenEnd.exec(text)
    if (!divided || !/^\p{Ll}/u.test(next)) return joinLines(text, next)
    const rest = /^\p{L}+/u.exec(next)![0]
    const isCompound = !text.endsWith('\u00ad') && compounds.has(`${divided[1]}-${rest}`.toLowerCase())
    return (isCompound ? text : text.slice(0, -1)) + next
  }

  /** The number of parts of the last section number of each size. */
  const lastParts: number[] = []

  /** Among headings of one size, section numbers tell which is below which. */
  function depthOf(level: number, text: string): number {
    const number = sectionNumber.exec(text)
    if (number) lastParts[level] = number[1]!.split('.').length
    else if (chapterNumber.test(text)) lastParts[level] = 1
    return level * SIZE + Math.min(SIZE - 1, lastParts[level] ?? 1)
  }

  function readBlock(lines: readonly Line[], from: number): { block: Block; end: number } {
    const first = lines[from]!
    const level = headingLevelOf(first)
    let end = from + 1
    let text = first.text
    for (; end < lines.length; end++) {
      const next = lines[end]!
      if (headingLevelOf(next) !== level) break
      const goesOn = level === null ? goesOnIn(lines, end) : isClose(lines[end - 1]!, next)
      const isOwn =
        level !== null && (text.length + next.text.length > MAX_HEADING || sectionNumber.test(next.text))
      if (!goesOn || isOwn) break
      text = join(text, next.text)
    }
    const block: Block =
      level === null
        ? { kind: kindOf(lines, from, end), text }
        : { kind: 'heading', level: depthOf(level, text), text }
    return { block, end }
  }

  return {
    blocksOf(lines) {
      learn(lines)
      const blocks: Block[] = []
      for (let from = 0; from < lines.length; ) {
        const { block, end } = readBlock(lines, from)
        const before = blocks.at(-1)
        if (block.kind === 'heading' && before && isLabelOf(before, block, blocks.length === 1)) {
          block.text = joinLines(before.text, block.text)
          block.level = Math.floor(block.level / SIZE) * SIZE + 1
          blocks.pop()
        }
        blocks.push(block)
        from = end
      }
      return blocks
    },
    completeSentence(page, next) {
      const [last, first] = [page.at(-1), next[0]]
      if (!last || last.kind === 'heading' || !first || first.kind === 'heading') return
      if (sentenceEnd.test(last.text) || !/^[\p{Ll}\p{Lo}]/u.test(first.text) || last.text.length < FULL_LINE)
        return
      const [sentence] = eachSentence(first.text)
      if (!sentence) return
      last.text = join(last.text, first.text.slice(0, sentence.end).trim())
      first.text = first.text.slice(sentence.end).trim()
      if (first.text === '') next.shift()
    },
  }
}

/** Returns the level of a heading by its size, or null for other lines. */
export function levelOf(line: Line, bodySize: number): number | null {
  if (line.isRow) return null
  const ratio = line.size / bodySize
  if (ratio < HEADING_RATIO || line.text.length > MAX_HEADING || !/\p{L}/u.test(line.text)) return null
  const level = LEVELS.findIndex((least) => ratio >= least)
  return level < 0 ? LEVELS.length + 1 : level + 1
}

/** Returns whether a heading is only a label in front of the next one, such as "CHAPTER" or "Chapter 4". */
function isLabelOf(label: Block, next: Heading, isFirst: boolean): boolean {
  const isShort = label.text.split(' ').length <= LABEL_WORDS
  const isNumberOrName =
    /\p{N}/u.test(label.text) || !/\p{Ll}/u.test(label.text) || chapterNumber.test(label.text)
  if (!isShort || !isNumberOrName || sectionNumber.test(next.text)) return false
  // A label can also be as small as the text, at the top of a page.
  if (label.kind !== 'heading') return label.kind === 'table' && isFirst
  return Math.floor(next.level / SIZE) <= Math.floor(label.level / SIZE)
}

function isClose(line: Line, next: Line): boolean {
  const step = line.across - next.across
  return step > 0 && step <= LEADING * Math.max(line.size, next.size)
}

/** Returns whether line `at` continues the paragraph of the previous line. */
function goesOnIn(lines: readonly Line[], at: number): boolean {
  const [line, next] = [lines[at - 1]!, lines[at]!]
  if (line.isRow || next.isRow || Math.abs(line.size - next.size) > line.size * 0.12) return false
  if (line.rightToLeft !== next.rightToLeft || listItem.test(next.text) || ledRow.test(line.text))
    return false
  if (goesOnInNextColumn(line, next)) return true
  if (!isClose(line, next)) return false
  const column = columnOf(lines, at)
  const indent = next.rightToLeft ? column.end - next.end : next.start - column.start
  const isFirst = at < 2 || !isClose(lines[at - 2]!, line)
  // An indented first line starts a paragraph. After a list marker, every line is indented.
  if (
    indent > next.size &&
    !isFirst &&
    !listItem.test(line.text) &&
    Math.abs(startOf(line) - startOf(next)) > next.size * 0.5
  )
    return false
  // A word that is hyphenated at the line end continues, however short the line is.
  if (hyphenEnd.test(line.text) && /^\p{Ll}/u.test(next.text)) return true
  const room = line.rightToLeft ? line.start - column.start : column.end - line.end
  // A mostly full line that stops in the middle of a sentence goes on, even if the next word would have fit.
  const isMostlyFull = line.text.length >= FULL_LINE && room < (column.end - column.start) * RAGGED
  if (isMostlyFull && !sentenceEnd.test(line.text) && /^\p{Ll}/u.test(next.text)) return true
  // The next word would have fit, so the line break is intentional.
  const wordLength = unspaced.test(next.text.slice(0, 1)) ? 2 : next.text.indexOf(' ') + 1
  const word = (wordLength || next.text.length + 1) / Math.max(1, next.text.length)
  const wouldFit = room > word * (next.end - next.start) + next.size * 0.3
  return !wouldFit
}

/** The next line is higher and starts in the middle of a sentence. */
function goesOnInNextColumn(line: Line, next: Line): boolean {
  const isHigher = next.across > line.across + line.size
  return (
    isHigher && line.text.length >= FULL_LINE && !sentenceEnd.test(line.text) && /^\p{Ll}/u.test(next.text)
  )
}

const startOf = (line: Line) => (line.rightToLeft ? line.end : line.start)

/** Returns the width of the text here: the outermost edges of nearby lines. */
function columnOf(lines: readonly Line[], at: number): { start: number; end: number } {
  const AROUND = 8
  let { start, end } = lines[at]!
  const widen = (line: Line) => {
    start = Math.min(start, line.start)
    end = Math.max(end, line.end)
  }
  for (let up = at - 1; up >= Math.max(0, at - AROUND) && overlaps(lines[up]!, lines[up + 1]!); up--)
    widen(lines[up]!)
  for (let down = at + 1; down < Math.min(lines.length, at + AROUND); down++) {
    if (!overlaps(lines[down - 1]!, lines[down]!)) break
    widen(lines[down]!)
  }
  return { start, end }
}

/** Returns whether the lower line is closely below the upper one, in the same column. */
function overlaps(upper: Line, lower: Line): boolean {
  const step = upper.across - lower.across
  // A larger title can be wider than the column below it.
  if (Math.abs(upper.size - lower.size) > upper.size * 0.12) return false
  return step > 0 && step < upper.size * 4 && upper.start < lower.end && lower.start < upper.end
}

/** A single line that isn't a sentence is a row. */
function kindOf(lines: readonly Line[], from: number, end: number): ContentKind {
  const first = lines[from]!
  if (first.isRow) return 'table'
  if (listItem.test(first.text)) return 'list'
  return end === from + 1 && !sentenceEnd.test(first.text) ? 'table' : 'paragraph'
}
