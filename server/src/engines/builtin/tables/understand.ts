import { languageOf } from '../../../platform/language/languageOf.ts'
import { terms } from '../../../platform/language/terms.ts'
import { type AskedTable, type TableQuestion, titleOf } from './askedTable.ts'
import { decide } from './decide.ts'
import { guess } from './guess.ts'
import { assume } from './reading/assumptions.ts'
import { readQuestion } from './reading/readQuestion.ts'
import { translated } from './translations.ts'
import { distinctWords, fillers } from './vocabulary.ts'
import { changesMeaning, isArabic, type Word, wordsOf } from './words.ts'

export type Understanding =
  /** `isForeign`: the table is in another language than the question. */
  | { kind: 'Sure'; question: TableQuestion; matched: number; isForeign: boolean }
  /**
   * Something in the question isn't understood, or can mean several things. `isImplied`: it names no calculation, so
   * that it might not be about numbers at all. `guess`: what it most likely asks for.
   */
  | {
      kind: 'Unsure'
      rest: string[]
      matched: number
      isForeign: boolean
      isImplied: boolean
      guess: TableQuestion | null
    }
  /** It isn't a question about numbers of rows or values. */
  | { kind: 'None' }

const MOST_WORDS = 60

/** Understands a question about this table. `found` are values of its columns that aren't listed with them. */
export function understand(
  question: string,
  table: AskedTable,
  found: readonly { column: string; value: string }[] = [],
): Understanding {
  const own = wordsOf(question)
  if (own.length > MOST_WORDS) return { kind: 'None' }
  const isArabicTable = table.columns.some((column) => isArabic(titleOf(column)))
  // Names of columns and values in English are many letters, but the question can still be in Arabic.
  const isForeign = isArabicTable ? languageOf(question) !== 'ar' : own.some(({ plain }) => isArabic(plain))
  const words = isForeign ? own.map(translated) : own
  const read = readQuestion(words, table, found)
  const { matched } = read
  if (read.operations.length === 0) return { kind: 'None' }
  const rest = words.filter((word, at) => !word.used && (isMeaningful(word) || isEach(words, at)))
  const assumption = assume(read, rest)
  const isRead = !read.isAmbiguous && assumption !== 'TooMany'
  const asked = isRead ? decide(read) : null
  if (asked && isRead) return { kind: 'Sure', question: { ...asked, assumption }, matched, isForeign }
  if (matched === 0) return { kind: 'None' }
  const { isImplied } = read
  const leftOut = rest.map(({ text }) => text)
  const guessed = isImplied ? null : guess(read, rest)
  return {
    kind: 'Unsure',
    rest: leftOut,
    matched,
    isForeign,
    isImplied,
    guess: guessed && { ...guessed, assumption: { kind: 'Guess', leftOut } },
  }
}

/** "كل" in front of a noun without an article, or after "في", is "each" and not "all". */
function isEach(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  if (!/^[وبل]?كل$/.test(words[at]!.plain) || !next || next.plain === 'من') return false
  return words[at - 1]?.plain === 'في' || !/^[وبل]?ال/.test(next.plain)
}

const MARKS = '?.!,؟،'

/** Returns a text without the marks at its end. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && MARKS.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** Returns the words of a question in rows of up to five, among which are values that columns don't list. */
export function possibleValues(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}\p{M}_&@'’.+/-]+/gu) ?? []
  const rows = new Set<string>()
  for (let from = 0; from < Math.min(words.length, MOST_WORDS); from += 1)
    for (let count = 1; count <= 5 && from + count <= words.length; count += 1) {
      const row = words.slice(from, from + count).join(' ')
      const bare = withoutMarks(row).toLowerCase()
      if (count > 1 || terms(bare).length > 0) rows.add(bare)
    }
  return [...rows]
}

function isMeaningful({ plain, stem }: Word): boolean {
  if (fillers.has(plain) || distinctWords.includes(plain)) return false
  return stem !== null || changesMeaning(plain)
}
