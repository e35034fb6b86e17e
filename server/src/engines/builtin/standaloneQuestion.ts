import { terms as termsOf } from '../../platform/language/terms.ts'
import { titleOf } from '../../platform/language/titleOf.ts'

export interface FollowUp {
  question: string
  /** The questions before it on the same branch as they were asked, the newest first. */
  earlierQuestions: readonly string[]
  /** The files' names that the last answer cited, in the order of its citations. */
  citedTitles: readonly string[]
  /** Which of these terms stand in the libraries that will be searched: `knowledge.indexedTerms`. */
  isIndexed: (terms: readonly string[]) => Promise<ReadonlySet<string>>
}

/** A question with fewer terms that any document knows leaves open what it is about. */
const ENOUGH_TERMS = 3
/** One that refers back needs more of them: what it refers to is none of its words. */
const ENOUGH_TERMS_REFERRING = 6
/** The first citation is the quote that was shown; the others were offered beside it, often from elsewhere. */
const TITLES = 1
/** Beginnings and pronouns that go on from something said before. */
const refersBack = [
  /^\s*(and|or|but|what about|how about|which one|why so)\b/i,
  /\b(it|its|he|his|him|she|hers?|they|them|their|theirs|there|that|this|these|those|then|one|ones)\b/i,
  /^\s*(و|ماذا عن)|(?:^|\s)(هو|هي|هم|هذا|هذه|ذلك|تلك|هناك)(?:\s|[؟?]|$)/,
  /^(那|那么|它|他|她)|呢[？?]?\s*$/,
]
/** Words taken from what came before: a long paste has its subject in its first ones. */
const MAX_ADDED_WORDS = 32

/**
 * The question to search for a follow-up, without a language model: "and for Lyon?" becomes
 * "and for Lyon? (price ticket train)". Where fewer than three of its terms are indexed, or fewer than six and it
 * refers back ("and …", "it", "there"), the words of the last question and of the cited title are added; where the
 * last question was such a follow-up itself, also those of the one before it. Words that no document knows are not
 * taken over. Otherwise, and for a first question, it comes back unchanged. The text is for `knowledge.retrieve`
 * and for the execution details; answers are still given to the question as it was asked.
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

/** The words of a text that bring an indexed term which is not known yet, in order and without their punctuation. */
function newWords(text: string, known: Set<string>, indexed: ReadonlySet<string>): string[] {
  return text.split(/[\s()]+/).flatMap((raw) => {
    const word = raw.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '')
    const brought = termsOf(word).filter((term) => indexed.has(term) && !known.has(term))
    for (const term of brought) known.add(term)
    return brought.length > 0 ? [word] : []
  })
}
