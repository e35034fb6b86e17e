import pLimit from 'p-limit'

/** Below the minute in which the next run begins. */
const WORK_MS = 45_000
const RECEIVERS_AT_ONCE = 20

interface Due<T> {
  /** The receivers that have due deliveries. */
  receivers: readonly string[]
  /** Claims the delivery of a receiver that has waited longest. Null if none is due, or other processes have them. */
  claim(receiver: string): Promise<T | null>
  /** Makes one attempt and stores its result. */
  attempt(due: T): Promise<void>
}

/**
 * Makes due deliveries for most of a minute: one after another to each receiver, to several receivers at once, so that
 * a slow one doesn't hold up the others. A delivery whose process ends meanwhile may be made twice, and none is lost.
 */
export async function deliverDue<T>({ receivers, claim, attempt }: Due<T>): Promise<void> {
  const until = performance.now() + WORK_MS
  async function sendTo(receiver: string): Promise<void> {
    while (performance.now() < until) {
      const due = await claim(receiver)
      if (!due) return
      await attempt(due)
    }
  }
  await pLimit(RECEIVERS_AT_ONCE).map(receivers, sendTo)
}
