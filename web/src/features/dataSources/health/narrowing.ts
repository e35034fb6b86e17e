import type { LibraryHealth } from '../data/api.ts'

/** What the list of files is limited to. */
export interface Narrowing {
  health?: Kind | undefined
  /** Files that were added or replaced in these last days, counted from `since`. */
  changed?: { days: number; since: string } | undefined
}

export const kinds = ['NeverCited', 'Outdated', 'Duplicate', 'Failed', 'Empty'] as const
export type Kind = (typeof kinds)[number]

export const countOf: Record<Kind, (health: LibraryHealth) => number> = {
  NeverCited: ({ neverCited }) => neverCited,
  Outdated: ({ outdated }) => outdated,
  Duplicate: ({ duplicates }) => duplicates,
  Failed: ({ failed }) => failed,
  Empty: ({ empty }) => empty,
}

const DAY_MS = 86_400_000

export const changedIn = (days: number): Narrowing['changed'] => ({
  days,
  since: new Date(Date.now() - days * DAY_MS).toISOString(),
})
