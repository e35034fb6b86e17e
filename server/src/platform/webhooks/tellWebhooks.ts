import type { WebhookData, WebhookEvent } from '@parlance/contract/webhooks'
import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'

/** An event that is reported to webhooks. */
type Occurrence = { [E in WebhookEvent]: { event: E; data: WebhookData[E] } }[WebhookEvent]

/** The body of a request to a webhook. The same is sent with each attempt. */
export const webhookBody = (event: string, data: object, createdAt = new Date().toISOString()): string =>
  JSON.stringify({ event, createdAt, data })

/**
 * Stores deliveries to the webhooks that are turned on for an event. Call it in the transaction of what happened. The
 * feature `webhooks` sends them within two minutes.
 */
export async function tellWebhooks(tx: Sql, { event, data }: Occurrence): Promise<void> {
  await sql`insert into webhook_delivery (delivery_id, webhook_id, event, body, next_attempt_at)
    select gen_random_uuid(), webhook_id, ${event}, ${webhookBody(event, data)}, now()
    from webhook where enabled and ${event} = any(events)`.execute(tx)
}
