import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { Router } from 'react-router'
import { RouteBar } from '../features/frame/RouteBar.tsx'
import { LeaveDialogHost } from '../ui/LeaveDialogHost.tsx'
import { guardedHistory, type Step } from './guardedHistory.ts'

/**
 * Like React Router's BrowserRouter, with a history that asks before changes are lost. The current page stays
 * until the next one is ready, while a progress bar shows at the top. A replaced query applies at once.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(guardedHistory)
  const [{ action, location }, setStep] = useState<Step>(() => ({
    action: 'POP',
    location: history.location,
  }))
  const [moving, startMoving] = useTransition()
  useLayoutEffect(() => {
    let { pathname } = history.location
    return history.listen((step) => {
      const staysOnPage = step.action === 'REPLACE' && step.location.pathname === pathname
      pathname = step.location.pathname
      // Fields show their value from the URL. React would undo what was just typed until a transition has ended.
      if (staysOnPage) setStep(step)
      else startMoving(() => setStep(step))
    })
  }, [history])
  return (
    <Router location={location} navigationType={action as never} navigator={history}>
      {moving && <RouteBar />}
      {children}
      <LeaveDialogHost />
    </Router>
  )
}
