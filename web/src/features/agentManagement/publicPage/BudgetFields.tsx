import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { PublicPageState } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'
import type { Budget, PublicPageValues } from './publicPageForm.ts'

interface Props {
  form: EditForm<PublicPageValues>
  state: PublicPageState
}

/** What visitors can use per day. */
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
  return rows.map(([field, hint, missing = false]) => (
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
}
