import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { agentFieldsApi } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'

const DEFAULT = ''

/** The deployment for titles, rewritten questions, and summaries. Hidden while there is none to choose. */
export function HelperField({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const { languageEngine, helperDeploymentName: chosen } = form.values
  const helpers = options?.helpers.filter((one) => one.languageEngine === languageEngine) ?? []
  if (languageEngine === 'BuiltIn' || (helpers.length === 0 && chosen === null)) return null
  const names = helpers.map(({ deploymentName }) => deploymentName)
  const ofInstance = options?.defaultHelper?.deploymentName
  return (
    <SelectField
      field="helperDeploymentName"
      label={t('helperDeploymentName')}
      hint={t('helperHint')}
      value={chosen ?? DEFAULT}
      error={form.errors.helperDeploymentName}
      disabled={readOnly}
      options={[
        { key: DEFAULT, label: ofInstance ? t('helperOfInstance', { name: ofInstance }) : t('helperSame') },
        ...(options && chosen !== null && !names.includes(chosen)
          ? [{ key: chosen, label: t('deploymentGone', { name: chosen }) }]
          : []),
        ...names.map((name) => ({ key: name, label: name })),
      ]}
      change={(key) => form.set('helperDeploymentName', key === DEFAULT ? null : key)}
    />
  )
}
