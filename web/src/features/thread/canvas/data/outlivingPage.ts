/** Browsers refuse larger requests that can outlive the page. Other such requests need room too. */
const OUTLIVING_BYTES = 60_000

/** Sends a request that the browser completes even if the page is closed meanwhile, unless it is too large. */
export function outlivingPage(url: string, init: RequestInit): Promise<Response> {
  const keepalive =
    typeof init.body === 'string' && new TextEncoder().encode(init.body).length < OUTLIVING_BYTES
  return fetch(url, { ...init, keepalive })
}
