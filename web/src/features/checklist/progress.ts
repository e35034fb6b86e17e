import type { Entry, Item, State } from './data/api.ts'

/** Items that aren't working come first, optional ones last. */
const rank: Record<State, number> = { Wrong: 0, Open: 1, Warning: 2, Unknown: 3, Optional: 4, Done: 5 }

export interface Progress {
  done: Entry[]
  /** Unfinished items, most urgent first. */
  left: Entry[]
  /** The number of items that count towards progress. Optional ones don't. */
  counted: number
  /** Whether only optional items are left. */
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

/** The unfinished items and their states when the user hid the checklist. */
export type Seen = Partial<Record<Item, State>>

export const seenOf = (entries: readonly Entry[]): Seen =>
  Object.fromEntries(progressOf(entries).left.map(({ item, state }) => [item, state]))

/** Returns whether no item has opened or become worse since the checklist was hidden. */
export const isSeen = (entries: readonly Entry[], seen: Seen): boolean =>
  progressOf(entries).left.every(({ item, state }) => {
    const before = seen[item]
    return before !== undefined && rank[state] >= rank[before]
  })
