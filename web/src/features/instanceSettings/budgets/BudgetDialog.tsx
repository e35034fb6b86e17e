import { useState } from 'react'
import { problemOf } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { UnpricedNote } from '../../limits/UnpricedNote.tsx'
import { type Budget, budgetsApi } from '../data/budgetsApi.ts'
import { type BudgetValues, blankValues, errorsOf, inputOf, keyOf } from './budgetForm.ts'
import { budgetsTexts } from './lang/en.ts'
import { SubjectField } from './SubjectField.tsx'
import { useBudgetName } from './useBudgetName.ts'

interface Props {
  /** Null for a new one. */
  budget: Budget | null
  budgets: readonly Budget[]
  close: () => void
}

/** Adds a budget, or changes the amount of one. */
export function BudgetDialog({ budget, budgets, close }: Props) {
  const t = budgetsTexts.useText()
  const nameOf = useBudgetName()
  // Taken once: a change by someone else is refused with the next save, and doesn't replace what was typed.
  const [opened] = useState(() => budget && { ...budget, name: nameOf(budget) })
  const [first] = useState<BudgetValues>(() =>
    opened
      ? {
          kind: opened.subject.kind,
          chosen: { key: keyOf(opened.subject), name: opened.name },
          amount: String(opened.amountUsd),
        }
      : blankValues,
  )
  const [values, setValues] = useState(first)
  const [tried, setTried] = useState(false)
  const [create, creating] = budgetsApi.useCreateBudgetMutation()
  const [update, updating] = budgetsApi.useUpdateBudgetMutation()
  const { isLoading, error } = opened ? updating : creating
  const set = (change: Partial<BudgetValues>) => setValues({ ...values, ...change })
  const found = errorsOf(values, t)
  const errors = tried ? found : {}
  const refused = problemOf(error)?.errors?.find(({ field }) => field === 'subject')

  async function save() {
    setTried(true)
    if (Object.keys(found).length > 0) return
    const { subject, amountUsd } = inputOf(values)
    const answer = opened
      ? await update({ budgetId: opened.budgetId, version: opened.version, amountUsd })
      : await create({ subject, amountUsd })
    if (answer.error) return
    toast.success(t('saved', { name: values.chosen?.name ?? '' }))
    close()
  }

  return (
    <ConfirmDialog
      title={opened ? t('editTitle', { name: opened.name }) : t('addTitle')}
      text={opened ? t('editText') : t('addText')}
      button={t('save')}
      danger={false}
      wide
      dirty={JSON.stringify(values) !== JSON.stringify(first)}
      busy={isLoading}
      error={error}
      confirm={() => void save()}
      close={close}
    >
      <div className="edit-fields">
        {!opened && (
          <SubjectField
            values={values}
            budgets={budgets}
            error={errors.subject ?? refused?.message}
            change={set}
          />
        )}
        <TextField
          field="amountUsd"
          label={t('amount')}
          code
          value={values.amount}
          error={errors.amountUsd}
          change={(amount) => set({ amount })}
          autoFocus={opened !== null}
        />
        {!opened && <UnpricedNote />}
      </div>
    </ConfirmDialog>
  )
}
