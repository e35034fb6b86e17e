import { limits } from '@parlance/contract/limits'
import { saysIn } from '../scoring/says.ts'
import { type ReadAnswer, readAnswer } from '../scoring/statement.ts'
import { kinds, type Proposal } from './rules/proposal.ts'
import { normalized } from './rules/questions.ts'

/** A question with the facts that an answer has to say. */
interface Asking {
  question: string
  facts: readonly string[]
}

/** The text of a passage, read once to look for facts. */
export const readPassage = (text: string): ReadAnswer => readAnswer(text)

/**
 * Returns the facts that the scorer finds in the passage itself: an answer that repeats the passage has to pass. None
 * of them is in the question already.
 */
export function provenFacts({ question, facts }: Asking, passage: ReadAnswer): string[] {
  // The scorer doesn’t take what is asked for said.
  const asked = readAnswer(question.replaceAll(/[?؟]/g, '.'))
  const unique = new Map(facts.map((fact) => [normalized(fact), fact]))
  return [...unique.values()].filter(
    (fact) => fact.length <= limits.expectedText && saysIn(passage, fact) && !saysIn(asked, fact),
  )
}

/**
 * Returns proposals without those whose question is known or asked twice, and those of a passage with the same fact. If two passages answer a question
 * differently, it isn’t clear enough for a test, so neither stays.
 */
export function distinct<T extends Proposal & { at: number }>(
  proposals: readonly T[],
  known: ReadonlySet<string>,
): T[] {
  const facts = new Map<string, string[]>()
  for (const { question, fact } of proposals) {
    const key = normalized(question)
    facts.set(key, [...(facts.get(key) ?? []), normalized(fact)])
  }
  const isContradicted = (key: string) => {
    const [first = '', ...others] = facts.get(key)!
    return others.some((other) => !first.includes(other) && !other.includes(first))
  }
  const taken = new Set<string>(known)
  const answered = new Set<string>()
  return proposals.filter(({ kind, question, fact, at }) => {
    const key = normalized(question)
    // Rows can have the same value.
    const answer = kind === 'Row' ? key : `${at} ${normalized(fact)}`
    if (taken.has(key) || answered.has(answer) || isContradicted(key)) return false
    taken.add(key)
    answered.add(answer)
    return true
  })
}

/**
 * Chooses up to `most` proposals from all over a file: one from each passage before a second one from any, the surest
 * kind first. Returned in the order of the file.
 */
export function chooseSpread<T extends Pick<Proposal, 'kind'> & { at: number }>(
  proposals: readonly T[],
  most: number,
): T[] {
  const byPassage = new Map<number, T[]>()
  for (const one of proposals) byPassage.set(one.at, [...(byPassage.get(one.at) ?? []), one])
  const chosen: T[] = []
  for (let turn = 0; chosen.length < most && turn < proposals.length; turn += 1) {
    const next = [...byPassage.values()].flatMap((all) => all[turn] ?? [])
    for (const kind of kinds)
      chosen.push(
        ...spreadOver(
          next.filter((one) => one.kind === kind),
          most - chosen.length,
        ),
      )
  }
  return chosen.sort((one, other) => one.at - other.at)
}

/** Returns up to `most` of a list, evenly spread over it. */
export function spreadOver<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: Math.max(0, most) }, (_, at) => list[Math.floor((at * list.length) / most)]!)
}
