import { limits } from '@parlance/contract/limits'
import { cutTo } from '../../../platform/language/cutTo.ts'
import { languageOf } from '../../../platform/language/languageOf.ts'
import { eachSentence } from '../../../platform/language/sentences.ts'
import { terms as termsOf } from '../../../platform/language/terms.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'

const ENOUGH_TERMS = 3
/** Words that request something without naming it. They come before the subject. */
const asking = new Set(
  `hi hello hey dear thanks thank please kindly tell show explain describe give find list help want need like know
  say write let think wonder wondering question مرحبا أخبرني اخبرني اشرح وضح وضّح
  أعطني اعطني اذكر أريد اريد معرفة فضلك رجاء رجاءً`.split(/\s+/),
)

/**
 * Builds a title without a model, from a question's key terms and the names of the cited files. It is the
 * question without the words around its subject. Returns null if nothing remains.
 */
export function titleFromTerms(question: string, citedTitles: readonly string[]): string | null {
  const subject = [...eachSentence(question)]
    .map(({ start, end }) => subjectOf(question.slice(start, end)))
    .find((one) => termsOf(one).length > 1)
  const words = subject ?? subjectOf(question.split('\n')[0] ?? '')
  const known = new Set(termsOf(words))
  const [cited] = citedTitles.map(titleOf)
  const adds =
    cited !== undefined && known.size < ENOUGH_TERMS && termsOf(cited).some((term) => !known.has(term))
  const parts = [words, adds ? cited : ''].filter((part) => part !== '')
  const title = shorten(parts.join(' – '))
  return title === '' ? null : capitalised(title)
}

const measures = new Set(
  'big deep far fast heavy high large late long many much often old tall wide'.split(' '),
)

/** "How tall" asks for a measure of what follows. */
function isMeasure(word: string, before: string | undefined): boolean {
  return before?.toLowerCase() === 'how' && measures.has(word.toLowerCase())
}

/** Matches from a word's first letter or digit to its last. Linear, however many marks the word contains. */
const withoutMarks = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}%°])?/su

/** Returns a sentence without punctuation and without the words around its subject that name nothing. */
function subjectOf(sentence: string): string {
  const words = sentence
    .split(/\s+/)
    .map((word) => withoutMarks.exec(word)?.[0] ?? '')
    .filter((word) => word !== '')
  const says = (word: string) => termsOf(word).length > 0
  const names = words.findIndex(
    (word, at) => says(word) && !asking.has(word.toLowerCase()) && !isMeasure(word, words[at - 1]),
  )
  const from = names < 0 ? words.findIndex(says) : names
  return from < 0 ? '' : words.slice(from, words.findLastIndex(says) + 1).join(' ')
}

function shorten(text: string): string {
  if (text.length <= limits.conversationTitle) return text
  const cut = cutTo(text, limits.conversationTitle - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > limits.conversationTitle / 2 ? cut.slice(0, space) : cut).replace(/[\s–,;:]+$/u, '')}…`
}

const capitalised = (text: string) => `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}`

/** Cleans up a model's title. Returns null if it is not a title, or uses another script than the question. */
export function titleFromModel(said: string, question: string): string | null {
  const line = said
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '')
  const bare = (line ?? '')
    .replaceAll(/\p{Cc}|\p{Cf}/gu, '')
    .replaceAll(/[*_`#]+/g, '')
    .replace(/^\s*(?:title|العنوان|عنوان)\s*[:：]\s*/iu, '')
    .replace(/^["'“”«»„「『]+|(?<!["'“”«»」』.。])["'“”«»」』.。]+$/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  if (termsOf(bare).length === 0) return null
  const language = languageOf(question)
  const hasScript = ['ar', 'zh', 'ja', 'ko'].includes(language)
  if (hasScript && languageOf(bare) !== language) return null
  return shorten(bare)
}
