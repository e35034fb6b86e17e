const schemes = new Set(['https:', 'http:', 'mailto:'])
const ownImage = /^\/api\/internal\/[\w/.-]+$/

/**
 * Returns a link's URL if it is safe to follow, otherwise null. Relative URLs are rejected, because a model knows none of
 * ours.
 */
export function safeAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return schemes.has(url.protocol) ? url.href : null
}

/** Returns the URL that a click on a link opens, or null if it is unsafe or unknown. */
export function knownAddress(href: string, isKnown: (address: string) => boolean): string | null {
  const address = safeAddress(href)
  return address !== null && isKnown(address) ? address : null
}

/**
 * Returns the path of a picture from our own storage, otherwise null. Nothing in an answer is ever loaded from
 * another host.
 */
export function ownImagePath(href: string): string | null {
  return ownImage.test(href) && !href.includes('..') && !href.includes('//') ? href : null
}

const addressIn = /(?:https?:\/\/|mailto:)[^\s<>"'`\\|^{}()[\]]+/gi
/** What ends a sentence or a mark around an address, and isn't part of it. */
const after = new Set('.,;:!?*_~…،؛؟»“”’')
const MOST_ADDRESSES = 2000

/**
 * Returns the addresses that these texts contain, as `safeAddress` writes them. A model that puts data into an address
 * makes a new one, so an address that was there before carries none.
 */
export function addressesIn(texts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const text of texts)
    for (const [written] of text.matchAll(addressIn)) {
      if (found.size >= MOST_ADDRESSES) return found
      for (const one of [written, withoutEnd(written)]) {
        const address = safeAddress(one)
        if (address !== null) found.add(address)
      }
    }
  return found
}

function withoutEnd(written: string): string {
  let end = written.length
  while (end > 0 && after.has(written.charAt(end - 1))) end -= 1
  return written.slice(0, end)
}
