import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'

let service: Server
let app: TestApplication
let other: TestApplication
const received: { item: { type: string }; body: Record<string, unknown>; text: string }[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const [, item = '', body = ''] = text.split('\n')
      received.push({ item: JSON.parse(item), body: JSON.parse(body), text })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const dsn = `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/1`
  app = await startTestApplication({
    environment: { ERROR_REPORTING_DSN: dsn, ERROR_REPORTING_TRACED: 'Halden Rail/Parlance, Vela/Chat' },
  })
  other = await startTestApplication({ environment: { EGRESS_ALLOW: new URL(dsn).host } })
})
afterEach(() => {
  vi.restoreAllMocks()
  received.length = 0
})
afterAll(async () => {
  await app?.remove()
  await other?.remove()
  service?.close()
})

const report = (to: TestApplication, body: object) =>
  fetch(`${to.origin}/api/internal/clientErrors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const error = {
  component: 'sidebar',
  message: "TypeError: x is no function of 'text from a user'",
  stack: 'TypeError: text from a user\n    at f (https://chat.example/assets/a.js:1:2)',
  version: '2.2509.3736',
}
const events = () => received.filter(({ item }) => item.type === 'event')

test('a page error is forwarded to the service, from anyone, without user input', async () => {
  expect((await report(app, error)).status).toBe(204)
  await expect.poll(() => events()).toHaveLength(1)
  expect(events()[0]?.body).toMatchObject({
    platform: 'javascript',
    tags: { component: 'sidebar' },
    exception: { values: [{ type: 'TypeError', value: 'x is no function of "…"' }] },
  })
  expect(events()[0]?.text).not.toContain('text from a user')
})

test('without a DSN it is accepted and not forwarded', async () => {
  expect((await report(other, error)).status).toBe(204)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(events()).toEqual([])
})

test.each([
  ['another field', { ...error, question: 'x' }],
  ['a stack larger than 8 kB', { ...error, stack: 'x'.repeat(8001) }],
  ['no component', { ...error, component: '' }],
])('a report with %s is rejected', async (_, body) => {
  expect((await report(app, body)).status).toBe(400)
})

test('[S42] an unexpected error of a call is reported with its event and nothing of the call', async () => {
  const token = await app.token('anna')
  vi.spyOn(app.platform.rates, 'consume').mockRejectedValue(new RangeError('The 7th of 5.'))
  const response = await fetch(`${app.origin}/api/internal/currentUser?x=my+secret`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(500)
  await expect.poll(() => events()).toHaveLength(1)
  expect(events()[0]?.body).toMatchObject({
    platform: 'node',
    tags: { component: 'request.failed' },
    exception: { values: [{ type: 'RangeError', value: 'The 7th of 5.' }] },
  })
  expect(events()[0]?.text).not.toContain('secret')
  expect(events()[0]?.text).not.toContain(token)
})

test('no number of client errors keeps the server from reporting its own', async () => {
  await Promise.all(Array.from({ length: 70 }, () => report(app, error)))
  app.platform.log.error('test.failed', {}, new RangeError('The 8th of 5.'))
  const components = () => events().map(({ body }) => (body.tags as { component: string }).component)
  await expect.poll(() => components()).toContain('test.failed')
  expect(components().filter((component) => component === 'sidebar').length).toBeLessThanOrEqual(10)
})

test('requests to a named instance are sampled for tracing, by route only', async () => {
  const traces = () => received.filter(({ item }) => item.type === 'transaction')
  const asked = `${app.origin}/api/internal/about`
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.11)
  await fetch(asked)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(traces()).toEqual([])
  random.mockReturnValue(0.09)
  await fetch(asked)
  await expect.poll(() => traces()).toHaveLength(1)
  expect(traces()[0]?.body).toMatchObject({
    type: 'transaction',
    transaction: 'GET /api/internal/about',
    contexts: { trace: { op: 'http.server', status: 'ok' } },
  })
})

test('an administrator can also set the service, and the environment takes precedence', async () => {
  const dsn = app.config.errorReportingDsn ?? ''
  expect((await changeSettings(other, { errorReportingDsn: dsn })).status).toBe(200)
  await expect.poll(() => other.platform.reports.enabled).toBe(true)
  expect((await report(other, error)).status).toBe(204)
  await expect.poll(() => events()).toHaveLength(1)
  await changeSettings(other, { errorReportingDsn: null })
  await expect.poll(() => other.platform.reports.enabled).toBe(false)

  const refused = await changeSettings(other, { errorReportingDsn: 'https://without-a-key.example/1' })
  expect(refused.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'errorReportingDsn' }] })
  const fixed = await changeSettings(app, { errorReportingDsn: null })
  expect(fixed.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'errorReportingDsn' }] })
})
