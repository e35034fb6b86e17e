import { drawn } from '../figures.ts'
import { useShownReport } from '../filterContext.ts'
import type { Metric } from './metrics.ts'
import { trendOf } from './trend.ts'

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
