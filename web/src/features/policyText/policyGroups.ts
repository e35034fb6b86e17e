import { UsersRound } from 'lucide-react'
import type { Findable, Found } from '../../ui/admin/fields/Finder.tsx'
import { useGroupNames } from '../directoryGroups/data/useGroupNames.ts'
import { policiesTexts } from './lang/en.ts'

/** Returns the name of a directory group, or its ID if the directory doesn't provide a name. */
export function useGroupName(): (groupId: string) => string {
  const t = policiesTexts.useText()
  const { nameOf } = useGroupNames()
  return (groupId) => nameOf(groupId) ?? t('groupById', { id: groupId })
}

const SHOWN = 50

/** Searches groups by name for a selection field. */
export function useFoundGroups(search: string | null): Found<Findable> {
  const { groups, state } = useGroupNames()
  const wanted = (search ?? '').toLocaleLowerCase()
  const found = groups.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return {
    items: found.slice(0, SHOWN).map(({ groupId, name }) => ({ key: groupId, name, Icon: UsersRound })),
    searching: state === 'loading',
  }
}
