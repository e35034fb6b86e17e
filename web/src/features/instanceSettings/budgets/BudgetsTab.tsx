import { useState } from 'react'
import { formatCost, formatCurrency, formatMoment, formatPercent } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { UnpricedNote } from '../../limits/UnpricedNote.tsx'
import { CardList } from '../CardList.tsx'
import { type Budget, budgetsApi } from '../data/budgetsApi.ts'
import { BudgetDialog } from './BudgetDialog.tsx'
import { budgetsTexts } from './lang/en.ts'
import { useBudgetName } from './useBudgetName.ts'
import '../../../ui/files/files.css'
import './budgets.css'

const chips = { Within: 'chip ok', NearEnd: 'chip w', Used: 'chip e' } as const

/** The budgets of brands, agents, and groups, and what was used of them this month. */
export function BudgetsTab({ readOnly }: { readOnly: boolean }) {
  const t = budgetsTexts.useText()
  const nameOf = useBudgetName()
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  const { data, error, refetch } = budgetsApi.useListBudgetsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <CardList
      intro={t('intro')}
      notice={data && data.length > 0 && <UnpricedNote />}
      items={data}
      error={error}
      retry={() => void refetch()}
      add={readOnly ? undefined : { label: t('add'), open: () => setEdited('new') }}
      empty={t('empty')}
      card={(one) => (
        <BudgetCard
          key={one.budgetId}
          budget={one}
          name={nameOf(one)}
          readOnly={readOnly}
          edit={() => setEdited(one)}
        />
      )}
    >
      {edited && data && (
        <BudgetDialog
          budget={edited === 'new' ? null : edited}
          budgets={data}
          close={() => setEdited(null)}
        />
      )}
    </CardList>
  )
}

interface CardProps {
  budget: Budget
  name: string
  readOnly: boolean
  edit: () => void
}

function BudgetCard({ budget, name, readOnly, edit }: CardProps) {
  const t = budgetsTexts.useText()
  const { subject, isDeleted, amountUsd, usedUsd, percent, state, countedSince } = budget
  const text = t('usedOf', {
    used: formatCost(usedUsd),
    amount: formatCurrency(amountUsd),
    share: formatPercent(percent / 100),
  })
  return (
    <section className="card settings-card" aria-label={name}>
      <div className="row settings-actions">
        <h2 className="h4 wrap grow">
          <bdi>{name}</bdi>
        </h2>
        <span className="chip">{t(`kind.${subject.kind}`)}</span>
        {isDeleted ? (
          <span className="chip">{t('deleted')}</span>
        ) : (
          <span className={chips[state]}>{t(`state.${state}`)}</span>
        )}
      </div>
      <div>
        <p className="s13">{text}</p>
        <progress
          className="meter budget-meter"
          data-state={state}
          value={Math.min(percent, 100)}
          max={100}
          aria-hidden
        />
      </div>
      {countedSince && <p className="m3 s13">{t('countedSince', { when: formatMoment(countedSince) })}</p>}
      {isDeleted && <p className="m3 s13">{t('deletedNote')}</p>}
      {!readOnly && <Actions budget={budget} name={name} edit={edit} />}
    </section>
  )
}

function Actions({ budget, name, edit }: Omit<CardProps, 'readOnly'>) {
  const t = budgetsTexts.useText()
  const [asking, setAsking] = useState(false)
  const [remove, removing] = budgetsApi.useRemoveBudgetMutation()
  async function confirm() {
    const { error } = await remove({ budgetId: budget.budgetId })
    if (!error) toast.success(t('removed', { name }))
  }
  return (
    <div className="row settings-actions">
      {!budget.isDeleted && (
        <button type="button" className="btn out" aria-label={t('editOf', { name })} onClick={edit}>
          {t('edit')}
        </button>
      )}
      <button
        type="button"
        className="btn ghost"
        aria-label={t('removeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </button>
      {asking && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          button={t('removeOf', { name })}
          busy={removing.isLoading}
          error={removing.error}
          confirm={() => void confirm()}
          close={() => setAsking(false)}
        />
      )}
    </div>
  )
}
