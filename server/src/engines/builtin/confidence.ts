import { terms as termsOf } from '../../platform/language/terms.ts'
import type { Quote, SourcePassage } from './chooseQuotes.ts'
import { actionIn } from './expectation.ts'

/** How well an answer by quoting matches its question: clearly, only as the closest passage, or not at all. */
export type Confidence = 'Found' | 'Closest' | 'Nothing'

interface Evidence {
  passages: readonly SourcePassage[]
  /** How much of the question the best passage covers, in the same unit as the scores of passages. */
  coverage: number
  /** Coverage is a share of the question's words: weights and scores say little in such a small library. */
  tiny: boolean
}

/** Below this coverage, the subject is most likely missing. */
const LEAST = { coverage: 0.55, tiny: 0.4 }
/** From these on, a quote is clear: for coverage and lead together, and for the coverage of a tiny library. */
const CLEAR = { evidence: 0.85, tiny: 0.5 }
/** The number of passages that are compared. More would only make the last one weaker. */
const COMPARED = 5
/** The lead that clear quotes often have at least, for a passage that can't be compared with others. */
const USUAL_LEAD = 0.15

/** Whether a passage is close enough to be quoted. */
export const isCovered = ({ coverage, tiny }: Evidence): boolean =>
  coverage >= (tiny ? LEAST.tiny : LEAST.coverage)

/**
 * Whether the best quote most likely answers the question. Coverage alone doesn't show that: in many documents, some
 * passage shares words with any question. How far the best one is ahead of the other files shows whether its words
 * are about one subject. A section whose heading names what someone wants to do is about that, in whatever words.
 */
export function isClear(question: string, evidence: Evidence, best: Quote): boolean {
  if (namesAction(question, best)) return true
  const { passages, coverage, tiny } = evidence
  return tiny ? coverage >= CLEAR.tiny : coverage + leadOf(passages) >= CLEAR.evidence
}

/** Returns how far the best passage is ahead of the best one of another file, or else of the last one compared. */
function leadOf(passages: readonly SourcePassage[]): number {
  const [best, ...others] = passages.slice(0, COMPARED)
  const rival = others.find(({ fileId }) => fileId !== best?.fileId) ?? others.at(-1)
  return best && rival ? best.score - rival.score : USUAL_LEAD
}

/** Whether the quote starts a section whose heading contains what the question asks how to do. */
function namesAction(question: string, { passage, text }: Quote): boolean {
  const action = actionIn(question)
  const heading = new Set(termsOf(passage.heading.split(' › ').at(-1) ?? ''))
  return action !== null && heading.has(action) && passage.text.trimStart().startsWith(text)
}
