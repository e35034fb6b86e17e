import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { enablePage, publishPage, setPage } from '../../testing/visitors.ts'

let app: TestApplication
let gptSystemId: string
const page = 'embedded'

beforeAll(async () => {
  app = await startTestApplication({ dist: path.join(import.meta.dirname, '../../../../web/dist') })
  gptSystemId = await publishAgent(app, 'Embedded')
  await publishPage(app, gptSystemId, {
    gptPublicEndpoint: page,
    allowedOrigins: ['https://shop.example.com', 'http://localhost:3000'],
  })
})
afterAll(() => app?.remove())

async function framing(address: string) {
  const { status, headers } = await fetch(`${app.origin}${address}`, { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy') ?? ''
  return {
    status,
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    options: headers.get('x-frame-options'),
    policy,
  }
}
const refused = { status: 200, ancestors: "'none'", options: 'DENY' }

test('[B6] a public page can be embedded only by the sites that its settings name', async () => {
  const allowed = { status: 200, ancestors: 'https://shop.example.com http://localhost:3000', options: null }
  for (const rest of ['', '/true', '/false', '/7b7c0d6e-0000-4000-8000-000000000000', '?brand=default'])
    expect(await framing(`/public-chat/${page}${rest}`)).toMatchObject(allowed)
  expect((await framing(`/public-chat/${page}`)).policy).not.toMatch(/connect-src 'self' \S/)
  for (const address of [
    '/public-chat/unknown',
    '/public-chat',
    '/',
    '/chat',
    '/admin',
    `/x/public-chat/${page}`,
  ])
    expect(await framing(address)).toMatchObject(refused)
  await enablePage(app, gptSystemId, false)
  expect(await framing(`/public-chat/${page}`)).toMatchObject(refused)
  await enablePage(app, gptSystemId)
  await setPage(app, gptSystemId, { gptPublicEndpoint: page, allowedOrigins: [] })
  expect(await framing(`/public-chat/${page}`)).toMatchObject(refused)
})

test('the widget can be included by any site, and is one file of at most 8 kB', async () => {
  const response = await fetch(`${app.origin}/embed/widget.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  const etag = response.headers.get('etag') ?? ''
  expect((await fetch(`${app.origin}/embed/widget.js`, { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  )
  expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(8000)
  expect(await response.text()).not.toMatch(/\bimport\b|\beval\b|innerHTML/)
  expect((await fetch(`${app.origin}/embed/other.js`)).status).toBe(404)
})
