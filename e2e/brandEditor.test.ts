import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { brandsPath } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible } from './accessibility.ts'
import { addBrand, hex, openEditor, previewVariable, save, saveButton, tab } from './brandScreens.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { chosen } from './files.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

interface Stored {
  name: string
  version: number
  inherits: string[]
  theme: Record<string, unknown> & { primary: Record<string, string> }
  [field: string]: unknown
}
async function stored(brandKey: string): Promise<Stored> {
  const token = await stage.current.app.token('admin')
  return (await call<Stored>(stage.current.app, `${brandsPath}/${brandKey}`, { token })).body
}

const picture = (color: string) =>
  sharp({ create: { width: 120, height: 60, channels: 3, background: color } })
    .png()
    .toBuffer()

describe('colors', () => {
  test.each([1440, 1200, 390])('shows all tabs and color names in full, %i pixels wide', async (width) => {
    const { brandKey } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await page.setViewportSize({ width, height: 860 })
    const cut = `[...document.querySelectorAll('.edit-tabs [role=tab], .swatch-name')].filter((one) => {
      const outer = one.closest('.tabs, .swatch-button').getBoundingClientRect()
      const inner = document.createRange()
      inner.selectNodeContents(one)
      const { left, right } = inner.getBoundingClientRect()
      return left < outer.left - 1 || right > outer.right + 1
    }).map((one) => one.textContent)`
    await expect.poll(() => page.locator('.swatch-name').count()).toBeGreaterThan(0)
    expect(await page.evaluate(cut)).toEqual([])
  })

  test('[R-2-069] /admin/brand/{brandKey}/edit previews each color change immediately, and saves it', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await expect.poll(() => previewVariable(page, '--p-main')).toBe('#6a3de0')
    await hex(page, 'Primary main').fill('#0b7a64')
    await expect.poll(() => previewVariable(page, '--p-main')).toBe('#0b7a64')
    await expectVisible(page.getByText('1 change', { exact: true }))
    await page.getByRole('button', { name: 'Primary dark, #4a23af' }).click()
    await hex(page, 'Primary dark').fill('#063f34')
    await save(page, name)
    expect((await stored(brandKey)).theme.primary).toMatchObject({ main: '#0b7a64', dark: '#063f34' })
    await page.reload()
    await expect.poll(() => hex(page, 'Primary main').inputValue()).toBe('#0b7a64')
    await expectAccessible(page, 'the brand editor')
  })

  test('a palette is generated from its main color', async () => {
    const { brandKey } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await page.getByRole('button', { name: /^Success main/ }).click()
    await hex(page, 'Success main').fill('#00639b')
    await page.getByRole('button', { name: 'Build from main color: Success' }).click()
    await expect.poll(() => previewVariable(page, '--ok-lighter')).not.toBe('#dff5e8')
    await expectVisible(page.getByRole('button', { name: 'Success main, #00639b' }))
    await expectGone(page.getByRole('button', { name: 'Success dark, #105a32' }))
  })

  test('a pair with poor contrast is named, and the nearest readable color is applied with one click', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await page.getByRole('button', { name: /^Warning contrast text/ }).click()
    await hex(page, 'Warning contrast text').fill('#ffffff')
    await expectVisible(page.getByText('1 color pair to fix'))
    await expectVisible(page.getByText('28 of 29 pass'))
    await expectVisible(page.getByText('Warning contrast text on main'))
    await expectAccessible(page, 'a color pair below AA')
    await page
      .getByRole('button', { name: /^Use this color: #[0-9A-F]{6} for Warning contrast text/ })
      .click()
    await expectVisible(page.getByText('29 of 29 pass'))
    await expectGone(page.getByText('1 color pair to fix'))
    // A warning doesn't block saving.
    await hex(page, 'Warning contrast text').fill('#fffffe')
    await save(page, name)
    expect((await stored(brandKey)).theme.warning).toMatchObject({ contrastText: '#fffffe' })
  })

  test("an invalid color shows an error at its field, and isn't sent", async () => {
    const { brandKey } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await hex(page, 'Primary main').fill('#0b7')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Enter a color as # and six hexadecimal digits'))
    await expectVisible(page.getByText('1 field to correct'))
    await expectFocused(hex(page, 'Primary main'))
    expect((await stored(brandKey)).version).toBe(1)
    await hex(page, 'Primary main').fill('0b7a64')
    await hex(page, 'Primary main').blur()
    await expect.poll(() => hex(page, 'Primary main').inputValue()).toBe('#0b7a64')
    await expectGone(page.getByText('1 field to correct'))
  })

  test('[R-3-041] turning off useGradientButtons makes the primary action flat, in the preview and permanently', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await expect.poll(() => previewVariable(page, '--grad')).toContain('105deg')
    await page.getByRole('switch', { name: 'Gradient buttons' }).click()
    await expect.poll(() => previewVariable(page, '--grad')).not.toContain('105deg')
    await save(page, name)
    expect((await stored(brandKey)).theme.useGradientButtons).toBe(false)
  })

  test('inherited values are marked, overridden when changed, and can be inherited again', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await page.getByRole('button', { name: 'Override Secondary' }).click()
    await page.getByRole('button', { name: /^Secondary main/ }).click()
    await hex(page, 'Secondary main').fill('#00639b')
    await save(page, name)
    expect((await stored(brandKey)).inherits).not.toContain('secondary')
    await page.getByRole('button', { name: 'Use default for Secondary' }).click()
    await expect.poll(() => previewVariable(page, '--s-main')).toBe('#d1337f')
    await save(page, name)
    expect((await stored(brandKey)).inherits).toContain('secondary')
  })

  test('the preview has three screens, two widths, and both directions', async () => {
    const { brandKey } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    const shown = page.locator('[data-preview] .preview').first()
    await expectVisible(shown.locator('.composer'))
    await page.getByText('Sign-in', { exact: true }).last().click()
    await expectVisible(shown.locator('.login-card'))
    await page.getByText('Administration', { exact: true }).last().click()
    await expectVisible(shown.locator('.list-table'))
    await page.getByRole('radio', { name: 'RTL' }).check({ force: true })
    await expect.poll(() => shown.getAttribute('dir')).toBe('rtl')
    await expectVisible(shown.locator('.side'))
    await page.getByRole('radio', { name: 'Phone' }).check({ force: true })
    await expectGone(shown.locator('.side'))
  })
})

describe('images', () => {
  test('[R-3-021] [R-3-022] [R-3-023] logo, navigation logo and splash are uploaded immediately, shown, and removed', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey, 'logos')
    for (const [label, image, file] of [
      ['Logo', 'logoFileName', '#0b7a64'],
      ['Navigation logo', 'navigationLogoFileName', '#c2570c'],
      ['Splash image', 'splashScreenBackgroundFileName', '#00639b'],
    ] as const) {
      await page
        .locator(`input[data-image=${image}]`)
        .setInputFiles(chosen({ name: `${image}.png`, content: await picture(file), type: 'image/png' }))
      await expectVisible(page.getByRole('img', { name: label, exact: true }))
      await expect.poll(async () => (await stored(brandKey))[image]).toBeTruthy()
    }
    // The form continues with the resulting version.
    await tab(page, 'General').click()
    await field(page, 'Name').fill(`${name} pictured`)
    await save(page, `${name} pictured`)
    await tab(page, 'Logos').click()
    await page.getByRole('button', { name: 'Remove image: Logo' }).click()
    await expectGone(page.getByRole('img', { name: 'Logo', exact: true }))
    await expect.poll(async () => (await stored(brandKey)).logoFileName).toBeNull()
    await expectAccessible(page, 'brand images')
  })

  test("a file that isn't an image shows an error at its field", async () => {
    const { brandKey } = await addBrand(stage.current)
    const { page, watch } = await openEditor(stage.current, brandKey, 'logos')
    watch.expectError(/4\d\d/)
    await page
      .locator('input[data-image=avatarFileName]')
      .setInputFiles(chosen({ name: 'note.png', content: 'not an image', type: 'image/png' }))
    await expectVisible(page.getByText('This image type isn’t supported.'))
    await page.getByRole('button', { name: 'Close' }).click()
    await expectGone(page.getByText('This image type isn’t supported.'))
  })
})

describe('the other fields', () => {
  test('[R-3-024] [R-3-025] [R-3-026] sign-in page: image, background, and alignment', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey, 'login')
    await page.getByRole('switch', { name: 'Sign-in background image' }).click()
    await expectVisible(page.getByText('No splash image yet.'))
    await hex(page, 'Sign-in background').fill('#102030')
    await page.getByRole('radio', { name: 'Left' }).check({ force: true })
    await expect
      .poll(() => page.locator('.preview .login').first().getAttribute('data-alignment'))
      .toBe('Left')
    await expect.poll(() => previewVariable(page, '--login-bg')).toBe('#102030')
    await save(page, name)
    expect(await stored(brandKey)).toMatchObject({
      useLoginBackgroundImg: true,
      loginAlignment: 'Left',
      loginBackground: { main: '#102030' },
    })
  })

  test("[R-3-020] name and host names: another brand's host name shows an error at its field", async () => {
    await addBrand(stage.current, { hostNames: ['held.localhost'] })
    const { brandKey } = await addBrand(stage.current)
    const { page, watch } = await openEditor(stage.current, brandKey, 'general')
    watch.expectError(/4\d\d/)
    const long = `Long ${'m'.repeat(35)}`
    await field(page, 'Name').fill(long)
    await page.getByRole('button', { name: 'Add host name' }).click()
    await page.getByRole('textbox', { name: 'Host name 1' }).fill('held.localhost')
    await tab(page, 'Colors').click()
    await saveButton(page).click()
    await expectVisible(page.getByText('Another brand already uses this host name.'))
    await expect.poll(() => tab(page, 'General').getAttribute('aria-selected')).toBe('true')
    await expectFocused(page.getByRole('textbox', { name: 'Host name 1' }))
    expect(await field(page, 'Name').inputValue()).toBe(long)
    await page.getByRole('textbox', { name: 'Host name 1' }).fill('own.held.localhost')
    await save(page, long)
    expect(await stored(brandKey)).toMatchObject({ name: long, hostNames: ['own.held.localhost'] })
    await expectVisible(page.getByRole('heading', { level: 1, name: long }))
  })

  test('changes are listed with who made them, field by field', async () => {
    const { brandKey, name } = await addBrand(stage.current, { theme: { textPrimary: '#111111' } })
    const { page } = await openEditor(stage.current, brandKey, 'menu')
    await hex(page, 'Text').fill('#222222')
    await save(page, name)
    await tab(page, 'History').click()
    const entry = page.getByRole('listitem').filter({ hasText: 'changed the brand' })
    await expect
      .poll(() => readText(entry))
      .toMatch(/Ada Moreau changed the brand[\s\S]*Text[\s\S]*−[\s\S]*#111111[\s\S]*\+[\s\S]*#222222/)
    await expectVisible(page.getByText('created the brand'))
    await expectAccessible(page, 'brand history')
  })

  test('[R-3-027] the defaults are what brands inherit', async () => {
    const { brandKey } = await addBrand(stage.current)
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/brand`)
    await page.getByRole('link', { name: 'Default settings' }).click()
    await expectPath(page, '/admin/brand/defaults')
    await page.getByRole('button', { name: /^Error main/ }).click()
    await hex(page, 'Error main').fill('#b00020')
    await save(page, 'Default brand settings')
    await tab(page, 'General').click()
    await expectVisible(page.getByRole('combobox', { name: 'Default brand' }))
    await expectAccessible(page, 'the default brand settings')
    expect((await stored(brandKey)).theme.error).toMatchObject({ main: '#b00020' })
    await page.goto(`${stage.current.origin}/admin/brand/${brandKey}/edit`)
    await expect.poll(() => previewVariable(page, '--e-main')).toBe('#b00020')
  })

  test("a brand that doesn't exist is reported as such", async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/404/)
    await page.goto(`${stage.current.origin}/admin/brand/nowhere/edit`)
    await expectVisible(page.getByText('This brand doesn’t exist.'))
    await page.getByRole('link', { name: 'Back to brands' }).click()
    await expectPath(page, '/admin/brand')
  })
})

describe('input is never lost', () => {
  test('of two administrators, the second chooses field by field', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page, watch } = await openEditor(stage.current, brandKey)
    watch.expectError(/412/)
    const other = await openEditor(stage.current, brandKey)
    await hex(other.page, 'Primary main').fill('#00639b')
    await tab(other.page, 'General').click()
    await field(other.page, 'Name').fill(`${name} theirs`)
    await save(other.page, `${name} theirs`)

    await hex(page, 'Primary main').fill('#0b7a64')
    await page.getByRole('button', { name: 'Override Info' }).click()
    await saveButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
    const primary = dialog.getByRole('group', { name: /^Primary/ })
    await expectVisible(primary.getByText('changed by both'))
    await expectVisible(primary.getByText('#00639b'))
    await expectVisible(dialog.getByRole('group', { name: /^Name/ }).getByText('changed by them'))
    await expectAccessible(page, 'an edit conflict of a brand')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => hex(page, 'Primary main').inputValue()).toBe('#0b7a64')
    await saveButton(page).click()
    await primary.getByRole('radio', { name: /Keep mine/ }).check()
    await dialog.getByRole('button', { name: 'Save chosen versions' }).click()
    await expectVisible(page.getByText(`${name} theirs saved`))
    expect(await stored(brandKey)).toMatchObject({
      name: `${name} theirs`,
      theme: { primary: { main: '#0b7a64' } },
    })
  })

  test('the saved version can be accepted completely', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page, watch } = await openEditor(stage.current, brandKey, 'general')
    watch.expectError(/412/)
    const other = await openEditor(stage.current, brandKey, 'general')
    await field(other.page, 'Name').fill(`${name} theirs`)
    await save(other.page, `${name} theirs`)
    await field(page, 'Name').fill(`${name} mine`)
    await saveButton(page).click()
    await page.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`${name} theirs`)
    expect(await saveButton(page).isDisabled()).toBe(true)
  })

  test('leaving with unsaved changes asks first, and Ctrl S saves them', async () => {
    const { brandKey, name } = await addBrand(stage.current)
    const { page } = await openEditor(stage.current, brandKey)
    await hex(page, 'Primary main').fill('#0b7a64')
    // Switching tabs on the same page doesn't leave it.
    await tab(page, 'Sign-in').click()
    await page.getByRole('link', { name: 'Brands', exact: true }).first().click()
    await expectVisible(page.getByRole('dialog', { name: 'Leave without saving?' }))
    await page.getByRole('button', { name: 'Stay' }).click()
    await expectPath(page, `/admin/brand/${brandKey}/edit?tab=login`)
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(`${name} saved`))
    await page.getByRole('link', { name: 'Brands', exact: true }).first().click()
    await expectPath(page, '/admin/brand')
  })
})
