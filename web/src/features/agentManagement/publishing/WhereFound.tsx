import { limits } from '@parlance/contract/limits'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { toast } from '../../../ui/toast.tsx'
import { managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { categoriesError, categoriesOf, textOf } from './categories.ts'
import type { OfPublishing } from './PublishingNow.tsx'

/** Whether an agent is listed in the directory, and in which categories. */
export function WhereFound({ agent: { gptSystemId, name, mayPublish }, publishing }: OfPublishing) {
  const t = managementTexts.useText()
  const common = uiTexts.useText()
  const saved = { listed: publishing.listedInDirectory, categories: textOf(publishing.categories) }
  // Only the local changes. Other fields follow the stored values, no matter who changes them.
  const [changed, change] = useState<Partial<typeof saved>>({})
  const { listed, categories } = { ...saved, ...changed }
  useLeaveGuard(Object.keys(changed).length > 0)
  const [set, { isLoading, error }] = managementApi.useSetPublishingMutation()
  const problem = categoriesError(categories)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading || problem) return
    const answer = await set({
      gptSystemId,
      ...(changed.listed === undefined ? {} : { listedInDirectory: listed }),
      ...(changed.categories === undefined ? {} : { categories: categoriesOf(categories) }),
    })
    if (answer.error) return
    change({})
    toast.success(t('foundSaved', { name }))
  }

  return (
    <form noValidate className="agent-found" onSubmit={(event) => void submit(event)}>
      {Boolean(error) && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      <SwitchField
        field="listedInDirectory"
        label={t('listedInDirectory')}
        hint={t('listedHint')}
        on={listed}
        change={(on) => change({ ...changed, listed: on })}
        disabled={!mayPublish}
      />
      <TextField
        field="categories"
        label={t('categories')}
        hint={t('categoriesHint', { max: limits.categories })}
        value={categories}
        change={(text) => change({ ...changed, categories: text })}
        error={
          problem && t(problem, { max: problem === 'categoriesMany' ? limits.categories : limits.category })
        }
        readOnly={!mayPublish}
      />
      {mayPublish && Object.keys(changed).length > 0 && (
        <div className="row">
          <button type="submit" className="btn pri" aria-disabled={isLoading || problem !== undefined}>
            {t('foundSave')}
          </button>
          <button type="button" className="btn ghost" onClick={() => change({})}>
            {common('cancel')}
          </button>
        </div>
      )}
    </form>
  )
}
