import { useRef } from 'react'

type Saved<E> = { data?: E; error?: unknown }

/**
 * Saves changes of one object one after another, each on top of the one before. So a second switch doesn't conflict
 * with the first one, whose version isn't loaded yet. Mount the component per object.
 */
export function useChangesInTurn<E extends { version: number }>(
  loaded: E,
): (change: (now: E) => PromiseLike<Saved<E>>) => Promise<Saved<E>> {
  const newest = useRef(loaded)
  if (loaded.version > newest.current.version) newest.current = loaded
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  return (change) => {
    const saved = tail.current.then(async () => {
      const answer = await change(newest.current)
      if (answer.data) newest.current = answer.data
      return answer
    })
    tail.current = saved.catch(() => undefined)
    return saved
  }
}
