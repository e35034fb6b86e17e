import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { PublicPageState } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'
import { type Budget, checkName, checkOptions, type PublicPageValues } from './publicPageForm.ts'

interface Props {
  form: EditForm<PublicPageValues>
  state: PublicPageState
}

/** What visitors can use per day, and what makes it expensive to start many sessions. */
export function BudgetFields({ form, state: { isPriced, knowsNetworks } }: Props) {
  const t = publicPageTexts.useText()
  const rows: [field: Budget, hint?: string, missing?: boolean][] = [
    ['visitorMessagesPerDay', t('visitorMessagesPerDayHint')],
    ['messagesPerDay'],
    ['tokensPerDay', t('tokensPerDayHint')],
    ['costPerDayUsd', t(isPriced ? 'costPerDayUsdHint' : 'unpriced'), !isPriced],
    [
      'networkMessagesPerDay',
      t(knowsNetworks ? 'networkMessagesPerDayHint' : 'networksUnknown'),
      !knowsNetworks,
    ],
  ]
  const fields = rows.map(([field, hint, missing = false]) => (
    <TextField
      key={field}
      field={field}
      label={t(field)}
      {...(hint && { hint })}
      code
      value={form.values[field]}
      error={form.errors[field]}
      // A limit that was set earlier can be removed.
      disabled={missing && form.base[field] === ''}
      leave={() => form.check(field)}
      change={(text) => form.set(field, text)}
    />
  ))
  return (
    <>
      {fields}
      <SelectField
        field="proofOfWorkBits"
        label={t('proofOfWorkBits')}
        hint={t('proofOfWorkBitsHint')}
        value={form.values.proofOfWorkBits}
        error={form.errors.proofOfWorkBits}
        options={checkOptions(form.base.proofOfWorkBits).map((key) => ({ key, label: checkName(key, t) }))}
        change={(key) => form.set('proofOfWorkBits', key)}
      />
    </>
  )
}
