import type { Action } from '@parlance/contract/actions'
import { useMemo } from 'react'
import { currentUserApi, type Roles } from './api.ts'

/** Returns all permissions of the roles, including those for single objects only. */
export function heldActions(roles: Roles | undefined): Set<Action> {
  return new Set([
    ...(roles?.roles.flatMap(({ permissions }) => permissions.resolvedActions) ?? []),
    ...(roles?.specific.map(({ action }) => action) ?? []),
  ])
}

/** Management is for users with any permission besides the one that everyone has. */
export const mayManage = (held: ReadonlySet<Action>): boolean =>
  [...held].some((action) => action !== 'GptSystemsRead')

/** The signed-in user's permissions. They decide what is shown, but the server decides what is allowed. */
export function useActions() {
  const { data, isLoading, error, refetch } = currentUserApi.useListMyRolesQuery()
  const held = useMemo(() => heldActions(data), [data])
  return { held, mayManage: mayManage(held), isLoading, error, refetch }
}

/** The user's own permissions, including those for single objects. No one can grant more than that. */
export function useOwnRights() {
  const { data } = currentUserApi.useListMyRolesQuery()
  return useMemo(() => ({ held: heldActions(data), specific: data?.specific ?? [] }), [data])
}
