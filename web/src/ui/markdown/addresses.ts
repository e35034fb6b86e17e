import { pageMeta } from '../../base/pageMeta.ts'

const schemes = new Set(['https:', 'http:', 'mailto:'])
const ownImage = /^\/api\/internal\/[\w/.-]+$/

/**
 * Returns a link's URL if it is safe to follow and may be shown as a link, otherwise null. Relative URLs are rejected,
 * because a model knows none of ours.
 */
export function linkAddress(href: string): string | null {
  const address = safeAddress(href)
  return address !== null && mayLinkTo(address) ? address : null
}

/** Returns a link's URL if it is safe to follow, otherwise null. */
export function safeAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return schemes.has(url.protocol) ? url.href : null
}

/** Whether the compliance mode, as it was when the page was loaded, lets answers link to a URL. */
const mayLinkTo = (address: string): boolean =>
  pageMeta('links') !== 'off' || new URL(address).origin === location.origin

/**
 * Returns the path of a picture from our own storage, otherwise null. Nothing in an answer is ever loaded from
 * another host.
 */
export function ownImagePath(href: string): string | null {
  return ownImage.test(href) && !href.includes('..') && !href.includes('//') ? href : null
}
