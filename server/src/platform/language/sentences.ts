export interface Span {
  start: number
  end: number
}

const stops = '.!?…؟۔'
const unspacedStops = '。！？｡'
const closers = '"\'”’»)]}›」』】）'
const abbreviations = new Set(
  `mr mrs ms dr prof sr jr st vs etc inc ltd co corp no vol fig eq sec ch pp p e.g i.e cf al approx dept est
  gen col lt sgt capt rev hon gov sen rep u.s u.k u.n a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec
  z.b d.h bzw usw ca nr bd`.split(/\s+/),
)

/**
 * Returns the sentences of a text as spans without surrounding white space. A line break always ends a
 * sentence: extraction joined wrapped lines, so the remaining breaks separate list items, rows, and paragraphs.
 */
export function sentences(text: string): Span[] {
  return [...eachSentence(text)]
}

/** Yields them one by one, so that a book's sentences needn't all be in memory. */
export function* eachSentence(text: string): Generator<Span> {
  let start = 0
  let at = 0
  while (at < text.length) {
    const stop = at
    const character = text[at]!
    at++
    if (character !== '\n' && character !== '\f') {
      if (!isStop(character)) continue
      // The whole run of stops is skipped at once, so a text of nothing but dots costs no more than any other.
      while (at < text.length && isStop(text[at]!)) at++
      while (at < text.length && closers.includes(text[at]!)) at++
      if (!ends(text, start, stop, at)) continue
    }
    yield* trimmed(text, start, at)
    start = at
  }
  yield* trimmed(text, start, text.length)
}

function isStop(character: string): boolean {
  return stops.includes(character) || unspacedStops.includes(character)
}

/**
 * Whether the stop at `stop`, with its closing characters up to `after`, ends the sentence that began at
 * `start`.
 */
function ends(text: string, start: number, stop: number, after: number): boolean {
  if (unspacedStops.includes(text[stop]!)) return true
  if (after < text.length && !/\s/.test(text[after]!)) return false
  if (text[stop] !== '.') return true
  const next = firstAfterSpace(text, after)
  return next === '' || !(/\p{Ll}/u.test(next) || abbreviates(text, start, stop))
}

function firstAfterSpace(text: string, at: number): string {
  let next = at
  while (next < text.length && /\s/.test(text[next]!)) next++
  return next < text.length ? String.fromCodePoint(text.codePointAt(next)!) : ''
}

/** Whether the period belongs to "Dr." or an initial as in "J. Smith", not to the sentence. */
function abbreviates(text: string, start: number, stop: number): boolean {
  let from = stop
  while (from > start && stop - from < 10 && /[\p{L}.]/u.test(text[from - 1]!)) from--
  const word = text.slice(from, stop)
  return /^\p{Lu}$/u.test(word) || abbreviations.has(word.toLowerCase())
}

function* trimmed(text: string, start: number, end: number): Generator<Span> {
  let from = start
  let to = end
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  if (to > from) yield { start: from, end: to }
}
