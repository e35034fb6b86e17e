import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { judgeKey, type NamedJudge } from '../judge/judgeForm.ts'
import { generatingTexts } from './lang/en.ts'

interface Props {
  /** Undefined until they are known. */
  models: readonly NamedJudge[] | undefined
  method: string
  isBusy: boolean
  choose: (method: string) => void
}

/** How cases are found: by rules, which cost nothing, unless someone chooses a model. */
export function MethodField({ models, method, isBusy, choose }: Props) {
  const t = generatingTexts.useText()
  const hint = t(method === '' ? 'rulesHint' : 'modelHint')
  return (
    <SelectField
      field="method"
      label={t('how')}
      hint={models?.length === 0 ? `${hint} ${t('noModels')}` : hint}
      value={method}
      disabled={isBusy}
      options={[
        { key: '', label: t('rules') },
        ...(models ?? []).map((one) => ({ key: judgeKey(one), label: one.deploymentName })),
      ]}
      change={choose}
    />
  )
}
