import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export interface PageLinks {
  title: string
  /** Absolute, without fragments, each once, in the order of the page. */
  links: string[]
}

/** Returns the title of a page and where it links to. */
export function readPageHtml(html: string, pageUrl: string): PageLinks {
  const document = parse(html, { scriptingEnabled: false })
  const titles: string[] = []
  const links = new Set<string>()
  let base = pageUrl
  for (const element of elementsOf(document)) {
    const attribute = (name: string) => element.attrs.find((one) => one.name === name)?.value
    if (element.tagName === 'title' || element.tagName === 'h1') titles.push(textOf(element))
    const href = attribute('href')
    if (href === undefined) continue
    if (element.tagName === 'base') base = absolute(href, pageUrl) ?? base
    if (element.tagName !== 'a' && element.tagName !== 'area') continue
    const rel = attribute('rel')?.toLowerCase() ?? ''
    const link = /\bnofollow\b/.test(rel) ? null : absolute(href, base)
    if (link) links.add(link)
  }
  return { title: titles.find((title) => title !== '') ?? '', links: [...links] }
}

/** Returns the addresses in a sitemap, and those of further sitemaps if it is an index. */
export function readSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  const found: { pages: string[]; sitemaps: string[] } = { pages: [], sitemaps: [] }
  for (const element of elementsOf(parse(xml, { scriptingEnabled: false }))) {
    if (element.tagName !== 'loc') continue
    const url = absolute(textOf(element), undefined)
    const parent = element.parentNode && 'tagName' in element.parentNode ? element.parentNode.tagName : ''
    if (url) (parent === 'sitemap' ? found.sitemaps : found.pages).push(url)
  }
  return found
}

/** Walks the tree with an explicit stack, because pages can nest deeper than the call stack. */
function* elementsOf(root: Node): Generator<Element> {
  const steps: Node[] = [root]
  for (let node = steps.pop(); node; node = steps.pop()) {
    if ('tagName' in node) yield node
    if (!('childNodes' in node)) continue
    for (let at = node.childNodes.length - 1; at >= 0; at--) steps.push(node.childNodes[at]!)
  }
}

function textOf(element: Element): string {
  const parts: string[] = []
  const steps: Node[] = [element]
  for (let node = steps.pop(); node; node = steps.pop()) {
    if (node.nodeName === '#text') parts.push((node as DefaultTreeAdapterTypes.TextNode).value)
    // A sitemap can write its addresses as CDATA, which is a comment in HTML.
    if (node.nodeName === '#comment')
      parts.push(/^\[CDATA\[(.*)\]\]$/s.exec((node as DefaultTreeAdapterTypes.CommentNode).data)?.[1] ?? '')
    if (!('childNodes' in node)) continue
    for (let at = node.childNodes.length - 1; at >= 0; at--) steps.push(node.childNodes[at]!)
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}

function absolute(href: string, base: string | undefined): string | null {
  const url = URL.canParse(href.trim(), base) ? new URL(href.trim(), base) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url.href
}
