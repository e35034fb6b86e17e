import { clearHealthCheckIssue, setHealthCheckIssue } from './auth.ts'

const POLL_MS = 1_500

/**
 * Checks once whether the server is ready. A 503 sets the health issue and repeats the check until the server
 * is ready. A missing response is a network failure, which the calls report themselves.
 */
export async function watchHealth(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const response = await fetch('/health/ready', { cache: 'no-store', signal }).catch(() => undefined)
    // Reads the whole body, because an unread response keeps its connection open.
    await response?.text().catch(() => undefined)
    if (response?.status === 503) {
      setHealthCheckIssue()
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      continue
    }
    clearHealthCheckIssue()
    return
  }
}
