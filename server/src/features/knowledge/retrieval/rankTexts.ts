import type { WeightedTerm } from '../../../engines/builtin/chooseQuotes.ts'
import type { PassageTerms } from '../passages/indexable.ts'
import { idf } from './idf.ts'
import { readQuestion } from './readQuestion.ts'
import { wordsIn } from './wordsIn.ts'

/** The usual constants of BM25: how soon more occurrences count no more, and how much a long text is discounted. */
const K = 1.2
const B = 0.75

interface Text extends PassageTerms {
  fileName: string
  heading: string
  text: string
}

export interface RankedTexts<T> {
  terms: WeightedTerm[]
  /** The texts that share a word with the question, best first. */
  passages: (T & { score: number })[]
  searched: number
  /** The share of the question’s words in the best text. */
  coverage: number
  tiny: true
}

/** Ranks texts that aren’t in a library, such as pages that were just read, as passages of a tiny library are. */
export function rankTexts<T extends Text>(question: string, texts: readonly T[]): RankedTexts<T> {
  const read = readQuestion(question)
  const counted = texts.map((text) => ({ text, counts: countsIn(text, read.terms) }))
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const terms = [...read.terms].map(([term, weight]) => {
    const having = counted.filter(({ counts }) => counts.has(term)).length
    return { term, idf: weight * idf(texts.length, having) }
  })
  const passages = counted
    .map(({ text, counts }) => {
      const discount = K * (1 - B + (B * text.length) / Math.max(1, average))
      const scores = terms.map(({ term, idf: weight }) => {
        const times = counts.get(term) ?? 0
        return (weight * times * (K + 1)) / (times + discount)
      })
      return { ...text, score: scores.reduce((sum, score) => sum + score, 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return { terms, passages, searched: texts.length, coverage: wordsIn(passages[0], read), tiny: true }
}

const countsIn = ({ terms, counts }: PassageTerms, wanted: ReadonlyMap<string, number>) =>
  new Map(
    terms.flatMap((term, at): [string, number][] => (wanted.has(term) ? [[term, counts[at] ?? 1]] : [])),
  )
