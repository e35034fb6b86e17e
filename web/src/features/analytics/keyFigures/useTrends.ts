import { drawn, type Figure } from '../figures.ts'
import { useShownReport } from '../filterContext.ts'
import type { Metric } from './metrics.ts'

/** More points than this look like noise. */
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

/** Averages neighboring days, so that a line has at most 30 points. Days without a shown figure are left out. */
export function trendOf(days: readonly Figure[]): number[] {
  const length = Math.ceil(days.length / MOST_POINTS)
  const points: number[] = []
  for (let at = 0; at < days.length; at += length) {
    const known = days.slice(at, at + length).filter((day) => typeof day === 'number')
    if (known.length > 0) points.push(known.reduce((total, day) => total + day, 0) / known.length)
  }
  return points
}
