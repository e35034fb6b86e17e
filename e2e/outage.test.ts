import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { composer } from './screens.ts'
import { useStage } from './stage.ts'

// Nothing listens there; only the page's reports are counted.
const stage = useStage({ environment: { ERROR_REPORTING_DSN: 'http://key@127.0.0.1:9/1' } })
const at = (path: string) => `${stage.current.origin}${path}`
const initializing = (page: Page) => page.getByText('Application is initializing, please wait...')

/** The health check reports an issue until the returned function is called. */
async function playHealthIssue(page: Page): Promise<() => void> {
  let ready = false
  await page.route('**/health/ready', (route) =>
    ready ? route.fallback() : route.fulfill({ status: 503, json: { status: 'starting' } }),
  )
  return () => {
    ready = true
  }
}

describe('while the health check reports an issue', () => {
  test('[R-2-083] [R-2-084] [R-8-031] every page shows a loading indicator and that the application is initializing', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/503/)
    for (const path of ['/chat', '/admin', '/404']) {
      const end = await playHealthIssue(page)
      await page.goto(at(path))
      await expectVisible(initializing(page))
      await expectVisible(page.locator('.initializing svg.spin'))
      await page.waitForTimeout(2000)
      await expectVisible(initializing(page))
      end()
      await expectGone(initializing(page))
      await expectGone(page.locator('.initializing'))
    }
  })

  test('[R-8-031] a user without a token sees it too, while the token request waits', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/503/)
    await page.goto(at('/chat'))
    await composer(page).waitFor()
    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage.getItem('auth') ?? '{}')
      sessionStorage.setItem('auth', JSON.stringify({ ...stored, n1aiToken: undefined }))
    })
    const end = await playHealthIssue(page)
    let away = true
    await page.route('**/GenerateToken', (route) =>
      away ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' }) : route.fallback(),
    )
    await page.reload()
    await expectVisible(initializing(page))
    away = false
    end()
    await expectGone(initializing(page))
    await expectVisible(composer(page))
  })
})

describe("a page that isn't loaded yet", () => {
  const users = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true })

  test('while the server is unavailable, the frame stays and says so; retrying continues in the same place', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/ERR_|Failed to fetch|Failed to load|FETCH_ERROR/)
    await page.goto(at('/admin'))
    await users(page).waitFor()
    await page.evaluate(() => Object.assign(globalThis, { samePage: true }))
    stage.current.proxy.refuse()
    await users(page).click()
    const error = page.locator('main').getByText('Can’t reach the server.')
    await expectVisible(error)
    await expectVisible(users(page))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(error)
    stage.current.proxy.open()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(page.getByRole('heading', { name: 'Users', level: 1 }))
    await expectGone(error)
    expect(await page.evaluate(() => 'samePage' in globalThis)).toBe(true)
    // No style sheet is missing either.
    const sheets = await page
      .locator('link[rel="stylesheet"]')
      .evaluateAll((links) => links.map((link) => (link as { sheet?: unknown }).sheet !== null))
    expect(sheets).not.toContain(false)
  })

  test('after a release has replaced its file, the page of the new build is loaded once', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/404|Failed to fetch|Failed to load/)
    await page.goto(at('/admin'))
    await users(page).waitFor()
    let loads = 0
    // Counted when it begins: on a busy machine, the new page can request the chunk before it has loaded.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    // The page's later chunk is gone, and the served page now starts with another script.
    await page.route('**/assets/UsersPage-*.js', (route) =>
      loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
    )
    await page.route(at('/'), (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" crossorigin src="/assets/index-new.js"></script>',
      }),
    )
    await users(page).click()
    await expectVisible(page.getByRole('heading', { name: 'Users', level: 1 }))
    expect(loads).toBe(1)
  })
})

describe('a page that crashes', () => {
  test('[R-2-079] [R-2-080] shows the error screen, whose action reloads the page', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/TypeError|is not a function|error/i)
    const reported: Record<string, string>[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/clientErrors')) reported.push(request.postDataJSON())
    })
    await page.route('**/api/internal/featureFlags', (route) => route.fulfill({ json: { items: 5 } }))
    await page.goto(at('/chat'))
    const alert = page.getByRole('alert').first()
    await expectVisible(alert)
    expect(await alert.locator('p').innerText()).toBe(
      "Something went wrong. But don't panic, we're on it! In the meantime, you can Reload the Page to try again.",
    )
    await expectAccessible(page, 'the error screen')
    await expect.poll(() => reported.length).toBeGreaterThan(0)
    expect(reported[0]).toMatchObject({
      component: expect.stringMatching(/^(page|screen|sidebar)$/),
      message: expect.stringMatching(/^TypeError: /),
      version: '2.2509.3736',
    })
    await page.unroute('**/api/internal/featureFlags')
    await page.getByRole('button', { name: 'Reload the Page' }).first().click()
    await expectVisible(composer(page))
    await expectGone(page.getByText('Something went wrong.'))
  })
})
