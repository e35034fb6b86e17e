import { busy } from '../transport/busy.ts'
import { newId } from '../transport/transport.ts'
import { auth, clearHealthCheckIssue, setHealthCheckIssue } from './auth.ts'

const POLL_MS = 1_500

/**
 * Checks whether the server is ready. A 503 sets the health issue and repeats the check until the server is ready. A
 * missing response is a network failure, which the calls report themselves, unless a server that wasn't ready is
 * restarting.
 */
export async function watchHealth(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const response = await fetch('/health/ready', {
      cache: 'no-store',
      headers: { 'x-request-id': newId() },
      signal,
    }).catch(() => undefined)
    // Reads the whole body, because an unread response keeps its connection open.
    await response?.text().catch(() => undefined)
    const restarts = !response && auth.read().healthCheckIssue && navigator.onLine
    if (response?.status !== 503 && !restarts) {
      clearHealthCheckIssue()
      return
    }
    setHealthCheckIssue()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * Checks the server now, and again whenever calls begin to wait for it: it can drain or lose its database while pages
 * are open. Call once per page.
 */
export function followHealth(): void {
  let watching = false
  const look = async () => {
    if (watching) return
    watching = true
    await watchHealth().finally(() => {
      watching = false
    })
  }
  void look()
  busy.subscribe(() => {
    if (busy.read().waiting > 0) void look()
  })
}
