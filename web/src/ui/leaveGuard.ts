import { useCallback, useLayoutEffect, useRef } from 'react'
import { observable } from '../observable.ts'
import { holdPage } from '../unsaved.ts'

/** Screens with changes that are not saved. While there is one, leaving its path is asked about first. */
const objecting = new Set<object>()

/** What would go on if the person leaves; the dialog stands while it is there. */
export const leaving = observable<{ leave: (() => void) | undefined }>({ leave: undefined })

export const objectsToLeaving = (): boolean => objecting.size > 0
holdPage(objectsToLeaving)

export const askToLeave = (leave: () => void): void => leaving.set({ leave })
export const stay = (): void => leaving.set({ leave: undefined })

export function leaveAnyway(): void {
  const { leave } = leaving.read()
  stay()
  leave?.()
}

const objectToUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Asks before the page is left while `dirty`. The returned function lifts the guard at once, for a screen that has just
 * saved and navigates before it renders again.
 */
export function useLeaveGuard(dirty: boolean): () => void {
  const lift = useRef(() => {})
  useLayoutEffect(() => {
    if (!dirty) return
    const screen = {}
    objecting.add(screen)
    addEventListener('beforeunload', objectToUnload)
    lift.current = () => {
      objecting.delete(screen)
      if (objecting.size === 0) removeEventListener('beforeunload', objectToUnload)
    }
    return lift.current
  }, [dirty])
  return useCallback(() => lift.current(), [])
}
