import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { TestAnswer, TestAnswers, TestMaterial } from '../../conversations/index.ts'
import { addCosts, type Judged, type Judges } from '../judging/judge.ts'
import type { Rating } from '../judging/prompts.ts'
import { scoreAnswer } from '../scoring/scoreAnswer.ts'
import { givenAnswer } from './givenAnswer.ts'
import * as store from './runsStore.ts'
import type { OwnRun, Work } from './work.ts'

/** After these errors of an answer, nothing else of the run can be answered either, until someone changes something. */
const lasting: readonly string[] = [
  'agent.stateNotFound',
  'engine.credit',
  'engine.deployment',
  'engine.key',
  'engine.notApproved',
  'engine.notConfigured',
]
/** After these, the same question can succeed a while later. */
const passing: readonly string[] = [
  'engine.broken',
  'engine.busy',
  'engine.failed',
  'engine.firstTokenTimeout',
  'engine.malformed',
  'engine.silence',
  'engine.unreachable',
]
/** How long a question waits before it is asked again, unless it failed for good. */
const RETRY_MS = [2_000, 10_000, 30_000]

/** What is asked, and where something else stands instead of what the agent would find. */
export interface Asked {
  question: string
  turns: readonly string[]
  material?: TestMaterial
}

/** Asks a question of a run, again after errors that pass. Rejects if nothing else of the run can be answered either. */
export async function askIn(
  run: OwnRun,
  answers: Pick<TestAnswers, 'ask'>,
  { question, turns, material }: Asked,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const asked = {
    ...{ question, turns, ...(material ? { material } : {}) },
    actor: await run.tester(),
    stateId: run.stateId,
    temperature: run.temperature,
    seed: run.seed,
    requestId: run.runId,
  }
  let answer = await answers.ask(asked, signal)
  for (const ms of RETRY_MS) {
    if (!answer.errorCode || !passing.includes(answer.errorCode)) break
    await wait(ms, undefined, { signal })
    const { usage } = answer
    answer = await answers.ask(asked, signal)
    answer = { ...answer, usage: sumOf(usage, answer.usage) }
  }
  if (answer.errorCode && lasting.includes(answer.errorCode)) throw new AppError(answer.errorCode)
  return answer
}

/** What answers that failed have used is paid for too. */
function sumOf(one: TestAnswer['usage'], other: TestAnswer['usage']): TestAnswer['usage'] {
  if (!one || !other) return one ?? other
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cost: addCosts(one.cost, other.cost),
  }
}

/** Asks the cases of a test, checks the answers, and has the judge of the test rate them. */
export function createAsking(
  { database }: Pick<Platform, 'database'>,
  { answers, judges }: { answers: TestAnswers; judges: Judges },
): Work<store.NextCase> {
  const { db } = database

  /** Returns the judge’s rating. Null if the test has no judge, or there is no answer. */
  async function ratingOf(
    run: OwnRun,
    next: store.NextCase,
    answer: TestAnswer,
    signal: AbortSignal,
  ): Promise<Judged<Rating> | null> {
    const { judge, stateId } = run
    if (!judge || answer.errorCode !== null) return null
    const actor = await run.tester()
    return whileBusy(() => judges.rate({ judge, actor, stateId }, next, answer.text, signal), signal)
  }

  return {
    read: (run, working) => store.readProgress(db, run, working),
    keyOf: ({ caseId, repeat }) => `${caseId} ${repeat}`,
    async perform(run, next, signal) {
      const answer = await askIn(run, answers, next, signal)
      let rated: Judged<Rating> | null
      try {
        rated = await ratingOf(run, next, answer, signal)
      } catch (cause) {
        signal.throwIfAborted()
        // The answer stays, although it counts as failed until the run is repeated.
        const lost = resultOf(run, next, answer, { said: null, cost: 0 })
        await store.insertResult(db, run.runId, run.holder, lost)
        throw cause
      }
      await store.insertResult(db, run.runId, run.holder, resultOf(run, next, answer, rated))
    },
  }
}

/** Asks a model again after failures that pass. */
export async function whileBusy<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const ms of RETRY_MS) {
    try {
      return await ask()
    } catch (cause) {
      if (!(cause instanceof AppError && passing.includes(cause.code))) throw cause
      await wait(ms, undefined, { signal })
    }
  }
  return ask()
}

/** An answer that could not be made or judged counts as failed, and says why. */
function resultOf(
  { judge }: OwnRun,
  next: store.NextCase,
  answer: TestAnswer,
  rated: Judged<Rating> | null,
): store.NewResult {
  const scored = scoreAnswer(next, givenAnswer(answer))
  const errorCode = answer.errorCode ?? (rated && !rated.said ? 'performanceRun.notJudged' : null)
  const isBad = judge !== null && rated?.said != null && rated.said.score < judge.minimumScore
  return {
    ...scored,
    passed: scored.passed && errorCode === null && !isBad,
    score: errorCode === null ? scored.score : 0,
    ...measured(answer),
    caseId: next.caseId,
    repeat: next.repeat,
    errorCode,
    cost: addCosts(answer.usage ? answer.usage.cost : 0, rated ? rated.cost : 0),
    judgeScore: rated?.said?.score ?? null,
    judgeReason: rated?.said?.reason ?? null,
  }
}

/** What an answer took, or why there is none. */
export const measured = (answer: TestAnswer) => ({
  answer: answer.text,
  errorCode: answer.errorCode,
  refused: answer.refused,
  firstTextMs: answer.firstTextMs,
  totalMs: answer.totalMs,
  inputTokens: answer.usage?.inputTokens ?? null,
  outputTokens: answer.usage?.outputTokens ?? null,
  cost: answer.usage ? answer.usage.cost : 0,
})
