import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type CreatedBrand, createBrand } from '../server/src/testing/brands.ts'
import { expectGone, expectVisible } from './expectations.ts'
import type { OpenPage, Stage } from './stage.ts'

let number = 0

/** Creates a brand for one test over HTTP. */
export async function addBrand(stage: Stage, input: Record<string, unknown> = {}): Promise<CreatedBrand> {
  number++
  const { status, body } = await createBrand(stage.app, {
    brandKey: `made-${number}`,
    name: `Made ${number}`,
    ...input,
  })
  if (status !== 200) throw new Error(`The brand wasn't created: ${status} ${JSON.stringify(body)}`)
  return body
}

export async function openBrands(stage: Stage, query = '', options = {}): Promise<OpenPage> {
  const opened = await stage.openAs('admin', options)
  await opened.page.goto(`${stage.origin}/admin/brand${query}`)
  await expectVisible(opened.page.getByRole('heading', { level: 1, name: 'Brands' }))
  return opened
}

/** Opens a brand's editor on one of its tabs. */
export async function openEditor(stage: Stage, brandKey: string, tab = '', options = {}): Promise<OpenPage> {
  const opened = await stage.openAs('admin', options)
  await opened.page.goto(`${stage.origin}/admin/brand/${brandKey}/edit${tab ? `?tab=${tab}` : ''}`)
  await expectVisible(saveButton(opened.page))
  return opened
}

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Waits for the list without the row. Behind an open dialog no row is found, whether it exists or not. */
export async function expectRowGone(page: Page, name: string): Promise<void> {
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expectGone(rowOf(page, name))
}

export async function chooseRowAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export const saveButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Save (brand|defaults)$/ })
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name })
export const hex = (page: Page, field: string): Locator =>
  page.getByRole('textbox', { name: `${field}, as #RRGGBB`, exact: true })

/** Reads a variable of the preview in light mode, as its screens see it. */
export const previewVariable = (page: Page, name: string): Promise<string> =>
  page
    .locator('.preview[data-theme=light]')
    .first()
    .evaluate((element, variable) => element.computedStyleMap().get(variable)?.toString().trim() ?? '', name)

/**
 * Saves, and waits until the server has answered and the page confirms it. A confirmation of an earlier save
 * may still be visible.
 */
export async function save(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await saveButton(page).click()
  expect((await answered).status()).toBe(200)
  await expectVisible(page.getByText(`${name} saved`))
}
