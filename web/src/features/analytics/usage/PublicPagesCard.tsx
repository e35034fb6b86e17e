import type { Report } from '@parlance/contract/analytics'
import { formatNumber } from '../../../lang/format.ts'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { sumOf } from '../figures.ts'
import { analyticsTexts } from '../lang/en.ts'
import { agentOf } from './AgentsCard.tsx'

/** Questions from visitors of public pages. */
export function PublicPagesCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="PublicEndpoints"
      className="whole"
      title={t('report.PublicEndpoints')}
      summary={summaryOf}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.PublicEndpoints')}
          columns={columnsOf(
            'PublicEndpoints',
            ['gptPublicEndpoint', 'name', 'visitors', 'questions', 'refusedByBudget', 'claimed'],
            { name: (row) => <bdi>{agentOf(row)}</bdi> },
          )}
          rows={rows}
          keyOf={({ gptPublicEndpoint }) => gptPublicEndpoint ?? ''}
        />
      )}
    />
  )
}

function summaryOf({ rows }: Report<'PublicEndpoints'>): string {
  const t = analyticsTexts.text
  if (rows.length === 0) return t('noPublicPages')
  const refused = sumOf(rows.map(({ refusedByBudget }) => refusedByBudget))
  return [
    t('publicQuestions', { count: sumOf(rows.map(({ questions }) => questions)) }),
    refused > 0 && t('publicRefused', { number: formatNumber(refused) }),
  ]
    .filter(Boolean)
    .join(' ')
}
