import type { HistoryEntry } from '../data/api.ts'

type Change = HistoryEntry['changes'][number]

/** The changes with the colours of a set put together: a set that was made of one colour is one change. */
export function bySet(changes: readonly Change[]): Change[] {
  const sets = new Map<string, Change>()
  for (const recorded of changes) {
    const change = { ...recorded, field: recorded.field.replace(/^theme\./, '') }
    const [set = '', shade] = change.field.split('.')
    if (shade === undefined || set === 'loginBackground') {
      sets.set(change.field, change)
      continue
    }
    const known = sets.get(set) ?? { field: set, before: null, after: null }
    sets.set(set, {
      field: set,
      before: withShade(known.before, shade, change.before),
      after: withShade(known.after, shade, change.after),
    })
  }
  return [...sets.values()]
}

/** A set that was inherited has no colours of its own: it stays null. */
const withShade = (set: unknown, shade: string, colour: unknown): unknown =>
  colour === null || colour === undefined ? set : { ...(set as object | null), [shade]: colour }
