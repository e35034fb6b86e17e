import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../ui/admin/useEditForm.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { type AllSettings, instanceSettingsApi, type KeyedEngine, type Purpose } from './data/api.ts'
import { instanceSettingsTexts } from './lang/en.ts'
import { deploymentKey, deploymentOf, type SettingsValues } from './settingsForm.ts'
import { VectorIndexState } from './VectorIndexState.tsx'

interface Props {
  form: EditForm<SettingsValues>
  settings: AllSettings
  readOnly: boolean
}

const texts = [
  'name',
  'organizationName',
  'personalAgentLimit',
  'releaseNotesUrl',
  'errorReportingDsn',
] as const

const peopleSearches = ['SharedGroups', 'All'] as const

export function GeneralTab({ form, settings, readOnly }: Props) {
  const t = instanceSettingsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { values, errors, set, check } = form
  const { data = [] } = instanceSettingsApi.useListDeploymentsQuery()
  const chosenOf = [
    { field: 'defaultChatDeployment', purpose: 'Chat', none: t('automaticDeployment') },
    { field: 'helperDeployment', purpose: 'Helper', none: t('answeringDeployment') },
    { field: 'embeddingDeployment', purpose: 'Embedding', none: t('wordsOnly') },
    { field: 'imageDeployment', purpose: 'Image', none: t('noImages') },
    { field: 'transcriptionDeployment', purpose: 'Transcription', none: t('browserRecognition') },
    { field: 'speechDeployment', purpose: 'Speech', none: t('otherVoices') },
  ] as const
  const keysFor = (purpose: Purpose, chosen: string) => {
    const keys = data.filter(({ purposes, gone }) => purposes.includes(purpose) && !gone).map(deploymentKey)
    // A deployment that no longer exists is still shown as the current value.
    return chosen === '' || keys.includes(chosen) ? keys : [...keys, chosen]
  }
  const labelOf = (key: string) => {
    const { languageEngine = '', deploymentName = '' } = deploymentOf(key) ?? {}
    return `${t(`engine.${languageEngine as KeyedEngine}`)}: ${deploymentName}`
  }
  return (
    <div className="edit-fields settings-list">
      {texts.map((field) => {
        const isFixed = settings.fixed.some((fixed) => fixed === field)
        return (
          <TextField
            key={field}
            field={field}
            label={t(field)}
            hint={isFixed ? t('fixed') : t(`${field}Hint`)}
            code={field !== 'name' && field !== 'organizationName'}
            value={values[field]}
            error={errors[field]}
            disabled={readOnly || isFixed}
            change={(value) => set(field, value)}
            leave={() => check(field)}
          />
        )
      })}
      <SelectField
        field="peopleSearch"
        label={t('peopleSearch')}
        hint={t('peopleSearchHint')}
        value={values.peopleSearch}
        disabled={readOnly}
        options={peopleSearches.map((key) => ({ key, label: t(`peopleSearch${key}`) }))}
        change={(key) => set('peopleSearch', key as SettingsValues['peopleSearch'])}
      />
      <SelectField
        field="readsNeedApproval"
        label={t('readsNeedApproval')}
        hint={t('readsNeedApprovalHint', { action: fullNameOf('UserConversationsRead') })}
        value={values.readsNeedApproval ? 'yes' : 'no'}
        disabled={readOnly}
        options={[
          { key: 'no', label: t('readsNeedApprovalNo') },
          { key: 'yes', label: t('readsNeedApprovalYes') },
        ]}
        change={(key) => set('readsNeedApproval', key === 'yes')}
      />
      <SelectField
        field="memoryAllowed"
        label={t('memoryAllowed')}
        hint={t('memoryAllowedHint')}
        value={values.memoryAllowed ? 'yes' : 'no'}
        disabled={readOnly}
        options={[
          { key: 'no', label: t('memoryAllowedNo') },
          { key: 'yes', label: t('memoryAllowedYes') },
        ]}
        change={(key) => set('memoryAllowed', key === 'yes')}
      />
      {(['dataExportsAllowed', 'selfErasureAllowed'] as const).map((field) => (
        <SelectField
          key={field}
          field={field}
          label={t(field)}
          hint={t(`${field}Hint`)}
          value={values[field] ? 'yes' : 'no'}
          disabled={readOnly}
          options={[
            { key: 'yes', label: t('allowed') },
            { key: 'no', label: t('notAllowed') },
          ]}
          change={(key) => set(field, key === 'yes')}
        />
      ))}
      {chosenOf.map(({ field, purpose, none }) => (
        <SelectField
          key={field}
          field={field}
          label={t(field)}
          hint={t(`${field}Hint`)}
          error={errors[field]}
          value={values[field]}
          disabled={readOnly}
          options={[
            { key: '', label: none },
            ...keysFor(purpose, values[field]).map((key) => ({ key, label: labelOf(key) })),
          ]}
          change={(key) => set(field, key)}
        />
      ))}
      <TextField
        field="speechVoice"
        label={t('speechVoice')}
        hint={t('speechVoiceHint')}
        code
        value={values.speechVoice}
        error={errors.speechVoice}
        disabled={readOnly}
        change={(value) => set('speechVoice', value)}
        leave={() => check('speechVoice')}
      />
      <VectorIndexState
        saved={settings.embeddingDeployment ? deploymentKey(settings.embeddingDeployment) : ''}
        chosen={values.embeddingDeployment}
        deployment={data.find((one) => deploymentKey(one) === values.embeddingDeployment)}
      />
    </div>
  )
}
