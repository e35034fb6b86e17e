import { limits } from '@parlance/contract/limits'
import { webhooks as contract } from '@parlance/contract/webhooks'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../platform/errors.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSecrets, isSecure, send } from '../../platform/webhooks/sending.ts'
import { webhookBody } from '../../platform/webhooks/tellWebhooks.ts'
import { behindFlag, type CurrentInstance } from '../instanceSettings/index.ts'
import { scheduleDeliveries } from './deliveries.ts'
import * as store from './store.ts'

/** Webhooks, which report events to other systems. Features report them with `tellWebhooks`. */
export function webhooksFeature(platform: Platform, instance: CurrentInstance): void {
  const { config, database, egress } = platform
  const secrets = createSecrets(config.secretKey, 'webhook')
  const continuation = createContinuation<store.Position>(config.secretKey, 'webhookDeliveries')
  scheduleDeliveries(platform, secrets)

  function checkUrl(url: string): void {
    if (isSecure(egress, url)) return
    const { message } = new AppError('webhook.insecure')
    throw new AppError('webhook.insecure', { fields: [{ field: 'url', message }] })
  }

  serve(
    platform,
    contract,
    behindFlag(instance, {
      listWebhooks: async () => ({ items: (await store.readWebhooks(database.db)).map(shown) }),

      async createWebhook(call) {
        const { secret, ...given } = call.input
        checkUrl(given.url)
        return call.change(async (tx, record) => {
          if ((await store.lockCount(tx)) >= limits.webhooks) throw new AppError('webhook.limit')
          const webhookId = uuid()
          const sealed = secrets.seal(webhookId, secret)
          const row = await store.insertWebhook(tx, webhookId, { ...given, secret: sealed })
          record({ ...entityOf(row), before: null, after: recorded(row) })
          return shown(row)
        })
      },

      async updateWebhook(call) {
        const { webhookId } = call.params
        const { secret, ...given } = call.input
        checkUrl(given.url)
        return call.change(async (tx, record) => {
          const before = await store.lockWebhook(tx, webhookId)
          if (!before) throw new AppError('webhook.notFound')
          if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: shown(before) })
          const sealed = secret === undefined ? before.secret : secrets.seal(webhookId, secret)
          const row = await store.updateWebhook(tx, webhookId, { ...given, secret: sealed })
          if (!row.enabled) await store.giveUpWaiting(tx, webhookId)
          // The log holds no secret, so `secretGiven` records that a new one was entered.
          const after = { ...recorded(row), ...(secret === undefined ? {} : { secretGiven: true }) }
          record({ ...entityOf(row), before: recorded(before), after })
          return shown(row)
        })
      },

      removeWebhook: (call) =>
        call.change(async (tx, record) => {
          const row = await store.lockWebhook(tx, call.params.webhookId)
          if (!row) throw new AppError('webhook.notFound')
          await store.removeWebhook(tx, row.webhookId)
          record({ ...entityOf(row), before: recorded(row), after: null })
          return {}
        }),

      async testWebhook(call) {
        const row = await store.readWebhook(database.db, call.params.webhookId)
        if (!row) throw new AppError('webhook.notFound')
        const { webhookId, name, url } = row
        const deliveryId = uuid()
        const body = webhookBody('webhook.test', { webhookId, name })
        const secret = secrets.open(webhookId, row.secret)
        const attempt = await send(egress, { url, secret, deliveryId, event: 'webhook.test', body })
        return call.change(async (tx, record) => {
          const outcome = attempt.error ?? 'Ok'
          record({ ...entityOf(row), before: { outcome: null }, after: { outcome } })
          return store.insertTest(tx, webhookId, { deliveryId, body, attempt })
        })
      },

      async listWebhookDeliveries({ params, input }) {
        const { continuationToken, pageSize = limits.pageSize } = input
        const after = continuation.read(continuationToken)
        if (!(await store.readWebhook(database.db, params.webhookId))) throw new AppError('webhook.notFound')
        const limit = pageSize + 1
        const found = await store.readDeliveries(database.db, params.webhookId, { after, limit })
        const items = found.slice(0, pageSize)
        const last = found.length > pageSize ? items.at(-1) : undefined
        return {
          items,
          continuationToken: last
            ? continuation.write({ createdAt: last.createdAt, id: last.deliveryId })
            : null,
        }
      },
    }),
  )
}

const shown = ({ secret: _, ...webhook }: store.WebhookRow): store.ShownWebhook => webhook

const entityOf = ({ webhookId, name }: store.WebhookRow) => ({
  entityType: 'Webhook',
  entityId: webhookId,
  entityName: name,
})

/** The log shows no query, because some receivers expect a key in it. */
function recorded({ name, url, events, enabled }: store.WebhookRow) {
  const { origin, pathname } = new URL(url)
  return { name, url: `${origin}${pathname}`, events, enabled }
}
