/** The first `units` UTF-16 units of a text, without half of a character at its end. */
export function cutTo(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
}
