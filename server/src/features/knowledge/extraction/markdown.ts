import { lexer, type Token, type Tokens } from 'marked'
import type { ContentKind, DocumentBuilder, DocumentText } from '../passages/documentText.ts'
import { addHtml } from './html.ts'
import { extractPages, extractPlainText } from './plainText.ts'
import { addTable, type DocumentRow } from './tables/documentTable.ts'

const frontMatter = /^\uFEFF?---\n([\s\S]{0,20000}?)\n---(?:\n|$)/
const frontMatterTitle = /^title:(.*)$/m
const lineBreak = /^<br\s*\/?>$/i
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** No one writes a longer line of Markdown, and the parser would need minutes for one that is full of markup. */
const MAX_LINE = 100_000

/** Returns Markdown as rendered: headings, paragraphs, items, and rows without markup. */
export function extractMarkdown(text: string): DocumentText {
  return longestLine(text) > MAX_LINE ? extractPlainText(text) : extractPages(text, addMarkdown)
}

function longestLine(text: string): number {
  let longest = 0
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const next = end < 0 ? text.length : end
    longest = Math.max(longest, next - start)
    start = next + 1
  }
  return longest
}

export function addMarkdown(builder: DocumentBuilder, page: string): void {
  const front = frontMatter.exec(page)
  const title = (front && frontMatterTitle.exec(front[1]!)?.[1])
    ?.trim()
    .replace(/^["']/, '')
    .replace(/["']$/, '')
  if (title) builder.heading(0, title)
  addTokens(builder, lexer(front ? page.slice(front[0].length) : page), 'paragraph')
}

/** `kind` is that of paragraphs here. */
function addTokens(builder: DocumentBuilder, tokens: Token[], kind: ContentKind): void {
  for (const token of tokens) addToken(builder, token, kind)
}

function addToken(builder: DocumentBuilder, token: Token, kind: ContentKind): void {
  switch (token.type) {
    case 'heading':
      builder.heading(token.depth, inlineText(token.tokens ?? []))
      break
    case 'paragraph':
    case 'text':
      builder.block(kind, token.tokens ? inlineText(token.tokens) : softBreaks(decode(token.text)))
      break
    case 'code':
      builder.block('code', token.text)
      break
    case 'html':
      addHtml(builder, token.text)
      break
    case 'blockquote':
      addTokens(builder, token.tokens ?? [], kind)
      break
    case 'list':
      for (const item of (token as Tokens.List).items)
        addTokens(builder, withoutSectionLinks(item.tokens), 'list')
      break
    case 'table':
      addTable(builder, rowsOf(token as Tokens.Table))
  }
}

/** Returns the tokens of a list item without one that is only a link to a section, as in a table of contents. */
function withoutSectionLinks(tokens: Token[]): Token[] {
  return tokens.filter((token) => {
    const [link, ...more] = 'tokens' in token ? (token.tokens ?? []) : []
    const isText = token.type === 'text' || token.type === 'paragraph'
    return !(isText && link?.type === 'link' && /^#./.test(link.href) && more.length === 0)
  })
}

function rowsOf({ header, rows }: Tokens.Table): DocumentRow[] {
  return [header, ...rows].map((row, at) => ({
    cells: row.map(({ tokens }) => ({ text: inlineText(tokens).trim() })),
    isHeader: at === 0,
  }))
}

function inlineText(tokens: Token[]): string {
  return tokens.map(oneInline).join('')
}

function oneInline(token: Token): string {
  if (token.type === 'br') return '\n'
  if (token.type === 'html') return lineBreak.test(token.text) ? '\n' : ''
  if (token.type === 'codespan') return softBreaks(token.text)
  if ('tokens' in token && token.tokens) return inlineText(token.tokens)
  return 'text' in token ? softBreaks(decode(token.text)) : ''
}

/** A line break inside a paragraph becomes a space, like several spaces. */
function softBreaks(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, ' ')
}

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
}
