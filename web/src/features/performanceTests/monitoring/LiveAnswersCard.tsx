import { Activity, ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useId, useState } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type LiveAnswers, type LiveFigures, monitoringApi } from './api.ts'
import { daysText, LiveDays } from './LiveDays.tsx'
import { monitoringTexts } from './lang/en.ts'
import { type LiveMetric, metricChange, metricText, percentText, shownMetrics } from './liveFigures.ts'
import './monitoring.css'

const periods = ['7', '30'] as const

/** What samples of real answers of an agent came to, compared with the period before. */
export function LiveAnswersCard({ gptSystemId }: { gptSystemId: string }) {
  const t = monitoringTexts.useText()
  const id = useId()
  const [days, setDays] = useState<(typeof periods)[number]>('7')
  const { data, error, isFetching, refetch } = monitoringApi.useGetLiveAnswersQuery(
    { gptSystemId, days },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <section className="card live-answers" aria-labelledby={id} aria-busy={isFetching}>
      <div className="row live-head">
        <Activity size={18} />
        <h2 className="h4 grow" id={id}>
          {t('liveTitle')}
        </h2>
        <ChoiceField
          field="days"
          label={t('period')}
          quiet
          value={days}
          options={periods.map((key) => ({ key, label: t('lastDays', { count: Number(key) }) }))}
          change={setDays}
        />
      </div>
      {data ? (
        <Shown live={data} />
      ) : (
        error !== undefined && <LoadError error={error} retry={() => void refetch()} />
      )}
    </section>
  )
}

function Shown({ live }: { live: LiveAnswers }) {
  const t = monitoringTexts.useText()
  const { now, before, days, isPublished, rating } = live
  const metrics = shownMetrics(live)
  if (!now) return <p className="small m2">{t(isPublished ? 'noSamples' : 'notPublished')}</p>
  return (
    <>
      <p className="small m2">{t('sampledIn', { range: daysText(live), count: now.sampled })}</p>
      <dl className="live-figures">
        {metrics.map((metric) => (
          <Figure key={metric.name} metric={metric} now={now} before={before} />
        ))}
      </dl>
      <LiveDays days={days} metrics={metrics} />
      <p className="small m3">
        {t('failures', { percent: percentText(now.failedPercent) })} {t('fewPeople')} {t(`rating.${rating}`)}
      </p>
    </>
  )
}

const arrows = { Up: ArrowUpRight, Down: ArrowDownRight, Same: ArrowRight }

interface FigureProps {
  metric: LiveMetric
  now: LiveFigures
  before: LiveFigures | null
}

function Figure({ metric, now, before }: FigureProps) {
  const t = monitoringTexts.useText()
  const change = metricChange(now, before, metric)
  const was = t('before', { value: metricText(before, metric) })
  const Arrow = arrows[change?.trend ?? 'Same']
  return (
    <div>
      <dt className="s13 m2">{t(`figure.${metric.name}`)}</dt>
      <dd>
        <span className="live-figure num">{metricText(now, metric)}</span>
        {change && (
          <span className="small row live-change" data-tone={change.tone} title={was}>
            <Arrow size={12} />
            <span className="num">{change.text}</span>
            <span className="hidden">{was}</span>
          </span>
        )}
      </dd>
    </div>
  )
}
