import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { observable } from '../base/observable.ts'
import { holdPage } from '../base/unsaved.ts'

/** Saves what a screen has left to save; answers whether all of it is. */
export type Settle = () => Promise<boolean>

/** Screens with changes that are not saved. While there is one, leaving its path is asked about first. */
const objecting = new Map<object, () => Settle | undefined>()

/** What would go on if the person leaves; the dialog stands while it is there. */
export const leaving = observable<{ leave: (() => void) | undefined }>({ leave: undefined })

export const objectsToLeaving = (): boolean => objecting.size > 0
holdPage(objectsToLeaving)

/** Goes on when what is open is saved; where it is not saved by itself, or cannot be, the person is asked. */
export async function askToLeave(leave: () => void): Promise<void> {
  wanted = leave
  for (const settle of objecting.values()) if (!(await settle()?.())) return leaving.set({ leave })
  // While it was being saved, the person may have chosen another way.
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
 * Asks before the page is left while `dirty`; a screen that saves by itself is let do so first. The returned function lifts the guard at once, for a screen that has just
 * saved and navigates before it renders again.
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

/** Closes a dialog by Escape or a click beside it: with changes in it, the person is asked first. */
export function useGuardedClose(dirty: boolean, close: () => void): () => void {
  useLeaveGuard(dirty)
  return () => (dirty ? leaving.set({ leave: close }) : close())
}
