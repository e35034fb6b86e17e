import { inSlices } from '../../platform/database/slices.ts'
import type { Platform } from '../../platform/platform.ts'
import { type createSecrets, send } from './sending.ts'
import * as store from './store.ts'

/** Below the minute in which the next run begins. */
const WORK_MS = 45_000
/** The waits before another attempt. After the last, the delivery is given up. */
const RETRY_MINUTES = [1, 5, 30, 120, 720]

/**
 * Sends due deliveries: one after another to each webhook, to all webhooks at once, so that a slow one doesn't hold up
 * the others. A delivery whose process ends meanwhile may be sent twice, with the same ID, and none is lost.
 */
export function scheduleDeliveries(
  { database, egress, jobs, log }: Platform,
  secrets: ReturnType<typeof createSecrets>,
): void {
  async function attempt({ deliveryId, webhookId, attempt: n, ...due }: store.DueDelivery): Promise<void> {
    const secret = secrets.open(webhookId, due.secret)
    const result = await send(egress, { ...due, secret, deliveryId })
    await store.noteAttempt(database.db, deliveryId, result)
    if (result.error === null) return
    const { error, status } = result
    const fields = { webhookId, attempt: n, error, status }
    if (n > RETRY_MINUTES.length) log.error('webhooks.gaveUp', fields)
    else log.warn('webhooks.later', fields)
  }

  jobs.schedule('webhooks.deliver', '* * * * *', async () => {
    const until = performance.now() + WORK_MS
    async function sendTo(webhookId: string): Promise<void> {
      while (performance.now() < until) {
        const due = await store.claimDelivery(database.db, webhookId, RETRY_MINUTES)
        if (!due) return
        await attempt(due)
      }
    }
    await Promise.all((await store.readDue(database.db)).map(sendTo))
  })
  jobs.schedule('webhooks.remove', '37 3 * * *', async () => {
    await inSlices(() => database.transaction(store.removeOld))
  })
}
