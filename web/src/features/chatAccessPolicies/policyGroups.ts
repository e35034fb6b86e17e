import { UsersRound } from 'lucide-react'
import { useGroups } from '../../session/useGroups.ts'
import type { Findable, Found } from '../../ui/admin/fields/Finder.tsx'
import { policiesTexts } from './policiesTexts.ts'

/** What a directory group is called: the server has its id, the directory its name, which may not be known. */
export function useGroupName(): (groupId: string) => string {
  const t = policiesTexts.useText()
  const { groups } = useGroups()
  return (groupId) => groups.find(({ id }) => id === groupId)?.displayName ?? t('groupById', { id: groupId })
}

const SHOWN = 50

/** Groups by name, for a field that chooses one. */
export function useFoundGroups(search: string | null): Found<Findable> {
  const { groups, state } = useGroups()
  const wanted = (search ?? '').toLocaleLowerCase()
  const found = groups.filter(({ displayName }) => displayName.toLocaleLowerCase().includes(wanted))
  return {
    items: found.slice(0, SHOWN).map(({ id, displayName, description }) => ({
      key: id,
      name: displayName,
      note: description || undefined,
      Icon: UsersRound,
    })),
    searching: state === 'loading',
  }
}
