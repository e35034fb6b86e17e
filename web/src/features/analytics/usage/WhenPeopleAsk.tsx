import type { Report, ReportRow } from '@parlance/contract/analytics'
import { ReportCard } from '../cards/ReportCard.tsx'
import { hourName, weekdayName } from '../days.ts'
import { hidesAny, highest } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'
import { HeatMap } from './HeatMap.tsx'
import { type Hour, hours, weekdays } from './week.ts'

type Row = ReportRow<'WhenPeopleAsk'>

/** Questions by hour of the week. */
export function WhenPeopleAsk() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="WhenPeopleAsk"
      title={t('report.WhenPeopleAsk')}
      summary={summaryOf}
      draw={({ rows }) => <HeatMap of={figureAt(rows)} />}
      table={({ rows }) => <Table rows={rows} />}
    />
  )
}

function figureAt(rows: readonly Row[]): Hour {
  const figures = new Map(rows.map(({ weekday, hour, questions }) => [`${weekday} ${hour}`, questions]))
  return (weekday, hour) => figures.get(`${weekday} ${hour}`) ?? null
}

function summaryOf({ rows }: Report<'WhenPeopleAsk'>): string {
  const t = analyticsTexts.text
  const most = highest(rows, ({ questions }) => questions)
  if (!most) return hidesAny(rows) ? t('hoursHidden') : t('noQuestions')
  const { weekday, hour, questions } = most
  return t('busiest', {
    weekday: weekdayName(weekday, 'long'),
    from: hourName(hour),
    to: hourName(hour + 1),
    number: figureText(questions, 'Questions'),
  })
}

/** The numbers, with a row per hour. */
function Table({ rows }: { rows: readonly Row[] }) {
  const t = analyticsTexts.useText()
  const of = figureAt(rows)
  return (
    <table className="report-table narrow">
      <caption className="hidden">{t('report.WhenPeopleAsk')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.hour')}</th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              <abbr title={weekdayName(weekday, 'long')}>{weekdayName(weekday, 'short')}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{hourName(hour)}</th>
            {weekdays.map((weekday) => (
              <td key={weekday} className="num">
                {figureText(of(weekday, hour), 'Questions')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
