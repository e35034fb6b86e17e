/** Shorter words are too similar to others. */
const LEAST_LENGTH = 4
/** The part of the longer word that two forms of one word share at the start or end. */
const SHARED = 0.6

/** Returns whether two words can be forms or parts of one, in languages whose words have no full stems. */
export function resembles(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  const least = longer.length * SHARED
  if (shorter.length < Math.max(LEAST_LENGTH, least)) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start++
  let end = 0
  while (end < shorter.length && shorter.at(-1 - end) === longer.at(-1 - end)) end++
  return Math.max(start, end) >= least
}
