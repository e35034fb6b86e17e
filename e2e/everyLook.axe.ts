import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoBrands } from '../server/src/features/seed/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible } from './accessibility.ts'
import { ask, composer } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let gptSystemId = ''
beforeAll(async () => {
  gptSystemId = await stage.current.publish('Every look', { introduction: 'Ask me.' })
})

const brands = ['default', ...demoBrands.map(({ brandKey }) => brandKey)]
const looks = ['light', 'dark'].flatMap((themeMode) =>
  ['en', 'ar'].flatMap((language) =>
    ['default', 'bold'].map((themeContrast) => ({ themeMode, language, themeContrast })),
  ),
)
const widths = [1440, 390]

/** Pages by URL, each with what must be visible before it is checked. */
const screens: [address: string, there: string][] = [
  ['/chat', '.introduction, .empty'],
  ['/chat/agents', '.agent-card'],
  ['/admin', '.checklist, .checklist-line'],
  ['/admin?tab=unanswered', '.report-card'],
  ['/admin?tab=quality', '.report-card'],
  ['/admin?tab=costs', '.report-card'],
  ['/admin?tab=contents', '.report-card'],
  ['/admin/datasource', '.libraries li'],
  ['/admin/brand', 'h1'],
  ['/admin/brand/new', 'main input'],
  ['/admin/brand/defaults', '[role=tablist]'],
  ['/admin/brand/vela/edit', '[role=tablist]'],
  ['/admin/brand/vela/edit?tab=logos', '[role=tablist]'],
  ['/admin/brand/vela/edit?tab=login', '[role=tablist]'],
  ['/admin/brand/vela/edit?tab=menu', '[role=tablist]'],
  ['/admin/brand/vela/edit?tab=general', '[role=tablist]'],
  ['/admin/brand/vela/edit?tab=history', '[role=tablist]'],
  ['/admin/userRole', '.list-name'],
  ['/admin/userRole/new', '.matrix'],
  ['/admin/user', '.list-name'],
  ['/admin/user/cards', '.card-grid'],
  ['/admin/user/new', 'main input'],
  ['/admin/user/account', 'main h1'],
  ['/admin/conversationReads', 'main h1'],
  ['/admin/chatAccessPolicy', '.list-name'],
  ['/admin/chatAccessPolicy/new', 'main input'],
  ['/admin/instanceSettings', 'main input'],
  ['/admin/instanceSettings?tab=engines', '[role=tabpanel]'],
  ['/admin/instanceSettings?tab=limits', '[role=tabpanel]'],
  ['/admin/instanceSettings?tab=signIn', '[role=tabpanel]'],
  ['/admin/instanceSettings?tab=search', '[role=tabpanel]'],
  ['/admin/instanceSettings?tab=deployments', '[role=tabpanel]'],
  ['/admin/instanceSettings?tab=tools', '[role=tabpanel]'],
  ['/admin/instanceSettings?tab=flags', '[role=tabpanel]'],
  ['/admin/gptsystem', '.list-name'],
  ['/admin/performanceTests', '.list-state'],
  ['/admin/gptsystem/new', 'main input'],
  ['/admin/audit', '.audit-row'],
  ['/release-notes', 'h1'],
  ['/404', 'h1'],
]

/** Pages of a published agent that has a draft. */
const agentScreens: [address: string, there: string][] = [
  ['/admin/gptsystem/{id}/edit', 'main input'],
  ['/admin/gptsystem/{id}/edit/true', '[role=dialog]'],
  ['/admin/gptsystem/{id}/publish', '.agent-history'],
  ['/admin/gptsystem/{id}/publicPage', '[data-field]'],
]

async function beginDraft(gptSystemId: string): Promise<void> {
  const { app } = stage.current
  const path = `/api/internal/gptSystems/system/management/${gptSystemId}/configurationStates`
  await call(app, path, { token: await app.token('admin'), body: {} })
}

describe.each(brands)('the brand %s', (brandKey) => {
  test.each(looks)('$themeMode $language $themeContrast', async ({ themeMode, language, themeContrast }) => {
    const drafted = await stage.current.publish('Looked at')
    await beginDraft(drafted)
    for (const width of widths) {
      const before = `localStorage.setItem('i18nextLng', '${language}');
        localStorage.setItem('settings', '${JSON.stringify({ themeMode, themeContrast })}')`
      const options = { viewport: { width, height: 900 }, hasTouch: width < 600 }
      const { page: nobody } = await stage.current.open(options)
      await nobody.addInitScript(before)
      await nobody.goto(`${stage.current.origin}/auth/jwt/login?brand=${brandKey}`)
      await nobody.locator('.login-card .btn').waitFor()
      await expectAccessible(nobody, `login, ${brandKey} ${themeMode} ${language} ${themeContrast} ${width}`)
      await nobody.locator('.login-card .btn').click()
      await nobody.locator('input[type=password]').waitFor()
      await expectAccessible(nobody, `the directory, ${brandKey} ${themeMode} ${language} ${width}`)
      const { page } = await stage.current.openAs('admin', options)
      await page.addInitScript(before)
      const what = (screen: string) =>
        `${screen}, ${brandKey} ${themeMode} ${language} ${themeContrast} ${width}`
      for (const [address, there] of screens) {
        const [path, query] = address.split('?')
        await page.goto(`${stage.current.origin}${path}?brand=${brandKey}${query ? `&${query}` : ''}`)
        await page.locator(there).first().waitFor()
        await expectAccessible(page, what(address))
      }
      for (const [address, there] of agentScreens) {
        await page.goto(`${stage.current.origin}${address.replace('{id}', drafted)}?brand=${brandKey}`)
        await page.locator(there).first().waitFor()
        await expectAccessible(page, what(address))
      }
      await answered(page, brandKey)
      await expectAccessible(page, what('an answer'))
      await panels(page, width, what)
    }
    expect(brands).toContain(brandKey)
  })
})

async function answered(page: Page, brandKey: string): Promise<void> {
  const { engine, origin } = stage.current
  engine.play(
    text('## Twelve\n\nA **table**:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1\n```\n'),
  )
  await page.goto(`${origin}/chat/${gptSystemId}?brand=${brandKey}`)
  await composer(page).waitFor()
  await ask(page, 'What is twelve?')
  await page.locator('.answer[aria-busy=false] .answer-actions').first().waitFor()
}

async function panels(page: Page, width: number, what: (screen: string) => string): Promise<void> {
  await page.goto(`${stage.current.origin}/admin/brand`)
  await page.locator('h1').first().waitFor()
  const named = { settings: /^(Settings|الإعدادات)/, about: /^(About|حول)/ }
  for (const [panel, name] of Object.entries(named)) {
    if (width < 1200) {
      await page.locator('.page-head button, .bar button').first().click()
      await page.locator('.drawer .me').waitFor()
    }
    await page.locator('.me').click()
    await expectAccessible(page, what('the account menu'))
    await page.getByRole('menuitem', { name }).click()
    await page.locator('.panel').waitFor()
    await expectAccessible(page, what(panel))
    await page.locator('.panel-head .ib').last().click()
    await page.locator('.panel').waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('h1').first().waitFor()
  }
}
