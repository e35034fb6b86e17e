/** A part of one of the texts. */
export interface TextPart {
  index: number
  start: number
  end: number
}

/** So many letters of a quote have to be found where the whole of it is not on the page. */
const FEWEST_LETTERS = 20
const FEWEST_SHARE = 0.3

/**
 * Where a quote stands in texts that follow each other, such as the pieces of a PDF page. Spaces, line ends, hyphens,
 * accents, case and joined letters do not count: a page writes them otherwise than the sentence that was taken from it.
 * Of a quote that goes on on another page, the part that is here is found.
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
  // The end of a page and the beginning of the next one: what goes on comes last, what came before comes first.
  const at = head >= tail ? page.letters.lastIndexOf(found) : page.letters.indexOf(found)
  return partsOf(page, at, at + length)
}

interface Letters {
  letters: string
  /** For each letter, the text that it is of, and where it begins and ends there. */
  index: number[]
  start: number[]
  end: number[]
}

// Marks of accents and vowels, the Arabic stretch, spaces, dashes, quotes and what has no width.
const ignored = /[\p{M}\p{Z}\p{C}\p{Pd}\p{Pi}\p{Pf}\u0640"'`\s]/gu

function lettersOf(texts: readonly string[]): Letters {
  const found: Letters = { letters: '', index: [], start: [], end: [] }
  for (const [index, text] of texts.entries()) {
    let start = 0
    for (const character of text) {
      const end = start + character.length
      // A vowel sign belongs to the letter before it.
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

/** The largest length that fits, of 0 to `most`: what fits at one length fits at every shorter one. */
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
