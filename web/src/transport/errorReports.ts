import { client } from '@parlance/contract/limits'
import { pageMeta } from '../base/pageMeta.ts'
import { ApiError } from './apiError.ts'
import { newId } from './transport.ts'

/** Maximum reports per page, because errors in a loop would flood the service. */
const MOST_REPORTS = 10
const LIMITS = { component: 100, message: 1000, stack: 8000 }

/** The browser's notice that a layout takes another frame, which isn't an error. */
const ignored = /ResizeObserver loop/

let sent = new Set<string>()

/**
 * Reports an error in the page to the server, for the error-reporting service. Does nothing if none is
 * configured. Failed calls aren't reported, because the server knows its own errors.
 */
export function reportError(component: string, thrown: unknown): void {
  if (pageMeta('error-reports') !== 'on' || thrown instanceof ApiError) return
  const error = thrown instanceof Error ? thrown : new Error(`Thrown: ${typeof thrown}`)
  if (error.name === 'AbortError' || ignored.test(error.message)) return
  const message = `${error.name}: ${error.message}`.slice(0, LIMITS.message)
  const key = `${component} ${message}`
  if (sent.has(key) || sent.size >= MOST_REPORTS) return
  sent.add(key)
  void fetch('/api/internal/clientErrors', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': newId() },
    body: JSON.stringify({
      component: component.slice(0, LIMITS.component),
      message,
      stack: (error.stack ?? '').slice(0, LIMITS.stack),
      version: client.version,
    }),
    // The page can be about to unload.
    keepalive: true,
    // A failed report isn't worth another error.
  }).catch(() => undefined)
}

/** Reports uncaught errors in the page. */
export function reportUncaught(component: string): void {
  sent = new Set()
  addEventListener('error', ({ error, message }) => reportError(component, error ?? new Error(message)))
  addEventListener('unhandledrejection', ({ reason }) => reportError(component, reason))
}
