import { limits } from '@parlance/contract/limits'
import type { ResearchPlan } from '@parlance/contract/research'
import { cutTo } from '../../../platform/language/cutTo.ts'
import { terms, wordsByTerm } from '../../../platform/language/terms.ts'

type Line = ResearchPlan['lines'][number]

/** Where one part of a question ends and the next begins. */
const BETWEEN = /[?؟!.;؛:,،\n]+|\s(?:and|or|as well as|versus|vs)\s|\sو(?=\p{L})|\sأو\s/giu
const MOST_PARTS = 4

/**
 * Returns lines of inquiry from the words of a question: the whole of it, then each of its parts. People change them before
 * they start.
 */
export function wordPlan(question: string): Line[] {
  const whole = lineOf(question)
  const parts = question
    .split(BETWEEN)
    .filter((part) => part !== undefined && new Set(terms(part)).size >= 2)
    .slice(0, MOST_PARTS)
    .map(lineOf)
  const lines = parts.length > 1 ? [whole, ...parts] : [whole]
  return [...new Map(lines.map((line) => [line.title.toLowerCase(), line])).values()]
}

function lineOf(text: string): Line {
  const title = cutTo(text.replaceAll(/\s+/g, ' ').trim(), limits.researchTitle)
  const words = [...wordsByTerm(text).values()].join(' ')
  const query = cutTo(words, limits.researchQuery)
  return { title, queries: [query === '' ? cutTo(title, limits.researchQuery) : query] }
}
