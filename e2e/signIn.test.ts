import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectPath, expectVisible } from './expectations.ts'
import { composer, fillDirectory, signIn } from './screens.ts'
import { gate } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const login = '/auth/jwt/login'
const lists = '**/api/internal/userConversations?*'
const at = (path: string) => `${stage.current.origin}${path}`
const continues = (page: Page) => page.getByRole('button', { name: 'Continue with company account' })

interface Stored {
  n1aiToken?: string
  account?: { name: string; userName: string }
  error: string
}
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('auth') ?? '{}') as Stored)

/** Collects the requests whose path ends like this. */
function requestsTo(page: Page, ending: string): Request[] {
  const created: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(ending)) created.push(request)
  })
  return created
}

/** Simulates a tab that has lost its product token, but not its sign-in. */
const dropToken = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('auth') ?? '{}')
    sessionStorage.setItem('auth', JSON.stringify({ ...stored, n1aiToken: undefined }))
  })

async function openChat(page: Page): Promise<void> {
  await page.goto(at('/chat'))
  await composer(page).waitFor()
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
}

describe('signing in', () => {
  test("[R-4-001] the directory isn't called before the application's settings are loaded", async () => {
    const { page } = await stage.current.open()
    const settings = gate()
    await page.route('**/api/internal/InstanceSettings', async (route) => {
      await settings.opened
      await route.fallback()
    })
    const asked = requestsTo(page, '/.well-known/openid-configuration')
    await page.goto(at(login))
    await continues(page).click()
    await page.waitForTimeout(1000)
    expect(asked).toEqual([])
    await expectPath(page, login)
    settings.open()
    await expectVisible(page.getByLabel('Password'))
    expect(asked).toHaveLength(1)
  })

  test('[R-3-009] the instance is called Loading... until its settings are loaded', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.addInitScript(`localStorage.removeItem('instanceSettings')`)
    const settings = gate()
    await page.route('**/api/internal/InstanceSettings', async (route) => {
      await settings.opened
      await route.fallback()
    })
    // A page's brand comes with the product's name, unless the server can't determine it yet.
    await page.route(at('/chat'), async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(<script[^>]*id="brand"[^>]*>)[^<]*/, '$1')
      await route.fulfill({ response, body })
    })
    await page.route('**/brands/*/theme', (route) => route.abort())
    await page.goto(at('/chat'))
    await expect.poll(() => page.title()).toMatch(/\| Loading\.\.\.$/)
    settings.open()
    await expect.poll(() => page.title()).toMatch(/\| Parlance$/)
  })

  test("[R-4-003] [R-4-004] [R-4-010] [R-9-023] names are stored, and a User.Read token is acquired before the product's", async () => {
    const { page } = await stage.current.open()
    const order: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('/GenerateToken')) order.push('GenerateToken')
      if (pathname.endsWith('/token'))
        order.push(new URLSearchParams(request.postData() ?? '').get('scope') ?? '')
    })
    await signIn(page, stage.current.origin, 'anna')
    expect(order.at(-1)).toBe('GenerateToken')
    expect(order.filter((one) => one === 'GenerateToken')).toHaveLength(1)
    expect(order.slice(0, -1).some((scope) => scope.split(' ').includes('User.Read'))).toBe(true)
    const { account, n1aiToken } = await stored(page)
    expect(account).toEqual({ name: 'Anna Lindqvist', userName: 'anna' })
    expect(n1aiToken?.split('.')).toHaveLength(3)
    const keys = await page.evaluate(() => ({
      tab: Object.keys(sessionStorage).filter((key) => /^msal\..*token/i.test(key)).length,
      browser: Object.keys(localStorage).filter((key) => /^msal\..*token/i.test(key)),
    }))
    expect(keys.tab).toBeGreaterThan(0)
    expect(keys.browser).toEqual([])
  })

  test("[R-3-016] [R-3-017] [R-3-018] token args, display settings, and the health issue aren't stored", async () => {
    const { page } = await stage.current.openAs('anna')
    await openChat(page)
    await dropToken(page)
    await page.reload()
    await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
    expect(Object.keys(await stored(page)).sort()).toEqual([
      'accessEnded',
      'account',
      'error',
      'n1aiToken',
      'n1aiTokenSince',
      'user',
    ])
    const all = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(all).not.toMatch(/iGenerateTokenRequest|showChatExecutionDetailsDrawer|healthCheckIssue/)
  })

  test('[R-8-026] [R-4-010] a refused token request leaves the token empty and keeps the error, and shows nothing', async () => {
    const { page, watch } = await stage.current.open()
    watch.expectError(/401/)
    await page.route('**/GenerateToken', (route) =>
      route.fulfill({ status: 401, json: { code: 'auth.token', title: 'Not accepted', requestId: 'r' } }),
    )
    await page.goto(at('/admin'))
    await continues(page).click()
    await fillDirectory(page, 'anna')
    await expectPath(page, login)
    await expectVisible(continues(page))
    await expect.poll(async () => (await stored(page)).n1aiToken).toBe('')
    const { account, error } = await stored(page)
    // The directory knows the user, but the product has let no one in.
    expect(account?.userName).toBe('anna')
    expect(error).toContain('Not accepted')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('body').innerText()).not.toContain('Not accepted')
    await page.goto(at('/chat'))
    await expectPath(page, login)
  })

  test('[R-4-013] [R-4-006] a tab without a product token gets one silently', async () => {
    const { page } = await stage.current.openAs('anna')
    await openChat(page)
    await dropToken(page)
    const exchanged = requestsTo(page, '/GenerateToken')
    const left: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) left.push(new URL(frame.url()).pathname)
    })
    await page.reload()
    await composer(page).waitFor()
    await expect.poll(() => exchanged.length).toBe(1)
    expect(left.every((path) => path.startsWith('/chat'))).toBe(true)
  })

  test('[R-4-014] if that requires the user, the page goes to the directory and returns', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/400|invalid_grant|token|sandbox|ERR_/)
    await openChat(page)
    await dropToken(page)
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage))
        if (/accesstoken/i.test(key)) sessionStorage.removeItem(key)
    })
    await page.context().clearCookies()
    await page.route('**/v2.0/token?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
    )
    await page.reload()
    await expectVisible(page.getByLabel('Password'))
    expect(new URL(page.url()).pathname).toMatch(/^\/directory\//)
    await page.unroute('**/v2.0/token?*')
    await fillDirectory(page, 'anna')
    await expectPath(page, /^\/chat/)
    await expectVisible(composer(page))
  })
})

describe('a call that is refused or has to wait', () => {
  test('[R-8-005] 401: the token is renewed once and the call is repeated with it', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/401/)
    const exchanged = requestsTo(page, '/GenerateToken')
    const tokens: string[] = []
    await page.route(lists, (route) => {
      tokens.push(route.request().headers().authorization ?? '')
      return tokens.length === 1
        ? route.fulfill({ status: 401, json: { code: 'auth.token', title: 'no', requestId: 'r' } })
        : route.fallback()
    })
    await openChat(page)
    await expect.poll(() => tokens.length).toBeGreaterThanOrEqual(2)
    expect(tokens[1]).toMatch(/^Bearer /)
    expect(exchanged).toHaveLength(1)
    await expectPath(page, /^\/chat/)
    await expectVisible(composer(page))
  })
})
