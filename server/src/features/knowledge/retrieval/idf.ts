/** Returns the weight of a term that occurs in this many of the passages. */
export function idf(passages: number, frequency: number): number {
  return Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5))
}
