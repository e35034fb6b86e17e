/** Whether the page is embedded in another one. */
export const isFramed = (): boolean => globalThis.self !== globalThis.top

/** Returns the origin that the fragment of an address names as `site`, or null if there is none. */
export function siteIn(hash: string): string | null {
  const named = new URLSearchParams(hash.slice(1)).get('site') ?? ''
  const url = URL.canParse(named) ? new URL(named) : null
  return url && /^https?:$/.test(url.protocol) && url.origin === named ? named : null
}
