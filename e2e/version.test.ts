import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { composer, openAccountMenu } from './screens.ts'
import { type OpenPage, useStage } from './stage.ts'

const stage = useStage()
const OTHER = '2.2509.3737'
const screen = (page: Page) => page.getByRole('button', { name: 'Click anywhere to continue' })

interface Played {
  /** How often the page was loaded. */
  loads: () => number
  /** How often the index page was requested for its version. */
  looked: () => number
  /** Makes later tokens claim this version. */
  claim: (version: string) => void
  /** Refuses the next call, so that a new token is needed. */
  refuseNext: () => void
}

/** Simulates a server with another version: what tokens claim, and what the fetched index page says. */
async function play({ page, watch }: OpenPage, served: string): Promise<Played> {
  watch.expectError(/401|version\.mismatch|storage/)
  const real = new Map<string, string>()
  let claimed: string | undefined
  let refuse = false
  let loads = 0
  let looked = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route('**/api/internal/**', (route) => {
    const { authorization = '', ...headers } = route.request().headers()
    if (refuse && authorization !== '') {
      refuse = false
      return route.fulfill({ status: 401, json: { code: 'auth.token', title: 'no', requestId: 'r' } })
    }
    const token = real.get(authorization.replace('Bearer ', ''))
    const own = token ? `Bearer ${token}` : authorization
    return route.continue({ headers: own === '' ? headers : { ...headers, authorization: own } })
  })
  await page.route('**/GenerateToken', async (route) => {
    const response = await route.fetch()
    const { n1AIToken } = (await response.json()) as { n1AIToken: string }
    if (!claimed) return route.fulfill({ response })
    const [header, payload = '', signature] = n1AIToken.split('.')
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), version: claimed }
    const other = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    real.set(other, n1AIToken)
    return route.fulfill({ json: { n1AIToken: other } })
  })
  await page.route(`${stage.current.origin}/`, (route) => {
    looked += 1
    expect(route.request().headers()['cache-control']).toBe('no-cache')
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta name="app-version" content="${served}">`,
    })
  })
  return {
    loads: () => loads,
    looked: () => looked,
    claim: (version) => {
      claimed = version
    },
    refuseNext: () => {
      refuse = true
    },
  }
}

async function openChat(opened: OpenPage): Promise<Page> {
  const { page } = opened
  await page.goto(`${stage.current.origin}/chat`)
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
  await composer(page).waitFor()
  return page
}

/** Makes the page need a new token: it requests the server's version and is refused. */
async function needToken(page: Page, played: Played): Promise<void> {
  await openAccountMenu(page)
  played.refuseNext()
  const about = page.getByRole('menuitem', { name: 'About' })
  // The page's own requests at this moment need the token too, and may come first.
  await Promise.race([about.click().catch(() => undefined), screen(page).waitFor()])
}

describe('a server with another version', () => {
  test('[R-4-018] [R-4-019] [R-4-022] [F25] the page of an old release reloads itself once, with its draft, and then says so', async () => {
    const opened = await stage.current.openAs('anna')
    const played = await play(opened, OTHER)
    const page = await openChat(opened)
    await composer(page).fill('A draft that is kept')
    expect(played.loads()).toBe(1)
    played.claim(`${OTHER}.0`)
    await needToken(page, played)
    await expect.poll(() => played.loads()).toBe(2)
    // This "release" never arrives, so the reloaded page is still the old one.
    await expectVisible(screen(page))
    await page.waitForTimeout(2000)
    expect(played.loads()).toBe(2)
    const drafts = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(drafts).toContain('A draft that is kept')
  })

  test('[R-2-081] [R-2-082] [R-4-020] [R-4-022] a permanent mismatch is reported; a click reloads the page, and the user continues', async () => {
    const opened = await stage.current.openAs('ben')
    // The index page has this page's version, so only the click reloads.
    const played = await play(opened, '2.2509.3736')
    const page = await openChat(opened)
    played.claim(`${OTHER}.0`)
    await needToken(page, played)
    await expectVisible(screen(page))
    expect(await screen(page).innerText()).toBe('Click anywhere to continue')
    await expectFocused(screen(page))
    await expectAccessible(page, 'the version mismatch')
    expect(played.loads()).toBe(1)
    expect(played.looked()).toBe(1)
    const { width, height } = page.viewportSize()!
    await page.mouse.click(width - 20, height - 20)
    await expect.poll(() => played.loads()).toBe(2)
    await composer(page).waitFor()
    await page.waitForTimeout(2000)
    await expectGone(screen(page))
    expect(played.loads()).toBe(2)
    await composer(page).fill('On we go')
  })

  test('[R-4-019] the old token of a new page is replaced without a reload', async () => {
    const opened = await stage.current.openAs('chloe')
    const played = await play(opened, '2.2509.3736')
    const page = await openChat(opened)
    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage.getItem('auth') ?? '{}')
      const [header, payload, signature] = stored.n1aiToken.split('.')
      const claims = {
        ...JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))),
        version: '2.2509.3735.0',
      }
      const n1aiToken = [header, btoa(JSON.stringify(claims)), signature].join('.')
      sessionStorage.setItem('auth', JSON.stringify({ ...stored, n1aiToken }))
    })
    await page.reload()
    await expect.poll(() => played.looked()).toBe(1)
    await composer(page).waitFor()
    await page.waitForTimeout(1000)
    expect(played.loads()).toBe(2)
    await expectGone(screen(page))
  })
})
