import type { Action } from '@parlance/contract/actions'
import { skipToken } from '@reduxjs/toolkit/query'
import { Bot } from 'lucide-react'
import type { Findable, Found } from '../../../ui/admin/fields/Finder.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { useActions } from '../../currentUser/data/useActions.ts'
import { agentsApi } from './api.ts'

/** Any of these permissions lists all managed agents. Other users find the agents that they can chat with. */
const listers: readonly Action[] = [
  'GptSystemsCreate',
  'GptSystemsWrite',
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'GptSystemConfigurationsRead',
  'ChatAccessPoliciesCreate',
  'ChatAccessPoliciesWrite',
]
const SHOWN = 20

/** Searches agents by name for a selection field. Null means no search. */
export function useFoundAgents(search: string | null): Found<Findable> {
  const { held } = useActions()
  const named = useAgentName()
  const mayList = listers.some((action) => held.has(action))
  const asked = search === null ? skipToken : { search: search || undefined, pageSize: SHOWN }
  const all = agentsApi.useSearchGptSystemsQuery(mayList ? asked : skipToken)
  const own = agentsApi.useSearchOwnGptSystemsQuery(mayList ? skipToken : asked)
  const { data, isFetching, error } = mayList ? all : own
  return {
    items:
      data?.items.map(({ gptSystemId, name }) => ({ key: gptSystemId, name: named(name), Icon: Bot })) ?? [],
    searching: isFetching,
    error,
  }
}
