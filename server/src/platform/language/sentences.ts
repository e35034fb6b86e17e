import { germanFunctionWords, isTelling } from './functionWords.ts'

export interface Span {
  start: number
  end: number
}

const stops = '.!?…؟۔।॥።'
const unspacedStops = '。！？｡．។။'
const unspacedLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** After a quotation, these go on with the sentence around it, such as "he said". */
const japaneseParticle = /[とっのはがをにでもやへなだ、，]/
const thaiLetter = /\p{Script=Thai}/u
/** Thai has no stops. A space ends a phrase, and from this length on, a sentence. */
const THAI_SENTENCE = 60
const closers = '"\'”’»)]}›」』】）'
const abbreviations = new Set(
  `mr mrs ms dr prof sr jr st vs etc inc ltd co corp no vol fig eq sec ch pp p e.g i.e cf al approx dept est
  gen col lt sgt capt rev hon gov sen rep u.s u.k u.n a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec
  z.b d.h u.a o.ä i.d.r bzw ca nr bd abs art aufl bspw evtl geb gegr gest ggf hg hrsg inkl jh jhd kap lfd max min
  mio mrd mind sog st str tel u.u usf vgl zzgl chr av fr sra m.m sig د أ ص`.split(/\s+/),
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
    if (character !== '\n' && character !== '\f' && !endsInThai(text, start, stop)) {
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
  return character !== '' && (stops.includes(character) || unspacedStops.includes(character))
}

/**
 * Whether the stop at `stop`, with its closing characters up to `after`, ends the sentence that began at
 * `start`.
 */
function ends(text: string, start: number, stop: number, after: number): boolean {
  const before = text[stop - 1] ?? ''
  const following = text[after] ?? ''
  if (unspacedStops.includes(text[stop]!)) return !goesOnUnspaced(text, stop, after)
  if (following !== '' && !/\s/.test(following))
    return unspacedLetter.test(before) && unspacedLetter.test(following) && text[stop] !== '…'
  if (text[stop] !== '.') return true
  const next = firstAfterSpace(text, after)
  if (next === '') return true
  return !(/\p{Ll}/u.test(next) || abbreviates(text, start, stop) || isGermanOrdinal(text, start, stop))
}

/** Whether a stop belongs to a number, or to a quotation in the middle of a sentence. */
function goesOnUnspaced(text: string, stop: number, after: number): boolean {
  const following = text[after] ?? ''
  if (text[stop] === '．') return /\p{N}/u.test(following)
  return closers.includes(text[after - 1]!) && (isStop(following) || japaneseParticle.test(following))
}

function endsInThai(text: string, start: number, at: number): boolean {
  if (text[at] !== ' ' || at - start < THAI_SENTENCE) return false
  return thaiLetter.test(text[at - 1]!) && thaiLetter.test(text[at + 1] ?? '')
}

function firstAfterSpace(text: string, at: number): string {
  let next = at
  while (next < text.length && /\s/.test(text[next]!)) next++
  return next < text.length ? String.fromCodePoint(text.codePointAt(next)!) : ''
}

/** Whether the period belongs to "Dr.", "z. B.", or an initial as in "J. Smith", not to the sentence. */
function abbreviates(text: string, start: number, stop: number): boolean {
  let from = stop
  while (from > start && stop - from < 10 && /[\p{L}.]/u.test(text[from - 1]!)) from--
  const word = text.slice(from, stop)
  if (/^\p{Lu}$/u.test(word) || abbreviations.has(word.toLowerCase())) return true
  if (!/^\p{Ll}$/u.test(word)) return false
  const [before, after] = [text.slice(Math.max(start, from - 3), from), text.slice(stop + 1, stop + 6)]
  return /\p{L}\.\s$/u.test(before) || /^\s\p{L}{1,3}\./u.test(after)
}

/** How far around a number its language is read, and the share of German function words that tells it. */
const AROUND = 80
const GERMAN_SHARE = 1 / 6
const germanDate = new Set(
  'januar februar märz mai juni juli oktober dezember jahrhundert jahrhunderts'.split(' '),
)
const ordinal = /(?:^|\s)(?:\p{Nd}{1,2}|[IVX]{1,5})$/u

/** Whether the period makes a number an ordinal, as in "am 3. Oktober" or "Ludwig XIV. Frankreich". */
function isGermanOrdinal(text: string, start: number, stop: number): boolean {
  if (!ordinal.test(text.slice(Math.max(start, stop - 6), stop))) return false
  const [next, ...after] = wordsIn(text.slice(stop, stop + AROUND))
  // An article or a pronoun starts the next sentence.
  if (!next || germanFunctionWords.has(next)) return false
  if (germanDate.has(next)) return true
  const around = [...wordsIn(text.slice(Math.max(start, stop - AROUND), stop)), ...after]
  return (
    around.filter((one) => germanFunctionWords.has(one) && isTelling(one)).length >
    around.length * GERMAN_SHARE
  )
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

function* trimmed(text: string, start: number, end: number): Generator<Span> {
  let from = start
  let to = end
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  if (to > from) yield { start: from, end: to }
}
