import type { IncomingMessage } from 'node:http'
import type { Sites } from '../platform/sites/sites.ts'
import { readBody } from './responses.ts'

/** What a form of our own pages was filled in with; null for anything else, and for more than we ask for. */
export async function readForm(request: IncomingMessage, sites: Sites): Promise<URLSearchParams | null> {
  const body = isOwnForm(request, sites) ? await readBody(request) : null
  return body === null ? null : new URLSearchParams(body)
}

/** Other sites' forms do not carry our cookies, and say where they come from. */
function isOwnForm(request: IncomingMessage, sites: Sites): boolean {
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (!type?.startsWith('application/x-www-form-urlencoded')) return false
  if (site !== undefined && site !== 'same-origin') return false
  // `null`: what browsers send under our policy to give no referrer.
  return origin === undefined || origin === 'null' || sites.origins().includes(origin)
}
