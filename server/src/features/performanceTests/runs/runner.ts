import { randomUUID } from 'node:crypto'
import { type Actor, readRights } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/server.ts'
import type { Tell } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import { injectionScores } from '../injections/asking.ts'
import type { NextPair, NextRated } from '../judging/judgingStore.ts'
import { weightedScore } from '../scoring/confidence.ts'
import { doAll, ended } from './doAll.ts'
import type { Next } from './next.ts'
import * as store from './runsStore.ts'
import type { OwnRun, Work } from './work.ts'

/** Has a process look for runs. */
export const RUN_JOB = 'performanceTests.run'
export interface Runner {
  start(): Promise<void>
  /** Looks at once for runs that wait. Can't fail. */
  soon(): void
  stop(): Promise<void>
}

/** What runs do, by their kind. */
interface Works {
  Cases: Work<store.NextCase>
  Injection: Work<Next>
  Pairs: Work<NextPair>
  Ratings: Work<NextRated>
}

/** Told in the transaction in which a scheduled run ends. Returns what to do once it is committed. */
type ScheduledEnded = (tx: Sql, run: store.ClaimedRun, ending: store.Ending) => Promise<Tell>

/**
 * Works through runs in the background. A process has a run as long as its lease lasts; after a kill, another one
 * goes on with the items that have no result. One run at a time in each process.
 */
export function createRunner(platform: Platform, works: Works, scheduledEnded: ScheduledEnded): Runner {
  const { database, jobs, log } = platform
  const { db } = database
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  let isWanted = false

  /** Returns who started the run, with their rights as they are now. */
  async function testerOf({ source, startedBy: userId }: store.ClaimedRun): Promise<Actor> {
    if (source !== 'Person') return installation
    if (userId === null) throw new AppError('agent.stateNotFound')
    const { actions, specific } = await readRights(db, userId)
    return { userId, actions, specific, sessionId: '', tenantId: '', objectId: '', name: '', userName: '' }
  }

  function doRun(run: OwnRun, signal: AbortSignal): Promise<store.Ending | null> {
    if (run.kind === 'Cases') return doAll(run, works.Cases, signal)
    if (run.kind === 'Injection') return doAll(run, works.Injection, signal)
    return run.kind === 'Pairs' ? doAll(run, works.Pairs, signal) : doAll(run, works.Ratings, signal)
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
      const own = { ...run, holder, tester: () => testerOf(run) }
      const early = await doRun(own, AbortSignal.any([lost.signal, stopping.signal]))
      await end(run, holder, early ?? (await completed(run)))
    } catch (cause) {
      if (stopping.signal.aborted) return await store.releaseRun(db, run.runId, holder)
      if (lost.signal.aborted) return await end(run, holder, ended('Stopped'))
      const { code } = asAppError(cause)
      log.error('performanceTests.failed', { runOf: run.runId, code }, cause)
      await end(run, holder, ended('Failed', code))
    } finally {
      clearInterval(renewing)
    }
  }

  async function end(run: store.ClaimedRun, holder: string, ending: store.Ending): Promise<void> {
    if (run.source !== 'Schedule') return void (await store.endRun(db, run.runId, holder, ending))
    const tell = await database.transaction(async (tx) => {
      await store.lockTest(tx, run.testId)
      const isEnded = await store.endRun(tx, run.runId, holder, ending)
      return isEnded ? scheduledEnded(tx, run, ending) : null
    })
    tell?.()
  }

  async function completed({ runId, kind }: store.ClaimedRun): Promise<store.Ending> {
    const scores =
      kind === 'Cases'
        ? await store.readScores(db, runId)
        : kind === 'Injection'
          ? await injectionScores(db, runId)
          : null
    if (scores === null) return { phase: 'Completed', errorCode: null, score: null, margin: null }
    const { percent, margin } = weightedScore(scores)
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

  jobs.work(RUN_JOB, async () => soon())
  jobs.schedule(`${RUN_JOB}.left`, '* * * * *', async () => soon())
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

/** Tests for the installation itself, which no one started: it can see every configuration, and belongs to no one. */
export const installation: Actor = {
  ...{ userId: '00000000-0000-0000-0000-000000000000', sessionId: '', tenantId: '', objectId: '' },
  ...{ name: '', userName: '' },
  actions: new Set(['GptSystemConfigurationsRead']),
  specific: [],
}
