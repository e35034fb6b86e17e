import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setFromMain } from '@parlance/contract/theme/brand'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { brandsPath, createBrand, drawing, uploadBrandFile } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { expectPath, expectVisible } from './expectations.ts'
import { askAndRead, chooseInAccountMenu, composer, fillDirectory, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const pictures = path.join(import.meta.dirname, '../test-results/brands')

const acme = { brandKey: 'acme', name: 'Acme Rail', main: '#0b7a64', logo: '#0b7a64', alignment: 'Left' }
const borealis = {
  brandKey: 'borealis',
  name: 'Borealis Bank',
  main: '#1f4fd8',
  logo: '#c4520c',
  alignment: 'Right',
}
type Company = typeof acme
const hosts = { acme: 'a.localhost', borealis: 'b.localhost' } as Record<string, string>
const originOf = ({ brandKey }: Company) => {
  const { port } = new URL(stage.current.origin)
  return `http://${hosts[brandKey]}:${port}`
}
const otherOf = (company: Company) => (company === acme ? borealis : acme)

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  const { app } = stage.current
  for (const company of [acme, borealis]) {
    const { brandKey, name, main } = company
    await createBrand(app, {
      brandKey,
      name,
      hostNames: [hosts[brandKey]!],
      theme: { primary: setFromMain(main) },
      loginAlignment: company.alignment,
    })
    await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`, drawing(company.logo))
  }
  // One of the two has a photo behind its sign-in page, the other a color.
  await uploadBrandFile(app, `${brandsPath}/borealis/splashScreenBackground`, drawing('#223344'))
  const { body } = await call<{ version: number; theme: unknown; name: string; hostNames: string[] }>(
    app,
    `${brandsPath}/borealis`,
    { token: await app.token('admin') },
  )
  const changed = await call(app, `${brandsPath}/borealis`, {
    method: 'PUT',
    token: await app.token('admin'),
    headers: { 'if-match': `"${body.version}"` },
    body: {
      name: body.name,
      hostNames: body.hostNames,
      theme: { primary: setFromMain(borealis.main) },
      loginAlignment: 'Right',
      useLoginBackgroundImg: true,
    },
  })
  expect(changed.status).toBe(200)
})

const variable = (page: Page, name: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`)
const shot = (page: Page, name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`) })

/** Records what a page requests and shows: nothing may name the other company. */
function watchTraces(page: Page, other: Company): { traces: () => string[]; asked: string[] } {
  const asked: string[] = []
  const found: string[] = []
  const names = [other.name, other.brandKey, hosts[other.brandKey]!]
  page.on('request', (request) => {
    asked.push(request.url())
    if (names.some((name) => decodeURIComponent(request.url()).includes(name))) found.push(request.url())
  })
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!/html|json/.test(type) || /\/api\/internal\/brands(\?|$)/.test(response.url())) return
    const body = await response.text().catch(() => '')
    if ([other.name, `${other.brandKey}"`].some((name) => body.includes(name)))
      found.push(`body of ${response.url()}`)
  })
  return { traces: () => found, asked }
}

describe.each([[acme], [borealis]])('the host name of $name', (company) => {
  test(`[R-1-030] [R-2-019] login, chat and administration use its brand, and nothing of the other is requested (${company.name})`, async () => {
    const origin = originOf(company)
    const { page, watch } = await stage.current.open({ viewport: { width: 1440, height: 900 } })
    // The instance's own address is used only for signing in; users work on the company's host.
    watch.expectError(new RegExp(`^request to another host: ${origin}/`))
    const { traces, asked } = watchTraces(page, otherOf(company))

    await page.goto(`${origin}/`)
    await expectPath(page, '/auth/jwt/login')
    await expectVisible(page.getByRole('heading', { name: `Sign in to ${company.name}` }))
    await expect.poll(() => page.title()).toBe(`Sign in | ${company.name}`)
    expect(await variable(page, '--p-main')).toBe(company.main)
    const logo = page.locator('.login-card .brand-logo')
    await expect.poll(() => logo.getAttribute('src')).toContain(`/brands/${company.brandKey}/files/logo-`)
    await shot(page, `${company.brandKey}-login`)

    await page.getByRole('button', { name: 'Continue with company account' }).click()
    // The directory's page is on the instance's address and uses the brand that led there.
    await expectVisible(page.getByLabel('Username'))
    await expectVisible(page.getByRole('heading', { name: `Sign in to ${company.name}` }))
    expect(new URL(page.url()).origin).toBe(stage.current.origin)
    expect(await variable(page, '--p-main')).toBe(company.main)
    await shot(page, `${company.brandKey}-directory`)
    await fillDirectory(page, 'admin')

    await expectVisible(composer(page))
    expect(new URL(page.url()).origin).toBe(origin)
    await expect.poll(() => page.title()).toContain(company.name)
    expect(await variable(page, '--p-main')).toBe(company.main)
    await expect.poll(() => readText(page.locator('.side .logo'))).toBe(company.name)
    await askAndRead(page, 'How do I add a document?')
    await shot(page, `${company.brandKey}-chat`)

    await chooseInAccountMenu(page, 'Management')
    await expectVisible(page.getByRole('heading', { name: 'Dashboard' }))
    expect(await variable(page, '--p-main')).toBe(company.main)
    await shot(page, `${company.brandKey}-administration`)
    // A reloaded page has its session and colors immediately.
    await page.reload()
    await expectVisible(page.getByRole('heading', { name: 'Dashboard' }))

    await chooseInAccountMenu(page, 'Logout')
    await expectPath(page, '/auth/jwt/login')
    expect(new URL(page.url()).origin).toBe(origin)
    expect(asked.some((url) => url.includes(`/brands/${company.brandKey}/files/`))).toBe(true)
    expect(traces()).toEqual([])
  })
})
