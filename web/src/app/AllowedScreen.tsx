import type { Action } from '@parlance/contract/actions'
import { Outlet } from 'react-router'
import { useActions } from '../features/currentUser/data/useActions.ts'
import { NoPermission } from '../features/frame/NoPermission.tsx'
import { RouteBar } from '../features/frame/RouteBar.tsx'
import { LoadFault } from '../ui/LoadFault.tsx'

/** The screens below it for holders of one of the actions; the frame and the missing action for others. */
export function AllowedScreen({ actions }: { actions: readonly [Action, ...Action[]] }) {
  const { held, isLoading, error, refetch } = useActions()
  if (isLoading) return <RouteBar />
  if (error) return <LoadFault error={error} retry={refetch} />
  return actions.some((action) => held.has(action)) ? <Outlet /> : <NoPermission action={actions[0]} />
}
