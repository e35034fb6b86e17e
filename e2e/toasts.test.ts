import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const toasts = (page: Page) => page.locator('.toast')

/** Opens a library with these files. */
async function openLibrary(name: string, files: string[]): Promise<Page> {
  const { app, origin } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token,
    body: { name },
  })
  for (const file of files) await upload(body.dataSourceId, file)
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${origin}/admin/datasource/${body.dataSourceId}/edit`)
  for (const file of files) await expectVisible(actionsFor(page, file))
  return page
}

async function upload(dataSourceId: string, name: string): Promise<void> {
  const { app } = stage.current
  const form = new FormData()
  form.set('file', new File(['A sentence about lighthouses.'], name))
  await call(app, `/api/internal/dataSources/${dataSourceId}/files`, {
    token: await app.token('admin'),
    body: form,
  })
}

const actionsFor = (page: Page, file: string) =>
  page.getByRole('button', { name: `Actions for ${file}`, exact: true })

async function remove(page: Page, file: string): Promise<void> {
  await actionsFor(page, file).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${file}` })
    .click()
  await expectVisible(toasts(page).filter({ hasText: file }))
}

/** A hidden or unfocused window keeps its toasts. */
const lookAway = (page: Page) => page.evaluate('dispatchEvent(new Event("blur"))')

describe('toasts', () => {
  test('[R-9-027] [R-9-030] appear at the bottom right, at most five', async () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.md`)
    const page = await openLibrary('Many', files)
    for (const file of files) {
      await remove(page, file)
      await lookAway(page)
      expect(await toasts(page).count()).toBeLessThanOrEqual(5)
    }
    await expect.poll(() => toasts(page).count()).toBe(5)
    await expectGone(toasts(page).filter({ hasText: 'a.md' }))
    const last = (await toasts(page).filter({ hasText: 'g.md' }).boundingBox())!
    expect(1280 - last.x - last.width).toBeLessThan(40)
    const lowest = await toasts(page).evaluateAll((all) =>
      Math.max(...all.map((one) => one.getBoundingClientRect().bottom)),
    )
    expect(900 - lowest).toBeLessThan(40)
  })

  test("[R-4-093] [R-8-019] [R-9-028] [R-9-029] aren't repeated, and disappear after three seconds", async () => {
    const { page } = await stage.current.openAs('anna')
    await page.route('**/currentUser/gptSystems?*', (route) =>
      route.fulfill({ json: { items: [], continuationToken: null } }),
    )
    await page.goto(`${stage.current.origin}/chat`)
    const newChat = page.getByRole('button', { name: 'New Chat' }).first()
    await newChat.click()
    await expectVisible(toasts(page))
    const began = Date.now()
    await newChat.click()
    expect(await toasts(page).allInnerTexts()).toEqual(["You currently don't have access to any agents"])
    await expectPath(page, '/chat')
    await expectGone(toasts(page))
    // It is visible for three seconds, then fades.
    expect(Date.now() - began).toBeGreaterThan(2000)
    expect(Date.now() - began).toBeLessThan(8000)
  })
})
