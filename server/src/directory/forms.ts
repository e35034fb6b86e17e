import type { IncomingMessage } from 'node:http'
import type { Sites } from '../platform/sites/sites.ts'
import { readBody } from './responses.ts'

/** Reads a form that one of our pages sent. Returns null for anything else and for oversized forms. */
export async function readForm(request: IncomingMessage, sites: Sites): Promise<URLSearchParams | null> {
  const body = isOwnForm(request, sites) ? await readBody(request) : null
  return body === null ? null : new URLSearchParams(body)
}

/**
 * Whether one of our pages sent the form. Forms on other sites don't carry our cookies and reveal their origin.
 */
function isOwnForm(request: IncomingMessage, sites: Sites): boolean {
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (!type?.startsWith('application/x-www-form-urlencoded')) return false
  if (site !== undefined && site !== 'same-origin') return false
  // Browsers send `null` because our policy hides the referrer.
  return origin === undefined || origin === 'null' || sites.origins().includes(origin)
}
