import { limits } from '@parlance/contract/limits'
import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'

export interface PageLinks {
  title: string
  /** Absolute, without fragments, each once, in the order of the page. */
  links: string[]
}

/** How many characters are read, because a text of any site is read in the server’s own process. */
const LOOKED_AT = 500_000
/** More than a website is read for, also after those that lead elsewhere. */
const MOST_LINKS = 2000

/** Returns the title of a page and where it links to. */
export function readPageHtml(html: string, pageUrl: string): PageLinks {
  const titles: string[] = []
  const links = new Set<string>()
  let base: string | null = null
  read(html, {
    texts: ['title', 'h1'],
    onText: (_, text) => void titles.push(text),
    onTag({ tagName, attrs }) {
      const attribute = (name: string) => attrs.find((one) => one.name === name)?.value
      const href = attribute('href')
      if (href === undefined) return
      if (tagName === 'base') base ??= absolute(href, pageUrl)
      if ((tagName !== 'a' && tagName !== 'area') || links.size >= MOST_LINKS) return
      const rel = attribute('rel')?.toLowerCase() ?? ''
      const link = /\bnofollow\b/.test(rel) ? null : absolute(href, base ?? pageUrl)
      if (link) links.add(link)
    },
  })
  return { title: titles.find((title) => title !== '') ?? '', links: [...links] }
}

/** Returns the addresses in a sitemap, and those of further sitemaps if it is an index. */
export function readSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  const found: { pages: string[]; sitemaps: string[] } = { pages: [], sitemaps: [] }
  let entries = found.pages
  read(xml, {
    texts: ['loc'],
    onText(_, text) {
      const url = absolute(text, undefined)
      if (url) entries.push(url)
    },
    onTag({ tagName }) {
      if (tagName === 'sitemap') entries = found.sitemaps
      if (tagName === 'url') entries = found.pages
    },
  })
  return found
}

interface Reading {
  onTag(tag: Token.TagToken): void
  /** The elements whose text is read. */
  texts: readonly string[]
  onText(element: string, text: string): void
}

/** Elements whose content has no tags. */
const plain: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
}

/**
 * Reads tags and texts in order, without building the tree. That takes time in proportion to the length, whereas a tree
 * of tags that are never closed takes its square, and this runs in the server’s own process.
 */
function read(html: string, { texts, onText, onTag }: Reading): void {
  let open: { element: string; parts: string[] } | null = null
  const end = () => {
    if (open) onText(open.element, open.parts.join('').replace(/\s+/g, ' ').trim())
    open = null
  }
  const onCharacter = ({ chars }: Token.CharacterToken) => void open?.parts.push(chars)
  const handler: TokenHandler = {
    onStartTag(tag) {
      const mode = plain[tag.tagName]
      if (mode !== undefined) tokenizer.state = mode
      onTag(tag)
      if (!texts.includes(tag.tagName)) return
      end()
      open = { element: tag.tagName, parts: [] }
    },
    onEndTag({ tagName }) {
      if (tagName === open?.element) end()
    },
    onCharacter,
    onWhitespaceCharacter: onCharacter,
    onNullCharacter: () => undefined,
    // A sitemap can write its addresses as CDATA, which is a comment in HTML.
    onComment: ({ data }) => void open?.parts.push(/^\[CDATA\[(.*)\]\]$/s.exec(data)?.[1] ?? ''),
    onDoctype: () => undefined,
    // What isn’t closed can be cut off.
    onEof: () => undefined,
  }
  const tokenizer = new Tokenizer({}, handler)
  tokenizer.write(html.slice(0, LOOKED_AT), true)
}

/** Addresses that are too long are none: each of many links would repeat a long base. */
function absolute(href: string, base: string | undefined): string | null {
  if (href.length > limits.siteUrl) return null
  const url = URL.parse(href.trim(), base)
  if (
    !url ||
    url.href.length > limits.siteUrl ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  )
    return null
  url.hash = ''
  return url.href
}
