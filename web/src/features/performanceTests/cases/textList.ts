/**
 * Returns the list after several lines were pasted into one of its texts, and where typing goes on. Null for a single
 * line, which the browser pastes itself.
 */
export function pastedInto(
  values: readonly string[],
  at: number,
  pasted: string,
  most: number,
): { values: string[]; at: number } | null {
  const lines = pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length < 2) return null
  const before = values[at]?.trim() ? values.slice(0, at + 1) : values.slice(0, at)
  const next = [...before, ...lines, ...values.slice(at + 1)]
  // Lines that don't fit are left out, so that no text from before is lost.
  const fitting = Math.max(0, lines.length - Math.max(0, next.length - most))
  if (fitting === 0) return { values: [...values], at }
  return {
    values: [...before, ...lines.slice(0, fitting), ...values.slice(at + 1)],
    at: before.length + fitting - 1,
  }
}
