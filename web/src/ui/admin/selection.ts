/** The result of a bulk action. Rows that failed stay selected and show their error. */
export interface BulkResult {
  done: number
  all: number
  /** By the row's key. */
  failed: ReadonlyMap<string, unknown>
}

export const toggled = (chosen: ReadonlySet<string>, key: string): Set<string> => {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Selects all visible rows, or none if all are selected already. */
export const toggledAll = (chosen: ReadonlySet<string>, shown: readonly string[]): Set<string> =>
  shown.every((key) => chosen.has(key)) ? new Set() : new Set(shown)

/** Deselects rows that are no longer in the list. */
export function present(chosen: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const there = new Set(shown)
  return [...chosen].every((key) => there.has(key))
    ? chosen
    : new Set([...chosen].filter((key) => there.has(key)))
}

const AT_ONCE = 4

/**
 * Runs an action for each key, a few at a time, and continues after failures. `run` returns the error, if any.
 */
export async function runAll(
  keys: readonly string[],
  run: (key: string) => Promise<unknown>,
): Promise<BulkResult> {
  const failed = new Map<string, unknown>()
  const waiting = [...keys]
  const work = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const error = await run(key)
      if (error) failed.set(key, error)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done: keys.length - failed.size, all: keys.length, failed }
}
