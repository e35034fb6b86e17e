import { createHmac } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { webhooks } from '@parlance/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { settingsPath } from '../../testing/instanceSettings.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhookReceiver.ts'
import { createLibrary, settled, upload } from '../knowledge/testing/library.ts'
import { claimDelivery } from './store.ts'

type Webhook = Answer<typeof webhooks.createWebhook>
type Delivery = Answer<typeof webhooks.testWebhook>
type Deliveries = Answer<typeof webhooks.listWebhookDeliveries>

let app: TestApplication
let admin: string
let receiver: WebhookReceiver
const path = `${settingsPath}/webhooks`
const secret = 'the-secret-of-this-webhook'

beforeAll(async () => {
  // Only loopback as a number is named, so that another private address is refused.
  app = await startTestApplication({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
  admin = await app.token('admin')
})
afterAll(() => app?.remove())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  for (const { webhookId } of (await as<{ items: Webhook[] }>(path)).items)
    await as(`${path}/${webhookId}`, { method: 'DELETE' })
  await receiver.close()
})

const db = () => app.platform.database.db

async function as<T>(of: string, options: CallOptions = {}): Promise<T> {
  const answered = await call<T>(app, of, { token: admin, ...options })
  expect(answered.status, `${of} ${JSON.stringify(answered.body)}`).toBeLessThan(300)
  return answered.body
}

const create = (more: object = {}) =>
  as<Webhook>(path, {
    body: {
      name: 'Operations',
      url: receiver.url,
      events: ['agent.published', 'file.failed'],
      enabled: true,
      secret,
      ...more,
    },
  })
const deliveriesOf = async ({ webhookId }: Webhook, query = '') =>
  as<Deliveries>(`${path}/${webhookId}/deliveries${query}`)
const sendDue = () => app.platform.jobs.send('webhooks.deliver', {})
const makeDue = ({ webhookId }: Webhook) =>
  sql`update webhook_delivery set next_attempt_at = now() where webhook_id = ${webhookId}
    and next_attempt_at is not null`.execute(db())

describe('webhooks', () => {
  test('are created, changed, and deleted, their secrets are never shown, and each change is recorded', async () => {
    const created = await create()
    expect(created).toEqual({
      webhookId: expect.any(String),
      name: 'Operations',
      url: receiver.url,
      events: ['agent.published', 'file.failed'],
      enabled: true,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const { webhookId, version: _, createdAt: __, updatedAt: ___, ...fields } = created
    const one = `${path}/${webhookId}`
    const changed = await as<Webhook>(one, {
      method: 'PUT',
      body: { ...fields, name: 'Night watch', secret: 'another-secret-for-it' },
      headers: ifMatch(1),
    })
    expect(changed).toMatchObject({ name: 'Night watch', version: 2 })
    const stale = await call<{ code: string; current: Webhook }>(app, one, {
      token: admin,
      method: 'PUT',
      body: fields,
      headers: ifMatch(1),
    })
    expect([stale.status, stale.body.code]).toEqual([412, 'request.stale'])
    await as(`${one}/test`, { method: 'POST' })
    await as(one, { method: 'DELETE' })
    expect((await as<{ items: Webhook[] }>(path)).items).toEqual([])
    const entries = await sql<{ verb: string; changes: unknown }>`select verb, changes from audit_entry
      where entity_type = 'Webhook' and entity_id = ${webhookId} order by seq`.execute(db())
    expect(entries.rows.map(({ verb }) => verb)).toEqual(['create', 'update', 'test', 'remove'])
    const stored = JSON.stringify([
      entries.rows,
      (await sql`select * from webhook_delivery where webhook_id = ${webhookId}`.execute(db())).rows,
    ])
    for (const hidden of [secret, 'another-secret-for-it', 'of-the-receiver'])
      expect(stored).not.toContain(hidden)
    expect(JSON.stringify(entries.rows[1])).toContain('secretGiven')
  })

  test.each([
    ['an unencrypted URL of a host that the operator hasn’t named', { url: 'http://hooks.example/a' }, 'url'],
    ['the same in capitals', { url: 'HTTP://hooks.example/a' }, 'url'],
    ['a URL with a password', { url: 'https://me:secret@hooks.example/a' }, 'url'],
    ['a short secret', { secret: 'short' }, 'secret'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['agent.sneezed'] }, 'events.0'],
  ])('aren’t created with %s', async (_, more, field) => {
    const body = { name: 'Wrong', url: receiver.url, events: ['file.failed'], enabled: true, secret, ...more }
    const refused = await call<{ errors: { field: string }[] }>(app, path, { token: admin, body })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map((error) => error.field)).toEqual([field])
  })

  test('are 20 at most', async () => {
    for (let n = 0; n < 20; n++) await create({ name: `Number ${n}` })
    const body = { name: 'One more', url: receiver.url, events: ['file.failed'], enabled: true, secret }
    const refused = await call<{ code: string }>(app, path, { token: admin, body })
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook.limit'])
  })

  test('can’t be read while the instance settings are turned off', async () => {
    const flag = '/api/internal/featureFlags/ShowInstanceSettingsPage'
    await as(flag, { method: 'PUT', body: { enabled: false } })
    expect((await call(app, path, { token: admin })).status).toBe(403)
    await as(flag, { method: 'PUT', body: { enabled: true } })
  })
})

describe('deliveries', () => {
  test('tell of published agents and unreadable files, signed over the time and the body', async () => {
    const webhook = await create()
    const other = await create({ name: 'Other', events: ['agent.unpublished'] })
    const gptSystemId = await publishAgent(app, 'Harbour guide')
    const dataSourceId = await createLibrary(app, 'Broken files')
    await upload(app, dataSourceId, 'one.pdf', '%PDF-1.7 that is all')
    await settled(app, dataSourceId)
    await sendDue()
    await expect.poll(() => receiver.received.length).toBe(2)
    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    expect(bodies).toContainEqual({
      event: 'agent.published',
      createdAt: expect.any(String),
      data: { gptSystemId, name: 'Harbour guide' },
    })
    expect(bodies).toContainEqual({
      event: 'file.failed',
      createdAt: expect.any(String),
      data: {
        dataSourceId,
        libraryName: 'Broken files',
        fileId: expect.any(String),
        reason: expect.any(String),
      },
    })
    for (const { headers, body } of receiver.received) {
      const timestamp = headers['x-parlance-timestamp']
      const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      expect(headers['x-parlance-signature']).toBe(`sha256=${expected}`)
      expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(300)
      expect(headers['x-parlance-event']).toBe(JSON.parse(body).event)
    }
    await expect
      .poll(async () => (await deliveriesOf(webhook)).items.map(({ state }) => state))
      .toEqual(['Delivered', 'Delivered'])
    const { items } = await deliveriesOf(webhook)
    expect(receiver.received.map(({ headers }) => headers['x-parlance-delivery']).sort()).toEqual(
      items.map(({ deliveryId }) => deliveryId).sort(),
    )
    expect((await deliveriesOf(other)).items).toEqual([])
    const first = await deliveriesOf(webhook, '?pageSize=1')
    const rest = await deliveriesOf(webhook, `?pageSize=1&continuationToken=${first.continuationToken}`)
    expect([...first.items, ...rest.items]).toEqual(items)
    expect(rest.continuationToken).toBeNull()
  })

  test('are tried again after 1, 5, 30, 120, and 720 minutes with the same ID, and then given up', async () => {
    const webhook = await create()
    receiver.answerWith((response) => void response.writeHead(503).end('Try later'))
    await publishAgent(app, 'Retried')
    const waits = async () =>
      (
        await sql<{
          n: number
          waits: number | null
          error: string
        }>`select attempts as n, last_error as error,
          round(extract(epoch from next_attempt_at - now()) / 60)::int as waits
          from webhook_delivery where webhook_id = ${webhook.webhookId}`.execute(db())
      ).rows[0]
    for (const [at, minutes] of [1, 5, 30, 120, 720, null].entries()) {
      await makeDue(webhook)
      await sendDue()
      await expect.poll(() => receiver.received.length).toBe(at + 1)
      await expect.poll(waits).toEqual({ n: at + 1, waits: minutes, error: 'Status' })
    }
    const [delivery] = (await deliveriesOf(webhook)).items
    expect(delivery).toMatchObject({ state: 'Failed', attempts: 6, lastError: 'Status', lastStatus: 503 })
    expect(new Set(receiver.received.map(({ headers }) => headers['x-parlance-delivery'])).size).toBe(1)
    expect(receiver.received).toHaveLength(6)
  })

  test('reach a receiver that works again', async () => {
    const webhook = await create()
    receiver.answerWith((response) => void response.writeHead(500).end())
    await publishAgent(app, 'Late')
    await sendDue()
    await expect.poll(async () => (await deliveriesOf(webhook)).items[0]?.attempts).toBe(1)
    expect((await deliveriesOf(webhook)).items[0]).toMatchObject({ state: 'Waiting', lastStatus: 500 })
    receiver.answerWith((response) => void response.writeHead(200).end('ok'))
    await makeDue(webhook)
    await sendDue()
    await expect
      .poll(async () => (await deliveriesOf(webhook)).items[0])
      .toMatchObject({ state: 'Delivered', attempts: 2, lastError: null, nextAttemptAt: null })
  })

  test('to one receiver don’t wait for another that doesn’t answer', async () => {
    const silent = await startWebhookReceiver()
    onTestFinished(() => silent.close())
    silent.answerWith(() => undefined)
    await create({ name: 'Silent', url: silent.url })
    await create()
    for (const name of ['First', 'Second', 'Third']) await publishAgent(app, name)
    await sendDue()
    await expect.poll(() => receiver.received.length).toBe(3)
    expect(silent.received).toHaveLength(1)
  })

  test('are sent by one of several processes', async () => {
    const { webhookId } = await create()
    for (const name of ['One', 'Two']) await publishAgent(app, name)
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimDelivery(db(), webhookId, [1])))
    const claimed = claims.flatMap((one) => (one ? [one.deliveryId] : []))
    expect(claimed.length).toBeGreaterThan(0)
    expect(new Set(claimed).size).toBe(claimed.length)
  })

  test('aren’t sent once the webhook is turned off', async () => {
    const webhook = await create()
    await publishAgent(app, 'Stopped')
    const { webhookId, version: _, createdAt: __, updatedAt: ___, ...fields } = webhook
    await as(`${path}/${webhookId}`, {
      method: 'PUT',
      body: { ...fields, enabled: false },
      headers: ifMatch(1),
    })
    await publishAgent(app, 'Unheard')
    expect((await deliveriesOf(webhook)).items).toMatchObject([{ state: 'Failed', lastError: 'TurnedOff' }])
    expect(receiver.received).toEqual([])
  })

  test('aren’t sent unencrypted to a host that the operator no longer names', async () => {
    const webhook = await create({ url: 'https://hooks.example/a' })
    await sql`update webhook set url = 'http://example.com/a' where webhook_id = ${webhook.webhookId}`.execute(
      db(),
    )
    const tested = await as<Delivery>(`${path}/${webhook.webhookId}/test`, { method: 'POST' })
    expect(tested).toMatchObject({ state: 'Failed', lastError: 'HostRefused' })
  })

  test('are deleted after 30 days', async () => {
    const webhook = await create()
    for (const name of ['Old', 'New']) await publishAgent(app, name)
    await sql`update webhook_delivery set created_at = now() - interval '31 days'
      where webhook_id = ${webhook.webhookId} and body like '%"Old"%'`.execute(db())
    await app.platform.jobs.send('webhooks.remove', {})
    await expect.poll(async () => (await deliveriesOf(webhook)).items.length).toBe(1)
  })
})

describe('a test', () => {
  const testOf = ({ webhookId }: Webhook) => as<Delivery>(`${path}/${webhookId}/test`, { method: 'POST' })

  test('is sent at once, and is in the list', async () => {
    const webhook = await create({ enabled: false })
    const tested = await testOf(webhook)
    expect(tested).toMatchObject({ event: 'webhook.test', state: 'Delivered', attempts: 1, lastStatus: 204 })
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'webhook.test' })
    expect((await deliveriesOf(webhook)).items).toEqual([tested])
  })

  test('says why it failed, and isn’t repeated', async () => {
    const webhook = await create()
    receiver.answerWith((response) => void response.writeHead(302, { location: receiver.url }).end())
    expect(await testOf(webhook)).toMatchObject({ state: 'Failed', lastError: 'Status', lastStatus: 302 })
    expect(receiver.received).toHaveLength(1)
    await sendDue()
    const closed = await startWebhookReceiver()
    await closed.close()
    const unreachable = await create({ url: closed.url })
    expect(await testOf(unreachable)).toMatchObject({ lastError: 'Unreachable', nextAttemptAt: null })
    const refused = await create({ url: 'https://10.0.0.1/hook' })
    expect(await testOf(refused)).toMatchObject({ lastError: 'HostRefused' })
    expect(receiver.received).toHaveLength(1)
  })

  test('ends in time if the receiver says nothing', async () => {
    const webhook = await create()
    receiver.answerWith(() => undefined)
    expect(await testOf(webhook)).toMatchObject({ state: 'Failed', lastError: 'TimedOut' })
  })
})
