import type { Judge } from '@parlance/contract/performanceTests'
import type { z } from 'zod'
import { type Engines, isSame } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TestAnswers } from '../../conversations/index.ts'
import {
  type JudgedCase,
  preferencePrompt,
  type Rating,
  ratingPrompt,
  readPreference,
  readRating,
} from './prompts.ts'

export type JudgeRow = z.output<typeof Judge>

/** What is judged, and as whose work it counts. */
interface Judging {
  judge: JudgeRow
  actor: Actor
  /** The configuration that answered. */
  stateId: string
}

/** What a judge said, and what it cost in micro-dollars; null if that is unknown. */
export interface Judged<T> {
  /** Null if it couldn’t be read, also when the judge was asked again. */
  said: T | null
  cost: number | null
}

interface JudgedPair {
  /** `Tie` also if the judge prefers whichever answer it reads first, or last. */
  verdict: 'Left' | 'Right' | 'Tie'
  reason: string
}

/** Language models that judge answers. Rejects if the model can’t be asked. */
export interface Judges {
  rate(by: Judging, asked: JudgedCase, answer: string, signal: AbortSignal): Promise<Judged<Rating>>
  compare(
    by: Judging,
    asked: JudgedCase,
    answers: { left: string; right: string },
    signal: AbortSignal,
  ): Promise<Judged<JudgedPair>>
}

const MOST_TOKENS = 500
const LONGEST = 4000
/** How often a judge is asked whose answer can’t be read. */
const TRIES = 2

export function createJudges(engines: Engines, answers: Pick<TestAnswers, 'askModel'>): Judges {
  async function ask<T>(
    { judge, actor, stateId }: Judging,
    prompt: { system: string; user: string },
    read: (text: string) => T | null,
    signal: AbortSignal,
  ): Promise<Judged<T>> {
    let cost: number | null = 0
    for (let tries = 0; tries < TRIES; tries += 1) {
      const deployment = (await engines.current()).judges().find((one) => isSame(one, judge))
      if (!deployment) throw new AppError('performanceTest.judge')
      const limits = { maxTokens: MOST_TOKENS, longestCharacters: LONGEST }
      const call = { purpose: 'Judging' as const, askedBy: 'judge', ...prompt, ...limits }
      const called = await answers.askModel({ actor, stateId }, deployment, call, signal)
      cost = addCosts(cost, called.cost)
      const said = read(called.text)
      if (said !== null) return { said, cost }
    }
    return { said: null, cost }
  }

  return {
    rate: (by, asked, answer, signal) =>
      ask(by, ratingPrompt(asked, answer, by.judge.rubric), readRating, signal),

    async compare(by, asked, { left, right }, signal) {
      if (left.trim() === right.trim()) return { said: { verdict: 'Tie', reason: '' }, cost: 0 }
      const { rubric } = by.judge
      const first = await ask(by, preferencePrompt(asked, [left, right], rubric), readPreference, signal)
      if (first.said === null) return { said: null, cost: first.cost }
      const second = await ask(by, preferencePrompt(asked, [right, left], rubric), readPreference, signal)
      const cost = addCosts(first.cost, second.cost)
      if (second.said === null) return { said: null, cost }
      const isLeft = first.said.better === 'First' && second.said.better === 'Second'
      const isRight = first.said.better === 'Second' && second.said.better === 'First'
      if (!isLeft && !isRight) {
        const { better, reason } = first.said
        const isTie = better === 'Tie' && second.said.better === 'Tie'
        // The reason of a judge that changes its mind with the order says nothing.
        return { said: { verdict: 'Tie', reason: isTie ? reason : '' }, cost }
      }
      return { said: { verdict: isLeft ? 'Left' : 'Right', reason: first.said.reason }, cost }
    },
  }
}

export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other
