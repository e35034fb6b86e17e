import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBrand } from '../server/src/testing/brands.ts'
import { expectAccessible, LOOKS, PHONE } from './accessibility.ts'
import {
  addBrand,
  chooseRowAction,
  expectRowGone,
  hex,
  openBrands,
  previewVariable,
  rowOf,
} from './brandScreens.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { chosen } from './files.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('the list of brands', () => {
  test('[R-2-067] /admin/brand lists brands with name, key, host names and colors', async () => {
    await addBrand(stage.current, {
      brandKey: 'listed',
      name: 'Listed Lines',
      hostNames: ['listed.localhost', 'chat.listed.localhost', 'third.listed.localhost'],
    })
    const { page } = await openBrands(stage.current)
    const row = rowOf(page, 'Listed Lines')
    await expect
      .poll(() => readText(row))
      .toMatch(/Listed Lines[\s\S]*listed[\s\S]*listed\.localhost[\s\S]*chat\.listed\.localhost[\s\S]*1 more/)
    await expect.poll(() => readText(row)).toContain('#6a3de0')
    await expectVisible(rowOf(page, 'Parlance').getByText('Default', { exact: true }))
    await expect.poll(() => page.title()).toBe('Brands | Parlance')
    await expectAccessible(page, 'the brands')
  })

  test('sorting and search happen on the server and are stored in the URL', async () => {
    await addBrand(stage.current, { brandKey: 'sort-a', name: 'Sorted Anchor' })
    await addBrand(stage.current, { brandKey: 'sort-z', name: 'Sorted Zenith' })
    const { page } = await openBrands(stage.current)
    await page.getByRole('searchbox', { name: 'Search brands' }).fill('sorted')
    await expectPath(page, '/admin/brand?search=sorted')
    const names = () => page.locator('tbody .list-name').allInnerTexts()
    await expect.poll(names).toEqual(['Sorted Anchor', 'Sorted Zenith'])
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expectPath(page, '/admin/brand?search=sorted&sort=-name')
    await expect.poll(names).toEqual(['Sorted Zenith', 'Sorted Anchor'])
    const head = page.getByRole('columnheader', { name: 'Name', exact: true })
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await page.reload()
    await expect.poll(names).toEqual(['Sorted Zenith', 'Sorted Anchor'])
    await page.getByRole('searchbox', { name: 'Search brands' }).fill('no such brand')
    await expectVisible(page.getByText('Nothing matches your search.'))
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expectVisible(rowOf(page, 'Parlance'))
    await expectPath(page, '/admin/brand?sort=-name')
  })

  test("a brand is deleted after a confirmation that names it; the instance's brand stays", async () => {
    const { page, watch } = await openBrands(stage.current)
    await addBrand(stage.current, { brandKey: 'short-lived', name: 'Short Lived' })
    await page.reload()
    await chooseRowAction(page, 'Short Lived', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Short Lived?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await chooseRowAction(page, 'Short Lived', 'Delete')
    await dialog.getByRole('button', { name: 'Delete Short Lived' }).click()
    await expectVisible(page.getByText('Short Lived deleted'))
    await expectRowGone(page, 'Short Lived')
    watch.expectError(/409/)
    await chooseRowAction(page, 'Parlance', 'Delete')
    const refused = page.getByRole('dialog', { name: 'Delete Parlance?' })
    await refused.getByRole('button', { name: 'Delete Parlance' }).click()
    await expectVisible(refused.getByText('The default brand can’t be deleted.'))
    await expectAccessible(page, 'a rejected deletion')
    await page.keyboard.press('Escape')
    await expectVisible(rowOf(page, 'Parlance'))
  })

  test('[R-9-054] several are deleted at once: the list is updated, and failed ones stay selected and say why', async () => {
    await addBrand(stage.current, { brandKey: 'bulk-a', name: 'Bulk Anchor' })
    await addBrand(stage.current, { brandKey: 'bulk-b', name: 'Bulk Beacon' })
    const { page, watch } = await openBrands(stage.current)
    watch.expectError(/409/)
    for (const name of ['Bulk Anchor', 'Bulk Beacon', 'Parlance'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await expectVisible(page.getByText('3 selected'))
    await expectAccessible(page, 'selected brands')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 brands' }).click()
    await expectVisible(page.getByText('1 failed and is still selected.'))
    await expectRowGone(page, 'Bulk Anchor')
    await expectRowGone(page, 'Bulk Beacon')
    const kept = rowOf(page, 'Parlance')
    await expectVisible(kept.getByText('The default brand can’t be deleted.'))
    expect(await kept.getByRole('checkbox').isChecked()).toBe(true)
  })

  test('on a phone the rows are lists of labels and values', async () => {
    await addBrand(stage.current, { brandKey: 'x'.repeat(40), name: `Brand ${'W'.repeat(34)}` })
    const { page } = await openBrands(stage.current, '', PHONE[1])
    const card = page.getByRole('listitem').filter({ hasText: 'W'.repeat(34) })
    await expect.poll(() => readText(card)).toMatch(/Key[\s\S]*x{40}[\s\S]*Host names[\s\S]*None/)
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Key, descending')
    await expectPath(page, '/admin/brand?sort=-brandKey')
    await expectAccessible(page, 'the brands on a phone')
    const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(wider).toBe(false)
  })
})

describe('a new brand', () => {
  test('[R-2-068] [R-1-018] [R-3-019] /admin/brand/new creates a brand whose key follows its name', async () => {
    const { page } = await openBrands(stage.current)
    await page.getByRole('link', { name: 'New brand' }).click()
    await expectPath(page, '/admin/brand/new')
    await expectFocused(field(page, 'Name'))
    await field(page, 'Name').fill('Kestrel Freight & Søn')
    await expect.poll(() => field(page, 'Key').inputValue()).toBe('kestrel-freight-s-n')
    await field(page, 'Key').fill('kestrel')
    await field(page, 'Name').fill('Kestrel Freight')
    expect(await field(page, 'Key').inputValue()).toBe('kestrel')
    await page.getByRole('textbox', { name: 'Main color, as #RRGGBB' }).fill('#b3261e')
    await expect.poll(() => previewVariable(page, '--p-main')).toBe('#b3261e')
    await page.getByRole('button', { name: 'Add host name' }).click()
    await page.getByRole('textbox', { name: 'Host name 1' }).fill('kestrel.localhost')
    await expectAccessible(page, 'a new brand')
    await page.getByRole('button', { name: 'Create brand' }).click()
    await expectPath(page, '/admin/brand/kestrel/edit')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Kestrel Freight' }))
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Primary main, as #RRGGBB' }).inputValue())
      .toBe('#b3261e')
    await page.getByRole('link', { name: 'Brands', exact: true }).first().click()
    await expect.poll(() => readText(rowOf(page, 'Kestrel Freight'))).toContain('kestrel.localhost')
  })

  test('errors appear at their fields, also from the server, and input stays', async () => {
    await addBrand(stage.current, { brandKey: 'taken', name: 'Taken', hostNames: ['taken.localhost'] })
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/4\d\d/)
    await page.goto(`${stage.current.origin}/admin/brand/new`)
    await page.getByRole('button', { name: 'Create brand' }).click()
    await expectVisible(page.getByText('Name is required'))
    await expectFocused(field(page, 'Name'))
    await field(page, 'Name').fill('Another')
    await field(page, 'Key').fill('No Key')
    await page.getByRole('button', { name: 'Create brand' }).click()
    await expectVisible(page.getByText('Use only a to z'))
    await field(page, 'Key').fill('taken')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('A brand with this key already exists.'))
    await expectFocused(field(page, 'Key'))
    expect(await field(page, 'Name').inputValue()).toBe('Another')
    await field(page, 'Key').fill('another')
    await page.getByRole('button', { name: 'Add host name' }).click()
    await page.getByRole('textbox', { name: 'Host name 1' }).fill('taken.localhost')
    await page.getByRole('button', { name: 'Create brand' }).click()
    await expectVisible(page.getByText('Another brand already uses this host name.'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectVisible(page.getByRole('dialog', { name: 'Leave without saving?' }))
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expectPath(page, '/admin/brand')
  })
})

describe('export and import', () => {
  test('a brand is exported as a file and imported under another key', async () => {
    await addBrand(stage.current, {
      brandKey: 'wander',
      name: 'Wanderer',
      hostNames: ['wander.localhost'],
      theme: { textPrimary: '#101010' },
    })
    const { page, watch } = await openBrands(stage.current)
    const download = page.waitForEvent('download')
    await chooseRowAction(page, 'Wanderer', 'Export')
    const file = await download
    expect(file.suggestedFilename()).toBe('brand-wander.json')
    const content = await readFile(await file.path(), 'utf8')

    watch.expectError(/409|400/)
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import brand' })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectVisible(dialog.getByText('Choose a file first'))
    await dialog
      .locator('input[type=file]')
      .setInputFiles(chosen({ name: 'no-brand.json', content: '{"a":1}', type: 'application/json' }))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectVisible(dialog.getByText('This file isn’t an exported brand.'))
    await dialog
      .locator('input[type=file]')
      .setInputFiles(chosen({ name: 'brand-wander.json', content, type: 'application/json' }))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectVisible(dialog.getByText('A brand with this key already exists.'))
    await expectAccessible(page, 'the import')
    // Names are unique too, so the first brand gives up its name.
    // The chosen file isn’t discarded without a question.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expectGone(dialog)
    await chooseRowAction(page, 'Wanderer', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Wanderer' }).click()
    await expectRowGone(page, 'Wanderer')
    await addBrand(stage.current, { name: 'Host Keeper', hostNames: ['wander.localhost'] })

    await page.getByRole('button', { name: 'Import' }).click()
    await dialog
      .locator('input[type=file]')
      .setInputFiles(chosen({ name: 'brand-wander.json', content, type: 'application/json' }))
    await dialog.getByRole('textbox', { name: 'New key' }).fill('wander-two')
    await dialog.getByRole('button', { name: 'Import' }).click()
    const done = page.getByRole('dialog', { name: 'Wanderer imported' })
    await expectVisible(done.getByText('wander.localhost'))
    await done.getByRole('link', { name: 'Open brand' }).click()
    await expectPath(page, '/admin/brand/wander-two/edit')
    await page.getByRole('tab', { name: 'Menu and text' }).click()
    await expect.poll(() => hex(page, 'Text').inputValue()).toBe('#101010')
  })
})

test.each(LOOKS)('the brand pages are accessible, %s', async (_name, options, before) => {
  const { page } = await stage.current.openAs('admin', options)
  await page.addInitScript(before)
  for (const path of ['', '/new', '/default/edit', '/default/edit?tab=menu', '/default/edit?tab=logos']) {
    await page.goto(`${stage.current.origin}/admin/brand${path}`)
    await expectVisible(page.locator('.list-table, .list-cards, .edit-body').first())
    await expectAccessible(page, `/admin/brand${path}`)
  }
})

test('a long list is loaded a page at a time', async () => {
  const { app } = stage.current
  const { db } = app.platform.database
  // They would appear in the lists of other tests.
  onTestFinished(async () => {
    await sql`delete from brand where brand_key like 'many-%'`.execute(db)
  })
  for (let first = 0; first < 60; first += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const number = String(first + at).padStart(2, '0')
        return createBrand(app, { brandKey: `many-${number}`, name: `Many ${number}` })
      }),
    )
  const { page } = await openBrands(stage.current, '?search=many')
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBe(60)
  await expectGone(page.getByRole('button', { name: 'Show more' }))
  expect(await rows.last().innerText()).toContain('Many 59')
})
