import { describe, expect, test } from 'vitest'
import { expectFocused, expectPath, expectVisible } from './expectations.ts'
import { ask, chooseInAccountMenu, composer, fillDirectory, readText, signIn } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const login = '/auth/jwt/login'

describe('login', () => {
  test('[R-2-001] [R-2-018] [R-2-019] /auth/jwt/login is the login screen on a branded splash', async () => {
    const { page } = await stage.current.open()
    await page.goto(`${stage.current.origin}${login}`)
    await expectVisible(page.getByRole('heading', { name: 'Sign in to Parlance' }))
    await expect.poll(() => page.title()).toBe('Sign in | Parlance')
    const button = page.getByRole('button', { name: 'Continue with company account' })
    await expectFocused(button)
    // The splash fills the window with the brand's colors.
    const splash = page.locator('svg.splash')
    await expect.poll(() => splash.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 })
    const ground = await splash
      .locator('rect')
      .evaluate((element) => `${element.computedStyleMap().get('fill')}`)
    expect(ground).toBe('rgb(36, 16, 94)')
  })

  test('[R-2-002] [R-2-012] [R-2-013] [R-2-015] a signed-out user is sent from a page to the login and returns to it, query included', async () => {
    const { page } = await stage.current.open()
    await page.goto(`${stage.current.origin}/admin/datasource?from=mail`)
    await expectPath(page, login)
    await page.getByRole('button', { name: 'Continue with company account' }).click()
    await fillDirectory(page, 'admin')
    await expectPath(page, '/admin/datasource?from=mail')
    await expectVisible(page.getByRole('heading', { name: 'File Libraries' }))
    await page.goto(`${stage.current.origin}/chat`)
    await expectVisible(composer(page))
  })

  test("[R-1-028] [R-2-016] [R-4-002] [R-4-006] the directory's account is signed in, with a product token, at /chat", async () => {
    const { page } = await stage.current.open()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/GenerateToken')) asked.push(request.method())
    })
    await signIn(page, stage.current.origin, 'anna', login)
    await expectPath(page, /^\/chat/)
    expect(asked).toEqual(['POST'])
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    const menu = page.getByRole('menu')
    await expectVisible(menu)
    await expect.poll(() => readText(menu)).toContain('anna')
    // The token opens the user's own data; a call without it is refused.
    await page.keyboard.press('Escape')
    await ask(page, 'How do I add a document?')
    await expectPath(page, /conversationId=/)
  })

  test("a wrong password is reported on the directory's page, and the right one still signs in", async () => {
    const { page, watch } = await stage.current.open()
    watch.expectError(/\/directory\/.*(401|status of 4)|answered 4\d\d: .*\/directory\/|status of 4\d\d/)
    await page.goto(`${stage.current.origin}${login}`)
    await page.getByRole('button', { name: 'Continue with company account' }).click()
    await fillDirectory(page, 'ben', 'wrong')
    await expectVisible(page.getByRole('alert'))
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('ben')
    await fillDirectory(page, 'ben')
    await expectPath(page, /^\/chat/)
  })

  test('[R-2-020] [R-2-021] for a signed-in user, the login leads to the remembered path, or to /chat', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}${login}`)
    await expectPath(page, '/chat')
    // Until the page has loaded, it records itself who signed in.
    await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage.getItem('auth') ?? '{}')
      sessionStorage.setItem('auth', JSON.stringify({ ...stored, pathAfterLogin: '/admin/datasource?x=1' }))
    })
    await page.goto(`${stage.current.origin}${login}`)
    await expectPath(page, '/admin/datasource?x=1')
  })

  test('[R-2-123] [R-4-017] Logout redirects through the directory to the login, and nothing opens without signing in again', async () => {
    const { page, watch } = await stage.current.open()
    // A call in progress is refused.
    watch.expectError(/401|sandboxing/)
    await signIn(page, stage.current.origin, 'chloe')
    const visited: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) visited.push(new URL(frame.url()).pathname)
    })
    const redirected: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) redirected.push(new URL(request.url()).pathname)
    })
    await chooseInAccountMenu(page, 'Logout')
    await expectPath(page, login)
    expect(redirected.some((path) => /^\/directory\/.*(logout|session\/end|end)/.test(path))).toBe(true)
    await expectVisible(page.getByRole('button', { name: 'Continue with company account' }))
    await page.goto(`${stage.current.origin}/chat`)
    await expectPath(page, login)
    await page.getByRole('button', { name: 'Continue with company account' }).click()
    await expectVisible(page.getByLabel('Password'))
    expect(visited.length).toBeGreaterThan(0)
  })

  test('a new tab opens the requested page without signing in again; signing out reaches all tabs, and new ones ask', async () => {
    const { page, watch } = await stage.current.open()
    watch.expectError(/401|sandboxing/)
    await signIn(page, stage.current.origin, 'chloe')
    const { origin } = stage.current
    const context = page.context()
    const second = await context.newPage()
    await second.goto(`${origin}/chat/agents?x=1`)
    await expectVisible(second.getByRole('button', { name: /^Account menu for/ }))
    expect(new URL(second.url()).pathname).toBe('/chat/agents')
    const home = await context.newPage()
    await home.goto(origin)
    await expectVisible(home.getByRole('button', { name: /^Account menu for/ }))

    await chooseInAccountMenu(second, 'Logout')
    await expectPath(second, login)
    for (const other of [page, home]) {
      await expectPath(other, login)
      await expectVisible(other.getByRole('button', { name: 'Continue with company account' }))
    }
    const late = await context.newPage()
    await late.goto(`${origin}/chat`)
    await expectPath(late, login)
    await expectVisible(late.getByRole('button', { name: 'Continue with company account' }))
  })

  test('a new tab asks if the directory’s session has ended, once', async () => {
    const { page } = await stage.current.open()
    await signIn(page, stage.current.origin, 'chloe')
    const context = page.context()
    await context.clearCookies()
    const second = await context.newPage()
    const asked: string[] = []
    second.on('request', (request) => {
      if (new URL(request.url()).searchParams.get('prompt') === 'none') asked.push(request.url())
    })
    await second.goto(`${stage.current.origin}/chat/agents`)
    await expectPath(second, login)
    await second.getByRole('button', { name: 'Continue with company account' }).click()
    await fillDirectory(second, 'chloe')
    await expectPath(second, '/chat/agents')
    expect(asked).toHaveLength(1)
  })

  test("Logout without a network ends this browser's access", async () => {
    const { page, watch } = await stage.current.open()
    watch.expectError(/401|sandboxing|ERR_|Failed to fetch|storage|network/i)
    await signIn(page, stage.current.origin, 'chloe')
    await composer(page).fill('A text of Chloe’s')
    // Only the sign-out is offline; the page's own parts must have loaded first.
    await expectVisible(page.getByRole('button', { name: 'New Chat' }).first())
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'Logout' }))
    await page.context().setOffline(true)
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    // The page can't be replaced by one that doesn't load, so the browser shows its own error page.
    await expect.poll(() => page.url()).toMatch(/^chrome-error:|\/auth\/jwt\/login$|\/directory\//)
    await page.context().setOffline(false)
    await page.goto(`${stage.current.origin}/chat`)
    await expectPath(page, login)
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(stored).not.toMatch(/Chloe|n1aiToken":"[^"]/)
  })

  test("Logout also ends the directory's session while a call is in progress", async () => {
    const { page, watch } = await stage.current.open()
    watch.expectError(/401|sandboxing/)
    await page.route('**/detailsForConversation', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.fallback().catch(() => undefined)
    })
    await signIn(page, stage.current.origin, 'chloe')
    await chooseInAccountMenu(page, 'Logout')
    await expectPath(page, login)
    await page.getByRole('button', { name: 'Continue with company account' }).click()
    await expectVisible(page.getByLabel('Password'))
  })

  test('[A33] [S35] the return URL of a sign-in, opened in another browser, signs no one in there', async () => {
    const { page, watch } = await stage.current.open()
    // Errors of the page that is kept from running.
    watch.expectError(/^failed: GET .*\/assets\/.* csp$/)
    await page.goto(`${stage.current.origin}${login}`)
    await page.getByRole('button', { name: 'Continue with company account' }).click()
    await expectVisible(page.getByLabel('Password'))
    // Without scripts, the page that sign-in returns to doesn't use the URL.
    const scripts = await page.context().newCDPSession(page)
    await scripts.send('Emulation.setScriptExecutionDisabled', { value: true })
    await fillDirectory(page, 'anna')
    await expect.poll(() => page.url()).toMatch(/[#?&]code=.*[#?&]state=|[#?&]state=.*[#?&]code=/)
    const back = page.url()

    const other = await stage.current.open()
    other.watch.expectError(/./)
    const asked: string[] = []
    other.page.on('request', (request) => {
      if (/\/GenerateToken$|\/token$/.test(new URL(request.url()).pathname)) asked.push(request.url())
    })
    await other.page.goto(back)
    await other.page.waitForLoadState('networkidle')
    await other.page.goto(`${stage.current.origin}/chat`)
    await expectPath(other.page, login)
    expect(asked).toEqual([])

    // In the original browser the same URL signs in, so it was valid.
    await scripts.send('Emulation.setScriptExecutionDisabled', { value: false })
    await page.reload()
    await expectVisible(composer(page))
  })
})
