const schemes = new Set(['https:', 'http:', 'mailto:'])
const ownImage = /^\/api\/internal\/[\w/.-]+$/

/** The address of a link that may be followed, else null. Relative ones are refused: a model knows no address of ours. */
export function linkAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return schemes.has(url.protocol) ? url.href : null
}

/** The path of an image of our own, else null: nothing an answer names is ever loaded from another host. */
export function ownImagePath(href: string): string | null {
  return ownImage.test(href) && !href.includes('..') && !href.includes('//') ? href : null
}
