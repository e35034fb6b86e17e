/** Random choices that a seed repeats exactly. */
export interface Random {
  /** Returns an integer from 0 up to but not including `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

/** Creates the choices of one body. They depend only on its own number, so that one body can be repeated alone. */
export function randomOf(seed: number, index: number): Random {
  // mulberry32, started far apart for neighboring numbers.
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
