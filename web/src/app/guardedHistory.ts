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
 * The browser's history, with a say for whoever objects to leaving. A step that code asks for waits for the answer. One
 * by the browser's own buttons has happened already: it is undone, and done again when the answer is to leave.
 */
export function guardedHistory(): GuardedHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true })
  const position = (): number | undefined => window.history.state?.idx ?? undefined
  let at = position() ?? 0
  let path = history.location.pathname
  /** The browser's next step is one of ours and needs no answer. */
  let ours: 'undo' | 'leave' | undefined

  function guarded(pathname: string | undefined, go: () => void): void {
    const leaves = pathname !== undefined && pathname !== path
    if (leaves && objectsToLeaving()) void askToLeave(go)
    else go()
  }

  /** Whether the screen follows the browser's step, or the step is undone. */
  function follows(): boolean {
    // A link to a place in the page adds an entry that nobody numbered.
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

/** The path that a step leads to, if it names one: a change of the query alone leaves nothing. */
const pathOf = (to: Parameters<Navigator['push']>[0]): string | undefined =>
  typeof to === 'string' ? new URL(to, location.href).pathname : to.pathname
