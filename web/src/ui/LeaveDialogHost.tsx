import { Suspense } from 'react'
import { leaving } from './leaveGuard.ts'
import { loadLater } from './loadLater.tsx'
import { useObservable } from '../base/useObservable.ts'

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
