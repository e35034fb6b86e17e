import { Suspense } from 'react'
import { useObservable } from '../base/useObservable.ts'
import { leaving } from './leaveGuard.ts'
import { loadLater } from './loadLater.tsx'

const LeaveDialog = loadLater(async () => (await import('./LeaveDialog.tsx')).LeaveDialog, { over: true })

export function LeaveDialogHost() {
  const { leave } = useObservable(leaving)
  if (!leave) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog />
    </Suspense>
  )
}
