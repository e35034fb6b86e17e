import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraryOf } from '../server/src/features/conversations/testing/asking.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { ask, composer } from './screens.ts'
import { useStage } from './stage.ts'

/** A search provider like SearXNG, and a page that it finds. */
const site = createServer((request, response) => {
  if (request.url?.startsWith('/search')) {
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ results: [{ url: `${origin}/vela`, title: 'Vela', content: 'x' }] }))
  }
  const isPage = request.url === '/vela'
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
  response.end(isPage ? '<title>The lighthouse of Vela</title><p>It is 41 metres tall.</p>' : '')
}).listen(0, '127.0.0.1')
await once(site, 'listening')
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const origin = `http://${host}`
const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', EGRESS_ALLOW: host } })
const keyPath = '/api/internal/instanceSettings/searchApiKey'
let agent: string

beforeAll(async () => {
  agent = await stage.current.publish('Searches the web', {
    capabilityTypes: ['WebSearch'],
    webSearch: { allowedDomains: ['127.0.0.1'], blockedDomains: [] },
  })
})
afterAll(() => site.close())

const setKey = async (method: 'PUT' | 'DELETE') => {
  const { app } = stage.current
  const body = method === 'PUT' ? { provider: 'SearXNG', endpoint: origin } : undefined
  await call(app, keyPath, { token: await app.token('admin'), method, ...(body && { body }) })
}

test.each(LOOKS)(
  'an answer cites a page of the web, with its date and a link that opens apart: %s',
  async (_name, options, script) => {
    await setKey('PUT')
    let isFirst = true
    stage.current.engine.play(async (writer) => {
      if (!isFirst) return writer.text('It is 41 metres tall [1].')
      isFirst = false
      const input = JSON.stringify({ query: 'height of the lighthouse of Vela' })
      return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'search_web', input }] }
    })
    const { page } = await stage.current.openAs('anna', options)
    if (script) await page.addInitScript(script)
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await ask(page, 'How tall is the lighthouse of Vela?')
    await page.locator('.answer-actions').first().waitFor()
    await page.locator('[id^=source-] button').first().click()
    const panel = page.locator('.source-panel')
    await expectVisible(panel.getByText('The lighthouse of Vela').first())
    await expectVisible(panel.getByText('It is 41 metres tall.'))
    const link = panel.getByRole('link')
    expect(await link.getAttribute('href')).toBe(`${origin}/vela`)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(await link.getAttribute('target')).toBe('_blank')
    await expectAccessible(page, 'a page of the web as a source')
  },
)

test.each(LOOKS)(
  'a search that could disclose files shows its text and waits for a decision, also after a reload: %s',
  async (_name, options, script) => {
    await setKey('PUT')
    const { app, engine } = stage.current
    const library = await libraryOf(app, `Towers ${randomUUID()}`, {
      'vela.txt': 'The lighthouse of Vela is old.',
    })
    const linked = await publishAgent(
      app,
      'Has files and the web',
      {
        languageEngine: 'OpenAICompatible',
        deploymentName: 'scripted',
        capabilityTypes: ['FileSearch', 'WebSearch'],
        webSearch: { allowedDomains: ['127.0.0.1'], blockedDomains: [] },
      },
      [library],
    )
    let turn = 0
    engine.play(async (writer) => {
      turn += 1
      if (turn % 2 === 0) return writer.text(turn === 2 ? 'It is 41 metres tall [2].' : 'I didn’t search.')
      const input = JSON.stringify({ query: 'height of the lighthouse of Vela' })
      return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'search_web', input }] }
    })
    const { page } = await stage.current.openAs('anna', options)
    if (script) await page.addInitScript(script)
    await page.goto(`${stage.current.origin}/chat/${linked}`)
    await composer(page).waitFor()
    await ask(page, 'How tall is the lighthouse of Vela?')
    const card = page.getByRole('region', { name: /Search the web\?|هل تسمح بالبحث في الويب؟/ })
    await expectVisible(card.getByText('height of the lighthouse of Vela'))
    await expectVisible(card.getByText(/SearXNG/))
    await expectAccessible(page, 'an answer that waits for a decision')
    await page.reload()
    await card.getByRole('button', { name: /Allow once|السماح مرة واحدة/ }).click()
    await page.locator('.answer-actions').first().waitFor()
    await expectVisible(page.getByText('It is 41 metres tall').first())
    expect(await card.count()).toBe(0)
    await ask(page, 'And how wide?')
    await card.getByRole('button', { name: /Don’t allow|عدم السماح/ }).click()
    await expectVisible(page.getByText('I didn’t search.').first())
    await page.close()
  },
)

test.each(LOOKS)(
  'the editor of an agent has its domains, and says if no search provider is set: %s',
  async (_name, options, script) => {
    const { page } = await stage.current.openAs('admin', options)
    if (script) await page.addInitScript(script)
    await setKey('DELETE')
    await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/edit`)
    const field = page.locator('[data-field="webSearch.allowedDomains"] textarea')
    await expectVisible(field)
    expect(await field.inputValue()).toBe('127.0.0.1')
    await expectVisible(page.getByRole('link', { name: /Open the search settings|فتح إعدادات البحث/ }))
    await expectVisible(page.getByText(/has no search provider yet|لا يوجد مزوّد بحث/))
    await expectAccessible(page, 'the domains of an agent')
    await setKey('PUT')
  },
)
