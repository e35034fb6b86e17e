import type { ApiDispatch } from '../../../api/api.ts'
import { currentUserApi } from './api.ts'

/**
 * Loads the permissions that decide which administration screens are visible, while the screen is still
 * loading.
 */
export async function askForOwnRights(dispatch: ApiDispatch, { pathname }: Location): Promise<void> {
  if (!pathname.startsWith('/admin')) return
  await dispatch(currentUserApi.endpoints.listMyRoles.initiate(undefined, { subscribe: false }))
}
