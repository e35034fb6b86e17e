import { cues } from '../cues.ts'
import { gapAfter, hasNoCase, isCapitalized, type Scan, wordAt } from '../scan.ts'
import type { NameIndex } from './nameIndex.ts'
import { agreement, isArabic, isFunctionWord } from './skeleton.ts'

/** A word of the text that can be a part of a name. */
export interface Word {
  token: number
  /** The same as `token`, or the next one if two words are written for one part, such as عبد الرحمن. */
  last: number
  /** Without a prefix, such as the Arabic “and”. */
  from: number
  to: number
  /** Its letters, without the space between two words. */
  text: string
  /** The part with exactly these letters, if any. */
  part: number
  /** This part, and those of the other script that sound like it. */
  candidates: readonly number[]
  isCapitalized: boolean
}

/** What can be between a name and a particle. */
export const looseJoint = /^[ \-'.]{0,2}$/
const arabicPrefixes = /^(?:[وف][بلك]|[وفبلك])/

export function wordOf(scanned: Scan, index: NameIndex, token: number): Word | null {
  const { starts, ends, isNumber, entries, taken } = scanned
  if (token >= scanned.count || isNumber[token] || taken[starts[token]!]) return null
  const from = starts[token]!
  const to = ends[token]!
  const direct = entries[token]?.name ?? -1
  if (direct >= 0) return made(scanned, index, token, from, direct)
  if (to - from > 40 || to - from < 2) return null
  const text = scanned.text
  // Genitives: Annas, Uwes, Lindqvists
  if (text[to - 1] === 's' && to - from > 3 && !entries[token] && isCapitalized(scanned, token)) {
    const part = index.dictionary.get(text.slice(from, to - 1))?.name ?? -1
    if (part >= 0) return made(scanned, index, token, from, part)
  }
  if (!isArabic(text[from]!)) {
    if (!index.hasArabic || !isBesideCapital(scanned, token)) return null
    return made(scanned, index, token, from, -1)
  }
  const prefix = arabicPrefixes.exec(text.slice(from, from + 2))?.[0].length ?? 0
  // The shorter one first: وكريم is Karim rather than Reem.
  for (let length = 1; length <= prefix && to - from - length >= 3; length += 1) {
    const part = index.dictionary.get(text.slice(from + length, to))?.name ?? -1
    if (part >= 0) return made(scanned, index, token, from + length, part)
  }
  return made(scanned, index, token, from, -1)
}

/** Returns two words that stand for one part of a name: بن علي for Benali, Abdel Rahman for Abdelrahman. */
export function joinedWord(scanned: Scan, index: NameIndex, token: number): Word | null {
  const { starts, ends, count, isNumber, text, taken } = scanned
  const last = token + 1
  if (!(cueOf(scanned, token) & cues.half)) return null
  if (last >= count || isNumber[token] || isNumber[last] || taken[starts[token]!] || taken[starts[last]!]) {
    return null
  }
  let from = starts[token]!
  if (!/^[ \-']$/.test(gapAfter(scanned, token))) return null
  if (/^[ول](?:عبد|اب)/.test(text.slice(from, from + 4))) from += 1
  if (!isCapitalized(scanned, last)) return null
  const to = ends[last]!
  const word = text.slice(from, ends[token]) + wordAt(scanned, last)
  const part = index.dictionary.get(word)?.name ?? -1
  const candidates = [...(part >= 0 ? [part] : []), ...soundsLike(scanned, index, word)]
  if (candidates.length === 0) return null
  return { token, last, from, to, text: word, part, candidates, isCapitalized: true }
}

/** Words are asked for several times, and the same words occur again. */
function soundsLike({ sounds }: Scan, index: NameIndex, word: string): readonly number[] {
  const known = sounds.get(word)
  if (known) return known
  const alike = index.soundsLike(word)
  sounds.set(word, alike)
  return alike
}

/** Whether a word and one beside it are capitalized, as the parts of a full name. */
const isBesideCapital = (scanned: Scan, token: number): boolean =>
  isCapitalized(scanned, token) &&
  ((token > 0 && !scanned.isNumber[token - 1] && isCapitalized(scanned, token - 1)) ||
    (token + 1 < scanned.count && !scanned.isNumber[token + 1] && isCapitalized(scanned, token + 1)))

function made(scanned: Scan, index: NameIndex, token: number, from: number, part: number): Word | null {
  const to = scanned.ends[token]!
  const word = scanned.text.slice(from, to)
  let candidates: readonly number[] = part >= 0 ? [part] : []
  if (isArabic(word) || (index.hasArabic && isBesideCapital(scanned, token))) {
    const isCue = from === scanned.starts[token] && (cueOf(scanned, token) & ~cues.introduction) > 0
    const isOther = part < 0 && (isCue || isFunctionWord(word))
    const alike = isOther ? [] : soundsLike(scanned, index, word)
    const canBePrefixed = part < 0 && !isOther && (alike.length === 0 || word.startsWith('و'))
    const rest =
      canBePrefixed && word.length > 3 && arabicPrefixes.test(word)
        ? soundsLike(scanned, index, word.slice(1))
        : []
    const isOfRest = rest.some(
      (one) => alike.length === 0 || agreement(word.slice(1), index.parts[one]!.text) > 0,
    )
    if (isOfRest && (word.length > 4 || alike.length > 0) && !isFunctionWord(word.slice(1))) {
      const text = word.slice(1)
      return { token, last: token, from: from + 1, to, text, part, candidates: rest, isCapitalized: true }
    }
    if (alike.length > 0) candidates = [...candidates, ...alike]
  }
  if (candidates.length === 0) return null
  return {
    token,
    last: token,
    from,
    to,
    text: word,
    part,
    candidates,
    isCapitalized: isCapitalized(scanned, token),
  }
}

export const isEveryday = (index: NameIndex, word: Word): boolean =>
  word.part >= 0 && index.parts[word.part]!.everyday !== null

export const isInitial = (scanned: Scan, token: number): boolean =>
  token >= 0 &&
  token < scanned.count &&
  !scanned.isNumber[token] &&
  scanned.ends[token]! - scanned.starts[token]! === 1 &&
  !hasNoCase(scanned.text.charCodeAt(scanned.starts[token]!)) &&
  isCapitalized(scanned, token)

export function cueOf(scanned: Scan, token: number): number {
  return scanned.entries[token]?.cue ?? 0
}

/** Starts a name with the particles before it, if a person has some. */
export function withParticles(scanned: Scan, index: NameIndex, word: Word): number {
  if (word.part < 0 || !index.parts[word.part]!.hasParticle) return word.from
  let from = word.from
  for (let before = word.token - 1; before >= Math.max(0, word.token - 3); before -= 1) {
    if (!(cueOf(scanned, before) & cues.particle) || !looseJoint.test(gapAfter(scanned, before))) break
    if (scanned.taken[scanned.starts[before]!] || /^[ei]$|^y$/.test(wordAt(scanned, before))) break
    from = scanned.starts[before]!
  }
  return from
}
