import { inSlices } from '../../platform/database/slices.ts'
import { RETRY_MINUTES } from '../../platform/jobs/retryMinutes.ts'
import type { Platform } from '../../platform/platform.ts'
import { deliverDue } from '../../platform/webhooks/deliverDue.ts'
import { type Secrets, send } from '../../platform/webhooks/sending.ts'
import * as store from './store.ts'

/** Sends due deliveries. One that is sent twice has the same ID both times. */
export function scheduleDeliveries({ database, egress, jobs, log }: Platform, secrets: Secrets): void {
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

  jobs.schedule('webhooks.deliver', '* * * * *', async () =>
    deliverDue({
      receivers: await store.readDue(database.db),
      claim: (webhookId) => store.claimDelivery(database.db, webhookId, RETRY_MINUTES),
      attempt,
    }),
  )
  jobs.schedule('webhooks.remove', '37 3 * * *', async () => {
    await inSlices(() => database.transaction(store.removeOld))
  })
}
