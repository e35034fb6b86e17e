import { type Location, type Navigator, UNSAFE_createBrowserHistory } from 'react-router'
import { askToLeave, objectsToLeaving } from '../ui/leaveGuard.ts'

export interface Step {
  action: 'POP' | 'PUSH' | 'REPLACE'
  location: Location
}

interface GuardedHistory extends Navigator {
  readonly location: Location
  listen: (moved: (step: Step) => void) => () => void
}

/**
 * The browser's history, with a guard for unsaved changes. Navigation from code waits for the answer. Back and
 * Forward have already happened, so they are undone, and repeated if the user leaves.
 */
export function guardedHistory(): GuardedHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true })
  const position = (): number | undefined => window.history.state?.idx ?? undefined
  let at = position() ?? 0
  let path = history.location.pathname
  /** Our own history step is next and needs no confirmation. */
  let ours: 'undo' | 'leave' | undefined

  function guarded(pathname: string | undefined, go: () => void): void {
    const leaves = pathname !== undefined && pathname !== path
    if (leaves && objectsToLeaving()) void askToLeave(go)
    else go()
  }

  /** Returns whether to follow the browser's step. If not, the step is undone. */
  function follows(): boolean {
    // A link within the page adds an entry without an index.
    if (position() === undefined) {
      window.history.replaceState({ ...window.history.state, idx: at + 1 }, '')
    }
    const delta = (position() ?? at) - at
    at += delta
    const step = ours
    ours = undefined
    if (step === 'undo') return false
    if (step === 'leave' || delta === 0 || history.location.pathname === path || !objectsToLeaving()) {
      return true
    }
    ours = 'undo'
    window.history.go(-delta)
    void askToLeave(() => {
      ours = 'leave'
      window.history.go(delta)
    })
    return false
  }

  return {
    get location() {
      return history.location
    },
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state) => guarded(pathOf(to), () => history.push(to, state)),
    replace: (to, state) => guarded(pathOf(to), () => history.replace(to, state)),
    listen: (moved) =>
      history.listen(({ action, location }) => {
        if (action !== 'POP') at = position() ?? at
        else if (!follows()) return
        path = location.pathname
        moved({ action, location })
      }),
  }
}

/** Returns the path of a navigation, if it has one. A change of only the query doesn't leave the page. */
const pathOf = (to: Parameters<Navigator['push']>[0]): string | undefined =>
  typeof to === 'string' ? new URL(to, location.href).pathname : to.pathname
