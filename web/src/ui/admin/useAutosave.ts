import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLeaveGuard } from '../leaveGuard.ts'
import type { Asked, EditForm } from './useEditForm.ts'

/** Typing rests for so long before it is saved: a save for a thought, not for a letter. */
export const REST_MS = 2_000
/** After a try that failed for no fault of a field, such as without a network. */
export const AGAIN_MS = 15_000
/** What is typed while something is saved is saved with the next try; nobody types through so many. */
const TRIES = 5
const RENDERED_MS = 100

export interface Autosave {
  /** Saves at once, for a person who asks for it. */
  save: () => void
  /** Saves now what is not saved yet, and answers whether all of it is. A person who asks is shown what is not right. */
  settle: (asked?: Asked) => Promise<boolean>
  /** Lifts the question about changes that are not saved, for who throws them away. */
  lift: () => void
}

/**
 * A form that saves itself: when typing rests, when the window is put away, and before its page is left. A field that
 * is not right holds it back, and so does the question about somebody else's changes.
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
    Object.keys(form.faults).length > 0
  const { current: submit } = useRef(async (asked: Asked): Promise<boolean> => {
    const now = latest.current
    return !now || now.changed.length === 0 || now.submit(asked)
  })
  /** Whoever puts the question about two changes off is asked again when there is something new to save. */
  const putOff = useRef<V>(undefined)

  const values = form?.values
  const hasConflict = form?.conflict !== undefined
  const delay = form?.error ? AGAIN_MS : REST_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a value begins the rest anew.
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
      // What was saved is seen with the next rendering, which may have come already.
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
