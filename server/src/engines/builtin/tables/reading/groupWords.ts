import { dateParts, groupings } from '../vocabulary.ts'
import { findPhrase, isWord, use } from '../words.ts'
import type { QuestionReading } from './questionReading.ts'

export function readGroup(read: QuestionReading): void {
  for (const phrase of groupings) {
    for (let at = findPhrase(read.words, phrase); at >= 0; at = findPhrase(read.words, phrase, at + 1)) {
      if (read.group) return
      if (groupAt(read, at, phrase.length)) break
    }
  }
  // "Which month had the highest total" compares months.
  read.asksWhich = read.words.some((word) => word.plain === 'which' || isWord(word, 'اي'))
  for (const which of ['which', 'what', 'اي']) {
    const at = findPhrase(read.words, [which])
    if (at < 0 || !dateParts.has(read.words[at + 1]?.plain ?? '')) continue
    if (!groupAt(read, at, 1)) continue
    read.asksWhich = true
    return
  }
  if (read.group) return
  const at = read.words.findIndex(
    (word) => !word.used && /(?:ly|يا)$/.test(word.plain) && dateParts.has(word.plain),
  )
  const date = read.onlyDate
  if (at < 0 || !date) return
  read.group = { column: date, part: dateParts.get(read.words[at]!.plain)! }
  use(read.words, at, 1)
}

function groupAt(read: QuestionReading, from: number, count: number): boolean {
  let at = from + count
  while (['the', 'a', 'single', 'calendar', 'individual'].includes(read.words[at]?.plain ?? '')) at += 1
  const word = read.words[at]
  if (!word) return false
  const bare = word.plain.replace(/^(?:ال|لل)/, '')
  const part = dateParts.get(word.plain) ?? dateParts.get(bare)
  const column = read.columnAt(at)
  if (column) {
    // "per grade" groups, and "by grade" can compare.
    const isLevel = read.names.isLevel(column.column) && !isWord(read.words[from]!, 'by')
    const isMeasure =
      !isLevel && (column.column.type === 'REAL' || (column.column.type === 'INTEGER' && !part))
    if (isMeasure) {
      // "Top 5 customers by amount" names what is compared, and "per amount" would divide.
      if (count === 1 && ['by', 'حسب', 'بحسب', 'وفق'].includes(read.words[from]!.plain))
        use(read.words, from, 1)
      return false
    }
    use(read.words, from, at + column.count - from)
    read.forget(column.column)
    const isDate = column.column.type === 'DATE'
    read.group = { column: column.column, part: isDate ? (part ?? 'Day') : null }
    read.matched += 3
    return true
  }
  const date = read.onlyDate
  if (!part || !date || word.used) return false
  use(read.words, from, at + 1 - from)
  read.group = { column: date, part }
  read.matched += 2
  return true
}
