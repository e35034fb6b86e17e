import type { Action } from '@parlance/contract/actions'
import { skipToken } from '@reduxjs/toolkit/query'
import { UserRound } from 'lucide-react'
import type { Findable, Found } from '../../../ui/admin/fields/Finder.tsx'
import { useActions } from '../../currentUser/data/useActions.ts'
import { peopleApi } from './api.ts'

const listers: readonly Action[] = [
  'UserRead',
  'UserCreate',
  'UserWrite',
  'UserRolePermissionsRead',
  'UserRolePermissionsCreate',
  'UserRolePermissionsWrite',
]
const SHOWN = 20

/** Whether the user can list people. Without that, a field for selecting a person is useless. */
export function useMayFindPeople(): boolean {
  const { held } = useActions()
  return listers.some((action) => held.has(action))
}

/** Searches people by name for a selection field. Null means no search. */
export function useFoundPeople(search: string | null): Found<Findable> {
  const { data, isFetching, error } = peopleApi.useSearchUsersQuery(
    search === null ? skipToken : { search: search || undefined, pageSize: SHOWN },
  )
  const people = data?.items ?? []
  return {
    items: people.map(({ userId, name, userName }) => ({
      key: userId,
      name,
      note: userName,
      Icon: UserRound,
    })),
    searching: isFetching,
    error,
  }
}
