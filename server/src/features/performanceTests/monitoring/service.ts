import type { LiveFigures, performanceTests } from '@parlance/contract/performanceTests'
import { dayOf } from '@parlance/contract/periodOf'
import type { z } from 'zod'
import { quantileMs, together } from '../../../platform/database/timeSteps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { findWatched, listDays, type SampledDay } from './liveAnswersStore.ts'

type Group = typeof performanceTests
type Figures = z.output<typeof LiveFigures>

const DAY_MS = 86_400_000
/** The average of fewer ratings could be that of a single answer. */
const FEWEST_RATINGS = 5

/** The call that shows what samples of real answers came to. */
export function createMonitoringService(
  { clock, database: { db } }: Pick<Platform, 'clock' | 'database'>,
  { instance }: { instance: Pick<CurrentInstance, 'read'> },
) {
  return {
    async getLiveAnswers({ actor, input }: Call<Group['getLiveAnswers']>) {
      const agent = await findWatched(db, actor, input.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      const days = Number(input.days)
      const before = (count: number) => dayOf(clock.now().getTime() - count * DAY_MS)
      const [from, to] = [before(days), before(1)]
      const sampled = await listDays(db, actor, input.gptSystemId, { from: before(2 * days), to })
      const isNow = ({ day }: SampledDay) => day >= from
      const { mode } = (await instance.read()).compliance
      return {
        from,
        to,
        now: figuresOf(sampled.filter(isNow)),
        before: figuresOf(sampled.filter((one) => !isNow(one))),
        days: sampled.filter(isNow).map((one) => ({ from: one.from, to: one.day, ...figuresOf([one])! })),
        isPublished: agent.isPublished,
        rating:
          mode === 'Strict'
            ? ('Strict' as const)
            : agent.hasJudge
              ? ('Judge' as const)
              : ('NoJudge' as const),
      }
    },
  }
}

/** Null without samples. No sample is of fewer than five people. */
function figuresOf(days: readonly SampledDay[]): Figures | null {
  if (days.length === 0) return null
  const sum = (of: (day: SampledDay) => number) => days.reduce((all, day) => all + of(day), 0)
  const sampled = sum((day) => day.sampled)
  const failed = sum((day) => day.failed)
  const answered = sampled - failed
  const ratings = sum((day) => day.ratings)
  const isRated = ratings >= FEWEST_RATINGS
  const firstText = together(days.map((day) => day.firstText))
  return {
    sampled,
    failedPercent: percentOf(failed, sampled),
    refusedPercent: percentOf(
      sum((day) => day.refused),
      answered,
    ),
    citedPercent: percentOf(
      sum((day) => day.cited),
      answered,
    ),
    firstTextMedianMs: quantileMs(firstText, 0.5),
    firstTextP90Ms: quantileMs(firstText, 0.9),
    ratings,
    rating: isRated ? Math.round((sum((day) => day.ratingSum) / ratings) * 100) / 100 : null,
    lowRatings: isRated ? sum((day) => day.lowRatings) : null,
  }
}

const percentOf = (some: number, all: number): number | null =>
  all === 0 ? null : Math.round((some / all) * 1000) / 10
