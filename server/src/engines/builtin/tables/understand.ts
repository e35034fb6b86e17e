import { terms } from '../../../platform/language/terms.ts'
import type { AskedTable, TableQuestion } from './askedTable.ts'
import { decide } from './decide.ts'
import { readQuestion } from './reading/readQuestion.ts'
import { distinctWords, fillers } from './vocabulary.ts'
import { type Word, wordsOf } from './words.ts'

export type Understanding =
  | { kind: 'Sure'; question: TableQuestion; matched: number }
  /** Something in the question isn't understood, or can mean several things. */
  | { kind: 'Unsure'; rest: string[]; matched: number }
  /** It isn't a question about numbers of rows or values. */
  | { kind: 'None' }

const MOST_WORDS = 60
/** Words without meaning for search that change what is asked. */
const meaningful = new Set(
  `not no nor only few more most other same before after above below under over between until during both or if without
  each every ليس غير بعد قبل بين لا لم او دون الا منذ حتي فقط`.split(/\s+/),
)

/** Understands a question about this table. `found` are values of its columns that aren't listed with them. */
export function understand(
  question: string,
  table: AskedTable,
  found: readonly { column: string; value: string }[] = [],
): Understanding {
  const words = wordsOf(question)
  if (words.length > MOST_WORDS) return { kind: 'None' }
  const read = readQuestion(words, table, found)
  const { matched } = read
  if (read.operations.length === 0) return { kind: 'None' }
  const rest = words.filter((word) => !word.used && isMeaningful(word)).map(({ text }) => text)
  const asked = read.isAmbiguous || rest.length > 0 ? null : decide(read)
  if (asked) return { kind: 'Sure', question: asked, matched }
  return matched === 0 ? { kind: 'None' } : { kind: 'Unsure', rest, matched }
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
  if (meaningful.has(plain)) return true
  return stem !== null
}
