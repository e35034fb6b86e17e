import { cues, cueWords } from '../cues.ts'
import { fold, kindOf, LETTER } from '../fold.ts'
import type { Entry } from '../scan.ts'
import { type Everyday, everydayWords } from './everydayWords.ts'
import { PairTable } from './pairTable.ts'
import { agreement, isArabic, otherSkeletons, skeletonOf } from './skeleton.ts'

/** Someone whose name is redacted: as one text in any order, or in its parts. */
export interface PersonName {
  name?: string
  givenName?: string
  surname?: string
}

/** One part of names, such as a first name. */
export interface Part {
  text: string
  everyday: Everyday | null
  /** Who has it; -1 if several people have. */
  owner: number
  /** Whether “von”, “de la”, and the like belong to it. */
  hasParticle: boolean
}

/** More parts than this aren’t read of one name. */
const MOST_PARTS = 8
/** The directory’s names by their parts, and which of them belong together. */
export class NameIndex {
  /** What each word of a text can be: a part of a name, an announcement, or both. */
  readonly dictionary = new Map<string, Entry>()
  readonly parts: Part[] = []
  /** Parts that sound like a word of the other script. */
  readonly #latinSounds = new Map<string, number[]>()
  readonly #arabicSounds = new Map<string, number[]>()
  /** Who has both parts of a pair, the first if several people do. */
  readonly #pairs = new PairTable()
  /** Pairs of a part and the first letter or the first three letters of another. */
  readonly #initials = new PairTable()

  /** How many consonants two parts need that only sound like those of a person: more names sound like more words. */
  readonly soundLength: number

  /** For so many names, which are added one after another. */
  constructor(size: number) {
    this.soundLength = 2 + Math.max(3, Math.ceil(Math.log10(size + 1)))
    for (const [word, cue] of cueWords) this.dictionary.set(word, { cue, name: -1 })
  }

  add({ name = '', givenName = '', surname = '' }: PersonName, owner: number): void {
    const words = partsOf(`${name} ${givenName} ${surname}`)
    const own = new Set<number>()
    for (const { word, hasParticle } of words) {
      for (const spelling of spellings(word)) own.add(this.#part(spelling, owner, hasParticle))
    }
    const all = [...own]
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1)) {
        this.#pairs.add(Math.min(one, other), Math.max(one, other), owner)
        this.#addStarts(one, this.parts[other]!.text, owner)
        this.#addStarts(other, this.parts[one]!.text, owner)
      }
    }
  }

  #addStarts(part: number, other: string, owner: number): void {
    this.#initials.add(part, other.charCodeAt(0), owner)
    if (other.length > 3) this.#initials.add(part, prefixOf(other), owner)
  }

  #part(text: string, owner: number, hasParticle: boolean): number {
    const entry = this.dictionary.get(text)
    if (entry && entry.name >= 0) {
      const part = this.parts[entry.name]!
      if (part.owner !== owner) part.owner = -1
      part.hasParticle ||= hasParticle
      return entry.name
    }
    const name = this.parts.length
    this.parts.push({
      text,
      everyday: everydayWords.get(text) ?? everydayWords.get(text.replace(/^ال/, '')) ?? null,
      owner,
      hasParticle,
    })
    if (entry) entry.name = name
    else this.dictionary.set(text, { cue: 0, name })
    const sound = skeletonOf(text)
    if (sound.length > 0) {
      const sounds = isArabic(text) ? this.#arabicSounds : this.#latinSounds
      const alike = sounds.get(sound)
      if (!alike) sounds.set(sound, [name])
      else if (alike.length < 12) alike.push(name)
    }
    return name
  }

  /** Returns the person that two parts belong to, if any. */
  ownerOf(one: number, other: number): number | undefined {
    return this.#pairs.get(Math.min(one, other), Math.max(one, other))
  }

  hasInitial(part: number, code: number): boolean {
    return this.#initials.get(part, code) !== undefined
  }

  /** Whether someone with a part has another one that starts like a short form, by its first three letters. */
  hasPrefix(part: number, short: string): boolean {
    return this.#initials.get(part, prefixOf(short)) !== undefined
  }

  /** Returns the parts that a word of the other script can stand for. */
  soundsLike(word: string): readonly number[] {
    const sounds = isArabic(word) ? this.#latinSounds : this.#arabicSounds
    if (sounds.size === 0) return []
    const same = sounds.get(skeletonOf(word)) ?? []
    if (!isArabic(word)) return same
    // A name without an article isn’t written with one.
    const alike = word.startsWith('ال') ? same.filter((part) => this.#canHaveArticle(part)) : same
    if (word.startsWith('ال')) return alike
    const others = otherSkeletons(word).flatMap((skeleton) => sounds.get(skeleton) ?? [])
    const fitting = others.filter((part) => agreement(word, this.parts[part]!.text) > 0)
    return fitting.length > 0 ? [...alike, ...fitting] : alike
  }

  #canHaveArticle(part: number): boolean {
    const { text, hasParticle } = this.parts[part]!
    return hasParticle || /^[ae]l|^ال/.test(text)
  }

  get hasArabic(): boolean {
    return this.#arabicSounds.size > 0
  }
}

/** Returns a number for the first three letters, more than that of any single letter. */
const prefixOf = (word: string): number =>
  65536 + (word.charCodeAt(0) * 31 + word.charCodeAt(1)) * 31 + word.charCodeAt(2)

/** Returns the words of a name without titles, initials, and particles. */
function partsOf(name: string): { word: string; hasParticle: boolean }[] {
  const words = wordsOf(name)
  // Müller can be written Mueller.
  if (/[äöüøå]/i.test(name.normalize('NFC'))) {
    words.push(
      ...wordsOf(name.normalize('NFC').replace(/[äöüøå]/gi, (letter) => umlauts[letter.toLowerCase()]!)),
    )
  }
  const all = [...new Set(words)]
  const isParticle = (word: string) => ((cueWords.get(word) ?? 0) & cues.particle) > 0
  const isTitle = (word: string) => ((cueWords.get(word) ?? 0) & cues.title) > 0
  const long = all.filter((word) => word.length > 1 && (all.length < 3 || !isTitle(word)))
  // In names such as Do Van Minh or Ben Carter, what looks like a particle is a part.
  const areParts = long.filter((word) => !isParticle(word)).length < 2
  return long
    .map((word) => ({
      word,
      isPart: areParts || !isParticle(word),
      hasParticle: isParticle(all[all.indexOf(word) - 1] ?? ''),
    }))
    .filter(({ isPart }) => isPart)
    .flatMap((part) => joined(part, all))
    .map(({ word, hasParticle }) => ({ word, hasParticle }))
    .concat(compounds(name, all, isParticle))
    .slice(0, MOST_PARTS)
}

/** Shorter compounds are other words too often. */
const SHORTEST_COMPOUND = 5

/** Returns what can also be written as one word: Jiwoo for Ji-woo, OConnor, Elsayed, and Deluca. */
function compounds(
  name: string,
  all: readonly string[],
  isParticle: (word: string) => boolean,
): { word: string; hasParticle: boolean }[] {
  const found: string[] = []
  if (/[-'’]/.test(name)) {
    const words = fold(name).text.match(/[a-z'-]+/g) ?? []
    found.push(...words.filter((word) => /[-']/.test(word)).map((word) => word.replaceAll(/[-']/g, '')))
  }
  let start = ''
  for (const word of all) {
    if (start !== '' && !isParticle(word)) found.push(start + word)
    start = isParticle(word) && !isArabic(word) ? start + word : ''
  }
  return found
    .filter((word) => word.length >= SHORTEST_COMPOUND && !all.includes(word))
    .map((word) => ({ word, hasParticle: false }))
}

/** Arabic names with عبد can be written as one word or as two. */
function joined<T extends { word: string; hasParticle: boolean }>(part: T, all: readonly string[]): T[] {
  const { word } = part
  if (all[all.indexOf(word) - 1] === 'عبد') return [part, { ...part, word: `عبد${word}` }]
  if (word.startsWith('عبدال') && word.length > 6)
    return [part, { ...part, word: word.slice(3), hasParticle: true }]
  return [part]
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

function wordsOf(name: string): string[] {
  const { text } = fold(name)
  const words: string[] = []
  for (let at = 0; at < text.length; at += 1) {
    const start = at
    while (at < text.length && kindOf(text.charCodeAt(at)) === LETTER) at += 1
    if (at > start) words.push(text.slice(start, at))
  }
  return words
}

/** Returns a part as it can be written: Mueller also stands for Müller, which is folded to muller. */
function spellings(word: string): string[] {
  if (!word.includes('e')) return [word]
  const plain = word.replace(/(?<![aeq])ue|(?<![aeo])oe|(?<![aeo])ae/g, (pair) => pair[0]!)
  return plain === word || plain.length < 4 ? [word] : [word, plain]
}
