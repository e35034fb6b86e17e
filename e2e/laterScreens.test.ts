import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()

/** The administrator has every permission, and every demo flag is on, so only the page itself is missing. */
async function expectLater(page: Page, screens: Record<string, string>): Promise<void> {
  const { origin } = stage.current
  await page.goto(`${origin}/admin`)
  const navigation = page.getByRole('navigation', { name: 'Management' })
  await expectVisible(navigation.getByRole('link', { name: 'Brands' }))
  for (const [title, path] of Object.entries(screens)) {
    expect(await navigation.getByRole('link', { name: title, exact: true }).count()).toBe(0)
    await page.goto(`${origin}${path}`)
    await expectPath(page, '/admin')
    await expectVisible(page.getByRole('heading', { name: 'Dashboard' }))
  }
}

test('[R-2-156] [R-6-014] Guidelines has no link until its page exists, and its URL leads to the dashboard', async () => {
  const { page } = await stage.current.openAs('admin')
  await expectLater(page, { Guidelines: '/admin/guidelines' })
  await expectVisible(page.getByRole('heading', { name: 'Dashboard' }))
})
