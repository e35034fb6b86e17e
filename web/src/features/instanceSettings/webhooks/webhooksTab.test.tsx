// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { Delivery, Webhook } from '../data/webhooksApi.ts'
import { WebhooksTab } from './WebhooksTab.tsx'
import { randomSecret } from './webhookForm.ts'

const at = '2026-11-20T10:00:00.000Z'
const webhook: Webhook = {
  webhookId: 'w1',
  name: 'Operations',
  url: 'https://hooks.example/a',
  events: ['file.failed'],
  enabled: true,
  version: 3,
  createdAt: at,
  updatedAt: at,
}
const delivery: Delivery = {
  deliveryId: 'd1',
  event: 'file.failed',
  state: 'Waiting',
  attempts: 2,
  createdAt: at,
  deliveredAt: null,
  nextAttemptAt: at,
  lastError: 'Status',
  lastStatus: 503,
}
const path = '/instanceSettings/webhooks'
const list = (...items: object[]) => json({ items })

describe('webhooks', () => {
  it('without any, says what they are for, and readers can’t add one', async () => {
    fakeReplies({ [path]: () => list() })
    show(<WebhooksTab readOnly />)
    await untilShown('No webhooks yet.')
    expect(all('button')).toEqual([])
  })

  it('that can’t be loaded are loaded again on request', async () => {
    let works = false
    fakeReplies({ [path]: () => (works ? list(webhook) : problem(500, 'server.failed')) })
    show(<WebhooksTab readOnly={false} />)
    await until(() => void get('button', 'Try again'))
    works = true
    await press('button', 'Try again')
    await untilShown('https://hooks.example/a')
  })

  it('a new one is sent once all fields are valid', async () => {
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list(),
      [`POST ${path}`]: () => json(webhook),
    })
    show(<WebhooksTab readOnly={false} />)
    await press('button', 'Add webhook')
    await press('button', 'Save webhook')
    await untilShown('Enter a name')
    await untilShown('Enter a URL that starts with https://')
    await untilShown('Use 16 to 200 letters')
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    type(get('textbox', 'Name'), ' Operations ')
    type(get('textbox', 'URL'), 'https://hooks.example/a')
    await press('button', 'Generate')
    const secret = textIn(get('textbox', 'Secret'))
    await act(async () => get('checkbox', 'An agent is unpublished').click())
    await press('button', 'Save webhook')
    await until(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      name: 'Operations',
      url: 'https://hooks.example/a',
      secret,
      events: ['agent.published', 'file.failed', 'performanceTest.failed', 'performanceTest.passed'],
      enabled: true,
    })
    await until(() => expect(all('dialog')).toEqual([]))
  })

  it('a changed one keeps its secret, and a refused URL is shown at its field', async () => {
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list(webhook),
      [`PUT ${path}/w1`]: () =>
        problem(400, 'webhook.insecure', { errors: [{ field: 'url', message: 'Enter an https URL.' }] }),
    })
    show(<WebhooksTab readOnly={false} />)
    await press('button', 'Edit Operations')
    type(get('textbox', 'URL'), 'http://hooks.example/a')
    await press('button', 'Save webhook')
    await until(() => expect(document.querySelector('[data-field=url] .error')).not.toBeNull())
    const put = calls.find(({ method }) => method === 'PUT')
    expect(put?.headers['if-match']).toBe('"3"')
    expect(JSON.parse(put?.body ?? '')).not.toHaveProperty('secret')
  })

  it('a test says how it ended, and is listed', async () => {
    const tested = { ...delivery, event: 'webhook.test', state: 'Failed', attempts: 1, nextAttemptAt: null }
    let deliveries = [delivery] as object[]
    fakeReplies({
      [path]: () => list(webhook),
      [`${path}/w1/deliveries`]: () => json({ items: deliveries, continuationToken: null }),
      [`POST ${path}/w1/test`]: () => {
        deliveries = [{ ...tested, deliveryId: 'd2' }, delivery]
        return json({ ...tested, deliveryId: 'd2' })
      },
    })
    show(<WebhooksTab readOnly={false} />)
    await press('button', 'Deliveries to Operations')
    await untilShown('2 attempts')
    await untilShown('Next attempt:')
    await press('button', 'Send a test to Operations')
    await until(() =>
      expect(document.querySelector('.settings-result')?.textContent).toBe(
        'The receiver answered with status 503.',
      ),
    )
    await untilShown('1 attempt')
    expect(document.querySelectorAll('.webhook-deliveries > li')).toHaveLength(2)
  })
})

it('generated secrets are long, differ, and consist of letters, digits, - and _', () => {
  const secrets = Array.from({ length: 50 }, randomSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})
