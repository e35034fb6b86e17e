import { safeAddress } from '@parlance/contract/markdown/addresses'
import { pageMeta } from '../../base/pageMeta.ts'

/** Returns a link's URL if it is safe to follow and may be shown as a link, otherwise null. */
export function linkAddress(href: string): string | null {
  const address = safeAddress(href)
  return address !== null && mayLinkTo(address) ? address : null
}

/** Whether the compliance mode, as it was when the page was loaded, lets answers link to a URL. */
const mayLinkTo = (address: string): boolean => pageMeta('links') !== 'off' || isOwnAddress(address)

export const isOwnAddress = (address: string): boolean => new URL(address).origin === location.origin
