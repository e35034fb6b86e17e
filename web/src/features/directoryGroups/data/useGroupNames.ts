import { useMemo } from 'react'
import { useGroups } from '../../../session/useGroups.ts'

export interface Group {
  groupId: string
  name: string
}

/**
 * The names of directory groups. The server only stores IDs, so the ID is shown if the directory is
 * unavailable.
 */
export function useGroupNames() {
  const { groups, state, ask } = useGroups()
  return useMemo(() => {
    const known = new Map(groups.map(({ id, displayName }) => [id, displayName]))
    return {
      groups: [...known].map(([groupId, name]): Group => ({ groupId, name })),
      nameOf: (groupId: string): string | undefined => known.get(groupId),
      state,
      ask,
    }
  }, [groups, state, ask])
}
