import { observable } from '../../../base/observable.ts'

/**
 * What the feed says about announcements: a mark that changes with them, empty if none are shown. A page asks for its
 * announcements only while there is a mark.
 */
export const shownMark = observable({ mark: '' })

/** Pages ask within this time after a change, so that not all of them ask in the same moment. */
const SPREAD_MS = 10_000
/** A mark that comes so soon after the connection is the current state, and not a change. */
const FIRST_MS = 3_000

let connectedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

function set(mark: string, inMs: number): void {
  clearTimeout(timer)
  if (inMs === 0) shownMark.set({ mark })
  else timer = setTimeout(() => shownMark.set({ mark }), inMs)
}

/** The feed is connected. A mark follows at once if something is or was shown; if none does, nothing is. */
export function markConnected(): void {
  connectedAt = performance.now()
  if (shownMark.read().mark !== '') set('', FIRST_MS)
}

export function markChanged(mark: string): void {
  const isFirst = performance.now() - connectedAt < FIRST_MS
  // Nothing has to be asked for if nothing is shown any more.
  set(mark, isFirst || mark === '' ? 0 : Math.random() * SPREAD_MS)
}
