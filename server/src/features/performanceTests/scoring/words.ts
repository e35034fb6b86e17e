import { singularsOf, withoutPossessive } from '../../../engines/builtin/tables/arabicForms.ts'
import { normalizeArabic, stemArabic } from '../../../platform/language/arabic.ts'
import { resembles } from '../../../platform/language/resembles.ts'
import { unspaced } from '../../../platform/language/scripts.ts'
import { englishStopWords, isArabicStopWord } from '../../../platform/language/stopWords.ts'
import { terms } from '../../../platform/language/terms.ts'
import { createWordCache } from '../../../platform/language/wordCache.ts'
import { unitNames } from './quantities.ts'
import { classes, endings, irregular, light, opposites } from './vocabulary.ts'

/** What a word is compared by. */
export interface WordForms {
  /** Its class or stem. Null for a word without meaning. */
  term: string | null
  /** Other stems that it can be a form of. */
  others: readonly string[]
  /** Whether it means the opposite of its class. */
  negated: boolean
  isLight: boolean
}

const arabicLetter = /\p{Script=Arabic}/u
const known = createWordCache<WordForms>(20_000)

/** The meaning of words with one, by word and by stem. */
const byWord = new Map<string, { term: string; negated: boolean; others: string[] }>()
const lemmas = new Map<string, string>()
/** Phrases of classes, such as "per year", with their terms. */
export const classPhrases: { words: string[]; term: string; negated: boolean }[] = []

const plainStem = (word: string): string | null => {
  if (arabicLetter.test(word)) return stemArabic(normalizeArabic(word))
  return terms(word)[0] ?? null
}

for (const group of irregular.split(';')) {
  const [first = '', ...rest] = group.trim().split(/\s+/)
  for (const word of [first, ...rest]) if (!lemmas.has(word)) lemmas.set(word, first)
}
classes.split('\n').forEach((line) => {
  const [first = ''] = line.split(' ')
  const term = `=${first}`
  for (const entry of line.split(' ')) {
    const negated = entry.startsWith('!')
    const word = entry.replace('!', '')
    if (word.includes('_')) {
      classPhrases.push({ words: word.split('_'), term, negated })
      continue
    }
    const first = byWord.get(word)
    if (!first) byWord.set(word, { term, negated, others: [] })
    // "pay" is of what costs something, and of payments.
    else if (first.term !== term) first.others.push(term)
    const stem = plainStem(word)
    // "hourly" isn't said by "hours".
    if (stem !== null && !unitNames.has(stem) && !byWord.has(`~${stem}`))
      byWord.set(`~${stem}`, { term, negated, others: [] })
  }
})

/** A verb's or a noun's three root letters: "مسموح" and "السماح" share them. Null if it has more or fewer. */
function rootOf(stem: string): string | null {
  const bare = stem.replace(/^(?:است|مست|يست|تست|مت|ان|[يتنم])(?=.{3})/, '').replace(/(?<=.)[اوي](?=.)/g, '')
  return bare.length === 3 ? `√${bare}` : null
}

function arabicForms(word: string): string[] {
  const plain = normalizeArabic(word)
  // "منحًا" is "منحة" as an object.
  const ends = /^.{3,}ا$/u.test(plain) ? [plain.slice(0, -1)] : []
  const bare = [plain, ...ends, ...(/^[بلكفوس].{3}/u.test(plain) ? [plain.slice(1)] : [])].flatMap((one) => [
    one,
    withoutPossessive(one),
  ])
  const found = new Set<string>()
  for (const one of bare) {
    const stem = stemArabic(one)
    found.add(stem)
    for (const singular of singularsOf(one.replace(/^ال/, ''))) found.add(stemArabic(singular))
    const root = rootOf(stem)
    if (root) found.add(root)
  }
  return [...found]
}

export type Language = keyof typeof endings

/** Returns what a word in one spelling is compared by. The language is null for English and Arabic. */
export function formsOf(word: string, language: Language | null = null): WordForms {
  const key = language ? `${language} ${word}` : word
  let forms = known.get(key)
  if (!forms) {
    forms = readForms(word)
    if (language && forms.others.length === 0) forms = { ...forms, others: formsIn(language, word) }
    known.set(key, forms)
  }
  return forms
}

const LEAST_STEM = 4
const endingsOf = Object.fromEntries(
  Object.entries(endings).map(([language, list]) => [language, list.split(' ')]),
) as Record<Language, string[]>

/** "genutzt" and "Nutzung" share "nutz", "livrées" and "livraison" "livr", "aprueba" and "aprobar" "aprob". */
function formsIn(language: Language, word: string): string[] {
  const bare = language === 'de' && /^ge.{3,}(?:t|en)$/.test(word) ? word.slice(2) : word
  const ending = endingsOf[language].find(
    (one) => bare.endsWith(one) && bare.length - one.length >= LEAST_STEM,
  )
  const stem = ending === undefined ? bare : bare.slice(0, -ending.length)
  if (stem.length < LEAST_STEM) return []
  return [
    `${language} ${language === 'es' ? stem.replace(/ue(?=[^aeiou]+$)/, 'o').replace(/ie(?=[^aeiou]+$)/, 'e') : stem}`,
  ]
}

function readForms(word: string): WordForms {
  const lemma = lemmas.get(word) ?? word
  if (arabicLetter.test(word)) {
    if (!byWord.has(word) && isArabicStopWord(normalizeArabic(word)))
      return { term: null, others: [], negated: false, isLight: true }
    const all = arabicForms(lemma)
    const meant = byWord.get(word) ?? all.map((one) => byWord.get(`~${one}`)).find((one) => one !== undefined)
    const term = meant?.term ?? all[0] ?? null
    return { term, others: meant ? [] : all, negated: meant?.negated ?? false, isLight: isLight(term, all) }
  }
  const [stem = null] = terms(lemma)
  const meant = byWord.get(word) ?? byWord.get(lemma) ?? (stem === null ? undefined : byWord.get(`~${stem}`))
  if (meant) return { ...meant, isLight: isLight(meant.term, []) }
  const isEmpty = stem === null || (stem.length === 1 && !unspaced.test(stem)) || englishStopWords.has(lemma)
  return { term: isEmpty ? null : stem, others: [], negated: false, isLight: isLight(stem, []) }
}

let lightTerms: Set<string> | null = null
function isLight(term: string | null, others: readonly string[]): boolean {
  lightTerms ??= lightSet()
  return term !== null && (lightTerms.has(term) || others.some((one) => lightTerms!.has(one)))
}

function lightSet(): Set<string> {
  lightTerms = new Set()
  return new Set(
    light.split(/\s+/).flatMap((word) => {
      const { term } = readForms(word)
      return term === null ? [] : [term]
    }),
  )
}

/** The part of the longer stem that two stems of one word share at the start. */
const SHARED = 0.7
const LEAST = 5
/** A German compound has the other word at its end, after a word of its own. */
const LEAST_BEFORE = 4
const LEAST_OF_COMPOUND = 6

/** Whether two stems can be of one word: "Kündigung" and "Kündigungsfrist", "resilier" and "resiliation". */
function isAkin(one: string, other: string): boolean {
  if (one.startsWith('=') || other.startsWith('=') || arabicLetter.test(one) || arabicLetter.test(other))
    return false
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (shorter.length < LEAST) return false
  if (
    longer.startsWith(shorter) &&
    shorter.length >= LEAST_OF_COMPOUND &&
    longer.length - shorter.length >= LEAST_BEFORE
  )
    return true
  if (longer.endsWith(shorter)) return longer.length - shorter.length >= LEAST_BEFORE
  if (!resembles(one, other)) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start++
  return start >= LEAST && (start >= longer.length * SHARED || start === shorter.length)
}

/** Whether two words can be forms of one, or mean the same. */
export function isSameTerm(one: WordForms, other: WordForms): boolean {
  if (one.term === null || other.term === null) return false
  if (one.term === other.term) return true
  if (one.others.includes(other.term) || other.others.includes(one.term)) return true
  if (one.others.some((form) => other.others.includes(form))) return true
  return isAkin(one.term, other.term) && !areOpposite(one, other)
}

/** The lines of `opposites` that a term is in. */
const sides = new Map<string, number[]>()
opposites.split('\n').forEach((line, at) => {
  for (const word of line.split(' ')) {
    const { term } = formsOf(word)
    for (const key of [`"${word}`, ...(term === null ? [] : [term])])
      sides.set(key, [...(sides.get(key) ?? []), at])
  }
})

/** The groups of words that exclude each other, of which this word is one. */
export const sidesOf = (word: string, forms: WordForms): readonly number[] =>
  sides.get(`"${word}`) ?? (forms.term === null ? undefined : sides.get(forms.term)) ?? []

function areOpposite(one: WordForms, other: WordForms): boolean {
  const others = other.term === null ? [] : (sides.get(other.term) ?? [])
  return (one.term === null ? [] : (sides.get(one.term) ?? [])).some((side) => others.includes(side))
}
