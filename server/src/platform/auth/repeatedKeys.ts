/**
 * Whether an object in this JSON text has a duplicate key. Parsers differ in which one they use, so a token
 * with two audiences or subjects could mean one thing to its signer and another to us.
 */
export function hasRepeatedKeys(json: string): boolean {
  const objects: Set<string>[] = []
  // An unclosed string extends to the end, so no character is read twice.
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
