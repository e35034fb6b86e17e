/** A part of one of the texts. */
export interface TextPart {
  index: number
  start: number
  end: number
}

/** The minimum number and share of a quote's letters to find if the page doesn't include all of it. */
const FEWEST_LETTERS = 20
const FEWEST_SHARE = 0.3

/**
 * Finds a quote in consecutive texts, such as the pieces of a PDF page. Ignores spaces, line ends, hyphens,
 * accents, case and ligatures, because a page writes them differently than the quoted sentence. If a quote
 * continues on another page, finds the part on this one.
 */
export function findQuote(texts: readonly string[], quote: string): TextPart[] {
  const page = lettersOf(texts)
  const wanted = lettersOf([quote.replace(/…$/, '')]).letters
  if (wanted === '') return []
  const whole = page.letters.indexOf(wanted)
  if (whole >= 0) return partsOf(page, whole, whole + wanted.length)
  const head = longest(wanted.length, (length) => page.letters.includes(wanted.slice(0, length)))
  const tail = longest(wanted.length, (length) => page.letters.includes(wanted.slice(wanted.length - length)))
  const length = Math.max(head, tail)
  if (length < FEWEST_LETTERS || length < wanted.length * FEWEST_SHARE) return []
  const found = head >= tail ? wanted.slice(0, length) : wanted.slice(wanted.length - length)
  // A quote that continues on the next page matches the end of this one, and a continued quote matches its
  // start.
  const at = head >= tail ? page.letters.lastIndexOf(found) : page.letters.indexOf(found)
  return partsOf(page, at, at + length)
}

interface Letters {
  letters: string
  /** For each letter, the index of its text and its start and end there. */
  index: number[]
  start: number[]
  end: number[]
}

// Accents and vowel signs, Arabic elongation, spaces, dashes, quotes and zero-width characters.
const ignored = /[\p{M}\p{Z}\p{C}\p{Pd}\p{Pi}\p{Pf}\u0640"'`\s]/gu

function lettersOf(texts: readonly string[]): Letters {
  const found: Letters = { letters: '', index: [], start: [], end: [] }
  for (const [index, text] of texts.entries()) {
    let start = 0
    for (const character of text) {
      const end = start + character.length
      // A vowel sign belongs to the previous letter.
      if (/^[\p{M}\u0640]$/u.test(character) && found.index.at(-1) === index)
        found.end[found.end.length - 1] = end
      const letters = character.normalize('NFKD').toLowerCase().replace(ignored, '')
      for (let count = 0; count < letters.length; count++) {
        found.index.push(index)
        found.start.push(start)
        found.end.push(end)
      }
      found.letters += letters
      start = end
    }
  }
  return found
}

function partsOf({ index, start, end }: Letters, from: number, to: number): TextPart[] {
  const parts: TextPart[] = []
  for (let at = from; at < to; at++) {
    const last = parts.at(-1)
    if (last?.index === index[at]) last!.end = end[at]!
    else parts.push({ index: index[at]!, start: start[at]!, end: end[at]! })
  }
  return parts
}

/** Returns the largest length from 0 to `most` that fits. If a length fits, all shorter ones do. */
function longest(most: number, fits: (length: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
