import { terms } from '../../../platform/language/terms.ts'
import type { Passage } from './cut.ts'

/** The stored search data of a passage: its terms, the frequency of each, and the total number. */
export interface PassageTerms {
  terms: string[]
  counts: number[]
  length: number
}

export interface IndexablePassage extends Passage, PassageTerms {}

/** The file's title and the passage's headings are searched with its text but not quoted. */
export function termsOfPassage(passage: { heading: string; text: string }, title: string): PassageTerms {
  const found = terms(`${title}\n${passage.heading}\n${passage.text}`)
  const counted = new Map<string, number>()
  for (const term of found) counted.set(term, (counted.get(term) ?? 0) + 1)
  return { terms: [...counted.keys()], counts: [...counted.values()], length: found.length }
}

export function toIndexable(passage: Passage, title: string): IndexablePassage {
  return { ...passage, ...termsOfPassage(passage, title) }
}
