/** What became of the chosen rows: those that failed stay chosen and say why. */
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

/** All that are shown are chosen, or, when they are already, none. */
export const toggledAll = (chosen: ReadonlySet<string>, shown: readonly string[]): Set<string> =>
  shown.every((key) => chosen.has(key)) ? new Set() : new Set(shown)

/** Rows that have gone from the list are not chosen any more. */
export function present(chosen: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const there = new Set(shown)
  return [...chosen].every((key) => there.has(key))
    ? chosen
    : new Set([...chosen].filter((key) => there.has(key)))
}

const AT_ONCE = 4

/** Does one thing after the other, a few at once, and goes on where one fails. `run` answers what went wrong, if anything. */
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
