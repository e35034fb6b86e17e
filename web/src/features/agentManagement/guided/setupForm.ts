import { limits } from '@parlance/contract/limits'
import { folderOf } from '../../../ui/files/droppedFiles.ts'
import type { ModelOptions } from '../../agentFields/data/api.ts'
import { nameError } from '../../agents/templates.ts'
import type { NewSetup } from '../data/setupsApi.ts'
import { suggestedSlug } from '../publicPage/publicPageForm.ts'
import type { GuidedText } from './lang/en.ts'

/** The form of the guided setup. */
export interface SetupValues {
  kind: 'Site' | 'Files'
  url: string
  files: readonly File[]
  /** Undefined while the suggested name is used. */
  name: string | undefined
  brandKey: string
  /** Undefined for the default. */
  deployment: string | undefined
}

/** Adds the scheme that people leave out. */
export function urlOf(typed: string): string | null {
  const text = typed.trim()
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(given) ? new URL(given) : null
  const isAddress = url && /^https?:$/.test(url.protocol) && /[.:]|^localhost$/.test(url.hostname)
  const isShort = given.length <= limits.siteUrl
  return text !== '' && isAddress && isShort && !url.username && !url.password ? given : null
}

/** Returns a name from the chosen files: their folder, or the file if there is only one. */
export function nameOfFiles(files: readonly File[]): string {
  const [first] = files
  if (!first) return ''
  const folders = new Set(files.map((file) => folderOf(file).split('/')[0] ?? ''))
  const [folder = ''] = folders
  if (folders.size === 1 && folder !== '') return folder
  return files.length === 1 ? first.name.replace(/\.\w+$/, '') : ''
}

export type SetupErrors = Partial<Record<'url' | 'files' | 'name', string>>

export function errorsOf(values: SetupValues, name: string, t: GuidedText): SetupErrors {
  const errors: SetupErrors = {}
  if (values.kind === 'Site' && !urlOf(values.url)) errors.url = t('urlInvalid')
  if (values.kind === 'Files' && values.files.length === 0) errors.files = t('filesRequired')
  const named = nameError(name)
  if (named) errors.name = t(named, { max: limits.agentName })
  return errors
}

/** One option per deployment, and the built-in engine, which needs no provider. */
const BUILT_IN = 'BuiltIn'
const keyOf = (one: { languageEngine: string; deploymentName: string | null }) =>
  one.deploymentName === null ? BUILT_IN : JSON.stringify([one.languageEngine, one.deploymentName])

export function deploymentOptions(options: ModelOptions | undefined, t: GuidedText) {
  const deployments = (options?.deployments ?? []).map((one) => ({
    key: keyOf(one),
    label: t('deploymentOf', { name: one.deploymentName, provider: one.languageEngine }),
  }))
  return [...deployments, { key: BUILT_IN, label: t('builtIn') }]
}

export const defaultDeployment = (options: ModelOptions | undefined): string =>
  options ? keyOf(options.defaults) : BUILT_IN

function deploymentOf(
  key: string | undefined,
  options: ModelOptions | undefined,
): Pick<NewSetup, 'deployment'> {
  if (key === undefined) return {}
  const chosen = options?.deployments.find((one) => keyOf(one) === key)
  if (!chosen) return { deployment: null }
  const { languageEngine, deploymentName } = chosen
  return { deployment: { languageEngine, deploymentName } }
}

interface Around {
  name: string
  /** The brand’s name, or the instance’s. */
  brand: string
  language: 'en' | 'ar'
  options: ModelOptions | undefined
}

/** What is sent: the texts of the draft in the user’s language, which they can change in the editor. */
export function inputOf(
  values: SetupValues,
  { name, brand, language, options }: Around,
  t: GuidedText,
): NewSetup {
  const isSite = values.kind === 'Site'
  const url = urlOf(values.url) ?? ''
  const site = isSite ? new URL(url).host : name
  const words = { site, brand, name }
  return {
    source: isSite ? { kind: 'Site', url } : { kind: 'Files', files: values.files.length },
    name,
    description: t(isSite ? 'draft.description' : 'draft.filesDescription', words).slice(
      0,
      limits.agentDescription,
    ),
    introduction: t(isSite ? 'draft.introduction' : 'draft.filesIntroduction', words),
    systemPrompt: t(isSite ? 'draft.systemPrompt' : 'draft.filesSystemPrompt', words),
    brandKey: values.brandKey || null,
    ...deploymentOf(values.deployment, options),
    language,
    slug: suggestedSlug(name) || suggestedSlug(site) || 'chat',
  }
}
