const stops = '.!؛'

/** A sentence without the stops at its end. */
export function withoutStop(sentence: string): string {
  let end = sentence.length
  while (end > 0 && stops.includes(sentence[end - 1]!)) end -= 1
  return sentence.slice(0, end)
}
