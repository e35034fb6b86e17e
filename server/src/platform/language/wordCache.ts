/** A cache of what is known of words. */
export interface WordCache<T> {
  get(word: string): T | undefined
  set(word: string, value: T): void
}

/**
 * Keeps the words that were used most recently, between `size` and twice as many. An exact order would cost several times
 * the lookup, and there are thousands of lookups in a question.
 */
export function createWordCache<T extends object>(size: number): WordCache<T> {
  let young = new Map<string, T>()
  let old = new Map<string, T>()

  function set(word: string, value: T): void {
    if (young.size >= size) {
      old = young
      young = new Map()
    }
    young.set(word, value)
  }

  return {
    get(word) {
      const known = young.get(word)
      if (known) return known
      const earlier = old.get(word)
      if (earlier) set(word, earlier)
      return earlier
    },
    set,
  }
}
