import type { Page, Request } from 'playwright-core'

/** Errors that no page should cause. */
export interface Watch {
  /** Descriptions of what happened unexpectedly. */
  errors(): string[]
  /** Requests without a response so far. */
  pending(): string[]
  /** Ignores errors that a test causes on purpose. */
  expectError(pattern: RegExp): void
}

/**
 * Records policy violations, script errors, console errors and warnings, failed requests, and requests to other
 * hosts.
 */
export async function watch(page: Page, origin: string): Promise<Watch> {
  const seen: string[] = []
  const expected: RegExp[] = []
  const pending = new Set<Request>()
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error('content policy violated: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))`)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    pending.add(request)
    const url = new URL(request.url())
    if (!['data:', 'blob:', 'about:'].includes(url.protocol) && url.origin !== origin)
      seen.push(`request to another host: ${request.url()}`)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => {
    pending.delete(request)
    const reason = request.failure()?.errorText ?? ''
    // A request is aborted when its page is left or cancels it.
    if (reason !== 'net::ERR_ABORTED') seen.push(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`answered ${response.status()}: ${response.url()}`)
  })
  return {
    pending: () => [...pending].map((request) => `${request.method()} ${request.url()}`),
    errors: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    expectError: (pattern) => void expected.push(pattern),
  }
}
