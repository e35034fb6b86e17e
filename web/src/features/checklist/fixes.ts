import type { Action } from '@parlance/contract/actions'
import { newPolicyPath, type Suggestion } from '../chatAccessPolicies/data/policyPaths.ts'
import type { Entry, Facts } from './data/api.ts'
import type { ChecklistText } from './lang/en.ts'

/** The action of an item's button. */
export type Fix =
  | { kind: 'Screen'; label: string; path: string; needs: Action; suggestion?: Suggestion }
  | { kind: 'Template'; label: string; needs: Action; withModel: boolean }
  | { kind: 'Command'; command: string }

const settingsPath = '/admin/instanceSettings'
const engines = `${settingsPath}?tab=engines`

/** Returns the fix of an item, or null if it is done outside the product or another item comes first. */
export function fixOf(entry: Entry, entries: readonly Entry[], t: ChecklistText): Fix | null {
  const settings = (label: string, path = settingsPath): Fix => ({
    kind: 'Screen',
    label,
    path,
    needs: 'InstanceSettingsWrite',
  })
  if (!entry.facts) return null
  switch (entry.item) {
    case 'Name':
      return settings(t('fix.Name'))
    case 'Brand':
      return { kind: 'Screen', label: t('fix.Brand'), path: '/admin/brand/defaults', needs: 'BrandsWrite' }
    case 'ProviderKey':
      return settings(t(keyFix(entry)), engines)
    case 'DefaultDeployment':
      return entry.facts.hasProvider || entry.facts.chosen ? settings(t('fix.DefaultDeployment')) : null
    case 'FirstAgent':
      return {
        kind: 'Template',
        label: t(entry.state === 'Done' ? 'fix.anotherAgent' : 'fix.FirstAgent'),
        needs: 'GptSystemsCreate',
        withModel: hasModel(entries),
      }
    case 'WhoMayUse':
      return policyFor(entry.facts, t)
    case 'DirectoryGroups':
      return {
        kind: 'Screen',
        label: t('fix.DirectoryGroups'),
        path: `${settingsPath}?tab=signIn`,
        needs: 'InstanceSettingsRead',
      }
    case 'LastBackup':
      return { kind: 'Command', command: 'npm run backup parlance-backup.tar.gz' }
    case 'PublicOrigin':
    case 'Durability':
    case 'FirstPassword':
      return null
  }
}

function keyFix({ state, facts }: Extract<Entry, { item: 'ProviderKey' }>) {
  if (state === 'Wrong') return 'fix.mendKey'
  return facts && facts.keys.length > 0 ? 'fix.testKey' : 'fix.ProviderKey'
}

/** Opens the form with the agent filled in, so the user can review it before saving. */
function policyFor({ unused: gptSystem }: Facts<'WhoMayUse'>, t: ChecklistText): Fix | null {
  if (!gptSystem) return null
  const needs = 'ChatAccessPoliciesCreate'
  return { kind: 'Screen', label: t('fix.WhoMayUse'), path: newPolicyPath, needs, suggestion: { gptSystem } }
}

/** Whether a new agent starts with a deployment. */
const hasModel = (entries: readonly Entry[]): boolean =>
  entries.some(({ item, state }) => item === 'DefaultDeployment' && state === 'Done')
