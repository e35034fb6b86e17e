import type { ApiDispatch } from '../../../api/api.ts'
import { currentUserApi } from './api.ts'

/** Asks for what decides which screens of the administration one may see, while the screen is still being loaded. */
export async function askForOwnRights(dispatch: ApiDispatch, { pathname }: Location): Promise<void> {
  if (!pathname.startsWith('/admin')) return
  await dispatch(currentUserApi.endpoints.listMyRoles.initiate(undefined, { subscribe: false }))
}
