import { drawn, type Figure } from '../figures.ts'
import { useShownReport } from '../filterContext.ts'
import type { Metric } from './metrics.ts'

/** Weekends would hide the trend of longer periods, so their days are averaged over a week. */
const WEEK = 7
/** A line of more points doesn’t look different. */
const MOST_POINTS = 30

/** The daily values of the metrics, as far as reports have them. */
export function useTrends(): Partial<Record<Metric['column'], number[]>> {
  const questions = useShownReport('QuestionsPerDay').report?.rows ?? []
  const times = useShownReport('AnswerTimes').report?.rows ?? []
  return {
    questions: trendOf(questions.map(({ web, publicChats }) => drawn(web) + drawn(publicChats))),
    people: trendOf(questions.map(({ people }) => people)),
    helpfulPercent: trendOf(questions.map(({ helpfulPercent }) => helpfulPercent)),
    firstTokenMedianSeconds: trendOf(times.map(({ firstTokenP50Ms }) => firstTokenP50Ms)),
  }
}

/** Returns the points of a trend. Days without a shown figure are left out. */
export function trendOf(days: readonly Figure[]): number[] {
  const window = days.length < 2 * WEEK ? 1 : WEEK
  const averages = days.flatMap((_, at) => {
    if (at < window - 1) return []
    const known = days.slice(at - window + 1, at + 1).filter((day) => typeof day === 'number')
    return known.length > 0 ? [known.reduce((total, day) => total + day, 0) / known.length] : []
  })
  const step = Math.ceil(averages.length / MOST_POINTS)
  // Counted from the end, because the last days matter most.
  return averages.filter((_, at) => (averages.length - 1 - at) % step === 0)
}
