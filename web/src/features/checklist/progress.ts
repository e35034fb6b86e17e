import type { Entry, Item, State } from './data/api.ts'

/** What does not work comes first, and what may stay as it is last. */
const rank: Record<State, number> = { Wrong: 0, Open: 1, Warning: 2, Unknown: 3, Optional: 4, Done: 5 }

export interface Progress {
  done: Entry[]
  /** Not done, the most urgent first. */
  left: Entry[]
  /** So many count, and so many of them are done: what may stay as it is does not count. */
  counted: number
  /** Nothing is left that counts. */
  complete: boolean
}

export function progressOf(entries: readonly Entry[]): Progress {
  const done = entries.filter(({ state }) => state === 'Done')
  const left = entries
    .filter(({ state }) => state !== 'Done')
    .toSorted((one, two) => rank[one.state] - rank[two.state])
  const counted = entries.filter(({ state }) => state !== 'Optional').length
  return { done, left, counted, complete: done.length === counted }
}

/** What of it stands open, and how: somebody who hides the checklist has seen that. */
export type Seen = Partial<Record<Item, State>>

export const seenOf = (entries: readonly Entry[]): Seen =>
  Object.fromEntries(progressOf(entries).left.map(({ item, state }) => [item, state]))

/** Nothing has opened, or become worse, since it was hidden. */
export const isSeen = (entries: readonly Entry[], seen: Seen): boolean =>
  progressOf(entries).left.every(({ item, state }) => {
    const before = seen[item]
    return before !== undefined && rank[state] >= rank[before]
  })
