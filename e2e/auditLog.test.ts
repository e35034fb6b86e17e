import { readFile } from 'node:fs/promises'
import { contract } from '@parlance/contract/index'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { assignRole, createRole, userIdOf } from '../server/src/testing/access.ts'
import { updateBrand } from '../server/src/testing/auditLog.ts'
import { brandsPath, type CreatedBrand } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { DARK_ARABIC, expectAccessible, isOnPhone, LOOKS } from './accessibility.ts'
import { addBrand, hex, openEditor, save, tab } from './brandScreens.ts'
import { expectDirection, expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { readText } from './screens.ts'
import { type OpenPage, useStage } from './stage.ts'

const stage = useStage()

async function openLog(query = '', options = {}, before = ''): Promise<OpenPage> {
  const opened = await stage.current.openAs('admin', options)
  if (before) await opened.page.addInitScript(before)
  await opened.page.goto(`${stage.current.origin}/admin/audit${query}`)
  await opened.page.locator('.audit-row').first().waitFor()
  return opened
}
const stored = async (brandKey: string) => {
  const token = await stage.current.app.token('admin')
  return (await call<CreatedBrand>(stage.current.app, `${brandsPath}/${brandKey}`, { token })).body
}
/** Creates a brand with a change to be reverted. */
async function changed(): Promise<CreatedBrand> {
  const brand = await addBrand(stage.current, { theme: { textPrimary: '#111111' } })
  return updateBrand(stage.current.app, brand, {
    theme: { textPrimary: '#222222', textSecondary: '#333333' },
  })
}
const rows = (page: Page) => page.locator('.audit-row')
const entryOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const restoreButton = (page: Page) => page.getByRole('button', { name: 'Restore previous version' })

describe('end to end', () => {
  test('[R-1-023] [R-2-076] a bad change of a brand is found in the audit log and reverted', async () => {
    const brand = await addBrand(stage.current, { theme: { textPrimary: '#111111' } })
    const editor = await openEditor(stage.current, brand.brandKey, 'menu')
    await hex(editor.page, 'Text').fill('#ff0000')
    await save(editor.page, brand.name)
    const { page } = editor
    await page.getByRole('link', { name: 'Audit Logs' }).click()
    await expectPath(page, '/admin/audit')
    await expect.poll(() => page.title()).toBe('Audit Logs | Parlance')
    await entryOf(page, `changed ${brand.name}`).click()
    const pane = page.getByRole('region', { name: 'Entry details' })
    await expectVisible(pane.getByRole('heading', { name: brand.name }))
    await expect
      .poll(() => readText(pane))
      .toMatch(/theme\.textPrimary[\s\S]*−[\s\S]*#111111[\s\S]*\+[\s\S]*#ff0000/)
    await expectVisible(pane.getByText(/^Chrome · \w+, 127\.0\.0\.1$/))
    await restoreButton(page).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => readText(dialog)).toMatch(/#ff0000[\s\S]*#111111/)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expectVisible(dialog.getByText('Enter a reason for people who read this later'))
    await expectFocused(dialog.getByRole('textbox', { name: 'Reason' }))
    await expectAccessible(page, 'the dialog that asks for the reason')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Red cannot be read.')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expectVisible(page.getByText(`${brand.name} restored`))
    await expectVisible(pane.getByText('The object is already as it was before this change.'))
    expect((await stored(brand.brandKey)).theme).toMatchObject({ textPrimary: '#111111' })
    await entryOf(page, `restored an earlier version of ${brand.name}`).click()
    await expectVisible(pane.getByText('Red cannot be read.'))
    await page.goto(`${stage.current.origin}/admin/brand/${brand.brandKey}/edit?tab=history`)
    await expectVisible(page.getByText('restored an earlier version'))
    await expectVisible(tab(page, 'History'))
  })

  test('changes made in the meantime are shown before reverting', async () => {
    const brand = await changed()
    const { page, watch } = await openLog(`?object=${brand.brandKey}`)
    watch.expectError(/412/)
    await rows(page).first().click()
    await restoreButton(page).click()
    const dialog = page.getByRole('dialog')
    await updateBrand(stage.current.app, brand, { theme: { textPrimary: '#444444' } })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Back')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expectVisible(dialog.getByText('Someone else changed this in the meantime.'))
    await expect.poll(() => readText(dialog)).toMatch(/The later change is reverted too[\s\S]*#444444/)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expectGone(dialog)
    expect((await stored(brand.brandKey)).theme).toMatchObject({ textPrimary: '#111111' })
  })
})

describe('the list', () => {
  test('[R-2-160] [R-3-122] is in the navigation, and lists by day who did what', async () => {
    const brand = await changed()
    const { page } = await openLog()
    const navigation = page.getByRole('navigation', { name: 'Management' })
    await expectVisible(navigation.getByRole('link', { name: 'Audit Logs' }))
    await expectVisible(page.getByRole('heading', { name: 'Today' }))
    await expect
      .poll(() => readText(rows(page).first()))
      .toMatch(new RegExp(`^\\d{1,2}:\\d\\d\\s[AP]M\\s+Ada Moreau changed\\s+${brand.name}$`))
    await expectAccessible(page, 'the audit log')
  })

  test('shows who was assigned which role, and a long foreign name in full in Arabic', async () => {
    const { app } = stage.current
    const role = await createRole(app, [])
    const name = `Foreign ${'name '.repeat(14)}end`
    const userId = await userIdOf(app, 'chloe')
    await assignRole(app, userId, role.userRoleId)
    await createRole(app, [], name)
    const { page } = await openLog('', {}, DARK_ARABIC[2])
    await expect.poll(() => readText(entryOf(page, role.name).first())).toMatch(/أسند الدور/)
    const sentence = entryOf(page, name).first().locator('.audit-sentence')
    await expect.poll(() => readText(sentence)).toContain(name)
    const cut = await sentence.evaluate((one) =>
      [one, ...one.querySelectorAll('*')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    )
    expect(cut).toBe(false)
    await expectDirection(sentence.locator('.audit-object'), 'ltr')
    // English, for the wording.
    const english = await openLog()
    await expect
      .poll(() => readText(entryOf(english.page, `assigned the role ${role.name} to`)))
      .toMatch(/Ada Moreau\s+assigned the role/)
  })

  test('is filtered by type, outcome, time, words, user, and object, all stored in the URL', async () => {
    const brand = await changed()
    const ben = await stage.current.app.token('ben')
    await call(stage.current.app, `${brandsPath}/${brand.brandKey}`, { method: 'DELETE', token: ben })
    const { page } = await openLog()
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Brands')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Refused')
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
    await expectPath(page, '/admin/audit?area=brand&outcome=Refused&time=7')
    await expect.poll(() => readText(rows(page).first())).toMatch(/tried to change\s+Brands[\s\S]*Refused/)
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'Outcome' }).inputValue()).toBe('Refused')
    await rows(page).first().click()
    await expectVisible(page.getByText('access.denied'))
    await page.getByRole('button', { name: 'Show only this person' }).click()
    await expectVisible(page.getByText(/^By Ben/))
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('All outcomes')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: /^Remove filter: By Ben/ }).click()
    await page.getByRole('button', { name: 'Show only this object' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Custom range')
    await page.getByLabel('End date').fill('2020-01-01')
    await expectVisible(page.getByText('Nothing matches your search.'))
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('searchbox', { name: 'Search by person, object, or field' }).fill(brand.name)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(brand.name)
    await expect.poll(() => rows(page).count()).toBe(2)
  })
})

describe('an entry', () => {
  test('is shown in one column and side by side, with its origin', async () => {
    const brand = await changed()
    const { page } = await openLog(`?object=${brand.brandKey}`)
    await rows(page).first().click()
    await expectVisible(page.getByText('2 fields changed'))
    await page.getByRole('radio', { name: 'Side by side' }).check({ force: true })
    const pair = page.locator('.diff-pair').first()
    await expect.poll(() => readText(pair)).toMatch(/−[\s\S]*#111111[\s\S]*\+[\s\S]*#222222/)
    await expectVisible(page.locator('.audit-facts').getByText('127.0.0.1'))
    await expectAccessible(page, 'an entry in the side-by-side view')
    await page.goBack()
    await expectVisible(page.getByText('Choose an entry to see what changed.'))
  })

  test("of a creation shows no previous values; one that doesn't exist is reported as such", async () => {
    const brand = await addBrand(stage.current)
    const { page, watch } = await openLog(`?object=${brand.brandKey}`)
    watch.expectError(/404/)
    await rows(page).last().click()
    await expectVisible(page.getByText('There’s no version before this change.'))
    expect(await restoreButton(page).count()).toBe(0)
    await page.goto(`${stage.current.origin}/admin/audit?entry=${crypto.randomUUID()}`)
    await expectVisible(page.getByText('This audit log entry doesn’t exist.'))
  })
})

test('the log is verified, and exported with the current filters', async () => {
  const brand = await changed()
  const { page } = await openLog(`?object=${brand.brandKey}`)
  await page.getByRole('button', { name: 'Verify log' }).click()
  await expectVisible(page.getByText(/^Log verified: all [\d,]+ entries are intact\./))
  await expectAccessible(page, 'the verification result')
  await page.getByRole('button', { name: 'Close' }).click()
  await expectGone(page.getByText(/^Log verified/))
  for (const [name, format] of [
    ['Export as CSV', 'csv'],
    ['Export as JSON', 'json'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    const file = await (await download).path()
    const text = await readFile(file, 'utf8')
    expect(text).toContain(brand.brandKey)
    if (format === 'json') expect(JSON.parse(text)).toHaveLength(2)
    else expect(text.trim().split('\r\n')).toHaveLength(3)
  }
})

test('the filter has every area that the contract records changes under, each with a name', async () => {
  const recorded = Object.values(contract)
    .flatMap((group) => Object.values(group) as { audit: string }[])
    .flatMap(({ audit }) => (audit === 'none' ? [] : [String(audit.split('.')[0])]))
  expect(recorded.length).toBeGreaterThan(5)
  const { page } = await openLog()
  const options = await page.getByLabel('Type', { exact: true }).locator('option').all()
  const names = new Map(
    await Promise.all(
      options.map(
        async (option) => [await option.getAttribute('value'), await option.textContent()] as const,
      ),
    ),
  )
  expect([...new Set(recorded)].filter((area) => (names.get(area) ?? area) === area)).toEqual([])
})

describe.each(LOOKS)('in %s', (name, options, before) => {
  test('list, entry, and dialog can be used by everyone', async () => {
    const brand = await changed()
    const { page } = await openLog(`?object=${brand.brandKey}`, options, before)
    await expectAccessible(page, `the audit log in ${name}`)
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(await overflow()).toBeLessThanOrEqual(0)
    await rows(page).first().click()
    await page.locator('.diff').first().waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectAccessible(page, `an entry in ${name}`)
    if (isOnPhone(name)) {
      expect(await rows(page).first().isVisible()).toBe(false)
      await page.getByRole('link', { name: /^(All entries|كل القيود)$/ }).click()
      await expectVisible(rows(page).first())
      await rows(page).first().click()
    }
    await page.locator('.audit-head .btn').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, `the dialog in ${name}`)
    if (name.includes('Arabic')) expect(await readText(page.getByRole('dialog'))).toContain('السبب')
  })
})
