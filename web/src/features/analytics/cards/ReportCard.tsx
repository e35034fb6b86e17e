import type { AnyReport, Report } from '@parlance/contract/analytics'
import type { ReportName } from '@parlance/contract/reports'
import { type ReactNode, Suspense, useId } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { hidesAny } from '../figures.ts'
import { useShownReport } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'
import { Blank } from './Blank.tsx'
import { useTableView } from './useTableView.ts'
import { ViewButton } from './ViewButton.tsx'

interface Props<N extends ReportName> {
  report: N
  /** Names the chart, if the report has several. */
  chart?: string
  title: string
  /** Says in sentences what the chart shows. */
  summary: (report: Report<N>) => string
  /** Draws the chart, also of an empty period, so that its axes stay. Without it, the card is a table. */
  draw?: (report: Report<N>) => ReactNode
  table: (report: Report<N>) => ReactNode
  /** What takes the place of the table while it loads, if it isn’t as high as others. */
  waiting?: ReactNode
  /** What the chart’s colors mean, next to the title. */
  legend?: ReactNode
  /** Where to go from here. */
  link?: ReactNode
  /** What else to know about the figures. */
  note?: string
  /** `whole` takes the whole width. */
  className?: 'whole'
}

/** A report with its title, a summary, and a chart that can be shown as a table. */
export function ReportCard<N extends ReportName>(props: Props<N>) {
  const {
    report: reportName,
    chart = reportName,
    title,
    summary,
    draw,
    table,
    waiting,
    legend,
    link,
    note,
    className,
  } = props
  const id = useId()
  const { report, error, isLoading, retry } = useShownReport(reportName)
  const [asTable, toggle] = useTableView(chart)
  const showsTable = asTable || !draw
  return (
    <section
      className={['card report-card', className].join(' ').trim()}
      aria-labelledby={`${id}title`}
      aria-busy={isLoading}
      data-report={chart}
      data-view={showsTable ? 'table' : 'chart'}
      data-flat={draw === undefined || undefined}
    >
      <div className="row report-head">
        <h2 className="h4 grow" id={`${id}title`}>
          {title}
        </h2>
        {!showsTable && legend}
        {link}
        {draw && <ViewButton title={title} asTable={asTable} toggle={toggle} />}
      </div>
      {report ? (
        <>
          <p className="small m2 report-summary" id={`${id}summary`}>
            {summary(report)}
          </p>
          <Suspense fallback={<Blank />}>
            <figure
              className={showsTable ? 'report-body report-scroll' : 'report-body'}
              tabIndex={showsTable ? 0 : undefined}
              aria-labelledby={`${id}title`}
              aria-describedby={`${id}summary`}
            >
              {showsTable ? table(report) : draw(report)}
            </figure>
          </Suspense>
          <Notes report={report as AnyReport} note={note} asTable={showsTable} />
        </>
      ) : error === undefined ? (
        <>
          <p className="small report-summary">&nbsp;</p>
          {waiting ? <div className="report-body">{waiting}</div> : <Blank />}
          <Notes note={note} asTable={showsTable} />
        </>
      ) : (
        <div className="report-body">
          <LoadError error={error} retry={retry} />
        </div>
      )}
    </section>
  )
}

interface NotesProps {
  report?: AnyReport
  note: string | undefined
  asTable: boolean
}

/** What isn’t shown. */
function Notes({ report, note, asTable }: NotesProps) {
  const t = analyticsTexts.useText()
  const { rows, totalRows } = report ?? { rows: [], totalRows: 0 }
  const notes = [
    note,
    hidesAny(rows) && t('hiddenNote'),
    asTable && totalRows > rows.length && t('moreRows', { shown: rows.length, total: totalRows }),
  ].filter(Boolean)
  return notes.length > 0 && <p className="small m3 report-notes">{notes.join(' ')}</p>
}
