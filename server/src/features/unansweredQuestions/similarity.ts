import { contentOf, languageOfQuestion } from '../../platform/language/functionWords.ts'
import { terms } from '../../platform/language/terms.ts'

/** A question as it is compared with others. */
export interface Compared {
  terms: readonly string[]
  embedding: readonly number[] | null
}

/** A question of a group. */
export interface Grouped extends Compared {
  groupId: string
}

const MOST_TERMS = 40
/** Questions with half of their words in common ask the same, as a rule. */
const SAME_WORDS = 0.5
/** Where embeddings of common models put paraphrases. */
const SAME_MEANING = 0.85

/** Returns the telling words of a question, each once. */
export function termsOfQuestion(question: string): string[] {
  const content = contentOf(question, languageOfQuestion(question))
  return [...new Set(terms(content))].slice(0, MOST_TERMS)
}

/** Whether a question says enough to be compared: not "thanks" or "and then?". */
export const isTelling = ({ terms: words }: Pick<Compared, 'terms'>): boolean => words.length >= 2

/** Returns how similar two questions are: 1 or more if they ask the same. */
function similarity(one: Compared, other: Compared): number {
  const known = new Set(one.terms)
  const shared = other.terms.filter((term) => known.has(term)).length
  const all = one.terms.length + other.terms.length - shared
  const byWords = shared < 2 ? 0 : shared / all / SAME_WORDS
  const byMeaning =
    one.embedding && other.embedding ? cosine(one.embedding, other.embedding) / SAME_MEANING : 0
  return Math.max(byWords, byMeaning)
}

/** Of vectors of length 1. */
const cosine = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) : 0

/**
 * Returns the group that a question belongs to: the one whose questions are the most similar on average, so that a
 * chain of questions that each resemble the next doesn't become one group. Null if none asks the same.
 */
export function groupOf(question: Compared, others: readonly Grouped[]): string | null {
  const groups = new Map<string, number[]>()
  for (const other of others) {
    const found = groups.get(other.groupId) ?? []
    groups.set(other.groupId, [...found, similarity(question, other)])
  }
  const averages = [...groups].map(([groupId, all]) => ({
    groupId,
    average: all.reduce((sum, one) => sum + one, 0) / all.length,
  }))
  const best = averages.sort((a, b) => b.average - a.average)[0]
  return best && best.average >= 1 ? best.groupId : null
}
