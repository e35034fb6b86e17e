import { limits } from '@parlance/contract/limits'
import { skipToken } from '@reduxjs/toolkit/query'
import { UserRound, UsersRound } from 'lucide-react'
import type { Findable, Found } from '../../../ui/admin/fields/Finder.tsx'
import { currentUserApi } from '../../currentUser/data/api.ts'
import { useGroupNames } from '../../directoryGroups/data/useGroupNames.ts'
import { personalAgentsApi } from '../data/api.ts'
import { sharingTexts } from './lang/en.ts'

export interface FoundToShare extends Findable {
  kind: 'User' | 'Group'
  id: string
}

/**
 * Searches people and groups to share with by name. With an external company directory, the server knows groups
 * only by ID, so the names of the user's own groups come from the directory itself.
 */
export function useFoundToShare(search: string | null): Found<FoundToShare> {
  const t = sharingTexts.useText()
  const found = useFound(search)
  const { groups } = useGroupNames()
  const mine = currentUserApi.useGetCurrentUserQuery().data?.groups ?? []
  const sought = search?.toLocaleLowerCase() ?? ''
  const more = groups.filter(
    ({ groupId, name }) =>
      sought.length >= limits.peopleSearch &&
      mine.includes(groupId) &&
      name.toLocaleLowerCase().includes(sought) &&
      !found.items.some(({ kind, id }) => kind === 'Group' && id === groupId),
  )
  const items = [
    ...found.items,
    ...more.map(({ groupId: id, name: displayName }) => ({ id, displayName, kind: 'Group' as const })),
  ]
  return {
    ...found,
    items: items.map(({ id, displayName, kind }) => ({
      key: `${kind} ${id}`,
      id,
      kind,
      name: displayName,
      note: t(kind === 'Group' ? 'group' : 'person'),
      Icon: kind === 'Group' ? UsersRound : UserRound,
    })),
  }
}

/** Searches only people. */
export function useFoundReceivers(search: string | null): Found<FoundToShare> {
  const { items, ...found } = useFound(search)
  return {
    ...found,
    items: items.flatMap(({ id, displayName: name, kind }) =>
      kind === 'User' ? [{ key: `User ${id}`, id, kind, name, Icon: UserRound }] : [],
    ),
  }
}

function useFound(search: string | null) {
  const t = sharingTexts.useText()
  const enough = search !== null && search.length >= limits.peopleSearch
  const { currentData, isFetching, error } = personalAgentsApi.useFindPeopleQuery(
    enough ? { search } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  return {
    items: (enough && currentData?.items) || [],
    // What was found before is shown while it is loaded again, so that Enter takes it.
    searching: enough && isFetching && !currentData,
    error: enough ? error : undefined,
    nothing: t(enough ? 'foundNobody' : 'typeMore'),
  }
}
