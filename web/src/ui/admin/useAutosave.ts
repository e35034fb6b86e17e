import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLeaveGuard } from '../leaveGuard.ts'
import type { Asked, EditForm } from './useEditForm.ts'

/** How long typing has to pause before a save, so that not every keystroke is saved. */
export const REST_MS = 2_000
/** The delay after a failure unrelated to a field, such as a lost connection. */
export const AGAIN_MS = 15_000
/** Input entered during a save needs another save. No one keeps typing through this many. */
const TRIES = 5
const RENDERED_MS = 100

export interface Autosave {
  /** Saves immediately, at the user's request. */
  save: () => void
  /**
   * Saves everything unsaved and returns whether that succeeded. Shows errors if the user asked for the save.
   */
  settle: (asked?: Asked) => Promise<boolean>
  /** Lifts the unsaved-changes guard, for discarding the changes. */
  lift: () => void
}

/**
 * Autosaves a form: when typing pauses, when the window is hidden, and before the user leaves the page. Invalid
 * fields and an open edit conflict block saving.
 */
export function useAutosave<V extends object>(form: EditForm<V> | undefined): Autosave {
  const latest = useRef(form)
  const rendered = useRef(new Set<() => void>())
  useLayoutEffect(() => {
    latest.current = form
    for (const resolve of rendered.current) resolve()
    rendered.current.clear()
  })
  const isDirty = (form?.changed.length ?? 0) > 0
  const isHeld =
    !isDirty ||
    form === undefined ||
    form.saving ||
    form.conflict !== undefined ||
    Object.keys(form.errors).length > 0
  const { current: submit } = useRef(async (asked: Asked): Promise<boolean> => {
    const now = latest.current
    return !now || now.changed.length === 0 || now.submit(asked)
  })
  /** A user who dismisses the edit conflict is asked again only once there is something new to save. */
  const putOff = useRef<V>(undefined)

  const values = form?.values
  const hasConflict = form?.conflict !== undefined
  const delay = form?.error ? AGAIN_MS : REST_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a value restarts the timer.
  useEffect(() => {
    if (hasConflict) putOff.current = values
    if (isHeld || putOff.current === values) return
    const save = () => void submit('byItself')
    const timer = setTimeout(save, delay)
    const whenHidden = () => document.visibilityState === 'hidden' && save()
    addEventListener('online', save)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', save)
      document.removeEventListener('visibilitychange', whenHidden)
    }
  }, [isHeld, delay, values])

  const { current: settle } = useRef(async (asked: Asked = 'byItself') => {
    for (let tries = 0; tries < TRIES; tries++) {
      const now = latest.current
      if (!now || now.changed.length === 0) return true
      if (!(await submit(asked))) return false
      // Saved values are visible after the next render, which can have happened already.
      await new Promise<void>((resolve) => {
        rendered.current.add(resolve)
        setTimeout(resolve, RENDERED_MS)
      })
    }
    return false
  })
  const lift = useLeaveGuard(isDirty, () => settle())
  return { save: () => void submit('byPerson'), settle, lift }
}
