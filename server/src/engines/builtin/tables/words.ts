import { normalizeArabic } from '../../../platform/language/arabic.ts'
import { terms } from '../../../platform/language/terms.ts'

/** A word of a question, and what it was understood as. */
export interface Word {
  /** As written. */
  text: string
  /** In one spelling. */
  plain: string
  /** Its term for comparisons, or null for a word without meaning. */
  stem: string | null
  used: boolean
}

const pattern = /[\p{L}\p{N}\p{M}_]+(?:['’.,/:-][\p{L}\p{N}\p{M}_]+)*%?|[<>]=?|[=%]/gu
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

const termOf = (word: string): string | null => terms(word)[0] ?? null

/** Plurals of Arabic that change the word itself, with their singulars, as far as columns are often called so. */
const plurals = new Map(
  `رواتب راتب,مبالغ مبلغ,اسعار سعر,كميات كميه,مدن مدينه,اقسام قسم,عملاء عميل,زبائن زبون,طلاب طالب,تواريخ تاريخ,فروع فرع,
  دول دوله,مناطق منطقه,اسماء اسم,انواع نوع,ارباح ربح,اصناف صنف,مشاريع مشروع,فواتير فاتوره,متاجر متجر,مدارس مدرسه,
  مصاريف مصروف,درجات درجه,اعمار عمر,احجام حجم,سلع سلعه,موردين مورد,صفوف صف`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string])
    .flatMap(([plural, singular]) => {
      const [many, one] = [termOf(plural), termOf(singular)]
      return many !== null && one !== null ? [[many, one] as const] : []
    }),
)
const theirs = /(?<=.{3})هم$/
/** "موظفًا" is an object of "كم". */
const indefinite = /(?:ًا|اً)$/u

function stemOf(text: string, plain: string): string | null {
  if (!/\p{Script=Arabic}/u.test(plain)) return termOf(plain)
  const bare = indefinite.test(text) ? plain.replace(/ا$/, '') : plain
  const stem = termOf(bare.replace(theirs, ''))
  return stem === null ? null : (plurals.get(stem) ?? stem)
}

/** Returns the terms of a name, to compare them with those of words. */
export const termsOfName = (name: string): string[] => terms(name).map((term) => plurals.get(term) ?? term)

export function wordsOf(question: string): Word[] {
  return (question.match(pattern) ?? []).map((text) => {
    const plain = plainText(text)
    return { text, plain, stem: stemOf(text, plain), used: false }
  })
}

/** Arabic writes "and", "in", "for", "like", and "so" in front of the next word. */
const joinedLetters = /^[وبلكف](?=.{3})/

/** Whether a word is this one, with or without what Arabic writes in front of it. */
export function isWord({ plain }: Word, wanted: string): boolean {
  if (plain === wanted) return true
  if (!/\p{Script=Arabic}/u.test(wanted)) return false
  const bare = withoutArticle(plain)
  return bare === wanted || withoutArticle(plain.replace(joinedLetters, '')) === wanted
}

const withoutArticle = (word: string) => word.replace(/^(?:وال|بال|كال|فال|لل|ال)(?=.{2})/, '')

/** Whether two words mean the same, as far as their stems say. */
const isSame = (word: Word, stem: string): boolean =>
  word.stem === stem || (word.stem?.replace(joinedLetters, '') ?? null) === stem

/** Finds unused words in a row that are this phrase, from a place on. Returns the place, or -1. */
export function findPhrase(words: readonly Word[], phrase: readonly string[], from = 0): number {
  for (let at = from; at + phrase.length <= words.length; at += 1)
    if (phrase.every((wanted, index) => !words[at + index]!.used && isWord(words[at + index]!, wanted)))
      return at
  return -1
}

export function use(words: readonly Word[], from: number, count: number): void {
  for (let at = from; at < from + count; at += 1) words[at]!.used = true
}

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
      else if (matched === 0 || word.stem !== null) break
      at += 1
    }
    if (matched === wanted.length) return { from, count: at - from }
  }
  return null
}
