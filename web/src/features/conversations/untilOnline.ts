import { pause } from '../../api/retryAfter.ts'

/** Waits about `ms`, and ends at once when the browser is online again. Throws the signal's reason. */
export async function untilOnlineOr(ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController()
  const back = () => online.abort()
  globalThis.addEventListener?.('online', back)
  try {
    await pause(ms * (0.8 + Math.random() * 0.4), AbortSignal.any([signal, online.signal]))
  } catch {
    signal.throwIfAborted()
  } finally {
    globalThis.removeEventListener?.('online', back)
  }
}
