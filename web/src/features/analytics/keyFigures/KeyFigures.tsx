import { useContext, useId } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useLate } from '../../../ui/useLate.ts'
import { useTableView } from '../cards/useTableView.ts'
import { ViewButton } from '../cards/ViewButton.tsx'
import { hidesAny, isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { FilterContext, useShownReport } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'
import { ChangeMark } from './ChangeMark.tsx'
import { KeyFiguresTable } from './KeyFiguresTable.tsx'
import { keyMetrics, type Metric } from './metrics.ts'
import { Sparkline } from './Sparkline.tsx'
import { useTrends } from './useTrends.ts'

/** The most important figures with their trend, compared with the previous period. */
export function KeyFigures() {
  const t = analyticsTexts.useText()
  const heading = useId()
  const { report, error, isLoading, retry } = useShownReport('Overview')
  const [asTable, toggle] = useTableView('Overview')
  const late = useLate()
  const title = t('report.Overview')
  if (error !== undefined)
    return (
      <section aria-label={title} className="key-figures">
        <LoadError error={error} retry={retry} />
      </section>
    )
  return (
    <section aria-labelledby={heading} className="key-figures" aria-busy={isLoading}>
      <h2 id={heading} className="hidden">
        {title}
      </h2>
      <ViewButton title={title} asTable={asTable} toggle={toggle} />
      {asTable && report ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll tables.
        <figure className="report-scroll" tabIndex={0} aria-labelledby={heading}>
          <KeyFiguresTable rows={report.rows} />
        </figure>
      ) : report ? (
        <Row rows={report.rows} />
      ) : (
        <div className="figures" role="status" aria-label={late ? uiTexts.text('loading') : undefined}>
          {keyMetrics.map(({ column }) => (
            <div key={column} className="figures-blank">
              {late && <span className="sk" />}
              {late && <span className="sk sk-figure" />}
            </div>
          ))}
        </div>
      )}
      {report && hidesAny(report.rows) && <p className="small m3">{t('hiddenNote')}</p>}
    </section>
  )
}

type Overview = NonNullable<ReturnType<typeof useShownReport<'Overview'>>['report']>['rows'][number]

function Row({ rows: [now, before] }: { rows: Overview[] }) {
  const trends = useTrends()
  return (
    <dl className="figures">
      {keyMetrics.map((metric) => (
        <KeyFigure
          key={metric.column}
          metric={metric}
          now={now?.[metric.column] ?? null}
          before={before?.[metric.column] ?? null}
          trend={trends[metric.column] ?? []}
        />
      ))}
    </dl>
  )
}

interface KeyFigureProps {
  metric: Metric
  now: Overview['questions']
  before: Overview['questions']
  trend: readonly number[]
}

function KeyFigure({ metric, now, before, trend }: KeyFigureProps) {
  const t = analyticsTexts.useText()
  const { reportingPeriod } = useContext(FilterContext)
  const { column, unit } = metric
  return (
    <div>
      <dt className="s13 m2">{t(`metric.${column}`)}</dt>
      <dd>
        <span className="row key-figure">
          <span className="figure num grow" data-hidden={isHidden(now) || undefined}>
            {figureText(now, unit)}
          </span>
          <Sparkline values={trend} />
        </span>
        {reportingPeriod === 'Today' ? (
          <span className="small m2">{t('yesterday', { value: figureText(before, unit) })}</span>
        ) : (
          <ChangeMark metric={metric} now={now} before={before} />
        )}
      </dd>
    </div>
  )
}
