import { cues } from '../cues.ts'
import { gapAfter, hasNoCase, isCapitalized, type Scan, type Span, take } from '../scan.ts'
import type { NameIndex } from './nameIndex.ts'
import { agreement, isArabic, skeletonOf } from './skeleton.ts'
import {
  cueOf,
  isEveryday,
  isInitial,
  joinedWord,
  looseJoint,
  type Word,
  withParticles,
  wordOf,
} from './words.ts'

/** What can be between the parts of one name. */
const joint = /^(?:[ .\-_'·/]|, ?|; ?|\t| ?\| ?|\. |\r?\n|[ ]{2})$/
/** What ends a name in most cases. */
const separator = /[,;|/\t\n]/

/** Takes parts of one person that follow each other in any order. Returns the last token. */
export function inPair(scanned: Scan, index: NameIndex, first: Word, found: Span[]): number | null {
  let last = first
  let owner: number | undefined
  const run = [first]
  for (;;) {
    // A comma or a line ends a name, except between a surname and a first name.
    if (run.length > 1 && separator.test(gapAfter(scanned, last.last))) break
    const own = nextWords(scanned, index, last.last)
      .filter((next) => !run.some(({ part }) => part === next.part && part >= 0))
      .filter((next) => run.length > 1 || !endsBeforeComma(scanned, index, first, next))
      .map((next) => ({ next, owner: ownerAmong(index, run, next) }))
      .find((one) => one.owner !== undefined)
    if (!own) break
    owner ??= own.owner
    run.push(own.next)
    last = own.next
  }
  if (owner === undefined) return null
  if (run.every((word) => isEveryday(index, word)) && !run.every((word) => word.isCapitalized)) {
    if (!isIntroduced(scanned, first.token) && !isField(scanned, first.token, last.last)) return null
  }
  const from = withParticles(scanned, index, first)
  const end = withRest(scanned, last)
  return take(scanned, found, { kind: 'name', from, to: end.to, person: `${owner}` }) ? end.last : null
}

const ownerAmong = (index: NameIndex, run: readonly Word[], next: Word): number | undefined => {
  for (const one of run) {
    const owner = ownerOf(index, one, next)
    if (owner !== undefined) return owner
  }
  return undefined
}

/** Whether someone says who they are: “soy …”, “hier ist …”. */
const isIntroduced = (scanned: Scan, token: number): boolean =>
  token > 0 && (cueOf(scanned, token - 1) & cues.introduction) > 0 && gapAfter(scanned, token - 1) === ' '

/** Whether a name is all that follows a label: “Visitor: grace bishop”. */
const isField = (scanned: Scan, first: number, last: number): boolean =>
  first > 0 && /^ ?: ?$/.test(gapAfter(scanned, first - 1)) && /^[\r\n,;|]|^$/.test(gapAfter(scanned, last))

/** Returns the end of a name with the initial or the second half of a double surname that follows. */
function withRest(scanned: Scan, { last, to }: Word): { to: number; last: number } {
  const gap = gapAfter(scanned, last)
  let next = last + 1
  if (next >= scanned.count) return { to, last }
  if (gap === '-' && isCapitalized(scanned, next) && !hasNoCase(scanned.text.charCodeAt(to + 1))) {
    return { to: scanned.ends[next]!, last: next }
  }
  if (gap !== ' ') return { to, last }
  if (cueOf(scanned, next) & cues.particle && gapAfter(scanned, next) === ' ') next += 1
  const end = scanned.ends[next] ?? to
  if (!isInitial(scanned, next) || scanned.text[end] !== '.' || scanned.taken[end]) return { to, last }
  return { to: end + 1, last: next }
}

/** Whether a comma separates two names of a list, as in “A. Lindqvist, Anna Lindqvist”, and not those of one person. */
function endsBeforeComma(scanned: Scan, index: NameIndex, first: Word, next: Word): boolean {
  const { last } = first
  if (!separator.test(gapAfter(scanned, last))) return false
  if (isInitial(scanned, first.token - 1) && gapAfter(scanned, first.token - 1).startsWith('.')) return true
  if (separator.test(gapAfter(scanned, next.last))) return false
  const third = nextWords(scanned, index, next.last)[0]
  if (!third) return false
  return (
    (third.part >= 0 && third.part === first.part) ||
    (ownerOf(index, first, third) === undefined && ownerOf(index, next, third) !== undefined)
  )
}

/** Returns what can be the next part: after particles and initials, or after one word that the directory lacks. */
function nextWords(scanned: Scan, index: NameIndex, token: number): Word[] {
  if (token + 1 >= scanned.count || !joint.test(gapAfter(scanned, token))) return []
  const words: Word[] = []
  let next = token + 1
  for (let skipped = 0; skipped < 3 && next + 1 < scanned.count; skipped += 1) {
    const joined = joinedWord(scanned, index, next)
    if (joined) words.push(joined)
    const isParticle = (cueOf(scanned, next) & cues.particle) > 0 || isInitial(scanned, next)
    if (!isParticle || (scanned.entries[next]?.name ?? -1) >= 0) break
    if (!looseJoint.test(gapAfter(scanned, next))) return words
    next += 1
  }
  const word = wordOf(scanned, index, next)
  if (word) words.push(word)
  const after = isMiddleName(scanned, token, next) ? wordOf(scanned, index, next + 1) : null
  // Across a word, sounds say too little.
  if (after && after.part >= 0) words.push({ ...after, candidates: [after.part] })
  return words
}

/** Whether a word can be a middle name, a patronymic, or a second surname. */
function isMiddleName(scanned: Scan, token: number, next: number): boolean {
  const { isNumber, taken, starts, ends } = scanned
  const after = next + 1
  if (after >= scanned.count || isNumber[next] || taken[starts[next]!] || !isCapitalized(scanned, next))
    return false
  if (cueOf(scanned, next) & ~cues.title || ends[next]! - starts[next]! < 2) return false
  if (next === token + 1 && !/^[ -]$/.test(gapAfter(scanned, token))) return false
  // “Lindqvist Meyer, Anna” has a comma in one place.
  return /^(?:[ -]|, )$/.test(gapAfter(scanned, next)) && isCapitalized(scanned, after)
}

function ownerOf(index: NameIndex, one: Word, other: Word): number | undefined {
  for (const a of one.candidates) {
    for (const b of other.candidates) {
      const owner = a === b ? undefined : index.ownerOf(a, b)
      if (owner === undefined) continue
      if ((a === one.part && b === other.part) || isSureSound(index, [one, other], [a, b])) return owner
    }
  }
  return undefined
}

/** Words of one script sound like many names of the other, so both must be capitalized and long enough. */
function isSureSound(index: NameIndex, words: readonly Word[], parts: readonly number[]): boolean {
  if (!words.every((word) => word.isCapitalized)) return false
  const texts = parts.map((part) => index.parts[part]!.text)
  const sounds = texts.map((text) => skeletonOf(text).length)
  // A word that is also written like a name needs less.
  const isOneExact = words.some((word, at) => word.part === parts[at])
  if (sounds[0]! + sounds[1]! >= index.soundLength - (isOneExact ? 1 : 0)) {
    // Words of one consonant each say nothing.
    if (sounds[0]! > 1 && sounds[1]! > 1) return true
  }
  const letters = words.map((word, at) =>
    word.part === parts[at] ? word.text.length : agreement(word.text, texts[at]!),
  )
  return letters.every((count) => count > 0) && letters[0]! + letters[1]! >= index.soundLength + 2
}

/** Takes “A. Lindqvist”, “Lindqvist, A.”, “Anna L.”, and “Jen Delacroix”. Returns the last token. */
export function withInitial(scanned: Scan, index: NameIndex, word: Word, found: Span[]): number | null {
  const { part, token } = word
  if (part < 0) return null
  const { starts, ends, text } = scanned
  const owner = index.parts[part]!.owner
  const person = owner >= 0 ? `${owner}` : index.parts[part]!.text
  const bare = withParticles(scanned, index, word)
  let before = token - 1
  while (before >= 0 && starts[before]! >= bare) before -= 1
  const takeFrom = (from: number) =>
    take(scanned, found, { kind: 'name', from, to: word.to, person }) ? word.last : null
  if (isLetter(scanned, before) && /^(?:\. ?|\.?-| )$/.test(gapAfter(scanned, before))) {
    const isDotted = text[ends[before]!] === '.'
    let first = before
    while (isLetter(scanned, first - 1) && /^(?:\. ?|\.-?|-)$/.test(gapAfter(scanned, first - 1))) first -= 1
    const fits = [first, before].some((one) => index.hasInitial(part, text.charCodeAt(ends[one]! - 1)))
    const isSure = isDotted || (!isEveryday(index, word) && !isArabic(word.text))
    const isLower = !word.isCapitalized || !isCapitalized(scanned, before)
    if (fits && isSure && !(isLower && (isEveryday(index, word) || !isDotted || word.isCapitalized))) {
      // The Arabic “and” before the initial isn’t part of the name.
      return takeFrom(ends[first]! - 1)
    }
  }
  if (!word.isCapitalized) return null
  if (isShortName(scanned, index, word, before)) return takeFrom(starts[before]!)
  const after = word.last + 1
  const gap = gapAfter(scanned, word.last)
  if (!isLetter(scanned, after) || !isCapitalized(scanned, after) || !/^(?: |, ?)$/.test(gap)) return null
  if (!index.hasInitial(part, text.charCodeAt(starts[after]!))) return null
  const isDotted = text[ends[after]!] === '.'
  const isAtEnd = after + 1 >= scanned.count || /^ ?(?: {2}|[\r\n\t|,;)])/.test(gapAfter(scanned, after))
  if (!isDotted && (!isAtEnd || hasNoCase(text.charCodeAt(starts[after]!)) || text[ends[after]!] === "'"))
    return null
  const to = ends[after]! + (isDotted ? 1 : 0)
  return take(scanned, found, { kind: 'name', from: bare, to, person }) ? after : null
}

/** Whether a token is one letter, in Arabic with a dot and perhaps “and” before it. */
function isLetter(scanned: Scan, token: number): boolean {
  const { starts, ends, text, isNumber, count } = scanned
  if (token < 0 || token >= count || isNumber[token]) return false
  const length = ends[token]! - starts[token]!
  if (!hasNoCase(text.charCodeAt(starts[token]!))) return length === 1
  return text[ends[token]!] === '.' && (length === 1 || (length === 2 && text[starts[token]!] === 'و'))
}

/** Whether a short form of the first name is before a surname: “Jen Delacroix”, “Steffi Schäfer”. */
function isShortName(scanned: Scan, index: NameIndex, word: Word, before: number): boolean {
  if (before < 0 || gapAfter(scanned, before) !== ' ' || !isCapitalized(scanned, before)) return false
  const { starts, ends, isNumber, entries, text, taken } = scanned
  const length = ends[before]! - starts[before]!
  if (length < 3 || length > 7 || isNumber[before] || entries[before] || taken[starts[before]!]) return false
  const name = text.slice(starts[before], ends[before])
  const stem = name.replace(/(?:ie|[iyoaeu])$/, '').replace(/(.)\1$/, '$1')
  return stem.length > 2 && stem.length < 6 && index.hasPrefix(word.part, stem) && !isArabic(name)
}
