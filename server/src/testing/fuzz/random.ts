/** Random choices that a seed repeats exactly. */
export interface Random {
  /** Returns an integer from 0 up to but not including `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

/** Creates choices that depend only on the seed's text. */
export function randomOf(seed: string): Random {
  // mulberry32, started with the text's FNV-1a hash.
  let state = 0x811c9dc5
  for (const unit of seed) state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
