const schemes = new Set(['https:', 'http:', 'mailto:'])
const ownImage = /^\/api\/internal\/[\w/.-]+$/

/**
 * Returns a link's URL if it is safe to follow, otherwise null. Relative URLs are rejected, because a model
 * knows none of ours.
 */
export function linkAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return schemes.has(url.protocol) ? url.href : null
}

/**
 * Returns the path of a picture from our own storage, otherwise null. Nothing in an answer is ever loaded from
 * another host.
 */
export function ownImagePath(href: string): string | null {
  return ownImage.test(href) && !href.includes('..') && !href.includes('//') ? href : null
}
