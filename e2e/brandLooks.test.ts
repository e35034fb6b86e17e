import { setFromMain } from '@parlance/contract/theme/brand'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  brandsPath,
  type CreatedBrand,
  createBrand,
  drawing,
  uploadBrandFile,
} from '../server/src/testing/brands.ts'
import { expectAccessible } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { composer, readText, signIn } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const login = '/auth/jwt/login'
let number = 0

/** Creates a brand that is selected by its key in the URL. */
async function brandOf(input: Record<string, unknown> = {}): Promise<CreatedBrand> {
  number++
  const { body } = await createBrand(stage.current.app, {
    brandKey: `look-${number}`,
    name: `Look ${number}`,
    theme: { primary: setFromMain('#0b7a64') },
    ...input,
  })
  return body
}

const variable = (page: Page, name: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`)
const openLogin = async (brandKey: string, options = {}) => {
  const opened = await stage.current.open({ viewport: { width: 1280, height: 900 }, ...options })
  await opened.page.goto(`${stage.current.origin}${login}?brand=${brandKey}`)
  await expectVisible(opened.page.getByRole('button', { name: /company account|الشركة/ }))
  return opened
}
const side = async (page: Page) => {
  const box = await page.locator('.login-card').boundingBox()
  if (!box) return 'nowhere'
  const middle = box.x + box.width / 2
  return middle < 560 ? 'left' : middle > 720 ? 'right' : 'centre'
}

describe("a brand's sign-in page", () => {
  async function expectSide(loginAlignment: string, ltr: string, rtl: string) {
    const { brandKey } = await brandOf({ loginAlignment })
    const { page } = await openLogin(brandKey)
    await expect.poll(() => side(page)).toBe(ltr)
    await page.getByLabel('Language').selectOption('ar')
    await expect.poll(() => side(page)).toBe(rtl)
  }
  test('[R-2-024] loginAlignment Left places the box at the start: right in Arabic', () =>
    expectSide('Left', 'left', 'right'))
  test('[R-2-025] loginAlignment Center places it in the center', () =>
    expectSide('Center', 'centre', 'centre'))
  test('[R-2-026] loginAlignment Right places it at the end', () => expectSide('Right', 'right', 'left'))

  test('[R-2-023] without useLoginBackgroundImg its background is loginBackground.main', async () => {
    const { brandKey } = await brandOf({
      theme: { primary: setFromMain('#0b7a64'), loginBackground: { main: '#123456' } },
    })
    const { page } = await openLogin(brandKey)
    const ground = page.locator('svg.splash rect')
    await expect
      .poll(() => ground.evaluate((element) => `${element.computedStyleMap().get('fill')}`))
      .toBe('rgb(18, 52, 86)')
    const shown = (path: string) =>
      page
        .locator(path)
        .first()
        .evaluate((shape) => `${shape.computedStyleMap().get('display')}`)
    expect(await shown('svg.splash path')).toBe('none')
    const plain = await brandOf({ theme: { primary: setFromMain('#0b7a64') } })
    const { page: drawn } = await openLogin(plain.brandKey)
    await expect
      .poll(() =>
        drawn
          .locator('svg.splash path')
          .first()
          .evaluate((shape) => `${shape.computedStyleMap().get('display')}`),
      )
      .toBe('inline')
  })

  test('[R-2-022] with useLoginBackgroundImg the background is the image of splashScreenBackgroundFileName', async () => {
    const { brandKey } = await brandOf({ useLoginBackgroundImg: true })
    const { body } = await uploadBrandFile(
      stage.current.app,
      `${brandsPath}/${brandKey}/splashScreenBackground`,
      drawing('#c4520c'),
    )
    const { page } = await openLogin(brandKey)
    const splash = page.locator('img.splash')
    await expect.poll(() => splash.getAttribute('src')).toContain(body.fileName)
    await expect
      .poll(() => splash.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
    await expect.poll(() => splash.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 })
    await expectAccessible(page, 'a sign-in page with an image')
  })

  test("reveals nothing about a brand that doesn't exist, and uses the default", async () => {
    const { page } = await openLogin('nobody')
    await expectVisible(page.getByRole('heading', { name: 'Sign in to Parlance' }))
    expect(await variable(page, '--p-main')).toBe('#6a3de0')
  })

  test('a brand with a script as its name shows the name as text', async () => {
    const name = '</script><script>alert(1)</script> & "Sons"'
    const { brandKey } = await brandOf({ name })
    const { page } = await openLogin(brandKey)
    await expectVisible(page.getByRole('heading', { name: `Sign in to ${name}` }))
    await expect.poll(() => page.title()).toBe(`Sign in | ${name}`)
  })
})

describe('a brand selected by its key', () => {
  test('stays with the tab through sign-in and a reload', async () => {
    const { brandKey, name } = await brandOf()
    const { page } = await stage.current.open()
    await signIn(page, stage.current.origin, 'anna', `/chat?brand=${brandKey}`)
    await expectVisible(composer(page))
    await expect.poll(() => variable(page, '--p-main')).toBe('#0b7a64')
    await expect.poll(() => readText(page.locator('.side .logo'))).toBe(name)
    await page.goto(`${stage.current.origin}/chat`)
    await expectVisible(composer(page))
    await expect.poll(() => variable(page, '--p-main')).toBe('#0b7a64')
  })
})

describe('the logo', () => {
  const logo = (page: Page) => page.locator('.side .brand-logo')

  test('[R-3-028] [R-3-021] [R-3-022] in the navigation is its own, otherwise the general logo', async () => {
    const { brandKey } = await brandOf()
    const { app } = stage.current
    const own = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat?brand=${brandKey}`)
    await expect.poll(() => logo(page).getAttribute('src')).toContain(own.body.fileName)
    const navigation = await uploadBrandFile(app, `${brandsPath}/${brandKey}/navigationLogo`)
    await expect
      .poll(async () => {
        await page.reload()
        return logo(page).getAttribute('src')
      })
      .toContain(navigation.body.fileName)
  })

  test('[R-3-029] [R-7-020] is the icon from the settings if a brand has none, requested with a timestamp', async () => {
    const { brandKey } = await brandOf()
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat?brand=${brandKey}`)
    await expect
      .poll(() => logo(page).getAttribute('src'))
      .toMatch(/\/instanceSettings\/favicon\/android-chrome-192x192\.png\?.*timestamp=/)
    await expect
      .poll(() => logo(page).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(192)
  })
})

describe('an agent with its own brand', () => {
  test("applies it to its chat from the first paint, and the page's brand returns when another agent is chosen", async () => {
    const { brandKey, name } = await brandOf()
    const { app, engine, origin } = stage.current
    engine.play(async (writer) => writer.text('ok'))
    const plain = await stage.current.publish('Plain agent')
    const branded = await stage.current.publish('Branded agent', {})
    const { sql } = await import('kysely')
    await sql`update gpt_system set brand_key = ${brandKey} where id = ${branded}`.execute(
      app.platform.database.db,
    )
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${origin}/chat/${branded}`, { waitUntil: 'commit' })
    await expect.poll(() => variable(page, '--p-main')).toBe('#0b7a64')
    await expectVisible(composer(page))
    await expect.poll(() => readText(page.locator('.side .logo'))).toBe(name)
    await page
      .getByRole('button', { name: /Branded agent/ })
      .first()
      .click()
    await page
      .getByRole('menuitem', { name: /Plain agent/ })
      .or(page.getByRole('option', { name: /Plain agent/ }))
      .or(page.getByRole('menuitemradio', { name: /Plain agent/ }))
      .first()
      .click()
    await expect.poll(() => page.url()).toContain(plain)
    await expect.poll(() => variable(page, '--p-main')).toBe('#6a3de0')
    await expect.poll(() => readText(page.locator('.side .logo'))).toBe('Parlance')
    await page.goto(`${origin}/chat/${plain}`)
    await expectVisible(composer(page))
    await page
      .getByRole('button', { name: /Plain agent/ })
      .first()
      .click()
    await page
      .getByRole('menuitem', { name: /Branded agent/ })
      .or(page.getByRole('option', { name: /Branded agent/ }))
      .or(page.getByRole('menuitemradio', { name: /Branded agent/ }))
      .first()
      .click()
    await expect.poll(() => variable(page, '--p-main')).toBe('#0b7a64')
  })
})

test("a brand provides its agents' picture", async () => {
  const { brandKey } = await brandOf()
  const { body } = await uploadBrandFile(stage.current.app, `${brandsPath}/${brandKey}/avatar`)
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat?brand=${brandKey}`)
  const picture = page.locator('.main .avatar').first()
  await expect.poll(() => picture.getAttribute('src')).toContain(body.fileName)
})

test('a changed brand is applied immediately on the page that changed it', async () => {
  const { brandKey, name } = await brandOf()
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/brand/${brandKey}/edit?brand=${brandKey}`)
  await expect.poll(() => variable(page, '--p-main')).toBe('#0b7a64')
  await page.getByRole('textbox', { name: 'Primary main, as #RRGGBB', exact: true }).fill('#1f4fd8')
  await page.keyboard.press('Control+S')
  await expect.poll(() => variable(page, '--p-main')).toBe('#1f4fd8')
  await expect.poll(() => readText(page.locator('.side .logo').first())).toBe(name)
})
