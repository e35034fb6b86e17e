import { screens } from '@parlance/contract/screens'
import { useActions } from '../currentUser/data/useActions.ts'

/** How often the pages ask whether something was approved or has ended elsewhere. */
export const POLL_MS = 30_000

/** Whether the user can open the users' own pages. Someone who only approves can't. */
export function useSeesUsers(): boolean {
  const { held } = useActions()
  return screens.users.actions.some((action) => held.has(action))
}
