import { contentOf, languageOfQuestion, wordsApart } from '../../../platform/language/functionWords.ts'
import { gramsOf } from '../../../platform/language/grams.ts'
import { terms as termsOf } from '../../../platform/language/terms.ts'
import { subjectOfSection } from './sectionQuestion.ts'

/** A question prepared for searching. */
export interface ReadQuestion {
  /** Each term once with its weight: 1, or less if it only adds context or is a function word. */
  terms: ReadonlyMap<string, number>
  grams: ReadonlyMap<number, number>
  /** Pairs of adjacent terms: what can follow each term. */
  pairs: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether its words are reduced to full stems, so that a term that isn't found is really missing. */
  stemmed: boolean
  /** The terms to find in a heading, if the question asks for a section of a document. */
  headingTerms: ReadonlySet<string>
}

/**
 * The part of a question that is read. A long paste names its subject first, and each term costs an index scan.
 */
const MAX_TERMS = 64
const MAX_LENGTH = 4000
/** Matches parentheses at the end: a remark, or words that a follow-up takes from earlier questions. */
const ASIDE = /\(([^()]*)\)\s*$/
const ASIDE_WEIGHT = 0.7
/** Function words find passages if nothing else does, and hardly affect how much of the question is covered. */
const FUNCTION_WEIGHT = 0.05
/** In languages without spaces, pairs of characters from two words match by chance if at all. */
const ACROSS_WEIGHT = 0.5

export function readQuestion(question: string): ReadQuestion {
  const text = question.slice(0, MAX_LENGTH)
  const aside = ASIDE.exec(text)
  const language = languageOfQuestion(text)
  const asked = aside ? text.slice(0, aside.index) : text
  const subject = subjectOfSection(asked)
  const own = contentOf(subject ?? asked, language)
  const beside = contentOf(aside?.[1] ?? '', language)
  const sequence = termsOf(text)
  const parts = { own, apart: wordsApart(own, language), beside, text }
  return {
    terms: new Map([...weighted(termsOf, parts)].slice(0, MAX_TERMS)),
    grams: weighted(gramsOf, parts),
    pairs: pairsOf(sequence),
    stemmed: language.english,
    headingTerms: new Set(subject === null ? [] : termsOf(own)),
  }
}

interface Parts {
  /** The question without function words and remarks, and the same with all words apart. */
  own: string
  apart: string
  beside: string
  text: string
}

/** Returns the terms or grams of a question with their weights. */
function weighted<T>(
  split: (text: string) => readonly T[],
  { own, apart, beside, text }: Parts,
): Map<T, number> {
  const inWords = apart === own ? null : new Set(split(apart))
  const all = new Map<T, number>()
  for (const one of split(own)) all.set(one, !inWords || inWords.has(one) ? 1 : ACROSS_WEIGHT)
  // A question entirely in parentheses has its subject there.
  const weight = all.size === 0 ? 1 : ASIDE_WEIGHT
  for (const one of split(beside)) if (!all.has(one)) all.set(one, weight)
  for (const one of split(text)) if (!all.has(one)) all.set(one, FUNCTION_WEIGHT)
  return all
}

function pairsOf(terms: readonly string[]): Map<string, Set<string>> {
  const pairs = new Map<string, Set<string>>()
  eachPair(terms, (term, next) => {
    pairs.set(term, (pairs.get(term) ?? new Set()).add(next))
  })
  return pairs
}

export function eachPair(terms: readonly string[], visit: (term: string, next: string) => void): void {
  for (let at = 0; at + 1 < terms.length; at++) {
    if (terms[at] !== terms[at + 1]) visit(terms[at]!, terms[at + 1]!)
  }
}
