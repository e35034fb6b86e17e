import { cues } from '../cues.ts'
import { kindOf, OTHER } from '../fold.ts'
import { gapAfter, hasNoCase, isCapitalized, type Scan, type Span, take, wordAt } from '../scan.ts'
import type { NameIndex, Part } from './nameIndex.ts'
import { isArabic, skeletonOf } from './skeleton.ts'

/** A word of the text that can be a part of a name. */
interface Word {
  token: number
  /** Without a prefix, such as the Arabic “and”. */
  from: number
  to: number
  /** The part with exactly these letters, if any. */
  part: number
  /** This part, and those of the other script that sound like it. */
  candidates: readonly number[]
  isCapitalized: boolean
}

/** What can be between the parts of one name. */
const joint = /^(?:[ .\-_'·]|, ?|; ?|\t| ?\| ?|\. |\r?\n|[ ]{2})$/
/** The same before or after a particle. */
const looseJoint = /^[ \-'.]{0,2}$/
/** Shorter lower-case words aren’t taken for names by themselves. */
const SHORTEST_LOWER_CASE = 4
const arabicPrefixes = /^(?:[وف][بلك]|[وفبلك])/

/** Finds the directory’s names. */
export function findNames(scanned: Scan, index: NameIndex, found: Span[]): void {
  for (let token = 0; token < scanned.count; token += 1) {
    const word = wordOf(scanned, index, token)
    if (!word) continue
    const last = inPair(scanned, index, word, found) ?? withInitial(scanned, index, word, found)
    if (last !== null) token = last
    else alone(scanned, index, word, found)
  }
}

function wordOf(scanned: Scan, index: NameIndex, token: number): Word | null {
  const { starts, ends, isNumber, entries, taken } = scanned
  if (token >= scanned.count || isNumber[token] || taken[starts[token]!]) return null
  const from = starts[token]!
  const to = ends[token]!
  const direct = entries[token]?.name ?? -1
  if (direct >= 0) return made(scanned, index, token, from, direct)
  if (to - from > 40 || to - from < 2) return null
  const text = scanned.text
  // Genitives: Annas, Lindqvists
  if (text[to - 1] === 's' && to - from > 4 && isCapitalized(scanned, token)) {
    const part = index.dictionary.get(text.slice(from, to - 1))?.name ?? -1
    if (part >= 0) return made(scanned, index, token, from, part)
  }
  if (!isArabic(text[from]!)) {
    if (!index.hasArabic || !isBesideCapital(scanned, token)) return null
    return made(scanned, index, token, from, -1)
  }
  const prefix = arabicPrefixes.exec(text.slice(from, from + 2))?.[0].length ?? 0
  for (let length = prefix; length > 0 && to - from - length >= 3; length -= 1) {
    const part = index.dictionary.get(text.slice(from + length, to))?.name ?? -1
    if (part >= 0) return made(scanned, index, token, from + length, part)
  }
  return made(scanned, index, token, from, -1)
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
    const alike = index.soundsLike(word)
    const bare =
      alike.length === 0 && part < 0 && isArabic(word) && arabicPrefixes.test(word) && word.length > 4
    if (bare) {
      const rest = index.soundsLike(word.slice(1))
      if (rest.length > 0) return { token, from: from + 1, to, part, candidates: rest, isCapitalized: true }
    }
    if (alike.length > 0) candidates = [...candidates, ...alike]
  }
  if (candidates.length === 0) return null
  return { token, from, to, part, candidates, isCapitalized: isCapitalized(scanned, token) }
}

/** Takes parts of one person that follow each other in any order. Returns the last token. */
function inPair(scanned: Scan, index: NameIndex, first: Word, found: Span[]): number | null {
  let last = first
  let owner: number | undefined
  const run = [first]
  for (;;) {
    const next = nextWord(scanned, index, last.token)
    // A comma or a line ends a name, except between a surname and a first name.
    if (!next || run.some(({ part }) => part === next.part && part >= 0)) break
    if (run.length > 1 && /[,;|\t\n]/.test(gapAfter(scanned, last.token))) break
    if (run.length === 1 && endsBeforeComma(scanned, index, first, next)) break
    const own = run.map((one) => ownerOf(index, one, next)).find((one) => one !== undefined)
    if (own === undefined) break
    owner ??= own
    run.push(next)
    last = next
  }
  if (owner === undefined) return null
  if (run.every((word) => isEveryday(index, word)) && !run.every((word) => word.isCapitalized)) return null
  const from = withParticles(scanned, index, first)
  return take(scanned, found, { kind: 'name', from, to: last.to, person: `${owner}` }) ? last.token : null
}

/** Whether a comma separates two names of a list, as in “A. Lindqvist, Anna Lindqvist”, and not those of one person. */
function endsBeforeComma(scanned: Scan, index: NameIndex, first: Word, next: Word): boolean {
  const { token } = first
  if (!/[,;|\t\n]/.test(gapAfter(scanned, token))) return false
  if (isInitial(scanned, token - 1) && gapAfter(scanned, token - 1).startsWith('.')) return true
  const third = nextWord(scanned, index, next.token)
  if (!third || /[,;|\t\n]/.test(gapAfter(scanned, next.token))) return false
  return (
    third.part === first.part ||
    (ownerOf(index, first, third) === undefined && ownerOf(index, next, third) !== undefined)
  )
}

/** Returns the next part, after particles and initials. */
function nextWord(scanned: Scan, index: NameIndex, token: number): Word | null {
  if (token + 1 >= scanned.count || !joint.test(gapAfter(scanned, token))) return null
  let next = token + 1
  for (let skipped = 0; skipped < 3 && next + 1 < scanned.count; skipped += 1) {
    const isParticle = ((scanned.entries[next]?.cue ?? 0) & cues.particle) > 0 || isInitial(scanned, next)
    if (!isParticle || (scanned.entries[next]?.name ?? -1) >= 0) break
    if (!looseJoint.test(gapAfter(scanned, next))) return null
    next += 1
  }
  return wordOf(scanned, index, next)
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
  const sounds = parts.map((part) => skeletonOf(index.parts[part]!.text).length)
  // A word that is also written like a name needs less.
  const isOneExact = words.some((word, at) => word.part === parts[at])
  return sounds[0]! + sounds[1]! >= index.soundLength - (isOneExact ? 1 : 0)
}

const isEveryday = (index: NameIndex, word: Word): boolean =>
  word.part >= 0 && index.parts[word.part]!.everyday !== null

const isInitial = (scanned: Scan, token: number): boolean =>
  token >= 0 &&
  !scanned.isNumber[token] &&
  scanned.ends[token]! - scanned.starts[token]! === 1 &&
  !hasNoCase(scanned.text.charCodeAt(scanned.starts[token]!)) &&
  isCapitalized(scanned, token)

/** Takes “A. Lindqvist”, “Lindqvist, A.”, and “Anna L.”. Returns the last token. */
function withInitial(scanned: Scan, index: NameIndex, word: Word, found: Span[]): number | null {
  const { part, token } = word
  if (part < 0 || !word.isCapitalized) return null
  const { starts, ends, text } = scanned
  const owner = index.parts[part]!.owner
  const person = owner >= 0 ? `${owner}` : index.parts[part]!.text
  const bare = withParticles(scanned, index, word)
  let before = token - 1
  while (before >= 0 && starts[before]! >= bare) before -= 1
  if (isInitial(scanned, before) && /^(?:\. ?|\.?-| )$/.test(gapAfter(scanned, before))) {
    const isDotted = text[ends[before]!] === '.'
    let first = before
    while (isInitial(scanned, first - 1) && /^(?:\. ?|\.-?|-)$/.test(gapAfter(scanned, first - 1))) first -= 1
    const fits = [first, before].some((one) => index.hasInitial(part, text.charCodeAt(starts[one]!)))
    if (fits && (isDotted || !isEveryday(index, word))) {
      return take(scanned, found, { kind: 'name', from: starts[first]!, to: word.to, person }) ? token : null
    }
  }
  const after = token + 1
  if (!isInitial(scanned, after) || !/^(?: |, ?)$/.test(gapAfter(scanned, token))) return null
  if (!index.hasInitial(part, text.charCodeAt(starts[after]!)) || text[ends[after]!] !== '.') return null
  const from = withParticles(scanned, index, word)
  return take(scanned, found, { kind: 'name', from, to: ends[after]! + 1, person }) ? after : null
}

/** Takes a single part if it can only be a name here. */
function alone(scanned: Scan, index: NameIndex, word: Word, found: Span[]): void {
  const part = index.parts[word.part]
  const { token } = word
  const isTitled = announces(scanned, token, cues.title)
  if (!part) {
    const sound = index.parts[word.candidates[0]!]!.text
    const isLong = skeletonOf(sound).length > index.soundLength || (isTitled && word.to - word.from > 3)
    if (isLong && isArabic(scanned.text[word.from]!)) {
      take(scanned, found, {
        kind: 'name',
        from: word.from,
        to: word.to,
        person: sound,
      })
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
  const isGreeted = announces(scanned, token, cues.greeting)
  if (part.everyday) {
    if (isGreeted) return word.isCapitalized && isAddressed(scanned, token)
    if (word.isCapitalized && hasOwnParticle(scanned, index, word)) return true
    if (hasNoCase(text.charCodeAt(word.from))) {
      // “On” is written like the name Ali.
      return part.text !== 'علي' && announces(scanned, token, cues.verb)
    }
    if (
      word.isCapitalized &&
      (isSigned(scanned, token) || (part.everyday === 'LowerCase' && isSubject(scanned, token)))
    ) {
      return true
    }
    const canBeName = part.everyday === 'LowerCase' && word.isCapitalized && isInsideSentence(scanned, token)
    return canBeName && announces(scanned, token, cues.someone)
  }
  // Words with another meaning, such as Don.
  if (cueOf(scanned, token) !== 0) return false
  if (length < 3) return isGreeted && word.isCapitalized
  if (word.isCapitalized) return word.from === starts[token]! || length >= 4
  return isGreeted || (length >= SHORTEST_LOWER_CASE && announces(scanned, token, cues.someone))
}

/** Whether the word before announces a name: “Herr Dr.”, “Dear”, “from:”. */
function announces(scanned: Scan, token: number, cue: number): boolean {
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

function cueOf(scanned: Scan, token: number): number {
  return scanned.entries[token]?.cue ?? 0
}

/** An address ends after the name: “Dear Mark,” but not “Hello World Cup”. */
function isAddressed(scanned: Scan, token: number): boolean {
  const { count, starts, text } = scanned
  if (token + 1 >= count || !gapAfter(scanned, token).startsWith(' ')) return true
  return !hasNoCase(text.charCodeAt(starts[token]!)) && !isCapitalized(scanned, token + 1)
}

/** Whether a name is alone on the last line of a letter, after “Best,” or another line that ends with a comma. */
function isSigned(scanned: Scan, token: number): boolean {
  if (token === 0 || !/^, ?\r?\n$/.test(gapAfter(scanned, token - 1))) return false
  return token + 1 >= scanned.count || /^\r?\n/.test(gapAfter(scanned, token))
}

/** Whether a name says or has something, as in “Mark said”, “[10:32] Grace: yes”, and “on Rose’s desk”. */
function isSubject(scanned: Scan, token: number): boolean {
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
function isInsideSentence(scanned: Scan, token: number): boolean {
  const { count, starts, text } = scanned
  const before = token - 1
  if (before < 0) return false
  const isLabel = /[:=]/.test(gapAfter(scanned, before))
  const isNextLower =
    token + 1 >= count || gapAfter(scanned, token) !== ' ' || !isCapitalized(scanned, token + 1)
  return (isLabel || /[a-z]/.test(text[starts[before]!]!)) && isNextLower && isLowerAround(scanned, token)
}

/** Text in capitals says nothing. */
function isLowerAround(scanned: Scan, token: number): boolean {
  const { folded, ends, starts } = scanned
  const original = folded.original.slice(
    folded.at ? folded.at[starts[token]!]! : starts[token]!,
    folded.at ? folded.at[ends[token]!]! : ends[token]!,
  )
  return original !== original.toUpperCase()
}

/** Whether a surname such as van den Berg follows its particles. German “von der Heide” can be a place. */
function hasOwnParticle(scanned: Scan, index: NameIndex, word: Word): boolean {
  const from = withParticles(scanned, index, word)
  return from < word.from && !/^(?:von|vom|der|den|zu)/.test(scanned.text.slice(from, from + 3))
}

const sureTitles = new Set(
  'mr mrs ms dr prof herr herrn frau mme mlle monsieur madame senor senora sra'.split(' '),
)

/** Whether a title is no other word, so that a name in lower case can follow. */
const isSureTitle = (scanned: Scan, token: number): boolean =>
  token >= 0 && sureTitles.has(wordAt(scanned, token))

/** Starts a name with the particles before it, if a person has some. */
function withParticles(scanned: Scan, index: NameIndex, word: Word): number {
  if (word.part < 0 || !index.parts[word.part]!.hasParticle) return word.from
  let from = word.from
  for (let before = word.token - 1; before >= Math.max(0, word.token - 3); before -= 1) {
    if (!(cueOf(scanned, before) & cues.particle) || !looseJoint.test(gapAfter(scanned, before))) break
    if (scanned.taken[scanned.starts[before]!] || /^[ei]$|^y$/.test(wordAt(scanned, before))) break
    from = scanned.starts[before]!
  }
  return from
}
