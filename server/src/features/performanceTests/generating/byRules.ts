import { setImmediate as turn } from 'node:timers/promises'
import { chooseSpread, distinct, provenFacts, readPassage } from './choosing.ts'
import type { Asked, Generated, Generation } from './generated.ts'
import { contextOf, proposeFrom } from './rules/propose.ts'

/** A passage that is one long list needn’t be asked about as a whole. */
const MOST_OF_PASSAGE = 30

/** Finds questions that a file states the answers of, without a language model. */
export async function generateByRules(
  { file: { passages }, known, most }: Asked,
  signal: AbortSignal,
): Promise<Generation> {
  const context = contextOf(passages)
  const found: (Generated & { fact: string })[] = []
  for (const [at, passage] of passages.entries()) {
    // Other requests go on meanwhile.
    await turn(undefined, { signal })
    const read = readPassage(passage.text)
    for (const { kind, question, fact } of proposeFrom(passage, context).slice(0, MOST_OF_PASSAGE)) {
      const facts = provenFacts({ question, facts: [fact] }, read)
      if (facts.length > 0) found.push({ kind, question, fact, facts, at })
    }
  }
  return {
    found: chooseSpread(distinct(found, known), most),
    ...{ passagesRead: passages.length, unreadable: 0, errorCode: null, cost: 0 },
  }
}
