import type { Report, ReportRow } from '@parlance/contract/analytics'
import { Users } from 'lucide-react'
import { isNamed } from '../../../ui/agentName.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { AgentAvatar } from '../../agentAvatars/AgentAvatar.tsx'
import { BarList } from '../cards/BarList.tsx'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { drawn, highest, isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

/** Names the agent of a row. Personal agents are one row without an ID. */
export function agentOf({ gptSystemId, name }: Pick<ReportRow<'Agents'>, 'gptSystemId' | 'name'>): string {
  if (gptSystemId === null) return analyticsTexts.text('personalAgents')
  return name !== null && isNamed(name) ? name : uiTexts.text('unnamedAgent')
}

/** Agents by the number of questions. */
export function AgentsCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="Agents"
      title={t('report.Agents')}
      summary={summaryOf}
      legend={<span className="small m3">{t('agentsLegend')}</span>}
      draw={({ rows }) => <Bars rows={rows} />}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Agents')}
          columns={columnsOf(
            'Agents',
            ['name', 'questions', 'people', 'helpfulPercent', 'unansweredPercent', 'tokens', 'costUsd'],
            { name: (row) => <bdi>{agentOf(row)}</bdi> },
          )}
          rows={rows}
          keyOf={({ gptSystemId }) => gptSystemId ?? ''}
        />
      )}
    />
  )
}

function summaryOf({ rows }: Report<'Agents'>): string {
  const t = analyticsTexts.text
  const most = highest(rows, ({ questions }) => questions)
  if (!most) return rows.length === 0 ? t('noAgents') : t('agentsHidden')
  return t('agentsSummary', { name: agentOf(most), count: drawn(most.questions) })
}

function Bars({ rows }: { rows: readonly ReportRow<'Agents'>[] }) {
  const items = rows.map((row) => ({
    key: row.gptSystemId ?? '',
    name: <bdi>{agentOf(row)}</bdi>,
    icon: row.gptSystemId ? (
      <AgentAvatar id={row.gptSystemId} fileName={null} size={26} />
    ) : (
      <span className="personal-mark">
        <Users size={16} />
      </span>
    ),
    figure: row.questions,
    text: figureText(row.questions, 'Questions'),
    // Reads “fewer than 5” only once.
    ...(!isHidden(row.questions) && { note: figureText(row.helpfulPercent, 'Percent') }),
  }))
  return <BarList items={items} />
}
