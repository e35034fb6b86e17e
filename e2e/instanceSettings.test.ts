import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { changeSettings, settingsPath } from '../server/src/testing/instanceSettings.ts'
import { type ScriptedProvider, startScriptedProvider } from '../server/src/testing/scriptedProvider.ts'
import { expectAccessible } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
let provider: ScriptedProvider
beforeAll(async () => {
  provider = await startScriptedProvider()
})
afterAll(() => provider?.close())

async function setFlag(name: string, enabled: boolean): Promise<void> {
  const { app } = stage.current
  const token = await app.token('admin')
  await call(app, `/api/internal/featureFlags/${name}`, { token, method: 'PUT', body: { enabled } })
}
afterEach(() => setFlag('ShowInstanceSettingsPage', true))

const path = '/admin/instanceSettings'
async function openTab(page: Page, tab = 'general'): Promise<void> {
  await page.goto(`${stage.current.origin}${path}?tab=${tab}`)
  await expectVisible(page.getByRole('heading', { name: 'Instance Settings', level: 1 }))
}
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Management' })
const link = (page: Page) => navigation(page).getByRole('link', { name: 'Instance Settings', exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('the page', () => {
  test('[R-2-077] /admin/instanceSettings is the instance settings page, reached from the navigation', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin`)
    await link(page).click()
    await expectPath(page, path)
    await expectVisible(page.getByRole('heading', { name: 'Instance Settings', level: 1 }))
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual([
        ...['General', 'Sign-in', 'Announcements', 'Feature flags'],
        ...['Limits', 'Budgets'],
        ...['Model providers', 'Deployments', 'Tools', 'Search'],
        ...['Compliance', 'Legal holds', 'Supervision export'],
        ...['Email', 'Webhooks'],
      ])
    await expectAccessible(page, 'the instance settings')
  })

  test.each(['en', 'ar'])('shows all tabs in groups on a wide screen, in %s', async (language) => {
    const { page } = await stage.current.openAs('admin', { viewport: { width: 1440, height: 900 } })
    await page.addInitScript(`localStorage.setItem('i18nextLng', '${language}')`)
    await page.goto(`${stage.current.origin}${path}`)
    const tabs = page.getByRole('tab')
    await expect.poll(() => tabs.count()).toBe(15)
    const boxes = await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    for (const { top, bottom } of boxes) {
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(900)
    }
    expect(new Set(boxes.map(({ left, right }) => `${left} ${right}`)).size).toBe(1)
    expect(await page.locator('.tabs-group').count()).toBe(5)
    await tabs.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('signIn')
    await page.keyboard.press('End')
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('webhooks')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe(null)
    await expectAccessible(page, `the tabs in groups, ${language}`)
    await page.setViewportSize({ width: 1000, height: 900 })
    await expect.poll(() => page.getByRole('tablist').getAttribute('aria-orientation')).toBe(null)
    expect(await page.locator('.tabs-group').count()).toBe(0)
  })

  test('[R-2-161] [R-6-019] requires its flag: without it, it has no link and shows no settings', async () => {
    await setFlag('ShowInstanceSettingsPage', false)
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin`)
    await expectVisible(navigation(page).getByRole('link', { name: 'Brands' }))
    expect(await link(page).count()).toBe(0)
    await page.goto(`${stage.current.origin}${path}`)
    await expectVisible(page.getByText('The instance settings are turned off.'))
    expect(await field(page, 'Name').count()).toBe(0)
    await page.getByRole('button', { name: 'Show instance settings' }).click()
    await expectVisible(field(page, 'Name'))
    await expectVisible(link(page))
  })

  test('a new name appears in the titles of open pages, in the chat, too', async () => {
    const { page } = await stage.current.openAs('admin')
    await openTab(page)
    const rename = async (name: string) => {
      await field(page, 'Name').fill(name)
      await page.getByRole('button', { name: 'Save settings' }).click()
      await expect.poll(() => page.title()).toBe(`Instance Settings | ${name}`)
    }
    await rename('Halden')
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await expect.poll(() => page.title()).toMatch(/ \| Halden$/)
    await openTab(page)
    await rename('Parlance')
  })

  test('warns before it hides itself, and then disappears from the navigation', async () => {
    const { page } = await stage.current.openAs('admin')
    await openTab(page, 'flags')
    const own = page.getByRole('switch', { name: 'Instance settings' })
    await own.click()
    const question = page.getByRole('dialog', { name: 'Hide the instance settings?' })
    await expectVisible(question)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await own.getAttribute('aria-checked')).toBe('true')
    await own.click()
    await question.getByRole('button', { name: 'Hide page' }).click()
    await expectPath(page, '/admin')
    await expectGone(link(page))
  })
})

describe('general', () => {
  test('a name is saved, and an invalid URL shows an error at its field', async () => {
    const { page } = await stage.current.openAs('admin')
    await openTab(page)
    const name = `Desk ${randomUUID().slice(0, 8)}`
    await field(page, 'Name').fill(name)
    await field(page, 'Release notes URL').fill('nowhere')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectVisible(page.getByText('Enter a URL that starts with https://'))
    await field(page, 'Release notes URL').fill('')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectVisible(page.getByText('Settings saved'))
    await page.reload()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(name)
    await expect.poll(() => page.title()).toContain(name)
  })

  test('changes saved by someone else in the meantime are shown next to the input', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/412/)
    await openTab(page)
    await field(page, 'Organization').fill('Mine')
    await changeSettings(stage.current.app, { organizationName: 'Theirs' })
    await page.getByRole('button', { name: 'Save settings' }).click()
    const conflict = page.getByRole('dialog')
    await expectVisible(conflict.getByText('Theirs', { exact: true }))
    await conflict.getByRole('button', { name: /^Save/ }).click()
    await expectVisible(page.getByText('Settings saved'))
    const { body } = await call(stage.current.app, settingsPath, {
      token: await stage.current.app.token('admin'),
    })
    expect(body).toMatchObject({ organizationName: 'Mine' })
  })

  test("the sign-in provider is shown, and can't be changed", async () => {
    const { page } = await stage.current.openAs('admin')
    await openTab(page, 'signIn')
    const tenant = field(page, 'Tenant ID')
    await expect.poll(() => tenant.inputValue()).toBe(stage.current.app.config.directory.tenantId)
    expect(await tenant.getAttribute('readonly')).not.toBe(null)
  })
})

describe('keys', () => {
  test('[R-1-025] [R-1-026] a key is saved, tested, and shown by its last characters; its deployments are available immediately', async () => {
    const apiKey = `sk-planted-${randomUUID()}`
    const { page } = await stage.current.openAs('admin')
    const bodies: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/instanceSettings'))
        void response.text().then(
          (text) => bodies.push(text),
          () => undefined,
        )
    })
    await openTab(page, 'engines')
    const openAi = card(page, 'OpenAI')
    await expectVisible(openAi.getByText('No key is stored.'))
    await openAi.getByRole('textbox', { name: 'Endpoint URL' }).fill(provider.baseUrl)
    await openAi.getByLabel('API key', { exact: true }).fill(apiKey)
    await openAi.getByRole('button', { name: 'Save key for OpenAI' }).click()
    await expectVisible(openAi.getByText(`A key ending in ${apiKey.slice(-4)} is stored.`))
    expect(await openAi.getByLabel('API key', { exact: true }).inputValue()).toBe('')
    provider.list(401)
    await openAi.getByRole('button', { name: 'Test OpenAI' }).click()
    await expectVisible(openAi.getByText('The provider rejected this key. Enter another one.'))
    provider.list(['gpt-4o', 'text-embedding-3-small'])
    await openAi.getByRole('button', { name: 'Test OpenAI' }).click()
    await expectVisible(openAi.getByText(/^Working\. Answered in/))
    await expectVisible(openAi.getByText('The provider lists 2 models.'))
    await expectAccessible(page, 'the keys')
    await page.getByRole('tab', { name: 'Deployments' }).click()
    await expectVisible(card(page, 'gpt-4o').getByRole('checkbox', { name: 'Chats', checked: true }))
    await expectVisible(
      card(page, 'text-embedding-3-small').getByRole('checkbox', { name: 'Embeddings', checked: true }),
    )
    await expectAccessible(page, 'the deployments')
    await page.getByRole('tab', { name: 'General' }).click()
    await page.getByRole('combobox', { name: 'Default chat deployment' }).selectOption('OpenAI/gpt-4o')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectVisible(page.getByText('Settings saved'))
    expect(await page.content()).not.toContain(apiKey)
    expect(bodies.length).toBeGreaterThan(3)
    expect(bodies.filter((body) => body.includes(apiKey))).toEqual([])
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(apiKey)
  })

  test('another host requires the key again, and a key is deleted after confirmation', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/400/)
    await openTab(page, 'engines')
    const anthropic = card(page, 'Anthropic')
    await anthropic.getByLabel('API key', { exact: true }).fill(`sk-planted-${randomUUID()}`)
    await anthropic.getByRole('button', { name: 'Save key for Anthropic' }).click()
    await expectVisible(anthropic.getByText(/A key ending in/))
    await anthropic.getByRole('textbox', { name: 'Endpoint URL' }).fill(provider.origin)
    await anthropic.getByRole('button', { name: 'Save key for Anthropic' }).click()
    await expectVisible(anthropic.getByText(/Enter the API key again/))
    await anthropic.getByRole('button', { name: 'Delete key for Anthropic' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key for Anthropic' }).click()
    await expectVisible(anthropic.getByText('No key is stored.'))
  })

  test('a typed key survives switching tabs, and leaving asks first', async () => {
    const { page } = await stage.current.openAs('admin')
    await openTab(page, 'engines')
    const key = card(page, 'Azure OpenAI').getByLabel('API key', { exact: true })
    await key.fill('typed')
    await page.getByRole('tab', { name: 'Search', exact: true }).click()
    const search = card(page, 'Search')
    await search.getByLabel('API key', { exact: true }).fill('typed too')
    await search.getByText('Bing', { exact: true }).click()
    await page.getByRole('tab', { name: 'Model providers' }).click()
    expect(await key.inputValue()).toBe('typed')
    await key.fill('')
    await navigation(page).getByRole('link', { name: 'Brands' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expectGone(question)
    await page.getByRole('tab', { name: 'Search', exact: true }).click()
    expect(await search.getByLabel('API key', { exact: true }).inputValue()).toBe('typed too')
    await navigation(page).getByRole('link', { name: 'Brands' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expectPath(page, '/admin/brand')
  })

  test('[R-1-024] the search key is saved and tested', async () => {
    const apiKey = `planted-${randomUUID()}`
    const { page } = await stage.current.openAs('admin')
    await openTab(page, 'search')
    const search = card(page, 'Search')
    await search.getByText('Brave', { exact: true }).click()
    await search.getByLabel('API key', { exact: true }).fill(apiKey)
    await search.getByRole('textbox', { name: 'Endpoint URL' }).fill(`${provider.origin}/search`)
    await search.getByRole('button', { name: 'Save key for Brave' }).click()
    await expectVisible(search.getByText(`A key ending in ${apiKey.slice(-4)} is stored.`))
    provider.list([])
    await search.getByRole('button', { name: 'Test Brave' }).click()
    await expectVisible(search.getByText(/^Working\. Answered in/))
    expect(provider.gets.at(-1)?.headers['x-subscription-token']).toBe(apiKey)
  })
})

test('a switch applies immediately: the footer disappears and returns', async () => {
  const { page } = await stage.current.openAs('admin')
  await openTab(page, 'flags')
  const footer = page.locator('footer.powered')
  await expectVisible(footer)
  const shown = page.getByRole('switch', { name: 'Footer' })
  await shown.click()
  await expectGone(footer)
  await shown.click()
  await expectVisible(footer)
  await expectAccessible(page, 'the feature flags')
})

test("an available tool can be turned off, one that isn't configured can't", async () => {
  const { page } = await stage.current.openAs('admin')
  await openTab(page, 'tools')
  const search = page.getByRole('switch', { name: 'File search' })
  await search.click()
  await expectVisible(page.getByText('Turned off here', { exact: true }))
  await search.click()
  await expectGone(page.getByText('Turned off here', { exact: true }))
  expect(await search.getAttribute('aria-checked')).toBe('true')
  expect(await page.getByRole('switch', { name: 'Code interpreter' }).isDisabled()).toBe(true)
  // A search key was saved above.
  expect(await page.getByRole('switch', { name: 'Web search' }).isDisabled()).toBe(false)
})

test.each([
  ['1280 px', { width: 1280, height: 900 }],
  ['390 px', { width: 390, height: 844 }],
])('in Arabic at %s each part reads from right to left and nothing overflows', async (_, viewport) => {
  const { page } = await stage.current.openAs('admin', { viewport })
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ar'))
  for (const tab of ['general', 'limits', 'signIn', 'engines', 'search', 'deployments', 'tools', 'flags']) {
    await page.goto(`${stage.current.origin}${path}?tab=${tab}`)
    await expectVisible(page.getByRole('heading', { name: 'إعدادات النظام', level: 1 }))
    await expectVisible(page.locator('.settings-list').first())
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
    const beyond = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([tab, beyond]).toEqual([tab, 0])
  }
  await expectAccessible(page, 'the instance settings in Arabic')
})
