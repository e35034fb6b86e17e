import { clearHealthCheckIssue, setHealthCheckIssue } from './auth.ts'

const POLL_MS = 1_500

/**
 * Asks once whether the server is ready. 503 sets the health issue and asks again until it is ready; an answer that
 * does not come is a network failure, which the calls report themselves.
 */
export async function watchHealth(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const response = await fetch('/health/ready', { cache: 'no-store', signal }).catch(() => undefined)
    // Read to its end: an answer left open keeps its connection.
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
