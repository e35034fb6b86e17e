import { limits } from '@parlance/contract/limits'
import type { Webhook, WebhookDelivery, WebhookEvent } from '@parlance/contract/webhooks'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeRows } from '../../platform/database/slices.ts'
import type { Attempt } from '../../platform/webhooks/sending.ts'

type DeliveryRow = z.output<typeof WebhookDelivery>
export type ShownWebhook = z.output<typeof Webhook>

export interface WebhookRow extends ShownWebhook {
  /** Sealed. */
  secret: string
}

/** Where the list of deliveries continues. */
export interface Position {
  createdAt: string
  id: string
}

// Webhooks belong to the instance; the endpoints check who can read them.

const columns = sql`webhook_id as "webhookId", name, url, secret, events, enabled, version,
  ${isoTime('created_at')} as "createdAt", ${isoTime('updated_at')} as "updatedAt"`

export async function readWebhooks(db: Sql): Promise<WebhookRow[]> {
  return (await sql<WebhookRow>`select ${columns} from webhook order by created_at, webhook_id`.execute(db))
    .rows
}

export async function readWebhook(db: Sql, webhookId: string): Promise<WebhookRow | null> {
  const found = await sql<WebhookRow>`select ${columns} from webhook where webhook_id = ${webhookId}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

export async function lockWebhook(tx: Sql, webhookId: string): Promise<WebhookRow | null> {
  const found = await sql<WebhookRow>`select ${columns} from webhook where webhook_id = ${webhookId}
    for update`.execute(tx)
  return found.rows[0] ?? null
}

/** How many there are. Until the transaction ends, no others are added. */
export async function lockCount(tx: Sql): Promise<number> {
  await sql`lock table webhook in share row exclusive mode`.execute(tx)
  const found = await sql<{ n: number }>`select count(*)::int as n from webhook`.execute(tx)
  return found.rows[0]?.n ?? 0
}

interface Given {
  name: string
  url: string
  events: WebhookEvent[]
  enabled: boolean
  /** Sealed. */
  secret: string
}

export async function insertWebhook(tx: Sql, webhookId: string, given: Given): Promise<WebhookRow> {
  const { name, url, events, enabled, secret } = given
  const found = await sql<WebhookRow>`insert into webhook (webhook_id, name, url, secret, events, enabled)
    values (${webhookId}, ${name}, ${url}, ${secret}, ${events}::text[], ${enabled}) returning ${columns}`.execute(
    tx,
  )
  return found.rows[0] as WebhookRow
}

export async function updateWebhook(tx: Sql, webhookId: string, given: Given): Promise<WebhookRow> {
  const { name, url, events, enabled, secret } = given
  const found = await sql<WebhookRow>`update webhook set name = ${name}, url = ${url}, secret = ${secret},
      events = ${events}::text[], enabled = ${enabled}, version = version + 1, updated_at = now()
    where webhook_id = ${webhookId} returning ${columns}`.execute(tx)
  return found.rows[0] as WebhookRow
}

/** Gives up what waits for a webhook that is turned off. */
export async function giveUpWaiting(tx: Sql, webhookId: string): Promise<void> {
  await sql`update webhook_delivery set next_attempt_at = null, last_error = 'TurnedOff', last_status = null
    where webhook_id = ${webhookId} and next_attempt_at is not null`.execute(tx)
}

export async function removeWebhook(tx: Sql, webhookId: string): Promise<void> {
  await sql`delete from webhook where webhook_id = ${webhookId}`.execute(tx)
}

const deliveryColumns = sql`d.delivery_id as "deliveryId", d.event, d.attempts,
  case when d.delivered_at is not null then 'Delivered' when d.next_attempt_at is null then 'Failed'
    else 'Waiting' end as state,
  ${isoTime('d.created_at')} as "createdAt", ${isoTime('d.delivered_at')} as "deliveredAt",
  ${isoTime('d.next_attempt_at')} as "nextAttemptAt", d.last_error as "lastError", d.last_status as "lastStatus"`

/** The newest deliveries of a webhook, from a position on. */
export async function readDeliveries(
  db: Sql,
  webhookId: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<DeliveryRow[]> {
  const found = await sql<DeliveryRow>`select ${deliveryColumns} from webhook_delivery d
    where d.webhook_id = ${webhookId}
      and ${after ? sql`(d.created_at, d.delivery_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by d.created_at desc, d.delivery_id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Stores a test, which is attempted once. */
export async function insertTest(
  tx: Sql,
  webhookId: string,
  { deliveryId, body, attempt }: { deliveryId: string; body: string; attempt: Attempt },
): Promise<DeliveryRow> {
  const { error, status } = attempt
  const found =
    await sql<DeliveryRow>`insert into webhook_delivery as d (delivery_id, webhook_id, event, body,
      attempts, delivered_at, last_error, last_status)
    values (${deliveryId}, ${webhookId}, 'webhook.test', ${body}, 1, case when ${error === null} then now() end,
      ${error}, ${status}) returning ${deliveryColumns}`.execute(tx)
  return found.rows[0] as DeliveryRow
}

/** A delivery to be attempted now. */
export interface DueDelivery {
  deliveryId: string
  event: string
  body: string
  /** 1 for the first attempt. */
  attempt: number
  webhookId: string
  url: string
  /** Sealed. */
  secret: string
}

/** The webhooks that are turned on and have due deliveries. */
export async function readDue(db: Sql): Promise<string[]> {
  const found = await sql<{ webhookId: string }>`select w.webhook_id as "webhookId" from webhook w
    where w.enabled and exists (select from webhook_delivery d
      where d.webhook_id = w.webhook_id and d.next_attempt_at <= now())`.execute(db)
  return found.rows.map(({ webhookId }) => webhookId)
}

/**
 * Claims the due delivery of a webhook that has waited longest. It is due again after the wait of its attempt, unless it
 * is delivered meanwhile, and no more after the last one. Returns null if none is due, or another process has it.
 */
export async function claimDelivery(
  db: Sql,
  webhookId: string,
  retryMinutes: readonly number[],
): Promise<DueDelivery | null> {
  const found = await sql<DueDelivery>`with due as (select d.delivery_id, w.url, w.secret
      from webhook w join webhook_delivery d using (webhook_id)
      where w.webhook_id = ${webhookId} and w.enabled and d.next_attempt_at <= now()
      order by d.next_attempt_at limit 1 for update of d skip locked)
    update webhook_delivery d set attempts = d.attempts + 1,
      next_attempt_at = now() + make_interval(mins => (${[...retryMinutes]}::int[])[d.attempts + 1])
    from due where d.delivery_id = due.delivery_id
    returning d.delivery_id as "deliveryId", d.event, d.body, d.attempts as attempt,
      d.webhook_id as "webhookId", due.url, due.secret`.execute(db)
  return found.rows[0] ?? null
}

/** Stores the result of an attempt. What was given up meanwhile stays so. */
export async function noteAttempt(db: Sql, deliveryId: string, { error, status }: Attempt): Promise<void> {
  await sql`update webhook_delivery set last_status = ${status}, last_error = ${error},
      delivered_at = case when ${error === null} then now() end,
      next_attempt_at = case when ${error === null} then null else next_attempt_at end
    where delivery_id = ${deliveryId}`.execute(db)
}

/** Deletes some of the deliveries whose time is over; answers how many. */
export const removeOld = (tx: Sql): Promise<number> =>
  removeRows(tx, {
    table: 'webhook_delivery',
    key: 'delivery_id',
    where: sql`r.created_at < now() - make_interval(days => ${limits.webhookDeliveryDays})`,
  })
