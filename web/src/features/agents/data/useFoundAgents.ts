import type { Action } from '@parlance/contract/actions'
import { skipToken } from '@reduxjs/toolkit/query'
import { Bot } from 'lucide-react'
import type { Findable, Found } from '../../../ui/admin/fields/Finder.tsx'
import { useActions } from '../../currentUser/data/useActions.ts'
import { agentsApi } from './api.ts'

/** Any one of them lists all that one manages; others find the agents that they may chat with themselves. */
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

/** Agents by name, for a field that chooses one; null asks for none. */
export function useFoundAgents(search: string | null): Found<Findable> {
  const { held } = useActions()
  const mayList = listers.some((action) => held.has(action))
  const asked = search === null ? skipToken : { search: search || undefined, pageSize: SHOWN }
  const all = agentsApi.useSearchGptSystemsQuery(mayList ? asked : skipToken)
  const own = agentsApi.useSearchOwnGptSystemsQuery(mayList ? skipToken : asked)
  const { data, isFetching, error } = mayList ? all : own
  return {
    items: data?.items.map(({ gptSystemId, name }) => ({ key: gptSystemId, name, Icon: Bot })) ?? [],
    searching: isFetching,
    error,
  }
}
