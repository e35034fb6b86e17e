import type { Item } from './reading.ts'

/** The classes of words that allow something: whatever "not" stands beside, it is what isn't allowed. */
const permissions = new Set(['=allow', '=able', '=erlaubt', '=autorise', '=permitido', '=مسموح'])

export const isPermission = (item: Item): boolean =>
  item.kind === 'Word' && item.forms.term !== null && permissions.has(item.forms.term)

/**
 * Whether "not" is about something of the statement, of which a clause has the last word at a place: it follows, or
 * nothing does, or the clause is about what is allowed.
 */
export function isNegatedAt(items: readonly Item[], last: number): boolean {
  const end = items.findLastIndex(({ kind }) => kind === 'Word' || kind === 'Number')
  const isAboutPermission = last >= 0 && items.some(isPermission)
  return items.some(({ kind }, at) => kind === 'Not' && (last > at || at > end || isAboutPermission))
}
