import type { HistoryEntry } from '../data/api.ts'

type Change = HistoryEntry['changes'][number]

/** Merges the changes to the colors of a set into one change per set. */
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

/** An inherited set has no colors of its own, so it stays null. */
const withShade = (set: unknown, shade: string, color: unknown): unknown =>
  color === null || color === undefined ? set : { ...(set as object | null), [shade]: color }
