/**
 * Does an object in this JSON text have the same key twice? Parsers differ in which one counts, so that a token with
 * two audiences or two subjects can mean one thing to the one who signed it and another to us.
 */
export function hasRepeatedKeys(json: string): boolean {
  const objects: Set<string>[] = []
  // A string that is never closed reaches to the end, so that no character is looked at twice.
  const tokens = /"(?:[^"\\]|\\[\s\S]?)*(?:"(\s*:)?|$)|[{}]/g
  for (const match of json.matchAll(tokens)) {
    if (match[0] === '{') objects.push(new Set())
    else if (match[0] === '}') objects.pop()
    else if (match[1] !== undefined) {
      const key = JSON.parse(match[0].slice(0, match[0].lastIndexOf(':')).trimEnd()) as string
      const keys = objects.at(-1)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}
