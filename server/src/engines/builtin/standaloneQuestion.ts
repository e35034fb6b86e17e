import { terms as termsOf } from '../../platform/language/terms.ts'
import { titleOf } from '../../platform/language/titleOf.ts'

export interface FollowUp {
  question: string
  /** The earlier questions of the branch as asked, newest first. */
  earlierQuestions: readonly string[]
  /** The names of the files that the last answer cited, in citation order. */
  citedTitles: readonly string[]
  /** Returns which of these terms occur in the libraries to be searched: `LibrarySearch.indexedTerms`. */
  isIndexed: (terms: readonly string[]) => Promise<ReadonlySet<string>>
}

/** A question with fewer indexed terms does not make clear what it is about. */
const ENOUGH_TERMS = 3
/** A question that refers back needs more terms because its words do not name what it refers to. */
const ENOUGH_TERMS_REFERRING = 6
/** The first citation is the quote that was shown; the others were only offered, often from other files. */
const TITLES = 1
/** Openings and pronouns that refer to something said before. */
const refersBack = [
  /^\s*(and|or|but|what about|how about|which one|why so)\b/i,
  /\b(it|its|he|his|him|she|hers?|they|them|their|theirs|there|that|this|these|those|then|one|ones)\b/i,
  /^\s*(و|ماذا عن)|(?:^|\s)(هو|هي|هم|هذا|هذه|ذلك|تلك|هناك)(?:\s|[؟?]|$)/,
  /^(那|那么|它|他|她)|呢[？?]?\s*$/,
]
/** The maximum number of words added from earlier texts: a long paste names its subject at the start. */
const MAX_ADDED_WORDS = 32

/**
 * Returns the question to search with for a follow-up, without a language model: "and for Lyon?" becomes "and
 * for Lyon? (price ticket train)". If fewer than three of its terms are indexed, or fewer than six and it
 * refers back ("and …", "it", "there"), it adds words of the last question and of the cited title. If the last
 * question was such a follow-up too, it also adds words of the one before it. Words that no document contains
 * are not added. Otherwise, and for a first question, it returns the question unchanged. The result is for
 * `LibrarySearch.retrieve` and the execution details; the answer is still given to the original question.
 */
export async function standaloneQuestion(followUp: FollowUp): Promise<string> {
  const { question, earlierQuestions, citedTitles, isIndexed } = followUp
  if (earlierQuestions.length === 0) return question
  const titles = citedTitles.slice(0, TITLES).map(titleOf)
  const indexed = await isIndexed([...new Set([question, ...earlierQuestions, ...titles].flatMap(termsOf))])
  const known = new Set(termsOf(question))
  if (standsAlone(question, indexed)) return question
  const added: string[] = []
  for (const earlier of earlierQuestions) {
    added.push(...newWords(earlier, known, indexed))
    if (standsAlone(earlier, indexed)) break
  }
  for (const title of titles) added.push(...newWords(title, known, indexed))
  return added.length === 0 ? question : `${question} (${added.slice(0, MAX_ADDED_WORDS).join(' ')})`
}

function standsAlone(question: string, indexed: ReadonlySet<string>): boolean {
  const known = new Set(termsOf(question).filter((term) => indexed.has(term))).size
  if (known < ENOUGH_TERMS) return false
  return known >= ENOUGH_TERMS_REFERRING || !refersBack.some((sign) => sign.test(question))
}

/** Returns the words of a text that add a new indexed term, in order and without punctuation. */
function newWords(text: string, known: Set<string>, indexed: ReadonlySet<string>): string[] {
  return text.split(/[\s()]+/).flatMap((raw) => {
    const word = raw.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '')
    const brought = termsOf(word).filter((term) => indexed.has(term) && !known.has(term))
    for (const term of brought) known.add(term)
    return brought.length > 0 ? [word] : []
  })
}
