import type { Token, Tokens } from 'marked'
import { knownAddress, ownImagePath } from './addresses.ts'
import { decodeEntities } from './entities.ts'
import { type CitationToken, type Links, lex } from './lexer.ts'

/** Decides what an answer links to and loads. */
export interface ResourceRules {
  /** Returns the address that a click opens, or null if the link doesn't open one by itself. */
  link(href: string): string | null
  /** Returns what is loaded to show an image, or null if it is replaced by its description. */
  image(href: string): string | null
  /** Whether a number in square brackets is that of a source of the answer. */
  isSource(number: number): boolean
}

/** What an answer loads by itself, or opens with one click. */
export interface Resource {
  kind: 'Link' | 'Image'
  address: string
}

/** The rules of answers: only known addresses are links, and only our own images are loaded. */
export const answerRules = (
  isKnown: (address: string) => boolean,
  isSource: ResourceRules['isSource'],
): ResourceRules => ({
  link: (href) => knownAddress(href, isKnown),
  image: ownImagePath,
  isSource,
})

/** Returns what an answer links to and loads. The client draws the same tokens by the same rules. */
export function resourcesOf(answer: string, rules: ResourceRules): Resource[] {
  const text = answer.replace(/\r\n?/g, '\n')
  const tokens = lex(text)
  const found: Resource[] = []
  walk(tokens, definitionsIn(tokens), rules, found)
  return found
}

/** The definitions of references, which `lex` leaves on its list. */
const definitionsIn = (tokens: Token[]): Links => (tokens as { links?: Links }).links ?? {}

function walk(tokens: readonly Token[], links: Links, rules: ResourceRules, found: Resource[]): void {
  for (const token of tokens) {
    const address = addressOf(token, links, rules)
    if (address !== null) found.push({ kind: token.type === 'image' ? 'Image' : 'Link', address })
    for (const inner of innerOf(token)) walk(inner, links, rules, found)
  }
}

function addressOf(token: Token, links: Links, { link, image, isSource }: ResourceRules): string | null {
  if (token.type === 'link') return link(decodeEntities((token as Tokens.Link).href))
  if (token.type === 'image') return image((token as Tokens.Image).href)
  if (token.type !== 'citation' || (token as CitationToken).numbers.every(isSource)) return null
  const definition = links[token.raw.slice(1, -1)]
  return definition ? link(definition.href) : null
}

function innerOf(token: Token): Token[][] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [...header, ...rows.flat()].map((cell) => cell.tokens)
  }
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => item.tokens)
  // The description of an image is text.
  if (token.type === 'image') return []
  return 'tokens' in token && token.tokens ? [token.tokens] : []
}
