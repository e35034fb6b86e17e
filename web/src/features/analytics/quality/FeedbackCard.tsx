import type { Report, ReportRow } from '@parlance/contract/analytics'
import { formatNumber } from '../../../lang/format.ts'
import { feedbackTexts } from '../../thread/feedback/lang/en.ts'
import { BarList } from '../cards/BarList.tsx'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { hidesAny } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'
import { agentOf } from '../usage/AgentsCard.tsx'
import { ratingsOf } from './ratings.ts'

/** How people rate answers, and why they are bad. */
export function FeedbackCard() {
  const t = analyticsTexts.useText()
  // Loads the names of the reasons, which are those of the chat.
  feedbackTexts.useText()
  return (
    <ReportCard
      report="Feedback"
      title={t('report.Feedback')}
      summary={summaryOf}
      legend={<span className="small m3">{t('feedbackLegend')}</span>}
      draw={({ rows }) => <Bars rows={rows} />}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Feedback')}
          columns={columnsOf('Feedback', ['name', 'good', 'bad', 'reason', 'count'], {
            name: (row) => <bdi>{agentOf(row)}</bdi>,
            reason: ({ reason }) => reasonText(reason),
          })}
          rows={rows}
          keyOf={({ gptSystemId, reason }) => `${gptSystemId} ${reason}`}
        />
      )}
    />
  )
}

function reasonText(reason: string | null): string {
  if (reason === null) return analyticsTexts.text('noReason')
  return reason in feedbackTexts.english ? feedbackTexts.text(reason as 'Incorrect') : reason
}

function summaryOf({ rows }: Report<'Feedback'>): string {
  const t = analyticsTexts.text
  const { good, bad, reasons } = ratingsOf(rows)
  if (good === 0 && bad === 0) return hidesAny(rows) ? t('feedbackHidden') : t('noFeedback')
  const [most] = reasons.filter(({ reason, count }) => reason !== null && count > 0)
  return [
    t('ratings', { good: formatNumber(good), bad: formatNumber(bad) }),
    most && t('mostFrequentReason', { reason: reasonText(most.reason) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function Bars({ rows }: { rows: readonly ReportRow<'Feedback'>[] }) {
  const t = analyticsTexts.useText()
  const items = ratingsOf(rows).reasons.map(({ reason, count, hides }) => ({
    key: reason ?? '',
    name: reasonText(reason),
    figure: count,
    text: count === 0 && hides ? t('fewerThan5') : figureText(count, 'Answers'),
  }))
  return <BarList items={items} />
}
