import type { Action } from '@parlance/contract/actions'
import { useMemo } from 'react'
import { currentUserApi, type Roles } from './api.ts'

/** Every action that the roles come to, those that hold for single things only included. */
export function heldActions(roles: Roles | undefined): Set<Action> {
  return new Set([
    ...(roles?.roles.flatMap(({ permissions }) => permissions.resolvedActions) ?? []),
    ...(roles?.specific.map(({ action }) => action) ?? []),
  ])
}

/** Management is for holders of any action other than the one that everybody has. */
export const mayManage = (held: ReadonlySet<Action>): boolean =>
  [...held].some((action) => action !== 'GptSystemsRead')

/** What the signed-in person may do. It decides what is shown; what is allowed decides the server. */
export function useActions() {
  const { data, isLoading, error, refetch } = currentUserApi.useListMyRolesQuery()
  const held = useMemo(() => heldActions(data), [data])
  return { held, mayManage: mayManage(held), isLoading, error, refetch }
}

/** What one may do oneself, and for which single things: nobody gives others more than that. */
export function useOwnRights() {
  const { data } = currentUserApi.useListMyRolesQuery()
  return useMemo(() => ({ held: heldActions(data), specific: data?.specific ?? [] }), [data])
}
