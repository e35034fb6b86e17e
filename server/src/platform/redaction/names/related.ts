import { cues } from '../cues.ts'
import { gapAfter, hasNoCase, type Scan, type Span, take, wordAt } from '../scan.ts'
import { isDetermined, isFree, isLowerAround, isLowerCaseLine, isSentenceStart } from './context.ts'
import type { NameIndex } from './nameIndex.ts'
import { agreement } from './skeleton.ts'
import { cueOf, type Word, withParticles, wordOf } from './words.ts'

/** Whom a text mentions, so that a part of their names alone is found, too. */
export interface Mentions {
  parts: Set<number>
  owners: Set<number>
  /** Words that only sound like a part of a name that was found. */
  sounds: Set<string>
}

export const noMentions = (): Mentions => ({ parts: new Set(), owners: new Set(), sounds: new Set() })

/** Shorter words sound like too many names. */
const LEAST_LETTERS = 4

/** Finds words that are names because of other names: the same person again, the next one in a list, or a speaker. */
export function findRelated(scanned: Scan, index: NameIndex, found: Span[], mentions: Mentions): void {
  remember(scanned, index, found, mentions)
  if (mentions.parts.size === 0 && mentions.owners.size === 0) return
  for (let token = 0; token < scanned.count; token += 1) {
    if (!canBeName(scanned, token)) continue
    takeIf(
      scanned,
      index,
      token,
      found,
      (word) =>
        isSamePerson(scanned, index, word, mentions) ||
        isListed(scanned, index, word, -1) ||
        isSpeaker(scanned, word),
    )
  }
  // The first names of a list are known by those after them.
  for (let token = scanned.count - 1; token >= 0; token -= 1) {
    if (!canBeName(scanned, token)) continue
    takeIf(scanned, index, token, found, (word) => isListed(scanned, index, word, 1))
  }
}

/** Tells most words from names at once. */
const canBeName = ({ entries, text, starts, ends, taken }: Scan, token: number): boolean =>
  ((entries[token]?.name ?? -1) >= 0 || hasNoCase(text.charCodeAt(starts[token]!))) &&
  !taken[ends[token]! - 1]

function remember(scanned: Scan, index: NameIndex, found: readonly Span[], mentions: Mentions): void {
  const { entries, ends, taken, count, text } = scanned
  for (const { kind, person } of found) {
    if (kind === 'name' && /^\d+$/.test(person ?? '')) mentions.owners.add(Number(person))
  }
  for (let token = 0; token < count; token += 1) {
    if (!taken[ends[token]! - 1]) continue
    const part = entries[token]?.name ?? -1
    if (part >= 0) {
      mentions.parts.add(part)
      const { owner } = index.parts[part]!
      if (owner >= 0) mentions.owners.add(owner)
    } else if (hasNoCase(text.charCodeAt(ends[token]! - 1)) && cueOf(scanned, token) === 0) {
      mentions.sounds.add(wordAt(scanned, token))
    }
  }
}

function takeIf(
  scanned: Scan,
  index: NameIndex,
  token: number,
  found: Span[],
  isName: (word: Word) => boolean,
): void {
  const word = wordOf(scanned, index, token)
  if (!word || !isName(word)) return
  const part = index.parts[word.part] ?? index.parts[word.candidates[0]!]!
  const person = part.owner >= 0 ? `${part.owner}` : part.text
  take(scanned, found, { kind: 'name', from: withParticles(scanned, index, word), to: word.to, person })
}

/** Whether someone who is mentioned elsewhere in the text has this name: “Ruby Woods … Ruby will write it”. */
function isSamePerson(scanned: Scan, index: NameIndex, word: Word, mentions: Mentions): boolean {
  const { parts, owners, sounds } = mentions
  const { token, part } = word
  const isArabic = hasNoCase(scanned.text.charCodeAt(word.from))
  if (part < 0) {
    return (
      isArabic &&
      sounds.has(word.text) &&
      word.candidates.some((one) => agreement(word.text, index.parts[one]!.text) >= LEAST_LETTERS)
    )
  }
  const { owner, everyday, text } = index.parts[part]!
  if (!parts.has(part) && (owner < 0 || !owners.has(owner))) return false
  if (isArabic) {
    // After a noun with an article, it is an adjective.
    const isAfterNoun =
      token > 0 && gapAfter(scanned, token - 1) === ' ' && /^[وفبك]?ال|^لل/.test(wordAt(scanned, token - 1))
    return (
      (parts.has(part) || !everyday) &&
      text !== 'علي' &&
      !isAfterNoun &&
      (word.from === scanned.starts[token] || word.to - word.from > 2)
    )
  }
  if (!word.isCapitalized) {
    return (
      !everyday && cueOf(scanned, token) === 0 && word.to - word.from > 3 && isLowerCaseLine(scanned, token)
    )
  }
  if (word.to - word.from < 3 || !isFree(scanned, token)) return false
  // German nouns are capitalized, too, and places follow prepositions.
  return everyday !== 'Capitalized' || isSentenceStart(scanned, token) || !isAfterPreposition(scanned, token)
}

const prepositions = new Set(
  'in im nach aus bei am an auf ab seit vor bis to from at near a en de zu'.split(' '),
)
const isAfterPreposition = (scanned: Scan, token: number): boolean =>
  token > 0 && prepositions.has(wordAt(scanned, token - 1))

/** Whether a name is beside a word in a list, as in “Faith and Hunter”, “Herrero/Ibáñez”, and “Pilar, José, Ana”. */
function isListed(scanned: Scan, index: NameIndex, word: Word, side: 1 | -1): boolean {
  const { token, part } = word
  const { text, starts, ends, taken, count } = scanned
  if (part < 0) return false
  const { everyday, text: own } = index.parts[part]!
  const isArabic = hasNoCase(text.charCodeAt(word.from))
  if (own === 'علي' || word.to - word.from < 3) return false
  if (!isArabic && (everyday ? !word.isCapitalized : cueOf(scanned, token) !== 0)) return false
  if (!isArabic && word.isCapitalized && (isDetermined(scanned, token) || !isLowerAround(scanned, token)))
    return false
  const isTaken = (at: number) => at >= 0 && at < count && taken[ends[at]! - 1] === 1 && !scanned.isNumber[at]
  const gap = gapBeside(scanned, token, side)
  // “Anna and Rose”, “أحمد ومنى”
  const neighbor = token + side
  if (isArabic) {
    const linked = side === 1 ? neighbor : token
    const isLinked =
      isTaken(neighbor) && gap === ' ' && text[starts[linked]!] === 'و' && isPrefixed(scanned, word, linked)
    if (isLinked) return true
  } else if (
    gap === ' ' &&
    cueOf(scanned, neighbor) & cues.conjunction &&
    gapBeside(scanned, neighbor, side) === ' ' &&
    isTaken(neighbor + side)
  ) {
    return isBounded(scanned, token, -side as 1 | -1) || everyday === null
  }
  if (!isTaken(neighbor)) return false
  if (/^ ?[/&+] ?$/.test(gap)) return true
  // A comma is in other places, too: “Hi Anna, Hope you are well”, “with Anna, May 5”.
  return /^, ?$/.test(gap) && everyday !== 'Capitalized' && isBounded(scanned, token, -side as 1 | -1)
}

const isPrefixed = (scanned: Scan, word: Word, linked: number): boolean =>
  linked === word.token ? word.from > scanned.starts[linked]! : scanned.taken[scanned.starts[linked]!] === 0

const gapBeside = (scanned: Scan, token: number, side: 1 | -1): string =>
  side === 1 ? gapAfter(scanned, token) : token > 0 ? gapAfter(scanned, token - 1) : '\n'

/** Whether a list or a sentence ends on the other side of a word, or goes on with “and” or a comma. */
function isBounded(scanned: Scan, token: number, side: 1 | -1): boolean {
  const gap = gapBeside(scanned, token, side)
  const neighbor = token + side
  if (neighbor < 0 || neighbor >= scanned.count || gap !== ' ') return true
  return (cueOf(scanned, neighbor) & (cues.conjunction | cues.someone | cues.verb | cues.auxiliary)) > 0
}

/** Whether a word stands before a colon at the start of a line, next to a line that starts so with a name. */
function isSpeaker(scanned: Scan, word: Word): boolean {
  const { text, starts, taken } = scanned
  const { token } = word
  if (!word.isCapitalized || word.part < 0 || !/^ ?:/.test(gapAfter(scanned, token))) return false
  const from = starts[token]!
  if (from > 0 && text[from - 1] !== '\n') return false
  const before = from > 1 ? text.lastIndexOf('\n', from - 2) + 1 : -1
  const after = text.indexOf('\n', from) + 1
  return [before, after].some((line) => {
    if (line < 0 || (line === 0 && before !== 0) || !taken[line]) return false
    const colon = text.slice(line, line + 60).indexOf(':')
    return colon > 0 && taken[line + colon - 1] === 1
  })
}
