import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { assignRole, createRole, userIdOf } from '../server/src/testing/access.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { allowPublicPages, publishPage, setPage } from '../server/src/testing/visitors.ts'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH, type Look, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const pathOf = (gptSystemId: string) => `/admin/gptsystem/${gptSystemId}/publicPage`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const toggle = (page: Page) => page.getByRole('switch', { name: 'Public page', exact: true })
const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
let agents = 0

async function open(
  gptSystemId: string,
  [, options, script]: Look = LIGHT_ENGLISH,
  error?: RegExp,
): Promise<Page> {
  const { page, watch } = await stage.current.openAs('admin', options)
  if (error) watch.expectError(error)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}${pathOf(gptSystemId)}`)
  return page
}

/** What anyone gets of a page. */
const publicly = (slug: string) =>
  call<{ agentName: string }>(stage.current.app, `/api/internal/publicConversations/endpoints/${slug}`, {})

const publish = () => stage.current.publish(`Public agent ${++agents}`)

beforeAll(() => allowPublicPages(stage.current.app))

describe('the public page of an agent', () => {
  test('is set up, turned on after a preview, shared, and turned off', async () => {
    const gptSystemId = await publish()
    const page = await open(gptSystemId)
    await expect.poll(() => field(page, 'Name in the address').inputValue()).toBe(`public-agent-${agents}`)
    expect(await toggle(page).isDisabled()).toBe(true)
    await expectVisible(page.getByText('This name is available.'))
    await field(page, 'Name in the address').fill('help-center')
    await field(page, 'Contact label').fill('Customer service')
    await field(page, 'Contact link').fill('mailto:help@example.com')
    await button(page, 'Add origin').click()
    await field(page, 'Origin 1').fill('http://www.example.com')
    await button(page, 'Save public page').click()
    await expectVisible(page.getByText('Enter an https origin. Only localhost can use http.'))
    await field(page, 'Origin 1').fill('https://www.example.com')
    await expectVisible(page.getByText('This name is available.'))
    await button(page, 'Save public page').click()
    await expectVisible(page.getByText(`Public page of Public agent ${agents} saved`))
    await expectVisible(page.getByText('This is the page’s name.'))
    expect((await publicly('help-center')).status).toBe(404)

    await toggle(page).click()
    const preview = page.getByRole('dialog').locator('.exposure')
    await expect
      .poll(() => preview.innerText())
      .toContain(`After saving, anyone on the internet can get answers from Public agent ${agents}`)
    await expectAccessible(page, 'the preview before a page is turned on')
    await button(page, 'Turn on').click()
    await expectVisible(page.getByText(`Public page of Public agent ${agents} turned on`))
    await expect.poll(() => toggle(page).getAttribute('aria-checked')).toBe('true')
    expect((await publicly('help-center')).body.agentName).toBe(`Public agent ${agents}`)

    await expect.poll(() => field(page, 'Link').inputValue()).toMatch(/\/public-chat\/help-center$/)
    await expectVisible(page.getByRole('img', { name: /QR code/ }))
    expect(await field(page, 'Embed code').inputValue()).toMatch(
      /\/embed\/widget\.js" data-page="help-center" data-color="#[0-9a-f]{6}" /i,
    )
    await page.getByRole('combobox', { name: 'Embed as' }).selectOption('Only the chat, in a frame')
    expect(await field(page, 'Embed code').inputValue()).toContain('/public-chat/help-center/true"')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download QR code').click(),
    ])
    expect(download.suggestedFilename()).toBe('help-center.svg')
    await expectAccessible(page, 'a public page that is on')

    await field(page, 'Name in the address').fill('help-desk')
    await expectVisible(page.getByText(/links to the old address stop working/))
    await button(page, 'Save public page').click()
    await expect.poll(() => field(page, 'Link').inputValue()).toMatch(/\/public-chat\/help-desk$/)
    expect([(await publicly('help-center')).status, (await publicly('help-desk')).status]).toEqual([404, 200])

    await toggle(page).click()
    await button(page, 'Turn off').click()
    await expectVisible(page.getByText(`Public page of Public agent ${agents} turned off`))
    await expect.poll(async () => (await publicly('help-desk')).status, { timeout: 6_000 }).toBe(404)
  })

  test('is tried in a test session in a new tab', async () => {
    const gptSystemId = await publish()
    const slug = await publishPage(stage.current.app, gptSystemId)
    const page = await open(gptSystemId)
    const [tab] = await Promise.all([page.waitForEvent('popup'), button(page, 'Try it').click()])
    await expectPath(tab, `/public-chat/${slug}`)
    const stored = await page.evaluate<string>(`localStorage.getItem('parlance.public.${slug}')`)
    expect(Object.keys(JSON.parse(stored)).sort()).toEqual(['expiresAt', 'secret', 'sessionIdentifier'])
    await tab.close()
  })

  test('says what prevents it, and can be turned on once that is fixed', async () => {
    const { app } = stage.current
    const dataSourceId = await createLibrary(app, 'Private rules')
    await upload(app, dataSourceId, 'rules.txt', 'The rules.')
    await settled(app, dataSourceId)
    const gptSystemId = await publishAgent(app, 'Guarded agent', {}, [dataSourceId])
    await setPage(app, gptSystemId, { gptPublicEndpoint: 'guarded' })
    const page = await open(gptSystemId)
    await expect.poll(() => toggle(page).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Private rules' }).click()
    await page.getByRole('switch', { name: 'Allow use on public pages' }).click()
    await expect
      .poll(() =>
        page.getByRole('switch', { name: 'Allow use on public pages' }).getAttribute('aria-checked'),
      )
      .toBe('true')
    await page.goBack()
    await toggle(page).click()
    await expect
      .poll(() => page.getByRole('dialog').locator('.exposure').innerText())
      .toContain('and from the files in Private rules.')
    await button(page, 'Turn on').click()
    await expectVisible(page.getByText('Public page of Guarded agent turned on'))
  })

  test('shows someone else’s change in the meantime, and keeps the own one', async () => {
    const { app } = stage.current
    const gptSystemId = await publish()
    const settings = { gptPublicEndpoint: `conflict-${agents}` }
    await setPage(app, gptSystemId, settings)
    const page = await open(gptSystemId, LIGHT_ENGLISH, /412/)
    await expect.poll(() => field(page, 'Tokens').inputValue()).toBe('1000000000')
    await field(page, 'Tokens').fill('5000')
    await setPage(app, gptSystemId, { ...settings, tokensPerDay: 7000 })
    await button(page, 'Save public page').click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('7000'))
    await expectAccessible(page, 'an edit conflict of a public page')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await expectVisible(page.getByText(/^Public page of .* saved$/))
    const path = `/api/internal/gptSystems/system/management/${gptSystemId}/publicEndpoint`
    const { body } = await call<{ publicEndpoint: { tokensPerDay: number } }>(app, path, {
      token: await app.token('admin'),
    })
    expect(body.publicEndpoint.tokensPerDay).toBe(5000)
  })

  test('is deleted, and its name stays reserved', async () => {
    const gptSystemId = await publish()
    const slug = await publishPage(stage.current.app, gptSystemId)
    const page = await open(gptSystemId)
    await button(page, 'Delete public page').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete public page' }).click()
    await expectVisible(page.getByText(`Public page of Public agent ${agents} deleted`))
    await expect.poll(() => field(page, 'Name in the address').inputValue()).toBe(`public-agent-${agents}`)
    expect((await publicly(slug)).status).toBe(404)
    const other = await open(await publish())
    await field(other, 'Name in the address').fill(slug)
    await expectVisible(other.getByText(/reserved for 90 days/))
  })

  test('is hidden from users who can’t publish the agent', async () => {
    const gptSystemId = await publish()
    const { app } = stage.current
    const reader = await createRole(app, ['GptSystemConfigurationsRead'], 'Reads configurations only')
    await assignRole(app, await userIdOf(app, 'anna'), reader.userRoleId)
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}${pathOf(gptSystemId)}`)
    await expectVisible(page.getByText(/requires the permission .*GptSystemsPublish/))
    await expectGone(page.getByRole('link', { name: 'Public page', exact: true }))
    await expectAccessible(page, 'a public page without permission')
  })

  test('fits on a phone, in dark mode, and in Arabic', async () => {
    const gptSystemId = await publish()
    await publishPage(stage.current.app, gptSystemId, {
      allowedOrigins: ['https://www.example.com'],
      contact: { label: 'Customer service', url: 'mailto:help@example.com' },
    })
    for (const look of [PHONE, DARK_ARABIC]) {
      const page = await open(gptSystemId, look)
      await expectVisible(page.locator('.public-qr'))
      await expect
        .poll(() => page.locator('[data-field=gptPublicEndpoint] [role=status]').innerText())
        .not.toBe('')
      await expectAccessible(page, `a public page, ${look[0]}`)
      expect(await wider(page)).toBe(false)
    }
  })

  test('is recorded in the audit log', async () => {
    const gptSystemId = await publish()
    const slug = await publishPage(stage.current.app, gptSystemId)
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/audit?area=publicEndpoint`)
    await expectVisible(page.getByText(`turned on`).first())
    await expectVisible(page.getByText(slug).first())
  })
})
