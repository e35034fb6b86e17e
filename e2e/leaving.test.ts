import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { showComponent } from './component.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const list = '/component/leaving'
const edit = `${list}/edit`
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const answer = (page: Page, name: 'Stay' | 'Leave') =>
  dialog(page).getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Opens the editor from the list and makes an unsaved change. */
async function openChanged(): Promise<Page> {
  const { page } = await stage.current.open()
  await showComponent(page, stage.current.origin, 'leaving')
  await page.getByRole('link', { name: 'Edit' }).click()
  await expectPath(page, edit)
  await page.getByLabel('Name').fill('A change')
  return page
}

describe('a page with unsaved changes', () => {
  test('asks before a link leaves it, and stays or leaves as chosen', async () => {
    const page = await openChanged()
    await page.getByRole('link', { name: 'List' }).click()
    await expectVisible(dialog(page))
    await expectFocused(dialog(page).getByRole('button', { name: 'Stay' }))
    await expectAccessible(page, 'the dialog before leaving')
    await page.keyboard.press('Escape')
    await expectGone(dialog(page))
    await expectPath(page, edit)
    expect(await page.getByLabel('Name').inputValue()).toBe('A change')
    await page.getByRole('link', { name: 'List' }).click()
    await answer(page, 'Leave')
    await expectVisible(heading(page, 'List'))
  })

  test('asks before going back, and keeps its URL until then', async () => {
    const page = await openChanged()
    // An anchor on the page isn't another page: navigation to it and back doesn't ask.
    await page.getByRole('link', { name: 'Name' }).click()
    await expect.poll(() => page.url()).toContain('#name')
    await page.evaluate('history.back()')
    await expect.poll(() => page.url()).not.toContain('#name')
    await expectGone(dialog(page))
    await page.evaluate('history.back()')
    await expectVisible(dialog(page))
    await expectPath(page, edit)
    await answer(page, 'Stay')
    await expectPath(page, edit)
    expect(await page.getByLabel('Name').inputValue()).toBe('A change')
    await page.evaluate('history.back()')
    await answer(page, 'Leave')
    await expectPath(page, list)
    await expectVisible(heading(page, 'List'))
    await page.evaluate('history.forward()')
    await expectVisible(heading(page, 'Editor'))
  })

  test("doesn't ask once it is saved, or if nothing was changed", async () => {
    const page = await openChanged()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectVisible(heading(page, 'List'))
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('link', { name: 'List' }).click()
    await expectVisible(heading(page, 'List'))
    await expectGone(dialog(page))
  })

  test('makes the browser ask before the page is closed', async () => {
    const page = await openChanged()
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await closing
  })
})
