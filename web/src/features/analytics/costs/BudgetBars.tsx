import type { ReportRow } from '@parlance/contract/analytics'
import { Bot, Palette, UsersRound } from 'lucide-react'
import { EmptyBars, MOST_BARS } from '../cards/BarList.tsx'
import { drawn, isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

type Row = ReportRow<'Budgets'>

const icons = { Brand: Palette, Agent: Bot, Group: UsersRound }
const chips = { Within: 'chip ok', NearEnd: 'chip w', Used: 'chip e' }

export const kindOf = (kind: string | null) => (kind as keyof typeof icons | null) ?? 'Brand'
export const stateOf = (state: string | null) => (state as keyof typeof chips | null) ?? 'Within'

interface Props {
  rows: readonly Row[]
  nameOf: (row: Row) => string
}

/** The most used budgets. A full bar is a budget that is used up. */
export function BudgetBars({ rows, nameOf }: Props) {
  const t = analyticsTexts.useText()
  if (rows.length === 0) return <EmptyBars />
  return (
    <ol className="bar-list budget-list">
      {rows.slice(0, MOST_BARS).map((row) => {
        const Icon = icons[kindOf(row.kind)]
        const state = stateOf(row.state)
        return (
          <li key={`${row.kind} ${row.id}`} className="row">
            <span className="personal-mark" title={t(`budgetKind.${kindOf(row.kind)}`)}>
              <Icon size={16} aria-hidden />
              <span className="hidden">{t(`budgetKind.${kindOf(row.kind)}`)}</span>
            </span>
            <div className="grow">
              <div className="row s13 budget-line">
                <bdi className="trunc grow">{nameOf(row)}</bdi>
                <span className="num">
                  {isHidden(row.usedUsd)
                    ? t('useHidden', { amount: figureText(row.amountUsd, 'Usd') })
                    : t('usedOf', {
                        used: figureText(row.usedUsd, 'Usd'),
                        amount: figureText(row.amountUsd, 'Usd'),
                        share: figureText(row.usedPercent, 'Percent'),
                      })}
                </span>
              </div>
              <div className="share-bar" data-state={state}>
                <span style={{ inlineSize: `${Math.min(drawn(row.usedPercent), 100)}%` }} />
              </div>
            </div>
            <span className={chips[state]}>{t(`budgetState.${state}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
