import { cues } from '../cues.ts'
import { originalAt } from '../fold.ts'
import { gapAfter, hasNoCase, isCapitalized, type Scan, wordAt } from '../scan.ts'
import type { NameIndex } from './nameIndex.ts'
import { cueOf, type Word, withParticles } from './words.ts'

/** Whether the word before announces a name: “Herr Dr.”, “Dear”, “from:”. */
export function announces(scanned: Scan, token: number, cue: number): boolean {
  for (let before = token - 1; before >= 0 && before >= token - 3; before -= 1) {
    const gap = gapAfter(scanned, before)
    const isNear =
      cue === cues.someone || cue === cues.verb
        ? /^(?: |["']? ?[:=] ?["']?)$/.test(gap)
        : /^[ .,!:\n\r\t-]{1,4}$/.test(gap)
    if (!isNear || scanned.isNumber[before]) return false
    const own = cueOf(scanned, before)
    const single = scanned.ends[before]! - scanned.starts[before]! === 1
    if (own & cue) {
      // “m” and “د” are titles only with a dot or a capital letter.
      return (
        !single ||
        gap.startsWith('.') ||
        (isCapitalized(scanned, before) && !hasNoCase(scanned.text.charCodeAt(scanned.starts[before]!)))
      )
    }
    // Titles and particles can come between: “Sehr geehrter Herr Prof. Dr.”, “Frau von der”
    if (!(own & (cues.title | cues.particle))) return false
  }
  return false
}

/** An address ends after the name: “Dear Mark,” but not “Hello World Cup”. */
export function isAddressed(scanned: Scan, token: number): boolean {
  const { count, starts, text } = scanned
  if (token + 1 >= count || !gapAfter(scanned, token).startsWith(' ')) return true
  return !hasNoCase(text.charCodeAt(starts[token]!)) && !isCapitalized(scanned, token + 1)
}

/** Whether a name is alone on the last line of a letter, after “Best,” or another line that ends with a comma. */
export function isSigned(scanned: Scan, token: number): boolean {
  if (token === 0 || !/^, ?\r?\n$/.test(gapAfter(scanned, token - 1))) return false
  return token + 1 >= scanned.count || /^\r?\n/.test(gapAfter(scanned, token))
}

/** Whether a name says or has something, as in “Mark said”, “[10:32] Grace: yes”, and “on Rose’s desk”. */
export function isSubject(scanned: Scan, token: number): boolean {
  const { text, starts, ends, count } = scanned
  // “He” is a surname, too.
  if (ends[token]! - starts[token]! < 3) return false
  const after = gapAfter(scanned, token)
  if (after === ' ' && cueOf(scanned, token + 1) & cues.verb && !isCapitalized(scanned, token + 1))
    return true
  if (after.startsWith(':') && text.slice(starts[token]! - 2, starts[token]) === '] ') return true
  const isPossessive = after === "'" && text.slice(ends[token], ends[token]! + 3) === "'s "
  return (
    isPossessive &&
    token + 2 < count &&
    !isCapitalized(scanned, token + 2) &&
    isInsideSentence(scanned, token)
  )
}

/** Whether the words around are in lower case, so that the capital letter says something. */
export function isInsideSentence(scanned: Scan, token: number): boolean {
  const { count, starts, text } = scanned
  const before = token - 1
  if (before < 0) return false
  const isLabel = /[:=]/.test(gapAfter(scanned, before))
  const isNextLower =
    token + 1 >= count || gapAfter(scanned, token) !== ' ' || !isCapitalized(scanned, token + 1)
  return (isLabel || /[a-z]/.test(text[starts[before]!]!)) && isNextLower && isLowerAround(scanned, token)
}

/** Text in capitals says nothing. */
export function isLowerAround(scanned: Scan, token: number): boolean {
  const { folded, ends, starts } = scanned
  const original = folded.original.slice(
    folded.at ? folded.at[starts[token]!]! : starts[token]!,
    folded.at ? folded.at[ends[token]!]! : ends[token]!,
  )
  return original !== original.toUpperCase()
}

/** Whether a surname such as van den Berg follows its particles. German “von der Heide” can be a place. */
export function hasOwnParticle(scanned: Scan, index: NameIndex, word: Word): boolean {
  const from = withParticles(scanned, index, word)
  return from < word.from && !/^(?:von|vom|der|den|zu)/.test(scanned.text.slice(from, from + 3))
}

const sureTitles = new Set(
  'mr mrs ms dr prof herr herrn frau mme mlle monsieur madame senor senora sra'.split(' '),
)

/** Whether a title is no other word, so that a name in lower case can follow. */
export const isSureTitle = (scanned: Scan, token: number): boolean =>
  token >= 0 && sureTitles.has(wordAt(scanned, token))

/** Whether a sentence, a line, or an item of a list starts with a token. */
export function isSentenceStart(scanned: Scan, token: number): boolean {
  return token === 0 || /[.!?:;\n\r\t|•"()[\]]|- $/.test(gapAfter(scanned, token - 1))
}

/** Whether a word before says that a noun follows, as in “the king”, “im Winter”. */
export const isDetermined = (scanned: Scan, token: number): boolean =>
  token > 0 &&
  /^[ '-]/.test(gapAfter(scanned, token - 1)) &&
  (cueOf(scanned, token - 1) & cues.determiner) > 0

/**
 * Whether nothing around makes a capitalized word a noun, a part of another name, or the start of a sentence that isn’t
 * about someone: not “the King”, “Baker Street”, “Paul King”, or “Will you”.
 */
export function isFree(scanned: Scan, token: number): boolean {
  const { count, ends, text } = scanned
  if (isDetermined(scanned, token)) return false
  const after = token + 1
  const gap = gapAfter(scanned, token)
  const isBeforeWord = after < count && /^ ?$|^-$/.test(gap)
  if (
    isBeforeWord &&
    !scanned.isNumber[after] &&
    isCapitalized(scanned, after) &&
    cueOf(scanned, after) === 0
  ) {
    return false
  }
  if (gap === '-' || text[ends[token]!] === '_') return false
  const before = token - 1
  if (isSentenceStart(scanned, token)) {
    const own = cueOf(scanned, after)
    return gap !== ' ' || (own & cues.auxiliary) > 0 || (own & (cues.determiner | cues.pronoun)) === 0
  }
  if (/[-_/]$/.test(gapAfter(scanned, before))) return false
  const isAfterName =
    gapAfter(scanned, before) === ' ' && isCapitalized(scanned, before) && cueOf(scanned, before) === 0
  return !isAfterName || isSentenceStart(scanned, before)
}

/** Whether someone does something: the next word is such a verb. */
export const isActing = (scanned: Scan, token: number, cue: number = cues.verb): boolean =>
  token + 1 < scanned.count &&
  gapAfter(scanned, token) === ' ' &&
  (cueOf(scanned, token + 1) & cue) > 0 &&
  // “Petit à petit” has another word than “Petit a dit”.
  scanned.folded.original[originalAt(scanned.folded, scanned.starts[token + 1]!)] !== 'à' &&
  (hasNoCase(scanned.text.charCodeAt(scanned.starts[token]!)) || !isCapitalized(scanned, token + 1))

/** A line is read so far in both directions. */
const LINE_REACH = 200

/** Whether the line has no capital letters, so that they say nothing about names. */
export function isLowerCaseLine({ folded, starts, ends }: Scan, token: number): boolean {
  const { original } = folded
  const at = originalAt(folded, starts[token]!)
  const before = original.slice(Math.max(0, at - LINE_REACH), at)
  const after = original.slice(at, originalAt(folded, ends[token]!) + LINE_REACH)
  const line = before.slice(before.lastIndexOf('\n') + 1) + (after.split('\n', 1)[0] ?? '')
  return !/\p{Lu}/u.test(line) && (line.match(/\p{L}+/gu)?.length ?? 0) > 2
}

/** Whether a sentence ends with a name: “thanks a lot, Hope!” */
export const isSpokenTo = (scanned: Scan, token: number): boolean =>
  token > 0 &&
  /^, ?$/.test(gapAfter(scanned, token - 1)) &&
  !isCapitalized(scanned, token - 1) &&
  (token + 1 >= scanned.count || /^ ?[.!?\r\n]/.test(gapAfter(scanned, token)))

/** Whether a sentence starts with whom it speaks to: “Finn, can you …” */
export const isAddressedFirst = (scanned: Scan, token: number): boolean =>
  token + 1 < scanned.count &&
  /^, ?$/.test(gapAfter(scanned, token)) &&
  (cueOf(scanned, token + 1) & cues.address) > 0

/** Whether something belongs to someone: “Faith’s laptop”. */
export const isOwner = ({ text, ends }: Scan, token: number): boolean =>
  text.slice(ends[token], ends[token]! + 3) === "'s "

const speech = new Set('laut sagt sagte meint meinte fragt fragte schreibt schrieb selon segun'.split(' '))

/** Whether a word before quotes someone, as in “laut Krüger”. */
export const isQuoted = (scanned: Scan, token: number): boolean =>
  token > 0 && gapAfter(scanned, token - 1) === ' ' && speech.has(wordAt(scanned, token - 1))
