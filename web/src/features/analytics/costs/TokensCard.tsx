import type { Report, ReportRow } from '@parlance/contract/analytics'
import { modelPurposes } from '@parlance/contract/events'
import { formatNumber } from '../../../lang/format.ts'
import { columnsOf } from '../cards/columns.ts'
import { FigureRow } from '../cards/FigureRow.tsx'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { sumOf } from '../figures.ts'
import { analyticsTexts } from '../lang/en.ts'
import { costText } from './costText.ts'
import { engineText } from './engineText.ts'

type Row = ReportRow<'Tokens'>

/** What model calls used and cost: answers, and apart from them the calls for titles and the like. */
export function TokensCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="Tokens"
      className="whole"
      title={t('report.Tokens')}
      summary={summaryOf}
      table={({ rows }) => (
        <>
          {rows.length > 0 && <FigureRow figures={partsOf(rows)} />}
          <ReportTable
            caption={t('report.Tokens')}
            columns={columnsOf(
              'Tokens',
              [
                ...(['purpose', 'deploymentName', 'languageEngine'] as const),
                ...(['calls', 'inputTokens', 'outputTokens', 'costUsd'] as const),
              ],
              {
                purpose: ({ purpose }) => purposeText(purpose),
                languageEngine: ({ languageEngine }) => engineText(languageEngine),
                costUsd: ({ costUsd }) => costText(costUsd),
              },
            )}
            rows={rows}
            keyOf={(row) => `${row.purpose} ${row.languageEngine} ${row.deploymentName}`}
          />
        </>
      )}
      note={t('usageHint')}
    />
  )
}

function purposeText(purpose: string | null): string {
  const known = modelPurposes.find((one) => one === purpose)
  return known ? analyticsTexts.text(`purpose.${known}`) : (purpose ?? '–')
}

function partsOf(rows: readonly Row[]) {
  const t = analyticsTexts.text
  const isAnswer = ({ purpose }: Row) => purpose === 'Answer'
  const parts = { answers: rows.filter(isAnswer), helperCalls: rows.filter((row) => !isAnswer(row)) }
  return (['answers', 'helperCalls'] as const).map((name) => ({
    name: t(name),
    value: costText(totalCost(parts[name])),
    note: t('tokens', {
      input: formatNumber(sumOf(parts[name].map(({ inputTokens }) => inputTokens))),
      output: formatNumber(sumOf(parts[name].map(({ outputTokens }) => outputTokens))),
    }),
  }))
}

/** Null if no deployment had a price. */
const totalCost = (rows: readonly Row[]): number | null =>
  rows.length > 0 && rows.every(({ costUsd }) => costUsd === null)
    ? null
    : sumOf(rows.map(({ costUsd }) => costUsd))

function summaryOf({ rows }: Report<'Tokens'>): string {
  const t = analyticsTexts.text
  if (rows.length === 0) return t('noUsage')
  return [
    t('totalCost', { cost: costText(totalCost(rows)) }),
    rows.some(({ costUsd }) => costUsd === null) && t('someUnpriced'),
  ]
    .filter(Boolean)
    .join(' ')
}
