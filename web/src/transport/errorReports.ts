import { client } from '@parlance/contract/limits'
import { pageMeta } from '../base/pageMeta.ts'
import { ApiError } from './apiError.ts'
import { newId } from './transport.ts'

/** What no page needs more of: one that fails in circles would fill the service. */
const MOST_REPORTS = 10
const LIMITS = { component: 100, message: 1000, stack: 8000 }

/** The browser's own notice that a layout takes another frame; nothing is wrong. */
const ignored = /ResizeObserver loop/

let sent = new Set<string>()

/**
 * Tells the server of a fault in the page, for the error-reporting service; nothing where none is configured. Failed
 * calls are no faults of the page, and the server knows of its own.
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
    // The page may be on its way out.
    keepalive: true,
    // A report that does not arrive is not worth a fault of its own.
  }).catch(() => undefined)
}

/** Reports what nobody in the page catches. */
export function reportUncaught(component: string): void {
  sent = new Set()
  addEventListener('error', ({ error, message }) => reportError(component, error ?? new Error(message)))
  addEventListener('unhandledrejection', ({ reason }) => reportError(component, reason))
}
