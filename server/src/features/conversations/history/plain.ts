/** Three characters that start or continue a line. Each becomes a space. */
export const SPACES = '\n\r\t'
/** Markdown's emphasis and code marks, which people neither see nor type. */
export const EMPHASIS = '*`'

/** The number of characters shown before and after the match. */
const BEFORE = 40
const AFTER = 120

/** Returns a text as rendered: on one line and without emphasis. */
export const plain = (text: string): string => text.replace(/[\n\r\t]/g, ' ').replace(/[*`]/g, '')

/** A line of a table between its head and its body, a rule, or the underline of a heading. */
const isRule = (line: string): boolean => /^[\s:|-]+$/.test(line) && line.includes('-')
const isFence = (line: string): boolean => /^(?:```|~~~)[^`]*$/.test(line)
const cellsOf = (row: string): string[] => row.split('|').flatMap((cell) => cell.trim() || [])

/** Returns a text without Markdown’s syntax, on one line: the cells of a table are separated by dots, its rows by semicolons. */
export function readable(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  let inTable = false
  let afterRow = false
  const shown = lines.flatMap((line, at) => {
    const rule = isRule(line)
    inTable = line.includes('|') && (inTable || rule)
    if (rule || isFence(line)) return []
    const next = lines[at + 1] ?? ''
    const isRow =
      inTable || line.startsWith('|') || (line.includes('|') && next.includes('|') && isRule(next))
    const separator = isRow && afterRow ? '; ' : ' '
    afterRow = isRow
    return separator + (isRow ? cellsOf(line).join(' · ') : line.replace(/^(?:>\s*|#{1,6}\s+|[-+*]\s+)+/, ''))
  })
  return plain(shown.join(''))
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll('~~', '')
    .replace(/\\([\\_[\](){}#+.!|>~-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

export interface Excerpt {
  excerpt: string
  marks: { start: number; end: number }[]
}

/**
 * Returns the text around the first match of `wanted` with all matches marked, or null if there is none. It reads as
 * rendered, unless only Markdown’s syntax matches, such as the URL of a link.
 */
export const excerptOf = (text: string, wanted: string): Excerpt | null =>
  excerptIn(readable(text), wanted) ?? excerptIn(plain(text), wanted)

function excerptIn(shown: string, wanted: string): Excerpt | null {
  const literal = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  const first = literal.exec(shown)
  if (!first) return null
  const begin = wordStart(shown, Math.max(0, first.index - BEFORE), first.index)
  const end = wordEnd(shown, first.index + first[0].length + AFTER, first.index + first[0].length)
  literal.lastIndex = 0
  const prefix = begin > 0 ? '…' : ''
  const excerpt = `${prefix}${shown.slice(begin, end)}${end < shown.length ? '…' : ''}`
  const marks = [...shown.slice(begin, end).matchAll(literal)].map(({ index, 0: found }) => ({
    start: prefix.length + index,
    end: prefix.length + index + found.length,
  }))
  return { excerpt, marks }
}

/** Avoids starting in the middle of a word, unless no other position before the match exists. */
function wordStart(text: string, from: number, latest: number): number {
  if (from === 0) return 0
  const space = text.indexOf(' ', from)
  return space >= 0 && space < latest ? space + 1 : whole(text, from)
}

function wordEnd(text: string, to: number, earliest: number): number {
  if (to >= text.length) return text.length
  const space = text.lastIndexOf(' ', to)
  return space > earliest ? space : whole(text, to)
}

/** Never splits a surrogate pair. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)
