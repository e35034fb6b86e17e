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

/** Whether one may list people; a field that chooses one of them is of no use otherwise. */
export function useMayFindPeople(): boolean {
  const { held } = useActions()
  return listers.some((action) => held.has(action))
}

/** People by name, for a field that chooses one; null asks for nobody. */
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
