/** Runs pieces of work one after another, in the order in which they were handed in. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Bulk writes of one process take turns. Two at once would be hardly faster, and take the processors that answers need.
 */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work)
    last = own.catch(() => undefined)
    return own
  }
}
