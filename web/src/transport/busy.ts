import { observable } from '../base/observable.ts'

/** Calls waiting after a 503 from the server, and when the last of them tries again (a time in ms). */
export const busy = observable({ waiting: 0, retryAt: 0 })

/** Registers a waiting call. The returned function ends its wait. */
export function waitBusy(retryAt: number): () => void {
  busy.set({ waiting: busy.read().waiting + 1, retryAt })
  return () => busy.set({ waiting: busy.read().waiting - 1 })
}
