import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../ui/admin/formState.ts'
import { type LimitRow, limitErrors, readLimits, rowsOf } from '../limits/limitRows.ts'
import type { PoliciesText } from '../policyText/lang/en.ts'
import type { AllSettings, Deployment, KeyedEngine } from './data/api.ts'
import type { SettingsText } from './lang/en.ts'

/** The editable settings as form values. */
export interface SettingsValues {
  name: string
  organizationName: string
  releaseNotesUrl: string
  errorReportingDsn: string
  personalAgentLimit: string
  peopleSearch: AllSettings['peopleSearch']
  readsNeedApproval: boolean
  memoryAllowed: boolean
  dataExportsAllowed: boolean
  selfErasureAllowed: boolean
  /** The provider and the name, or empty for the built-in provider. */
  defaultChatDeployment: string
  /** In the same form, or empty for the deployment that answers. */
  helperDeployment: string
  /** In the same form, or empty for the search by words alone. */
  embeddingDeployment: string
  /** In the same form, or empty for none. */
  imageDeployment: string
  /** In the same form, or empty for the browser’s speech recognition. */
  transcriptionDeployment: string
  /** In the same form, or empty for voices of browsers and of the server. */
  speechDeployment: string
  speechVoice: string
  limits: LimitRow[]
}

type Chosen = NonNullable<AllSettings['defaultChatDeployment']>

/** Combines a deployment's provider and name in one string. A provider's name has no slash. */
export const deploymentKey = ({
  languageEngine,
  deploymentName,
}: {
  languageEngine: string
  deploymentName: string
}): string => `${languageEngine}/${deploymentName}`

export function deploymentOf(key: string): Chosen | null {
  const at = key.indexOf('/')
  if (at < 0) return null
  return {
    languageEngine: key.slice(0, at) as Chosen['languageEngine'],
    deploymentName: key.slice(at + 1),
  }
}

export const valuesOf = (settings: AllSettings): SettingsValues => ({
  name: settings.name,
  organizationName: settings.organizationName,
  releaseNotesUrl: settings.releaseNotesUrl ?? '',
  errorReportingDsn: settings.errorReportingDsn ?? '',
  personalAgentLimit: String(settings.personalAgentLimit),
  peopleSearch: settings.peopleSearch,
  readsNeedApproval: settings.readsNeedApproval,
  memoryAllowed: settings.memoryAllowed,
  dataExportsAllowed: settings.dataExportsAllowed,
  selfErasureAllowed: settings.selfErasureAllowed,
  defaultChatDeployment: settings.defaultChatDeployment ? deploymentKey(settings.defaultChatDeployment) : '',
  helperDeployment: settings.helperDeployment ? deploymentKey(settings.helperDeployment) : '',
  embeddingDeployment: settings.embeddingDeployment ? deploymentKey(settings.embeddingDeployment) : '',
  imageDeployment: settings.imageDeployment ? deploymentKey(settings.imageDeployment) : '',
  transcriptionDeployment: settings.transcriptionDeployment
    ? deploymentKey(settings.transcriptionDeployment)
    : '',
  speechDeployment: settings.speechDeployment ? deploymentKey(settings.speechDeployment) : '',
  speechVoice: settings.speechVoice,
  limits: rowsOf(settings.limits),
})

/** Returns the complete input of a PUT. */
export function inputOf(values: SettingsValues) {
  return {
    memoryAllowed: values.memoryAllowed,
    peopleSearch: values.peopleSearch,
    readsNeedApproval: values.readsNeedApproval,
    dataExportsAllowed: values.dataExportsAllowed,
    selfErasureAllowed: values.selfErasureAllowed,
    name: values.name,
    organizationName: values.organizationName,
    releaseNotesUrl: values.releaseNotesUrl.trim() || null,
    errorReportingDsn: values.errorReportingDsn.trim() || null,
    personalAgentLimit: Number(values.personalAgentLimit),
    defaultChatDeployment: deploymentOf(values.defaultChatDeployment),
    helperDeployment: deploymentOf(values.helperDeployment),
    embeddingDeployment: deploymentOf(values.embeddingDeployment),
    imageDeployment: deploymentOf(values.imageDeployment),
    transcriptionDeployment: deploymentOf(values.transcriptionDeployment),
    speechDeployment: deploymentOf(values.speechDeployment),
    speechVoice: values.speechVoice.trim(),
    limits: readLimits(values.limits),
  }
}

/** Returns the complete input for a deployment. A change replaces parts of it. */
export const deploymentInputOf = ({
  deploymentName,
  version,
  approved,
  purposes,
  price,
  ...one
}: Deployment) => ({
  languageEngine: one.languageEngine as KeyedEngine,
  deploymentName,
  version,
  approved,
  purposes,
  price,
})

export function errorsOf(values: SettingsValues, t: SettingsText, ofLimits: PoliciesText): Errors {
  const errors: Record<string, string> = { ...limitErrors(values.limits, ofLimits) }
  const check = (field: 'name' | 'organizationName', max: number) => {
    const length = [...values[field].trim()].length
    if (length === 0) errors[field] = t('required')
    else if (length > max) errors[field] = t('tooLong', { max })
  }
  check('name', limits.instanceName)
  check('organizationName', limits.organizationName)
  for (const field of ['releaseNotesUrl', 'errorReportingDsn'] as const) {
    const url = values[field].trim()
    if (url !== '' && !isWebAddress(url)) errors[field] = t('addressInvalid')
  }
  if (!/^[\w.:/+-]{1,100}$/.test(values.speechVoice.trim())) errors.speechVoice = t('voiceInvalid')
  const number = values.personalAgentLimit.trim()
  if (!/^\d{1,4}$/.test(number) || Number(number) > limits.mostPersonalAgents)
    errors.personalAgentLimit = t('numberInvalid', { max: limits.mostPersonalAgents })
  return errors
}

export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
