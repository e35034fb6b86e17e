/** Returns the first `units` UTF-16 units of a text, without half a character at the end. */
export function cutTo(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
}
