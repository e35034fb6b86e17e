import { type Random, randomOf } from '../../../testing/fuzz/random.ts'
import { makePdf, type PlacedText } from './pdfs.ts'

const fact = 'The second warden rings the bell twice before the gate is lowered.'
const rule = 'The harbour of Nacre closes its berths at dusk each day, and boats wait outside. '
const unspaced = 'qwertyuiopasdfghjklzxcvbnm'

/** Texts of one line each: what it consists of, and how to fill it. */
export const endlessLines = {
  letters: (characters: number) => unspaced.repeat(Math.ceil(characters / unspaced.length)),
  words: (characters: number) => around(rule.replaceAll(/[.,]/g, '').toLowerCase(), characters),
  sentences: (characters: number) => around(rule, characters),
  markup: (characters: number) => around('*a_b', characters),
}

/** A fact in the middle of a repeated text. */
function around(text: string, characters: number): string {
  const half = text.repeat(Math.ceil(characters / text.length / 2))
  return `${half} ${fact} ${half}`
}

/** A scanned document whose pages have one tiny image each, and no text. */
export const scannedPdf = (pages: number) =>
  makePdf(Array.from({ length: pages }, () => ({ tinyPicture: true })))

/** The lines of each page of `scrambledPdf`. */
export const scrambledLines = [
  'The harbour of Nacre closes its berths at dusk each day, and boats',
  'that arrive later wait outside of the wall until the morning comes.',
  fact,
  'Berth seven stays open for the pilot, who sleeps on the quay.',
  'Nobody passes the gate after that without a letter of the council.',
]
/** The widths of letters in Helvetica, in thousandths of its size. Others have 556. */
const narrow: Record<string, number> = {
  f: 278,
  i: 222,
  j: 222,
  l: 222,
  r: 333,
  t: 278,
  '.': 278,
  ',': 278,
  ' ': 278,
}
const wide: Record<string, number> = {
  c: 500,
  k: 500,
  s: 500,
  v: 500,
  x: 500,
  y: 500,
  z: 500,
  m: 833,
  w: 722,
  T: 611,
  B: 667,
  N: 722,
}

/** A document whose letters are drawn one by one, in random order on the page or within each line. */
export function scrambledPdf(pages: number, order: 'page' | 'line') {
  const random = randomOf('scrambled')
  return makePdf(
    Array.from({ length: pages }, () => {
      const lines = scrambledLines.map((line, at) => shuffled(lettersOf(line, 700 - at * 14), random))
      return { texts: order === 'line' ? lines.flat() : shuffled(lines.flat(), random) }
    }),
  )
}

function lettersOf(line: string, y: number): PlacedText[] {
  const size = 11
  let x = 72
  return [...line].flatMap((text) => {
    const letter = { text, x: Math.round(x * 100) / 100, y, size }
    x += ((narrow[text] ?? wide[text] ?? 556) / 1000) * size
    return text === ' ' ? [] : [letter]
  })
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
