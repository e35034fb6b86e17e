import { dayOf } from '@parlance/contract/periodOf'
import { inSlices, jobTime } from '../../../platform/database/slices.ts'
import { asAppError } from '../../../platform/http/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import type { Judges } from '../judging/judge.ts'
import { whileBusy } from '../runs/asking.ts'
import { installation } from '../runs/runner.ts'
import * as store from './samplingStore.ts'

type SamplingPlatform = Pick<Platform, 'clock' | 'database' | 'jobs' | 'log' | 'redaction'>

const DAY_MS = 86_400_000

/**
 * Samples the answers of the day before, and has a judge rate some of them if a test of their agent has one. It looks every
 * hour, so that a day isn’t lost when no process runs at night. Only counts and sums are stored.
 */
export function scheduleSampling(
  { clock, database, jobs, log, redaction }: SamplingPlatform,
  { instance, judges }: { instance: Pick<CurrentInstance, 'read'>; judges: Judges },
): void {
  const { db } = database

  async function sampleNext(yesterday: string): Promise<number> {
    const day = await store.readUnsampled(db, yesterday)
    if (day === null) return 0
    await database.transaction(async (tx) => {
      if (await store.claimDay(tx, day)) await store.insertDay(tx, day)
    })
    return 1
  }

  /** In Strict, people’s answers aren’t sent to anyone who didn’t write them. */
  const isAllowed = async () => (await instance.read()).compliance.mode !== 'Strict'

  /** Has the judge rate the answers of an agent, until all are done, the cost limit is reached, or the time is over. */
  async function rateAgent(agent: store.JudgedAgent, day: string, signal: AbortSignal): Promise<void> {
    const { gptSystemId, stateId, judge } = agent
    const of = { gptSystemId, day }
    const ratable = await store.readRatable(db, gptSystemId, day)
    while (!signal.aborted && (await isAllowed())) {
      const at = await store.claimRating(db, of)
      if (at === null) return
      const segmentId = ratable[at]
      if (segmentId === undefined) return await store.endRatings(db, of)
      const read = await store.readAnswer(db, segmentId)
      if (!read) continue
      const redactor = await redaction.redactor()
      const shown = (text: string) => redactor.redact(text).text
      const nothing = { turns: [], expectedFacts: [], forbidden: [], expectRefusal: false }
      const asked = { ...nothing, question: shown(read.question) }
      const by = { judge, stateId, actor: installation }
      const answer = shown(read.answer)
      const { said, cost } = await whileBusy(() => judges.rate(by, asked, answer, signal), signal)
      const { minimumScore } = judge
      await store.addRating(db, of, { score: said?.score ?? null, minimumScore, cost })
    }
  }

  async function rateAll(day: string, signal: AbortSignal): Promise<void> {
    let after: string | null = null
    while (!signal.aborted && (await isAllowed())) {
      const agent: store.JudgedAgent | null = await store.readJudged(db, day, after)
      if (!agent) return
      after = agent.gptSystemId
      try {
        await rateAgent(agent, day, signal)
      } catch (cause) {
        if (signal.aborted) return
        // Another agent can have another judge. The next hour goes on with this one.
        const { code } = asAppError(cause)
        log.warn('performanceTests.notRated', { gptSystemId: agent.gptSystemId, code }, cause)
      }
    }
  }

  jobs.schedule('performanceTests.sample', '23 2-23 * * *', async () => {
    const now = clock.now()
    const yesterday = dayOf(now.getTime() - DAY_MS)
    const time = jobTime()
    await inSlices(() => sampleNext(yesterday), time)
    await rateAll(yesterday, time)
    await store.removeOldDays(database, now)
  })
}
