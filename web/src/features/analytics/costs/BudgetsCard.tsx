import type { Report, ReportRow } from '@parlance/contract/analytics'
import { screens } from '@parlance/contract/screens'
import { Link } from 'react-router'
import { formatNumber } from '../../../lang/format.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { useGroupName } from '../../policyText/policyGroups.ts'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { analyticsTexts } from '../lang/en.ts'
import { useMayOpen } from '../useMayOpen.ts'
import { BudgetBars, kindOf, stateOf } from './BudgetBars.tsx'

type Row = ReportRow<'Budgets'>

/** What was used of each budget this month. */
export function BudgetsCard() {
  const t = analyticsTexts.useText()
  const mayOpen = useMayOpen()
  const nameOf = useNameOf()
  return (
    <ReportCard
      report="Budgets"
      className="whole"
      title={t('report.Budgets')}
      summary={summaryOf}
      link={
        mayOpen('instanceSettings') && (
          <Link className="small" to={`${screens.instanceSettings.path}?tab=budgets`}>
            {t('toBudgets')}
          </Link>
        )
      }
      draw={({ rows }) => <BudgetBars rows={rows} nameOf={nameOf} />}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Budgets')}
          columns={columnsOf('Budgets', ['name', 'kind', 'usedUsd', 'amountUsd', 'usedPercent', 'state'], {
            name: (row) => <bdi>{nameOf(row)}</bdi>,
            kind: ({ kind }) => t(`budgetKind.${kindOf(kind)}`),
            state: ({ state }) => t(`budgetState.${stateOf(state)}`),
          })}
          rows={rows}
          keyOf={({ kind, id }) => `${kind} ${id}`}
        />
      )}
      note={t('alwaysThisMonth')}
    />
  )
}

/** Only the directory knows the name of a group. A deleted agent or brand has none. */
function useNameOf(): (row: Row) => string {
  const t = analyticsTexts.useText()
  const agentName = useAgentName()
  const groupName = useGroupName()
  return ({ kind, id, name }) => {
    if (kind === 'Group') return name ?? groupName(id ?? '')
    if (name === null) return t(kind === 'Agent' ? 'deletedAgent' : 'deletedBrand')
    return kind === 'Agent' ? agentName(name) : name
  }
}

function summaryOf({ rows }: Report<'Budgets'>): string {
  const t = analyticsTexts.text
  if (rows.length === 0) return t('noBudgets')
  const within = (wanted: string) => rows.filter(({ state }) => state === wanted).length
  const [used, nearEnd] = [within('Used'), within('NearEnd')]
  if (used === 0 && nearEnd === 0) return t('allWithinBudget')
  return [
    used > 0 && t('budgetsUsed', { number: formatNumber(used) }),
    nearEnd > 0 && t('budgetsNearEnd', { number: formatNumber(nearEnd) }),
  ]
    .filter(Boolean)
    .join(' ')
}
