/** Three characters that start or continue a line. Each becomes a space. */
export const SPACES = '\n\r\t'
/** Markdown's emphasis and code marks, which people neither see nor type. */
export const EMPHASIS = '*`'

/** The number of characters shown before and after the match. */
const BEFORE = 40
const AFTER = 120

/** Returns a text as rendered: on one line and without emphasis. */
export const plain = (text: string): string => text.replace(/[\n\r\t]/g, ' ').replace(/[*`]/g, '')

export interface Excerpt {
  excerpt: string
  marks: { start: number; end: number }[]
}

/** Returns the text around the first match of `wanted` with all matches marked, or null if there is none. */
export function excerptOf(text: string, wanted: string): Excerpt | null {
  const readable = plain(text)
  const literal = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  const first = literal.exec(readable)
  if (!first) return null
  const begin = wordStart(readable, Math.max(0, first.index - BEFORE), first.index)
  const end = wordEnd(readable, first.index + first[0].length + AFTER, first.index + first[0].length)
  literal.lastIndex = 0
  const prefix = begin > 0 ? '…' : ''
  const excerpt = `${prefix}${readable.slice(begin, end)}${end < readable.length ? '…' : ''}`
  const marks = [...readable.slice(begin, end).matchAll(literal)].map(({ index, 0: found }) => ({
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
