import { formatDate } from '../../../lang/format.ts'
import type { LiveAnswers } from './api.ts'
import { monitoringTexts } from './lang/en.ts'
import { type LiveMetric, metricText } from './liveFigures.ts'

type Sample = LiveAnswers['days'][number]

interface Props {
  days: readonly Sample[]
  metrics: readonly LiveMetric[]
}

/** All figures of each sample, the latest first. Shares are drawn as bars behind their numbers. */
export function LiveDays({ days, metrics }: Props) {
  const t = monitoringTexts.useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll tables.
    <section className="live-days" tabIndex={0} aria-label={t('byDay')}>
      <table>
        <caption className="hidden">{t('byDay')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('days')}</th>
            {metrics.map(({ name }) => (
              <th key={name} scope="col">
                {t(`figure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((sample) => (
            <tr key={sample.to}>
              <th scope="row">{daysText(sample)}</th>
              {metrics.map((metric) => (
                <td key={metric.name} className="num" data-label={t(`figure.${metric.name}`)}>
                  {metric.kind === 'Percent' && <Bar percent={sample[metric.name]} />}
                  <span className="live-value">{metricText(sample, metric)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Bar = ({ percent }: { percent: number | null }) => (
  <span className="live-bar" aria-hidden="true">
    <span style={{ inlineSize: `${percent ?? 0}%` }} />
  </span>
)

/** Days are in UTC. */
const dayText = (day: string) => formatDate(day, { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** Nov 16, or Nov 12 to Nov 16 */
export const daysText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(to) : monitoringTexts.text('range', { from: dayText(from), to: dayText(to) })
