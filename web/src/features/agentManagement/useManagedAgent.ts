import { useMemo } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { managementApi } from './data/api.ts'

/** An agent as its managers see it, with the name under which it appears. It is read again with each page. */
export function useManagedAgent(gptSystemId: string) {
  const named = useAgentName()
  const query = managementApi.useGetManagedAgentQuery({ gptSystemId }, { refetchOnMountOrArgChange: true })
  const { data } = query
  const name = data && named(data.name)
  const shown = useMemo(() => (data && name !== undefined ? { ...data, name } : undefined), [data, name])
  return { ...query, data: shown }
}
