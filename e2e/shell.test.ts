import type { Action } from '@parlance/contract/actions'
import { screens } from '@parlance/contract/screens'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { assignRole, userIdOf } from '../server/src/testing/access.ts'
import { expectAccessible, PHONE, WIDE_LOOKS } from './accessibility.ts'
import { showComponent } from './component.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { roleFor } from './roleScreens.ts'
import { chooseInAccountMenu, composer, signIn } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

const login = '/auth/jwt/login'
const at = (path: string) => `${stage.current.origin}${path}`
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width

/** Checks that each path leads to the other one. */
async function expectLeads(page: Page, paths: Record<string, string>): Promise<void> {
  for (const [from, to] of Object.entries(paths)) {
    await page.goto(at(from))
    await expectPath(page, to)
  }
}

/**
 * Simulates a user with these permissions. Only what is displayed depends on them, not what the server allows.
 */
async function openWith(actions: string[], path: string): Promise<Page> {
  const { page, watch } = await stage.current.openAs('ben')
  watch.expectError(/403/)
  const roles = [{ userRoleId: crypto.randomUUID(), name: 'Role', permissions: { resolvedActions: actions } }]
  await page.route('**/rolesWithResolvedActions', (route) =>
    route.fulfill({ json: { roles, specific: [] }, headers: { 'content-type': 'application/json' } }),
  )
  await page.goto(at(path))
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
  return page
}
/** The path of the page that a permission opens. */
const screenOf = (action: Action): string =>
  Object.values(screens).find(({ actions }: { actions: readonly Action[] }) => actions.includes(action))!.path
const items = (page: Page) => page.getByRole('navigation', { name: 'Management' }).getByRole('link')

describe('paths', () => {
  test('[R-2-001] [R-2-006] the root leads to the login', async () => {
    const { page } = await stage.current.open()
    await page.goto(at('/'))
    await expectPath(page, login)
    await expectVisible(page.getByRole('button', { name: 'Continue with company account' }))
  })

  test('[R-2-002] [R-2-007] [R-2-008] [R-2-009] unknown paths, and bare prefixes, lead to the chat', async () => {
    const { page } = await stage.current.openAs('anna')
    await expectLeads(page, {
      '/chat': '/chat',
      '/chat/a/b': '/chat',
      '/nowhere': '/chat',
      '/auth': '/chat',
      '/auth/': '/chat',
      '/CHAT/a': '/chat',
    })
    await expectVisible(composer(page))
  })

  test("[R-2-003] [R-2-010] the public chat's prefix leads to the chat", async () => {
    const { page } = await stage.current.openAs('anna')
    await expectLeads(page, { '/public-chat': '/chat', '/public-chat/': '/chat' })
  })

  test('[R-2-004] [R-2-011] [R-2-041] /admin is the dashboard, and unknown paths under it lead there', async () => {
    const { page } = await stage.current.openAs('admin')
    await expectLeads(page, {
      '/admin': '/admin',
      '/admin/nowhere/else': '/admin',
      '/admin/DATASOURCE': '/admin',
    })
    await expectVisible(page.getByRole('heading', { name: 'Dashboard', level: 1 }))
  })

  test("[R-2-005] an agent's old path leads to its chat", async () => {
    const { page } = await stage.current.openAs('anna')
    await expectLeads(page, {
      '/gpt-system': '/chat',
      [`/gpt-system/${scripted}`]: `/chat/${scripted}`,
    })
  })

  test('[R-2-017] /404 is a separate page for everyone', async () => {
    const { page } = await stage.current.open()
    await page.goto(at('/404'))
    await expectVisible(page.getByRole('heading', { name: 'Page not found' }))
    await expectPath(page, '/404')
  })

  test('[R-6-003] without a management permission every admin page keeps its frame and names the missing permission', async () => {
    const { page } = await stage.current.openAs('ben')
    for (const { path, actions } of Object.values(screens)) {
      await page.goto(at(path))
      // Everyone has GptSystemsRead, so it alone opens nothing here.
      const missing = actions.find((action) => action !== 'GptSystemsRead')
      await expectVisible(page.getByText(new RegExp(`You need the permission\\s+“[^”]+” \\(${missing}\\)`)))
      await expectVisible(sidebar(page))
      await expectGone(items(page))
      await expectPath(page, path)
    }
  })

  test("[R-2-086] a page's title is its screen, then the product", async () => {
    const { page } = await stage.current.openAs('admin')
    for (const [path, title] of Object.entries({
      '/admin': 'Dashboard',
      '/admin/datasource': 'File Libraries',
      '/chat/agents': 'Discover Intelligent Agents',
      [`/chat/${scripted}`]: 'Scripted',
    })) {
      await page.goto(at(path))
      await expect.poll(() => page.title()).toBe(`${title} | Parlance`)
    }
  })
})

describe('the side navigation', () => {
  test('[R-6-007] shows each page to users with one of its permissions, and there only what they can do', async () => {
    const { app } = stage.current
    const { page, watch } = await stage.current.openAs('chloe')
    watch.expectError(/403/)
    const userId = await userIdOf(app, 'chloe')
    const content = (role: 'button' | 'link', name: string | RegExp) =>
      page.locator('#main').getByRole(role, { name })
    /** Opens a page with this permission, in addition to those that everyone has. */
    const withAction = async (_: string, action: Action, expectShown: () => Promise<void>) => {
      const role = await roleFor(stage.current, 'chloe', [action])
      await page.goto(at(screenOf(action)))
      await expectShown()
      await assignRole(app, userId, role.userRoleId, 'DELETE')
    }
    const expectOpen = async (title: string) => {
      await expectVisible(page.getByRole('heading', { level: 1, name: title, exact: true }))
      // Everyone can see agents.
      const shown = title === 'Dashboard' ? [title, 'Agents', 'Performance Tests'] : ['Agents', title]
      await expect.poll(() => items(page).allInnerTexts()).toEqual(shown)
    }
    await withAction('[R-2-152] [R-6-010] Dashboard', 'AnalyticsCreate', () => expectOpen('Dashboard'))
    await withAction('[R-2-154] [R-6-012] File Libraries', 'DataSourcesCreate', () =>
      expectOpen('File Libraries'),
    )
    await withAction('[R-2-155] [R-6-013] Brands', 'BrandsRead', async () => {
      await expectOpen('Brands')
      await page.goto(at('/admin/brand/vela/edit'))
      await expectVisible(
        page.getByText('To edit this brand, you need the permission “Edit brands” (BrandsWrite).'),
      )
      await expectAccessible(page, 'a read-only brand')
    })
    await withAction('[R-2-157] [R-6-015] Chat Access Policies', 'ChatAccessPoliciesRead', async () => {
      await expectOpen('Chat Access Policies')
      await content('link', 'Everyone').click()
      await expectVisible(
        page.getByText('you need the permission “Edit chat access policies” (ChatAccessPoliciesWrite).'),
      )
      await expectAccessible(page, 'a read-only policy')
    })
    await withAction('[R-2-158] [R-6-016] User Roles', 'UserRolesRead', async () => {
      await expectOpen('User Roles')
      await expectGone(content('link', 'New role'))
      await content('link', 'Administrator').click()
      await expectVisible(page.getByRole('table'))
      await expectGone(content('link', 'Duplicate'))
      await page.goto(at('/admin/userRole/new'))
      await expectVisible(page.getByText(/You need the permission\s+“Create user roles” \(UserRolesCreate\)/))
    })
    await withAction('[R-2-159] [R-6-017] Users', 'UserRolePermissionsCreate', async () => {
      await expectOpen('Users')
      await expectGone(content('link', 'Invite user'))
      await content('link', 'Ada Moreau').click()
      await expectVisible(page.getByRole('combobox', { name: 'Choose a role' }))
      await expectGone(content('link', 'Edit'))
      await expectGone(content('button', /^Unassign/))
      await page.goto(at('/admin/user/new'))
      await expectVisible(page.getByText(/You need the permission\s+“Create users” \(UserCreate\)/))
    })
    await withAction('[R-2-160] [R-6-018] Audit Logs', 'ConfigurationAuditLogRead', () =>
      expectOpen('Audit Logs'),
    )
    await withAction('[R-2-161] [R-6-019] Instance Settings', 'InstanceSettingsRead', () =>
      expectOpen('Instance Settings'),
    )
  })

  test('[R-2-152] [R-2-154] [R-2-162] [R-2-147] has its groups and links in order', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin'))
    const navigation = page.getByRole('navigation', { name: 'Management' })
    await expect
      .poll(() => navigation.getByRole('heading').allInnerTexts())
      .toEqual(['Manage Agents', 'Administration'])
    await expect
      .poll(() => items(page).allInnerTexts())
      .toEqual([
        'Dashboard',
        'Agents',
        'File Libraries',
        'Performance Tests',
        'Brands',
        'Guidelines',
        'Chat Access Policies',
        'User Roles',
        'Users',
        'Conversation reading',
        'Audit Logs',
        'Instance Settings',
      ])
    await expect
      .poll(() => items(page).evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual([
        '/admin',
        '/admin/gptsystem',
        '/admin/datasource',
        '/admin/performanceTests',
        '/admin/brand',
        '/admin/guidelines',
        '/admin/chatAccessPolicy',
        '/admin/userRole',
        '/admin/user',
        '/admin/conversationReads',
        '/admin/audit',
        '/admin/instanceSettings',
      ])
    await items(page).nth(2).click()
    await expectPath(page, '/admin/datasource')
    await expect.poll(() => items(page).nth(2).getAttribute('aria-current')).toBe('page')
    await expect.poll(() => items(page).nth(0).getAttribute('aria-current')).toBe(null)
  })

  test('[R-6-011] hides Agents from users who can see no agents there, and names the missing permission', async () => {
    const page = await openWith(['BrandsRead'], '/admin/gptsystem')
    await expectVisible(page.getByText(/You need the permission\s+“Read agents” \(GptSystemsRead\)/))
    expect(await items(page).allInnerTexts()).toEqual(['Brands'])
  })

  test('[R-2-119] [R-2-120] [R-6-020] Management is for users with more than GptSystemsRead, and starts at a page available to them', async () => {
    const page = await openWith(['GptSystemsRead', 'DataSourcesRead'], '/chat')
    await chooseInAccountMenu(page, 'Management')
    await expectPath(page, '/admin/gptsystem')
    await chooseInAccountMenu(page, 'Chat')
    await expectPath(page, /^\/chat/)
    const user = await openWith(['GptSystemsRead'], '/chat')
    await user.getByRole('button', { name: /^Account menu for/ }).click()
    await expectVisible(user.getByRole('menuitem', { name: 'Logout' }))
    await expectGone(user.getByRole('menuitemradio', { name: 'Management' }))
  })

  test('[R-2-143] [R-2-144] [R-9-018] [R-9-019] is 280 wide, or 80 with small labels', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin/datasource'))
    await expect.poll(() => widthOf(page)).toBe(280)
    await page.getByRole('button', { name: 'Minimize sidebar' }).click()
    await expect.poll(() => widthOf(page)).toBe(80)
    await expect
      .poll(() => items(page).allInnerTexts())
      .toEqual([
        'Dashboard',
        'Agents',
        'Libraries',
        'Tests',
        'Brands',
        'Guidelines',
        'Policies',
        'Roles',
        'Users',
        'Reading',
        'Audit',
        'Settings',
      ])
    await expectVisible(page.getByRole('link', { name: 'File Libraries' }))
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(80)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(() => widthOf(page)).toBe(280)
  })

  test('[R-2-114] is also minimized and expanded by its keyboard shortcut', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin'))
    await expectVisible(items(page).first())
    for (const width of [80, 280]) {
      await page.keyboard.press('Control+b')
      await expect.poll(() => widthOf(page)).toBe(width)
    }
  })

  test('[R-2-115] [R-2-145] [R-2-146] is a drawer below 1200, which closes when the width crosses that', async () => {
    const { page } = await stage.current.openAs('admin', { viewport: { width: 1100, height: 800 } })
    await page.goto(at('/admin'))
    await expectGone(sidebar(page))
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await expectVisible(items(page).first())
    await page.setViewportSize({ width: 1250, height: 800 })
    await expectGone(page.locator('.drawer'))
    await expectVisible(sidebar(page))
    await page.setViewportSize({ width: 1100, height: 800 })
    await expectGone(items(page))
  })

  test('[R-2-148] [R-2-149] [S44] opens an external URL in a new tab, and expands and collapses items with children', async () => {
    const { page } = await stage.current.open()
    await showComponent(page, stage.current.origin, 'navigation')
    const elsewhere = page.getByRole('link', { name: 'Elsewhere' })
    expect(await elsewhere.getAttribute('rel')).toContain('noopener')
    await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'Elsewhere' }))
    const [opened] = await Promise.all([page.context().waitForEvent('page'), elsewhere.click()])
    await expect.poll(() => opened.url()).toBe('https://example.com/page')
    expect(await opened.evaluate('opener')).toBe(null)
    const branch = page.getByRole('button', { name: 'Many' })
    const child = page.getByRole('link', { name: 'Two' })
    await expectGone(child)
    await branch.click()
    await expectVisible(child)
    await child.click()
    await expect.poll(() => child.getAttribute('aria-current')).toBe('page')
    await branch.click()
    await expectGone(child)
    await expect.poll(() => branch.getAttribute('aria-expanded')).toBe('false')
  })

  test('[R-2-163] its logo links to a path from the root', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin'))
    const logo = sidebar(page).getByRole('link', { name: 'Parlance' })
    await expect.poll(() => logo.getAttribute('href')).toBe('/chat')
    await logo.click()
    await expectPath(page, '/chat')
  })
})

describe('the frame', () => {
  const scrolls = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluate((element) => /auto|scroll/.test(`${element.computedStyleMap().get('overflow-y')}`))

  test('[R-2-116] the main area scrolls internally on paths that end in chat or edit', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/chat'))
    await expectVisible(composer(page))
    expect(await scrolls(page, '#main')).toBe(true)
    await page.goto(at('/admin/datasource'))
    await page.getByRole('link', { name: 'Guide', exact: true }).click()
    await expectPath(page, /\/edit$/)
    await expect.poll(() => scrolls(page, '#main')).toBe(true)
    await page.setViewportSize({ width: 1280, height: 300 })
    const height = () => page.evaluate('document.documentElement.scrollHeight')
    await expect.poll(height).toBe(300)
    await expect.poll(() => page.locator('#main').evaluate((main) => main.scrollHeight > 300)).toBe(true)
  })

  test('[R-2-117] elsewhere the document scrolls, the sidebar stays, and a page starts at its top', async () => {
    const { page } = await stage.current.openAs('admin', { viewport: { width: 1280, height: 300 } })
    await page.goto(at('/admin'))
    await page.locator('.figure').first().waitFor()
    expect(await scrolls(page, '#main')).toBe(false)
    await page.evaluate('scrollTo(0, 10_000)')
    await expect.poll(() => page.evaluate<boolean>('scrollY > 50')).toBe(true)
    expect((await sidebar(page).boundingBox())?.y).toBe(0)
    await items(page).nth(2).click()
    await expectPath(page, '/admin/datasource')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  })

  test('[R-2-085] [R-9-038] a 2.5-pixel bar appears at the top while the next page loads', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin'))
    await page.locator('.figure').first().waitFor()
    let load = () => {}
    const loaded = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/assets/DataSourcesPage*.js', async (route) => {
      await loaded
      await route.fallback()
    })
    await items(page).nth(2).click()
    const bar = page.getByRole('progressbar', { name: 'Loading…' })
    await expectVisible(bar)
    expect((await bar.boundingBox())?.height).toBe(2.5)
    expect((await bar.boundingBox())?.y).toBe(0)
    load()
    await expectVisible(page.getByRole('heading', { name: 'File Libraries', level: 1 }))
    await expectGone(bar)
  })

  test('[R-2-164] the footer names the provider, under a page and under the chat', async () => {
    const { page } = await stage.current.openAs('admin')
    const footer = page.getByRole('contentinfo').or(page.locator('footer'))
    for (const path of ['/admin', `/chat/${scripted}`]) {
      await page.goto(at(path))
      await expect.poll(() => footer.innerText()).toBe('Powered by Parlance')
      // Measured at the same moment, because loading parts of the page move both.
      const below =
        await page.evaluate<number>(`document.querySelector('footer').getBoundingClientRect().bottom -
        document.querySelector('#main').getBoundingClientRect().bottom`)
      expect(below).toBeLessThanOrEqual(0.5)
    }
  })

  test("the footer's appearance doesn't shift the chat", async () => {
    const { page } = await stage.current.openAs('admin')
    await page.addInitScript(`globalThis.moved = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.moved += entry.value })
        .observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(at(`/chat/${scripted}`))
    await expectVisible(composer(page))
    await expectVisible(page.locator('footer'))
    expect(await page.evaluate<number>('globalThis.moved')).toBeLessThan(0.02)
  })

  test('the skip link jumps past the sidebar', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin'))
    await page.locator('.figure').first().waitFor()
    await page.keyboard.press('Tab')
    await expectFocused(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await expectFocused(page.locator('#main'))
    // An anchor on the page isn't another page, so back leaves the page.
    await items(page).nth(2).click()
    await expectPath(page, '/admin/datasource')
    await page.goBack()
    await expectPath(page, '/admin')
  })

  test('a session that starts on an admin page returns to it', async () => {
    const { page } = await stage.current.open()
    await signIn(page, stage.current.origin, 'admin', '/admin')
    await expectPath(page, '/admin')
  })
})

describe('the account menu', () => {
  test('[R-2-118] shows the signed-in user and their username', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(at(`/chat/${scripted}`))
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    const head = page.getByRole('menu').locator('.account-head')
    await expect.poll(() => head.innerText()).toMatch(/^Anna [^\n]+\s+anna$/)
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['Account', 'Settings', 'Import conversations', 'Quick-start tour', 'About', 'Logout'])
  })
})

describe('everyone can use', () => {
  test.each(WIDE_LOOKS)('the account menu, %s', async (_, options, before) => {
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await page.goto(at('/admin'))
    await page.locator('.figure').first().waitFor()
    await page.locator('.me').click()
    await expectVisible(page.getByRole('menu'))
    await expectAccessible(page, 'the account menu')
  })

  test('the sidebar drawer, on a phone', async () => {
    const [, options] = PHONE
    const { page } = await stage.current.openAs('admin', options)
    await page.goto(at('/admin'))
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await expectVisible(items(page).first())
    await expectAccessible(page, 'the drawer')
    await items(page).nth(2).click()
    await expectPath(page, '/admin/datasource')
    await expectGone(items(page))
  })
})

describe("a page's overrides of a base class apply", () => {
  const firstStyle = `[...document.styleSheets[0].cssRules].some(({ selectorText }) => selectorText === '.in')`

  test('because the base style comes first', async () => {
    const { page } = await stage.current.open()
    await page.goto(at(login))
    await expect.poll(() => page.evaluate<boolean>(firstStyle)).toBe(true)
    const signedIn = await stage.current.openAs('anna')
    await signedIn.page.goto(at('/chat'))
    await expect.poll(() => signedIn.page.evaluate<boolean>(firstStyle)).toBe(true)
  })

  test('so the title search stays within the sidebar', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(at('/chat'))
    await page.getByRole('button', { name: 'Search chats' }).click()
    const field = await page.locator('.list-search').boundingBox()
    const bar = await sidebar(page).boundingBox()
    expect(field && bar && field.x + field.width).toBeLessThan((bar?.x ?? 0) + (bar?.width ?? 0))
  })
})
