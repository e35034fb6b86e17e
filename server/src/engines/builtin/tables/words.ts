import { normalizeArabic, stemArabic } from '../../../platform/language/arabic.ts'
import { terms } from '../../../platform/language/terms.ts'
import {
  irregularPlurals,
  irregularSingulars,
  singularsOf,
  verbNounsOf,
  withoutEnding,
  withoutPossessive,
} from './arabicForms.ts'

/** A word of a question, and what it was understood as. */
export interface Word {
  /** As written. */
  text: string
  /** In one spelling. */
  plain: string
  /** Its term for comparisons, or null for a word without meaning. */
  stem: string | null
  /** The terms of words that it can be another form of. */
  others: readonly string[]
  /** The currency of an amount, such as "$". */
  currency: string
  used: boolean
}

const pattern = /\p{Sc}?[\p{L}\p{N}\p{M}_]+(?:['’.,/:-][\p{L}\p{N}\p{M}_]+)*[%+\p{Sc}]?|[<>]=?|[=%]/gu
const currencySign = /\p{Sc}/gu
const easternDigits = /[٠-٩۰-۹]/g

/** Returns a text in one spelling: small letters, our digits, Arabic without marks. */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(easternDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('’', "'")
    .replaceAll('٪', '%')
  return normalizeArabic(plain)
}

export const isArabic = (word: string): boolean => /\p{Script=Arabic}/u.test(word)

/** "فئة" would be "in it" without its hamza. */
const HAMZA = 'ئ'

function termOf(word: string): string | null {
  const [term = null] = terms(word)
  if (!isArabic(word)) return term
  const plain = normalizeArabic(word)
  if (term === null) return word.includes(HAMZA) && plain !== 'اوليك' ? stemArabic(plain) : null
  // "وحدة" is a unit more often than "and" with what follows, which is one of its other readings.
  return /^و.{3}/.test(plain) ? stemArabic(`ال${plain}`) : term
}

const theirs = /(?<=.{3})هم$/
/** "موظفًا" is an object of "كم". */
const indefinite = /(?:ًا|اً)$/u

function stemOf(text: string, plain: string): string | null {
  if (!isArabic(plain)) return termOf(plain)
  const bare = indefinite.test(text) ? plain.replace(/ا$/, '') : plain
  const stem = termOf(bare.replace(theirs, ''))
  return stem === null ? null : singularTerm(stem)
}

const plurals = new Map(
  irregularPlurals.flatMap(([plural, singular]) => {
    const [many, one] = [termOf(plural), termOf(singular)]
    return many !== null && one !== null ? [[many, one] as const] : []
  }),
)
const singularTerm = (term: string): string => plurals.get(term) ?? term

/** Returns the terms of a name, to compare them with those of words. */
export function termsOfName(name: string): string[] {
  if (!isArabic(name)) return terms(name)
  return (name.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []).flatMap((word) => {
    const term = termOf(word)
    return term === null ? [] : [singularTerm(term)]
  })
}

/** "sales_2024.csv" is a name of a file. */
const fileEnding = /(?<=[\p{L}\p{N}_])\.(?:csv|tsv|xlsx|xls|ods)(?![\p{L}\p{N}_])/giu

export function wordsOf(question: string): Word[] {
  const plain = question.replace(fileEnding, ' ').replaceAll('_', ' ')
  return (plain.match(pattern) ?? []).map((text) => {
    const plain = plainOf(text.replace(currencySign, ''))
    const stem = stemOf(text, plain)
    const others = stem === null ? [] : otherStems(plain).filter((other) => other !== stem)
    return { text, plain, stem, others, currency: text.match(currencySign)?.[0] ?? '', used: false }
  })
}

/** Keeps the hamza of a word that would be one without meaning. */
function plainOf(text: string): string {
  const plain = plainText(text)
  const isOther = text.includes(HAMZA) && terms(plain).length === 0 && plain !== 'اوليك'
  return isOther ? plainText(text.replaceAll(HAMZA, '\0')).replaceAll('\0', HAMZA) : plain
}

const termsOf = (words: readonly string[]): string[] => words.flatMap((word) => termOf(word) ?? [])

/** With what Arabic writes in front of a word and behind it, in the singular. */
function otherStems(plain: string): string[] {
  if (!isArabic(plain)) return []
  const bare = plain.replace(/(?<=...)ا$/, '')
  const forms = [plain, bare, bare.replace(joinedLetters, '')].map(withoutArticle)
  // "حجوزات" has two plurals.
  const all = forms.flatMap((form) => [
    form,
    withoutPossessive(form),
    ...singularsOf(form),
    ...singularsOf(form.replace(/(?<=....)ات$/, '')),
  ])
  return [...new Set(termsOf(all).map(singularTerm))]
}

/** Returns the terms of nouns that a verb can belong to: "paid" to "payment", "signed" to "signature". */
export function isVerbOf({ plain }: Word, name: string): boolean {
  const words = plainText(name).split(/[^\p{L}\p{N}\p{M}]+/u)
  if (isArabic(plain)) {
    const nouns = verbNounsOf(withoutArticle(plain))
    return words.some((word) => nouns.includes(withoutArticle(word)))
  }
  // "food" is no past of anything.
  if (words.some((word) => isSameWord(word, plain))) return false
  const base = irregularVerbs.get(plain) ?? /^(.{3,}?)(?:ed|d)$/.exec(plain)?.[1]
  return base !== undefined && words.some((word) => word.startsWith(base))
}

/** "ordered" is what happened, and not an order. */
export const isVerb = ({ plain }: Word): boolean => /^[a-z]{3,}ed$/.test(plain)

const irregularVerbs = new Map(
  `paid pay,sent send,sold sale,bought purchase,built build,made make,spent spend,begun begin,begun start,hired hire,
  born birth,left leav,given give,taken take,written writ,seen visit,held hold,won win`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)

/** Arabic writes "and", "in", "for", "like", and "so" in front of the next word. */
const joinedLetters = /^[وبلكف](?=.{3})/

/** Whether a word is this one, with or without what Arabic writes in front of it. */
export function isWord({ plain }: Word, wanted: string): boolean {
  if (plain === wanted) return true
  if (!isArabic(wanted)) return false
  const bare = withoutArticle(plain)
  return bare === wanted || withoutArticle(plain.replace(joinedLetters, '')) === wanted
}

export const withoutArticle = (word: string): string => word.replace(/^[وف]?(?:بال|كال|لل|ال)(?=.{2})/, '')

const singulars = new Map<string, string[]>()
const MOST_SINGULARS = 5000

function singularStems(stem: string): string[] {
  const known = singulars.get(stem)
  if (known) return known
  const found = isArabic(stem) ? termsOf(singularsOf(stem)) : []
  if (singulars.size >= MOST_SINGULARS) singulars.clear()
  singulars.set(stem, found)
  return found
}

/** Whether a word means the same as a name with this stem, as far as stems say. */
export function isSame({ stem: own, others }: Word, stem: string): boolean {
  if (own === null) return false
  if (own === stem || own.replace(joinedLetters, '') === stem) return true
  return others.includes(stem) || singularStems(stem).includes(own)
}

/** Whether a word is a plural, a possessive, or another ending of this one. */
export function isForm(word: Word, wanted: string): boolean {
  if (isWord(word, wanted)) return true
  if (!isArabic(wanted)) {
    const [own, other] = [word.plain, wanted]
    // "houses" is of "house", and "boxes" of "box".
    return (
      wanted.length > 2 &&
      (own === `${other}s` || other === `${own}s` || singularOf(own) === singularOf(other))
    )
  }
  const own = indefinite.test(word.text) ? word.plain.replace(/ا$/, '') : word.plain
  const [one, other] = [withoutArticle(own), withoutArticle(wanted)]
  return withoutEnding(one) === withoutEnding(other) || irregularSingulars.get(one) === other
}

const singularOf = (word: string): string =>
  word
    .replace(/'s?$/, '')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh))es$/, '')
    .replace(/(?<=[^s]{2})s$/, '')

/** Whether two English words are the same but for a plural's ending. */
export const isSameWord = (one: string, other: string): boolean =>
  one === other || one === `${other}s` || other === `${one}s`

/** Finds unused words in a row that are this phrase, from a place on. Returns the place, or -1. */
export function findPhrase(
  words: readonly Word[],
  phrase: readonly string[],
  from = 0,
  matches: (word: Word, wanted: string) => boolean = isWord,
): number {
  for (let at = from; at + phrase.length <= words.length; at += 1)
    if (phrase.every((wanted, index) => !words[at + index]!.used && matches(words[at + index]!, wanted)))
      return at
  return -1
}

/**
 * Finds the terms of a name, also as "cost of energy" for "energy cost". Arabic has the first noun last.
 */
export function findName(
  words: readonly Word[],
  wanted: readonly string[],
): { from: number; count: number } | null {
  const found = findTerms(words, wanted)
  if (found || wanted.length !== 2) return found
  const turned = findTerms(words, wanted.toReversed())
  if (!turned) return null
  const inside = words.slice(turned.from, turned.from + turned.count)
  const isOf =
    inside.some(({ plain }) => plain === 'of') ||
    inside.some(({ plain }) => isArabic(plain)) !== wanted.some(isArabic)
  return isOf ? turned : null
}

export function use(words: readonly Word[], from: number, count: number): void {
  for (let at = from; at < from + count; at += 1) words[at]!.used = true
}

/** Words without meaning for search that change what is asked. */
const meaningful = new Set(
  `not no nor only few more most other same before after above below under over between until during both or if without
  each every off out down again ليس غير بعد قبل بين لا لم لن ليسوا ليست بدون او دون الا منذ حتي فقط`.split(
    /\s+/,
  ),
)

export const changesMeaning = (plain: string): boolean => meaningful.has(plain) || plain.endsWith("n't")

/** Finds unused words that are these terms in a row. Words without meaning can be between them. */
export function findTerms(
  words: readonly Word[],
  wanted: readonly string[],
): { from: number; count: number } | null {
  if (wanted.length === 0) return null
  for (let from = 0; from < words.length; from += 1) {
    let at = from
    let matched = 0
    while (at < words.length && matched < wanted.length) {
      const word = words[at]!
      if (!word.used && isSame(word, wanted[matched]!)) matched += 1
      else if (matched === 0 || word.stem !== null || word.used || changesMeaning(word.plain)) break
      at += 1
    }
    if (matched === wanted.length) return { from, count: at - from }
  }
  return null
}
