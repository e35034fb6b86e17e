import { cues } from '../cues.ts'
import { kindOf, OTHER } from '../fold.ts'
import { gapAfter, hasNoCase, isCapitalized, type Scan, type Span, take } from '../scan.ts'
import {
  announces,
  hasOwnParticle,
  isActing,
  isAddressed,
  isAddressedFirst,
  isFree,
  isInsideSentence,
  isLowerAround,
  isLowerCaseLine,
  isOwner,
  isQuoted,
  isSentenceStart,
  isSigned,
  isSpokenTo,
  isSubject,
  isSureTitle,
} from './context.ts'
import { mostlyNames } from './everydayWords.ts'
import type { NameIndex, Part } from './nameIndex.ts'
import { isArabic, skeletonOf } from './skeleton.ts'
import { cueOf, type Word, withParticles } from './words.ts'

/** Shorter lower-case words aren’t taken for names by themselves. */
const SHORTEST_LOWER_CASE = 4
/** The same if nothing announces them, in a line without capital letters. */
const SHORTEST_IN_LOWER_CASE_LINE = 5

/** Takes a single part if it can only be a name here. */
export function alone(scanned: Scan, index: NameIndex, word: Word, found: Span[]): void {
  const part = index.parts[word.part]
  const { token } = word
  const isTitled = announces(scanned, token, cues.title)
  if (!part) {
    const sound = index.parts[word.candidates[0]!]!.text
    const length = skeletonOf(sound).length
    const isLong = length > index.soundLength || (isTitled && length > 1 && word.to - word.from > 3)
    if (isLong && isArabic(scanned.text[word.from]!)) {
      take(scanned, found, { kind: 'name', from: word.from, to: word.to, person: sound })
    }
    return
  }
  const isSecondHalf =
    scanned.text[word.from - 1] === '-' && scanned.taken[word.from - 2] && word.isCapitalized
  if (!isTitled && !isSecondHalf && !isNameAlone(scanned, index, word, part)) return
  if (isTitled && part.everyday && !word.isCapitalized && !isSureTitle(scanned, token - 1)) return
  const from = withParticles(scanned, index, word)
  const person = part.owner >= 0 ? `${part.owner}` : part.text
  take(scanned, found, { kind: 'name', from, to: word.to, person })
}

function isNameAlone(scanned: Scan, index: NameIndex, word: Word, part: Part): boolean {
  const { text, starts } = scanned
  const { token } = word
  const length = word.to - word.from
  const isMentioned =
    text[starts[token]! - 1] === '@' && kindOf(text.charCodeAt(starts[token]! - 2)) === OTHER
  if (isMentioned && length > 1) return true
  if (part.everyday) {
    return hasNoCase(text.charCodeAt(word.from))
      ? isArabicNameAlone(scanned, word, part)
      : isEverydayNameAlone(scanned, index, word, part)
  }
  const isGreeted = announces(scanned, token, cues.greeting)
  // Words with another meaning, such as Don.
  if (cueOf(scanned, token) !== 0) return false
  if (length < 3) return isGreeted && word.isCapitalized
  if (word.isCapitalized) return word.from === starts[token]! || length >= 4
  if (isGreeted) return true
  if (length < SHORTEST_LOWER_CASE) return false
  return (
    announces(scanned, token, cues.someone | cues.introduction) ||
    isActing(scanned, token) ||
    (length >= SHORTEST_IN_LOWER_CASE_LINE && isLowerCaseLine(scanned, token))
  )
}

function isEverydayNameAlone(scanned: Scan, index: NameIndex, word: Word, part: Part): boolean {
  const { token } = word
  if (!word.isCapitalized) return false
  if (announces(scanned, token, cues.greeting)) return isAddressed(scanned, token)
  if (hasOwnParticle(scanned, index, word) || isSigned(scanned, token)) return true
  const isMostlyName = mostlyNames.has(part.text)
  if (isMostlyName && isOwner(scanned, token) && isFree(scanned, token)) return true
  if (isSentenceStart(scanned, token) && isFree(scanned, token) && word.to - word.from > 2) {
    if (isActing(scanned, token)) return true
    if (isMostlyName && isActing(scanned, token, cues.auxiliary | cues.englishAuxiliary)) return true
  }
  if (part.everyday === 'Capitalized') return isQuoted(scanned, token) && isFree(scanned, token)
  if (isSubject(scanned, token)) return true
  if (isInsideSentence(scanned, token) && announces(scanned, token, cues.someone)) return true
  // A capital letter inside a sentence makes it a name, and so does what someone does at its start.
  if (word.to - word.from < 3 || !isLowerAround(scanned, token) || !isFree(scanned, token)) return false
  if (!isSentenceStart(scanned, token)) {
    if (isSpokenTo(scanned, token)) return true
    return (
      gapAfter(scanned, token - 1) === ' ' &&
      !scanned.isNumber[token - 1] &&
      !hasNoCase(scanned.text.charCodeAt(scanned.starts[token - 1]!)) &&
      (!isCapitalized(scanned, token - 1) || cueOf(scanned, token - 1) !== 0)
    )
  }
  return isActing(scanned, token, cues.auxiliary) || isAddressedFirst(scanned, token)
}

/** Arabic has no capital letters, so a word is a name only beside what someone does. */
function isArabicNameAlone(scanned: Scan, word: Word, part: Part): boolean {
  const { token } = word
  // “On” is written like the name Ali.
  if (part.text === 'علي') {
    return announces(scanned, token, cues.greeting) && isAddressed(scanned, token)
  }
  if (announces(scanned, token, cues.greeting)) return isAddressed(scanned, token)
  return announces(scanned, token, cues.verb) || (isSentenceStart(scanned, token) && isActing(scanned, token))
}
