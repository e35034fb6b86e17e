import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Actor, readRights } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { TestAnswer, TestAnswers } from '../../conversations/index.ts'
import { weightedScore } from '../scoring/confidence.ts'
import { scoreAnswer } from '../scoring/scoreAnswer.ts'
import { givenAnswer } from './givenAnswer.ts'
import * as store from './runsStore.ts'

const JOB = 'performanceTests.run'
/** Cases of a run that are asked at once. Few, so that people who chat hardly notice. */
const CASES_AT_ONCE = 2
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
/** How long a case waits before it is asked again, unless the answer failed for good. */
const RETRY_MS = [2_000, 10_000, 30_000]

export interface Runner {
  start(): Promise<void>
  /** Looks at once for runs that wait. Can't fail. */
  soon(): void
  stop(): Promise<void>
}

/**
 * Asks the cases of runs in the background. A process has a run as long as its lease lasts; after a kill, another one
 * goes on with the cases that have no result. One run at a time in each process.
 */
export function createRunner(platform: Platform, answers: TestAnswers): Runner {
  const { database, jobs, log } = platform
  const { db } = database
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  let isWanted = false

  /** Returns who started the run, with their rights as they are now. */
  async function testerOf(userId: string | null): Promise<Actor> {
    if (userId === null) throw new AppError('agent.stateNotFound')
    const { actions, specific } = await readRights(db, userId)
    return { userId, actions, specific, sessionId: '', tenantId: '', objectId: '', name: '', userName: '' }
  }

  async function askCase(
    run: store.ClaimedRun,
    holder: string,
    next: store.NextCase,
    signal: AbortSignal,
  ): Promise<void> {
    const asked = {
      actor: await testerOf(run.startedBy),
      stateId: run.stateId,
      turns: next.turns,
      question: next.question,
      temperature: run.temperature,
      seed: run.seed,
      requestId: run.runId,
    }
    let answer = await answers.ask(asked, signal)
    for (const ms of RETRY_MS) {
      if (!answer.errorCode || !passing.includes(answer.errorCode)) break
      await wait(ms, undefined, { signal })
      answer = await answers.ask(asked, signal)
    }
    if (answer.errorCode && lasting.includes(answer.errorCode)) throw new AppError(answer.errorCode)
    await store.insertResult(db, run.runId, holder, resultOf(next, answer))
  }

  /** Asks all cases that have no result. Returns why it ended before, or null if all have one. */
  async function askAll(
    run: store.ClaimedRun,
    holder: string,
    signal: AbortSignal,
  ): Promise<store.Ending | null> {
    const asking = new Map<string, Promise<void>>()
    let failure: unknown = null
    try {
      for (;;) {
        signal.throwIfAborted()
        if (failure) throw failure
        const progress = await store.readProgress(db, run, [...asking.keys()])
        if (!progress) return ended('Stopped')
        if (progress.isStopped) return ended('Stopped')
        if (progress.stateVersion !== run.stateVersion) return ended('Failed', 'performanceRun.stateChanged')
        if (run.costCeiling !== null && progress.cost >= run.costCeiling)
          return ended('Stopped', 'performanceRun.ceiling')
        const { next } = progress
        if (!next && asking.size === 0) return null
        if (next) {
          const key = `${next.caseId} ${next.repeat}`
          const ends = askCase(run, holder, next, signal)
            .catch((cause: unknown) => {
              failure ??= cause
            })
            .finally(() => asking.delete(key))
          asking.set(key, ends)
        }
        if (!next || asking.size === CASES_AT_ONCE) await Promise.race(asking.values())
      }
    } finally {
      await Promise.all(asking.values())
    }
  }

  async function work(run: store.ClaimedRun, holder: string): Promise<void> {
    const lost = new AbortController()
    const renewing = setInterval(() => {
      store.renewRun(db, run.runId, holder).then(
        (held) => {
          if (!held || held.isStopped) lost.abort(new AppError('performanceRun.stopped'))
        },
        (cause: unknown) => log.warn('performanceTests.notRenewed', { runOf: run.runId }, cause),
      )
    }, store.RENEW_MS)
    try {
      const early = await askAll(run, holder, AbortSignal.any([lost.signal, stopping.signal]))
      await store.endRun(db, run.runId, holder, early ?? (await completed(run)))
    } catch (cause) {
      if (stopping.signal.aborted) return await store.releaseRun(db, run.runId, holder)
      if (lost.signal.aborted) return await store.endRun(db, run.runId, holder, ended('Stopped'))
      const { code } = asAppError(cause)
      log.error('performanceTests.failed', { runOf: run.runId, code }, cause)
      await store.endRun(db, run.runId, holder, ended('Failed', code))
    } finally {
      clearInterval(renewing)
    }
  }

  async function completed({ runId }: store.ClaimedRun): Promise<store.Ending> {
    const { percent, margin } = weightedScore(await store.readScores(db, runId))
    return { phase: 'Completed', errorCode: null, score: percent, margin }
  }

  async function workAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWanted = false
      const holder = randomUUID()
      const run = await store.claimRun(db, holder)
      if (run) await work(run, holder)
      else if (!isWanted) return
    }
  }

  function soon(): void {
    isWanted = true
    working ??= workAll()
      // Usually the database is unavailable. The next look goes on.
      .catch((cause: unknown) => log.warn('performanceTests.waiting', {}, cause))
      .finally(() => {
        working = null
      })
  }

  jobs.work(JOB, async () => soon())
  jobs.schedule(`${JOB}.left`, '* * * * *', async () => soon())
  return {
    async start() {
      if (database.embedded !== null) await store.freeRuns(db)
      soon()
    },
    soon,
    async stop() {
      stopping.abort()
      await working
    },
  }
}

const ended = (phase: 'Stopped' | 'Failed', errorCode: string | null = null): store.Ending => ({
  phase,
  errorCode,
  score: null,
  margin: null,
})

/** An answer that could not be made counts as failed, and says why. */
function resultOf(next: store.NextCase, answer: TestAnswer): store.NewResult {
  const scored = scoreAnswer(next, givenAnswer(answer))
  const isBroken = answer.errorCode !== null
  return {
    ...scored,
    passed: scored.passed && !isBroken,
    score: isBroken ? 0 : scored.score,
    caseId: next.caseId,
    repeat: next.repeat,
    answer: answer.text,
    errorCode: answer.errorCode,
    refused: answer.refused,
    firstTextMs: answer.firstTextMs,
    totalMs: answer.totalMs,
    inputTokens: answer.usage?.inputTokens ?? null,
    outputTokens: answer.usage?.outputTokens ?? null,
    cost: answer.usage ? answer.usage.cost : 0,
  }
}
