import { pause } from '../../../base/pause.ts'

const TICK_MS = 5000
/**
 * A clock jump of this size means that the machine was asleep and its connections are dead. A hidden page ticks
 * once a minute.
 */
const ASLEEP_MS = 90_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const tell = () => {
  for (const listener of [...listeners]) listener()
}

/** Calls back when the browser comes online or its machine wakes up. Returns a function that stops this. */
export function onBack(callback: () => void): () => void {
  listeners.add(callback)
  if (listeners.size === 1) {
    let last = Date.now()
    timer = setInterval(() => {
      const asleep = Date.now() - last > ASLEEP_MS
      last = Date.now()
      if (asleep) tell()
    }, TICK_MS)
    globalThis.addEventListener?.('online', tell)
  }
  return () => {
    if (!listeners.delete(callback) || listeners.size > 0) return
    clearInterval(timer)
    globalThis.removeEventListener?.('online', tell)
  }
}

/** Waits about `ms`, but ends immediately when the browser is back. Throws the signal's reason. */
export async function untilBackOr(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController()
  const stop = onBack(() => back.abort())
  try {
    await pause(ms * (0.8 + Math.random() * 0.4), AbortSignal.any([signal, back.signal]))
  } catch {
    signal.throwIfAborted()
  } finally {
    stop()
  }
}
