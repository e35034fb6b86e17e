import type { Report, ReportRow } from '@parlance/contract/analytics'
import { BarList } from '../cards/BarList.tsx'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { highest } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'
import { agentOf } from '../usage/AgentsCard.tsx'
import { costText } from './costText.ts'
import { engineText } from './engineText.ts'

type Row = ReportRow<'Costs'>

/** What each agent cost with each deployment. */
export function CostsCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="Costs"
      className="whole"
      title={t('report.Costs')}
      summary={summaryOf}
      draw={({ rows }) => <Bars rows={rows} />}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Costs')}
          columns={columnsOf(
            'Costs',
            ['name', 'deploymentName', 'languageEngine', 'inputTokens', 'outputTokens', 'costUsd'],
            {
              name: (row) => <bdi>{agentOf(row)}</bdi>,
              languageEngine: ({ languageEngine }) => engineText(languageEngine),
              costUsd: ({ costUsd }) => costText(costUsd),
            },
          )}
          rows={rows}
          keyOf={keyOf}
        />
      )}
      note={t('usageHint')}
    />
  )
}

const keyOf = ({ gptSystemId, languageEngine, deploymentName }: Row) =>
  `${gptSystemId} ${languageEngine} ${deploymentName}`

function summaryOf({ rows }: Report<'Costs'>): string {
  const t = analyticsTexts.text
  if (rows.length === 0) return t('noUsage')
  const most = highest(rows, ({ costUsd }) => costUsd)
  const unpriced = rows.some(({ costUsd }) => costUsd === null) && t('someUnpriced')
  return [
    most &&
      t('mostExpensive', {
        name: agentOf(most),
        deployment: most.deploymentName ?? '–',
        cost: figureText(most.costUsd, 'Usd'),
      }),
    unpriced,
  ]
    .filter(Boolean)
    .join(' ')
}

function Bars({ rows }: { rows: readonly Row[] }) {
  const items = rows.map((row) => ({
    key: keyOf(row),
    name: <bdi>{agentOf(row)}</bdi>,
    detail: row.deploymentName ?? '',
    figure: row.costUsd,
    text: costText(row.costUsd),
  }))
  return <BarList items={items} />
}
