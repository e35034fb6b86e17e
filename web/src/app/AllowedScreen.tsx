import type { Action } from '@parlance/contract/actions'
import { Outlet } from 'react-router'
import { useActions } from '../features/currentUser/data/useActions.ts'
import { NoPermission } from '../features/frame/NoPermission.tsx'
import { RouteBar } from '../features/frame/RouteBar.tsx'
import { LoadError } from '../ui/LoadError.tsx'

/**
 * Shows the screens below it to users with management permissions and one of the actions. Others see the frame and the
 * missing action.
 */
export function AllowedScreen({ actions }: { actions: readonly [Action, ...Action[]] }) {
  const { held, mayManage, isLoading, error, refetch } = useActions()
  if (isLoading) return <RouteBar />
  if (error) return <LoadError error={error} retry={refetch} />
  if (mayManage && actions.some((action) => held.has(action))) return <Outlet />
  // Someone may hold the first one, and still no management permission.
  return <NoPermission action={actions.find((action) => !held.has(action)) ?? actions[0]} />
}
