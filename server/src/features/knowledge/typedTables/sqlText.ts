interface Token {
  text: string
  /** The number of parentheses around it. */
  depth: number
  start: number
  end: number
}

/** Strings, quoted names, comments, words, and other characters. An unfinished string reaches to the end. */
const pieces =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\p{L}\p{N}\p{M}_$]+|\s+|[\s\S]/gu

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const { 0: text, index: start } of sql.matchAll(pieces)) {
    if (/^(?:\s|--|\/\*)/.test(text)) continue
    if (text === ')') depth -= 1
    tokens.push({ text, depth, start, end: start + text.length })
    if (text === '(') depth += 1
  }
  return tokens
}

const is = (token: Token | undefined, ...words: string[]): boolean =>
  token !== undefined && words.includes(token.text.toLowerCase())

/**
 * Returns a text that is one query, without what ends it, or null if it is anything else. The database would silently
 * ignore a second statement.
 */
export function singleQuery(sql: string): string | null {
  const tokens = tokensOf(sql)
  const end = tokens.findIndex(({ text }) => text === ';')
  const own = end < 0 ? tokens : tokens.slice(0, end)
  const rest = end < 0 ? [] : tokens.slice(end)
  if (!is(own[0], 'select', 'with', 'values') || rest.some(({ text }) => text !== ';')) return null
  return sql.slice(own[0]!.start, own.at(-1)!.end)
}

/**
 * Returns the tables and the condition of a query, from which the number of its rows can be counted, or null if it has
 * several parts.
 */
export function basisOf(sql: string): { from: string; table: string | null; where: string } | null {
  const top = tokensOf(sql).filter(({ depth }) => depth === 0)
  if (!is(top[0], 'select') || top.some((one) => is(one, 'union', 'intersect', 'except', 'with'))) return null
  const from = top.findIndex((one) => is(one, 'from'))
  if (from < 0) return null
  const after = (begin: number, ...words: string[]) => {
    const at = top.findIndex((one, index) => index > begin && is(one, ...words))
    return at < 0 ? top.length : at
  }
  const rest = ['group', 'having', 'window', 'order', 'limit']
  const where = after(from, 'where')
  const end = after(from, ...rest)
  const textOf = (begin: number, end: number) =>
    begin < end ? sql.slice(top[begin]!.start, end < top.length ? top[end]!.start : sql.length).trim() : ''
  const fromEnd = Math.min(where, end)
  return {
    from: textOf(from + 1, fromEnd),
    // One name, with or without another one for it.
    table: fromEnd - from <= 3 && !is(top[from + 1], '(') ? (top[from + 1]?.text ?? null) : null,
    where: where < end ? textOf(where + 1, end) : '',
  }
}
