import { formatNumber } from '../../../lang/format.ts'
import type { LiveAnswers, LiveFigures } from './api.ts'
import { monitoringTexts } from './lang/en.ts'

type Name = Exclude<keyof LiveFigures, 'failedPercent' | 'ratings' | 'lowRatings'>

/** A figure of live answers. `more` says whether more of it is better. */
export interface LiveMetric {
  name: Name
  kind: 'Answers' | 'Percent' | 'Milliseconds' | 'Rating'
  more: 'Better' | 'Worse' | 'Neutral'
}

export const metrics: readonly LiveMetric[] = [
  { name: 'sampled', kind: 'Answers', more: 'Neutral' },
  { name: 'refusedPercent', kind: 'Percent', more: 'Worse' },
  { name: 'citedPercent', kind: 'Percent', more: 'Better' },
  { name: 'firstTextMedianMs', kind: 'Milliseconds', more: 'Worse' },
  { name: 'firstTextP90Ms', kind: 'Milliseconds', more: 'Worse' },
  { name: 'rating', kind: 'Rating', more: 'Better' },
]

/** Without a judge, there is nothing to show of it. */
export const shownMetrics = ({ rating, days }: LiveAnswers): readonly LiveMetric[] =>
  rating === 'Judge' || days.some(({ ratings }) => ratings > 0)
    ? metrics
    : metrics.filter(({ kind }) => kind !== 'Rating')

const oneDecimal = { maximumFractionDigits: 1 } as const

export function metricText(figures: LiveFigures | null, { name, kind }: LiveMetric): string {
  const figure = figures?.[name] ?? null
  if (figure === null) return '–'
  if (kind === 'Percent') return percentText(figure)
  if (kind === 'Milliseconds')
    return monitoringTexts.text('seconds', { value: formatNumber(figure / 1000, oneDecimal) })
  return kind === 'Rating'
    ? monitoringTexts.text('ratingOf', { score: formatNumber(figure, oneDecimal) })
    : formatNumber(figure)
}

export const percentText = (percent: number | null): string =>
  percent === null ? '–' : formatNumber(percent / 100, { style: 'percent', ...oneDecimal })

interface MetricChange {
  trend: 'Up' | 'Down' | 'Same'
  tone: 'Good' | 'Bad' | 'Neutral'
  /** With its sign. */
  text: string
}

/** Returns by how much a figure changed since the period before; null if there is nothing to compare. */
export function metricChange(
  now: LiveFigures,
  before: LiveFigures | null,
  { name, kind, more }: LiveMetric,
): MetricChange | null {
  const [after, earlier] = [now[name], before?.[name] ?? null]
  if (after === null || earlier === null) return null
  // As it is shown, so that what looks the same is no change.
  const rounded = Math.round((after - earlier) / (kind === 'Milliseconds' ? 100 : 0.1)) / 10
  const by = rounded === 0 ? 0 : rounded
  const trend = by > 0 ? 'Up' : by < 0 ? 'Down' : 'Same'
  const isGood = (trend === 'Up') === (more === 'Better')
  const value = formatNumber(by, { signDisplay: 'exceptZero', ...oneDecimal })
  return {
    trend,
    tone: trend === 'Same' || more === 'Neutral' ? 'Neutral' : isGood ? 'Good' : 'Bad',
    text:
      kind === 'Percent'
        ? monitoringTexts.text('points', { value })
        : kind === 'Milliseconds'
          ? monitoringTexts.text('seconds', { value })
          : monitoringTexts.text('number', { value }),
  }
}
