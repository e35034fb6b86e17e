import { limits } from '@parlance/contract/limits'
import type { Faults } from '../../ui/admin/formState.ts'
import type { AllSettings } from './api.ts'
import type { SettingsText } from './instanceSettingsTexts.ts'

/** What is edited of the settings, as it stands in the fields. */
export interface SettingsValues {
  name: string
  organizationName: string
  releaseNotesUrl: string
  personalAgentLimit: string
  /** The engine and the name; empty for the built-in engine. */
  defaultChatDeployment: string
}

type Chosen = NonNullable<AllSettings['defaultChatDeployment']>

/** A deployment as one text; an engine's name has no slash. */
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
  personalAgentLimit: String(settings.personalAgentLimit),
  defaultChatDeployment: settings.defaultChatDeployment ? deploymentKey(settings.defaultChatDeployment) : '',
})

/** The whole of what a PUT says: what has no field here stays as it is. */
export function inputOf(values: SettingsValues, settings: AllSettings) {
  const { errorReportingDsn, peopleSearch, memoryAllowed } = settings
  return {
    errorReportingDsn,
    peopleSearch,
    memoryAllowed,
    name: values.name,
    organizationName: values.organizationName,
    releaseNotesUrl: values.releaseNotesUrl.trim() || null,
    personalAgentLimit: Number(values.personalAgentLimit),
    defaultChatDeployment: deploymentOf(values.defaultChatDeployment),
  }
}

export function faultsOf(values: SettingsValues, t: SettingsText): Faults {
  const faults: Record<string, string> = {}
  const check = (field: 'name' | 'organizationName', max: number) => {
    const length = [...values[field].trim()].length
    if (length === 0) faults[field] = t('required')
    else if (length > max) faults[field] = t('tooLong', { max })
  }
  check('name', limits.instanceName)
  check('organizationName', limits.organizationName)
  const url = values.releaseNotesUrl.trim()
  if (url !== '' && !isWebAddress(url)) faults.releaseNotesUrl = t('addressInvalid')
  const number = values.personalAgentLimit.trim()
  if (!/^\d{1,4}$/.test(number) || Number(number) > limits.mostPersonalAgents)
    faults.personalAgentLimit = t('numberInvalid', { max: limits.mostPersonalAgents })
  return faults
}

export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
