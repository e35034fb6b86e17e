import { observable } from '../base/observable.ts'

/** Calls that wait because the server answered 503, and when the last of them tries again (a time in ms). */
export const busy = observable({ waiting: 0, retryAt: 0 })

/** One call begins to wait; the returned function ends its wait. */
export function waitBusy(retryAt: number): () => void {
  busy.set({ waiting: busy.read().waiting + 1, retryAt })
  return () => busy.set({ waiting: busy.read().waiting - 1 })
}
