import { cues, cueWords } from '../cues.ts'
import { fold, kindOf, LETTER } from '../fold.ts'
import type { Entry } from '../scan.ts'
import { type Everyday, everydayWords } from './everydayWords.ts'
import { PairTable } from './pairTable.ts'
import { isArabic, skeletonOf } from './skeleton.ts'

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
  /** Pairs of a part and the first letter of another. */
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
        this.#initials.add(one, this.parts[other]!.text.charCodeAt(0), owner)
        this.#initials.add(other, this.parts[one]!.text.charCodeAt(0), owner)
      }
    }
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
    if (sound.length > 1) {
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

  /** Returns the parts that a word of the other script can stand for. */
  soundsLike(word: string): readonly number[] {
    const sounds = isArabic(word) ? this.#latinSounds : this.#arabicSounds
    return (sounds.size > 0 && sounds.get(skeletonOf(word))) || []
  }

  get hasArabic(): boolean {
    return this.#arabicSounds.size > 0
  }
}

/** Returns the words of a name without titles, initials, and particles. */
function partsOf(name: string): { word: string; hasParticle: boolean }[] {
  // Müller can be written Mueller.
  const words = wordsOf(name)
  // Müller can be written Mueller.
  if (/[äöü]/i.test(name.normalize('NFC'))) {
    words.push(
      ...wordsOf(name.normalize('NFC').replace(/[äöü]/gi, (letter) => umlauts[letter.toLowerCase()]!)),
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
    .slice(0, MOST_PARTS)
}

/** Arabic names with عبد can be written as one word or as two. */
function joined<T extends { word: string; hasParticle: boolean }>(part: T, all: readonly string[]): T[] {
  const { word } = part
  if (all[all.indexOf(word) - 1] === 'عبد') return [part, { ...part, word: `عبد${word}` }]
  if (word.startsWith('عبدال') && word.length > 6)
    return [part, { ...part, word: word.slice(3), hasParticle: true }]
  return [part]
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

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
