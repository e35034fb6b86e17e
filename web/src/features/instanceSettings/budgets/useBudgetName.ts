import { useAgentName } from '../../../ui/agentName.ts'
import { useGroupName } from '../../policyText/policyGroups.ts'
import type { Budget } from '../data/budgetsApi.ts'
import { budgetsTexts } from './lang/en.ts'

/** Returns a function for the name of what a budget applies to. */
export function useBudgetName(): (budget: Pick<Budget, 'subject' | 'name'>) => string {
  const t = budgetsTexts.useText()
  const named = useAgentName()
  const groupName = useGroupName()
  return ({ subject, name }) => {
    if (subject.kind === 'Group') return name ?? groupName(subject.groupId)
    if (subject.kind === 'Agent') return name === null ? t('deletedAgent') : named(name)
    return name ?? t('deletedBrand', { key: subject.brandKey })
  }
}
