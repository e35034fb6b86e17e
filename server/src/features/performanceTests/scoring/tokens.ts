import { fold, isUpper, originalAt } from '../../../platform/redaction/fold.ts'

/** A part of a text in one spelling. */
export interface Token {
  kind: 'Number' | 'Word' | 'Sign'
  text: string
  /** Whether it starts with a capital letter, and whether it consists of several. */
  upper: boolean
  acronym: boolean
  /** Whether a space precedes it. */
  spaced: boolean
}

/** Longer words are encoded data, whose start is distinctive enough. */
const MAX_LENGTH = 80
const pattern =
  /(?<number>\d{1,3}(?: \d{3}){1,4}(?!\d)(?:[.,]\d{1,6}(?!\d))?|\d+(?:[.,:'/٫٬-]\d+)*\.?)|(?<word>\p{L}[\p{L}\p{N}]*(?:'\p{L}+)*)|(?<sign>°[cf]|\S)/gu
const isoDate = /^\d{4}-\d{1,2}-\d{1,2}\.?$/
const numericDate = /^\d{1,2}-\d{1,2}-\d{4}\.?$/

const shares: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** Returns the tokens of a text. Each character belongs to at most one, so the time is linear. */
export function tokensOf(text: string): Token[] {
  const original = text.replace(
    /(\d?) ?([½¼¾])/g,
    (_, digit: string, sign: string) => `${digit || '0'}${shares[sign]}`,
  )
  const folded = fold(original.toWellFormed())
  const found: Token[] = []
  for (const match of folded.text.matchAll(pattern)) {
    const { number, word, sign } = match.groups!
    const spaced = match.index === 0 || folded.text[match.index - 1] === ' '
    if (number !== undefined) pushNumbers(number, spaced, found)
    else if (word !== undefined) {
      const start = originalAt(folded, match.index)
      const upper = isUpper(original.charCodeAt(start))
      const acronym =
        upper && word.length > 1 && isUpper(original.charCodeAt(originalAt(folded, match.index + 1)))
      found.push({ kind: 'Word', text: word.slice(0, MAX_LENGTH), upper, acronym, spaced })
    } else found.push({ kind: 'Sign', text: sign!, upper: false, acronym: false, spaced })
  }
  return found
}

/** "10-20" and "9:00-17:00" are two numbers, "2026-03-05" is a date. */
function pushNumbers(text: string, spaced: boolean, found: Token[]): void {
  const isDate = isoDate.test(text) || numericDate.test(text)
  const parts = isDate ? [text.replace(/\.$/, '')] : text.slice(0, MAX_LENGTH).split('-')
  for (const [at, part] of parts.entries()) {
    const sign = { kind: 'Sign', text: '-', upper: false, acronym: false, spaced: false } as const
    if (at > 0) found.push(sign)
    found.push({ kind: 'Number', text: part, upper: false, acronym: false, spaced: spaced && at === 0 })
  }
}
