import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import { errors } from '@parlance/contract/errors'
import { type Engines, isSame } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { countWords } from '../../../platform/language/countWords.ts'
import type { TestAnswers } from '../../conversations/index.ts'
import { addCosts } from '../judging/judge.ts'
import { chooseSpread, distinct, provenFacts, readPassage, spreadOver } from './choosing.ts'
import type { Asked, Generated, Generation } from './generated.ts'
import { questionsPrompt, readQuestions } from './prompt.ts'
import type { SourcePassage } from './rules/proposal.ts'

/** Whose work it counts as, and which model is asked. */
interface By {
  actor: Actor
  /** The configuration of the agent that the file is for. */
  stateId: string
  deployment: NamedDeployment
  fileName: string
}

const MOST_TOKENS = 600
const LONGEST = 6000
/** How often a model is asked whose answer can’t be read. */
const TRIES = 2
/** Passages that are asked about at the same time. */
const TOGETHER = 3
/** Shorter passages answer nothing. */
const FEWEST_WORDS = 5

/** Has a language model write questions that passages of a file answer. */
export function createModelGenerating(engines: Engines, answers: Pick<TestAnswers, 'askModel'>) {
  /** Asks about one passage. `said` is null if the answer couldn’t be read. */
  async function ask(
    { actor, stateId, deployment, fileName }: By,
    passage: SourcePassage,
    signal: AbortSignal,
  ) {
    let cost: number | null = 0
    for (let tries = 0; tries < TRIES; tries += 1) {
      const judges = (await engines.current()).judges()
      const chosen = judges.find((one) => isSame(one, deployment))
      if (!chosen) throw new AppError('performanceCase.model')
      const call = {
        ...{ purpose: 'Generating' as const, askedBy: actor.userId, ...questionsPrompt(fileName, passage) },
        ...{ maxTokens: MOST_TOKENS, longestCharacters: LONGEST },
      }
      const called = await answers.askModel({ actor, stateId }, chosen, call, signal)
      cost = addCosts(cost, called.cost)
      const said = readQuestions(called.text)
      if (said !== null) return { said, cost }
    }
    return { said: null, cost }
  }

  /**
   * Asks about passages from all over the file until there are enough questions. What was found stays if the model
   * can’t be asked anymore, or the time is over. Rejects if there is nothing to keep, and if `left` aborts.
   */
  return async function generateByModel(
    by: By,
    { file: { passages }, known, most }: Asked,
    left: AbortSignal,
    limit: AbortSignal,
  ): Promise<Generation> {
    const signal = AbortSignal.any([left, limit])
    const worth = passages.map((_, at) => at).filter((at) => countWords(passages[at]!.text) >= FEWEST_WORDS)
    const places = inTurns(spreadOver(worth, most))
    const found: (Generated & { fact: string })[] = []
    const result: Omit<Generation, 'found'> = { passagesRead: 0, unreadable: 0, errorCode: null, cost: 0 }
    const chosen = () => chooseSpread(distinct(found, known), most)

    async function read(at: number): Promise<void> {
      const passage = passages[at]!
      const { said, cost } = await ask(by, passage, signal)
      result.cost = addCosts(result.cost, cost)
      result.passagesRead += 1
      if (said === null) result.unreadable += 1
      const text = readPassage(passage.text)
      for (const { question, facts: given } of said ?? []) {
        const facts = provenFacts({ question, facts: given }, text)
        if (facts.length > 0) found.push({ kind: 'Asked', question, fact: facts.join('\n'), facts, at })
      }
    }

    for (let from = 0; from < places.length && chosen().length < most; from += TOGETHER) {
      const asked = await Promise.allSettled(places.slice(from, from + TOGETHER).map(read))
      left.throwIfAborted()
      const failed = asked.find((one) => one.status === 'rejected')
      if (!failed) continue
      const cause = limit.aborted ? new AppError('performanceCase.time') : failed.reason
      if (!(cause instanceof AppError) || (found.length === 0 && !isRepeated(cause))) throw cause
      result.errorCode = cause.code
      break
    }
    if (found.length === 0 && result.unreadable > 0 && result.unreadable === result.passagesRead)
      throw new AppError('performanceCase.unreadable')
    return { ...result, found: chosen() }
  }
}

/** Clients repeat a call after a 503, and the model would be asked again each time, at a cost. */
const isRepeated = ({ code }: AppError): boolean => code.startsWith('engine.') && errors[code][0] === 503

/** A list in an order whose beginning is spread over all of it: every fourth, then those between. */
function inTurns<T>(list: readonly T[]): T[] {
  const of = (keep: (at: number) => boolean) => list.filter((_, at) => keep(at))
  return [...of((at) => at % 4 === 0), ...of((at) => at % 4 === 2), ...of((at) => at % 2 === 1)]
}
