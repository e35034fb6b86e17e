import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { observable } from '../base/observable.ts'
import { holdPage } from '../base/unsaved.ts'

/** Saves a screen's unsaved changes. Returns whether everything was saved. */
export type Settle = () => Promise<boolean>

/** Screens with unsaved changes. While there is one, leaving its path asks first. */
const objecting = new Map<object, () => Settle | undefined>()

/** The navigation that continues if the user leaves. While it is set, the dialog is open. */
export const leaving = observable<{ leave: (() => void) | undefined }>({ leave: undefined })

export const objectsToLeaving = (): boolean => objecting.size > 0
holdPage(objectsToLeaving)

/** Saves the open screen, then continues. If the screen has no autosave, or saving fails, asks the user. */
export async function askToLeave(leave: () => void): Promise<void> {
  wanted = leave
  for (const settle of objecting.values()) if (!(await settle()?.())) return leaving.set({ leave })
  // During the save, the user can have chosen another destination.
  if (wanted === leave) leave()
}
let wanted: (() => void) | undefined
export const stay = (): void => leaving.set({ leave: undefined })

export function leaveAnyway(): void {
  const { leave } = leaving.read()
  stay()
  leave?.()
}

const objectToUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Asks before the page is left while `dirty`. Autosaving screens save first. The returned function lifts the
 * guard immediately, for a screen that has just saved and navigates before its next render.
 */
export function useLeaveGuard(dirty: boolean, settle?: Settle): () => void {
  const lift = useRef(() => {})
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useLayoutEffect(() => {
    if (!dirty) return
    const screen = {}
    objecting.set(screen, () => latest.current)
    addEventListener('beforeunload', objectToUnload)
    lift.current = () => {
      objecting.delete(screen)
      if (objecting.size === 0) removeEventListener('beforeunload', objectToUnload)
    }
    return lift.current
  }, [dirty])
  return useCallback(() => lift.current(), [])
}

/**
 * Closes a dialog on Escape or a click outside. If it has changes, asks first. `lift` is for a dialog that has just saved
 * and navigates before its next render.
 */
export function useGuardedClose(dirty: boolean, close: () => void) {
  const lift = useLeaveGuard(dirty)
  return { guardedClose: () => (dirty ? leaving.set({ leave: close }) : close()), lift }
}
