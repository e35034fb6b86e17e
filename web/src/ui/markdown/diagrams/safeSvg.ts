import { decodeEntities } from '@parlance/contract/markdown/entities'
import type { DrawnSvg } from './messages.ts'

const kept = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan textPath defs marker style title desc symbol use
  switch linearGradient radialGradient stop clipPath mask pattern filter feDropShadow feGaussianBlur feOffset feMerge
  feMergeNode feFlood feComposite feColorMatrix feBlend feComponentTransfer feFuncA foreignObject div span p br b strong
  i em code ul ol li table thead tbody tr th td math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup
  munder mover munderover mtable mtr mtd semantics mstyle mpadded mphantom`.split(/\s+/),
)
/** Elements whose content stays without them: links. */
const unwrapped = new Set(['a'])

/** A tag with quoted attributes, as browsers serialize it, or text. */
const piece =
  /<(?<closing>\/?)(?<name>[A-Za-z][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y
const attribute = /\s+([\w:.-]+)="([^"<]*)"/gy

/** Attributes that name something to load or to open. A table in HTML has a background. */
const links = new Set(['href', 'src', 'srcset', 'background', 'poster', 'data', 'action', 'base', 'altimg'])

/** Matches everything in a style that could load something. Escapes and comments could hide it, so they are dropped before. */
const loads = /@import[^;]*;?|url\(\s*(?!["']?#)[^)]*\)?|image(-set)?\([^)]*\)?|src\([^)]*\)?/gi
/** A comment without an end goes on to the end of the text. */
const comments = /\/\*[\s\S]*?(?:\*\/|$)/g
/** The comment keeps apart what is left, which could form another `url()` together. */
const safeStyle = (text: string): string =>
  text.replaceAll('\\', '').replace(comments, '').replace(loads, '/**/')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => escapes[mark]!)

/**
 * Returns an SVG image without scripts, links, and everything that could load something, as it can be opened from a file.
 * Returns null if it isn’t an SVG image in the form in which browsers write it. It is read as text, because the page’s
 * content security policy applies to styles in all documents that the page parses.
 */
export function safeSvg({ svg, width, height }: DrawnSvg): string | null {
  const open: { name: string; written: boolean }[] = []
  /** How many open elements are left out with their content. */
  let left = 0
  let out = ''
  piece.lastIndex = 0
  while (piece.lastIndex < svg.length) {
    const found = piece.exec(svg)?.groups
    if (!found) return null
    const { closing, name = '', attributes = '', empty, text } = found
    if (text !== undefined) {
      if (open.length === 0 && text.trim() !== '') return null
      if (left === 0) out += contentOf(text, open.at(-1)?.name)
    } else if (closing) {
      const last = open.pop()
      if (last?.name !== name) return null
      if (last.written) out += `</${name}>`
      else if (!unwrapped.has(name)) left--
    } else {
      // A second root, or another one than an image.
      if (open.length === 0 && (out !== '' || name !== 'svg')) return null
      const written = left === 0 && kept.has(name)
      if (written)
        out += `<${name}${open.length === 0 ? rootAttributes(attributes, width, height) : safeAttributes(attributes)}${empty}>`
      if (empty) continue
      if (!written && !unwrapped.has(name)) left++
      open.push({ name, written })
    }
  }
  return open.length === 0 && out !== '' ? out : null
}

const contentOf = (text: string, element: string | undefined): string => {
  const content = decodeEntities(text)
  return escaped(element === 'style' ? safeStyle(content) : content)
}

function safeAttributes(attributes: string, left: readonly string[] = []): string {
  let out = ''
  for (const [, name = '', written = ''] of attributes.matchAll(attribute)) {
    const local = name.slice(name.indexOf(':') + 1).toLowerCase()
    const value = decodeEntities(written)
    const isLink = links.has(local)
    if (/^on/i.test(local) || (isLink && !value.trim().startsWith('#')) || left.includes(name)) continue
    out += ` ${name}="${escaped(name.startsWith('xmlns') ? value : safeStyle(value))}"`
  }
  return out
}

/** The size in pixels. Mermaid’s own style limits the width of the image to that of its place. */
const rootAttributes = (attributes: string, width: number, height: number): string =>
  `${safeAttributes(attributes, ['width', 'height', 'style'])} width="${Math.ceil(width)}" height="${Math.ceil(height)}"`
