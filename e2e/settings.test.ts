import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, WIDE_LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { chooseInAccountMenu, openSettings } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { RELEASE_NOTES_URL: 'https://example.com/notes?a=1&b="2"' } })

async function openDashboard(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const { page } = await stage.current.openAs('admin', { viewport })
  await page.goto(`${stage.current.origin}/admin`)
  await page.locator('.figure').first().waitFor()
  return page
}

async function openAbout(page: Page): Promise<Locator> {
  await chooseInAccountMenu(page, /^(About|حول)$/)
  const panel = page.getByRole('dialog', { name: /^(About|حول)$/ })
  await panel.waitFor()
  return panel
}

const root = (page: Page, name: string) =>
  page.evaluate<string | null>(`document.documentElement.getAttribute(${JSON.stringify(name)})`)
const stored = (page: Page) =>
  page.evaluate<Record<string, unknown>>('JSON.parse(localStorage.getItem("settings") ?? "{}")')
const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => `${element.computedStyleMap().get(name)}`, property)
const dot = (page: Page) => page.locator('[data-changed]')
const choose = (drawer: Locator, text: string) => drawer.getByText(text, { exact: true }).click()

describe('the settings', () => {
  test('[R-2-121] [R-2-124] [R-2-125] [R-9-031] open from the account menu, on the right, 280 wide', async () => {
    const page = await openDashboard()
    const drawer = await openSettings(page)
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 1000, y: 0, width: 280, height: 900 })
    await page.keyboard.press('Escape')
    await expectGone(drawer)
    await expectFocused(page.getByRole('button', { name: /^Account menu for/ }))
  })

  test('[R-2-126] [R-9-024] bold contrast strengthens lines and small text, and is saved', async () => {
    const page = await openDashboard()
    const line = () => style(page.locator('.figures > div').nth(1), 'border-left-color')
    const footer = () => style(page.locator('footer'), 'color')
    const before = [await line(), await footer()]
    const drawer = await openSettings(page)
    await choose(drawer, 'Bold')
    await expect.poll(() => root(page, 'data-contrast')).toBe('bold')
    await expect.poll(line).not.toBe(before[0])
    await expect.poll(footer).not.toBe(before[1])
    expect(await stored(page)).toMatchObject({ themeContrast: 'bold' })
    const bold = await line()
    await page.reload()
    await page.locator('.figure').first().waitFor()
    expect(await line()).toBe(bold)
  })

  test('[R-2-127] full width removes the maximum page width', async () => {
    const page = await openDashboard({ width: 1900, height: 900 })
    const width = async () => (await page.locator('.page-body').boundingBox())?.width
    await expect.poll(width).toBe(1240)
    const drawer = await openSettings(page)
    await drawer.getByRole('switch', { name: /^Full width/ }).check()
    await expect.poll(width).toBe(1900 - 280)
  })

  test("[R-2-128] the chosen direction overrides the language's own, until reset", async () => {
    const page = await openDashboard()
    const sidebar = async () => (await page.locator('.app > .side').boundingBox())?.x
    const drawer = await openSettings(page)
    await choose(drawer, 'Right to left')
    await expect.poll(() => root(page, 'dir')).toBe('rtl')
    await expect.poll(sidebar).toBe(1000)
    // The drawer has moved to the other side with the page, and stays open.
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
    await page.reload()
    await expect.poll(sidebar).toBe(1000)
    expect([await root(page, 'lang'), await root(page, 'dir')]).toEqual(['en', 'rtl'])
    const again = await openSettings(page)
    await choose(again, 'العربية')
    await expect.poll(() => root(page, 'lang')).toBe('ar')
    await expect.poll(() => root(page, 'dir')).toBe('rtl')
    await choose(again, 'English')
    await expect.poll(() => root(page, 'lang')).toBe('en')
    expect(await root(page, 'dir')).toBe('rtl')
    await again.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect.poll(() => root(page, 'dir')).toBe('ltr')
  })

  test('[R-2-132] [R-2-133] [R-2-134] a dot marks values that differ from the defaults, and the reset removes it', async () => {
    const page = await openDashboard()
    const drawer = await openSettings(page)
    await expectGone(dot(page))
    await choose(drawer, 'Dark')
    await expect.poll(() => root(page, 'data-theme')).toBe('dark')
    await expectVisible(dot(page))
    await page.keyboard.press('Escape')
    await expectGone(drawer)
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    await expectVisible(page.getByRole('menuitem', { name: /Settings/ }).locator('[data-changed]'))
    await page.getByRole('menuitem', { name: /Settings/ }).click()
    await drawer.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect.poll(() => root(page, 'data-theme')).toBe('light')
    await expectGone(dot(page))
    expect(await stored(page)).toMatchObject({ themeMode: 'light', themeLayout: 'vertical' })
  })

  test('of the system’s mode apply before the first paint, and at once when the system changes', async () => {
    const page = await openDashboard()
    const theme = () => root(page, 'data-theme')
    const paper = () => style(page.locator('body'), 'background-color')
    const [light, menu] = [await paper(), await openSettings(page)]
    await choose(menu, 'System')
    expect(await theme()).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(theme).toBe('dark')
    await expect.poll(paper).not.toBe(light)
    await page.addInitScript(`
      new MutationObserver(() => {
        if (document.body) (globalThis.themes ??= new Set()).add(document.documentElement.dataset.theme)
      }).observe(document, { attributes: true, childList: true, subtree: true })`)
    await page.reload()
    await page.locator('.figure').first().waitFor()
    expect(await page.evaluate('[...globalThis.themes]')).toEqual(['dark'])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(theme).toBe('light')
  })

  test('for contrast and direction also apply on the login page, before the first paint', async () => {
    const { page } = await stage.current.open()
    await page.addInitScript(
      `localStorage.setItem('settings', JSON.stringify({ themeContrast: 'bold', themeDirection: 'rtl' }))`,
    )
    await page.goto(`${stage.current.origin}/auth/jwt/login`, { waitUntil: 'commit' })
    await expectVisible(page.getByRole('button', { name: 'Continue with company account' }))
    expect([await root(page, 'dir'), await root(page, 'data-contrast')]).toEqual(['rtl', 'bold'])
  })

  test("fall back to the defaults if they can't be read", async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/settings\.storageFailed/)
    await page.addInitScript(`localStorage.setItem('settings', 'no JSON')`)
    await page.goto(`${stage.current.origin}/admin`)
    await page.locator('.figure').first().waitFor()
    expect(await root(page, 'data-theme')).toBe('light')
  })

  test.each(WIDE_LOOKS)('can be used by everyone, %s', async (_, options, before) => {
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/admin`)
    await page.locator('.figure').first().waitFor()
    await openSettings(page)
    await expectAccessible(page, 'the settings')
  })
})

describe('about', () => {
  test('[R-2-122] [R-2-135] [R-2-136] [R-2-137] opens from the account menu, on the right, 280 wide, and shows the version', async () => {
    const page = await openDashboard()
    const panel = await openAbout(page)
    await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 1000, width: 280, height: 900 })
    await expectVisible(panel.getByText('Version 2.2509.3736'))
    await expectGone(panel.getByRole('button', { name: /^Version mismatch/ }))
  })

  test("[R-2-138] links to the instance's release notes, in a new tab, and can be used by everyone with a warning", async () => {
    const page = await openDashboard()
    await page.route('**/api/internal/about', (route) =>
      route.fulfill({ json: { version: '2.2510.1', buildId: null, commitHash: null, timestamp: null } }),
    )
    const panel = await openAbout(page)
    const link = panel.getByRole('link', { name: 'Release Notes' })
    expect(await link.getAttribute('href')).toBe('https://example.com/notes?a=1&b="2"')
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    await panel.getByRole('button', { name: /^Version mismatch/ }).hover()
    await expectVisible(page.getByRole('tooltip'))
    await expectAccessible(page, 'the About dialog with a warning')
  })

  test('the release notes that come with the product are public', async () => {
    const { page } = await stage.current.open()
    await page.goto(`${stage.current.origin}/release-notes`)
    await expectVisible(page.getByRole('heading', { name: 'Release Notes', level: 1 }))
    await expect.poll(() => page.title()).toBe('Release Notes | Parlance')
    await expectAccessible(page, 'the release notes')
  })
})
