import { limits } from '@parlance/contract/limits'

/** What was recognized on a page: paragraphs, separated by empty lines. */
export interface RecognizedText {
  text: string
  /** The average of its words by their length, in percent. Null if there are no words. */
  confidence: number | null
}

const WORD = '5'

/** Reads the table that Tesseract writes: a row for each block, paragraph, line, and word. */
export function textOfTsv(tsv: string): RecognizedText {
  const paragraphs: { key: string; lines: { key: string; words: string[] }[] }[] = []
  let [sum, letters] = [0, 0]
  for (const row of tsv.split('\n').slice(1)) {
    const [level, page, block, paragraph, line, , , , , , confidence, ...rest] = row.split('\t')
    const word = rest.join(' ').trim()
    if (level !== WORD || word === '') continue
    const key = `${page}.${block}.${paragraph}`
    if (paragraphs.at(-1)?.key !== key) paragraphs.push({ key, lines: [] })
    const { lines } = paragraphs.at(-1)!
    if (lines.at(-1)?.key !== line) lines.push({ key: line!, words: [] })
    lines.at(-1)!.words.push(word)
    sum += Math.max(0, Number(confidence) || 0) * word.length
    letters += word.length
  }
  const text = paragraphs
    .map(({ lines }) => lines.map(({ words }) => words.join(' ')).reduce(joined, ''))
    .join('\n\n')
  return {
    // PostgreSQL can’t store some of the characters that no one sees.
    text: text.replaceAll('\0', '').slice(0, limits.recognizedText),
    confidence: letters === 0 ? null : Math.round((sum / letters) * 10) / 10,
  }
}

/** Joins two lines and restores a word that was hyphenated at the line end. */
function joined(text: string, next: string): string {
  if (text === '') return next
  const isDivided = /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)
  return isDivided ? text.slice(0, -1) + next : `${text} ${next}`
}
