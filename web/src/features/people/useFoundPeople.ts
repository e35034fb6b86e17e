import type { Action } from '@parlance/contract/actions'
import { skipToken } from '@reduxjs/toolkit/query'
import { UserRound } from 'lucide-react'
import type { Findable, Found } from '../../ui/admin/fields/Finder.tsx'
import { useActions } from '../currentUser/useActions.ts'
import { peopleApi } from './api.ts'

/** Any one of them lists everybody; without them there are the people with whom one shares a group. */
const listers: readonly Action[] = [
  'UserRead',
  'UserCreate',
  'UserWrite',
  'UserRolePermissionsRead',
  'UserRolePermissionsCreate',
  'UserRolePermissionsWrite',
]
const SHOWN = 20
/** People who share a group with oneself are not listed, only found. */
const LEAST_TYPED = 2

/** People by name, for a field that chooses one; null asks for nobody. */
export function useFoundPeople(search: string | null): Found<Findable> {
  const { held } = useActions()
  const mayList = listers.some((action) => held.has(action))
  const all = peopleApi.useSearchUsersQuery(
    mayList && search !== null ? { search: search || undefined, pageSize: SHOWN } : skipToken,
  )
  const near = peopleApi.useSearchPeopleQuery(
    !mayList && search !== null && search.length >= LEAST_TYPED ? { search } : skipToken,
  )
  const people =
    all.data?.items.map(({ userId, name, userName }) => ({ key: userId, name, note: userName })) ??
    near.data?.items.map(({ id, displayName }) => ({ key: id, name: displayName })) ??
    []
  return {
    items: people.map((one) => ({ ...one, Icon: UserRound })),
    searching: all.isFetching || near.isFetching,
    error: all.error ?? near.error,
  }
}
