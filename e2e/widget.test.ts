import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { publishPage, setPage } from '../server/src/testing/visitors.ts'
import { startDemo } from '../tools/embedDemo.ts'
import { PHONE } from './accessibility.ts'
import { expectFocused, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o' } })
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Publishes a page and serves another site with the widget for it. Returns the site's address. */
async function newSite({ isAllowed = true } = {}): Promise<{ site: string; page: string; agent: string }> {
  stage.current.engine.play(async (writer) => writer.text('We open at nine.'))
  const agent = await stage.current.publish('Harbour assistant', { introduction: 'Ask me about **books**.' })
  const page = await publishPage(stage.current.app, agent)
  const server = await startDemo({ chat: stage.current.origin, page, attributes: { 'data-label': 'Ask us' } })
  servers.push(server)
  const site = `http://demo.localhost:${(server.address() as AddressInfo).port}`
  if (isAllowed) await setPage(stage.current.app, agent, { gptPublicEndpoint: page, allowedOrigins: [site] })
  return { site, page, agent }
}

/** Opens a page of the demo site, which is another host. */
async function openSite(site: string, options: BrowserContextOptions = {}, error?: RegExp): Promise<Page> {
  const { page, watch } = await stage.current.open(options)
  watch.expectError(/request to another host: http:\/\/demo\.localhost/)
  if (error) watch.expectError(error)
  await page.goto(site)
  return page
}

const frameOf = (page: Page) => page.frameLocator('iframe')
/** The frame stays loaded, so that the chat continues where it was. */
const expectClosed = (page: Page) => expect.poll(() => page.locator('iframe').isVisible()).toBe(false)
const opener = (page: Page) => page.getByRole('button', { name: 'Ask us' })

test('[R-1-001] a visitor of another site asks in its widget, and finds the answer after a reload and on the next page', async () => {
  const { site } = await newSite()
  const page = await openSite(site)
  await expectVisible(opener(page))
  expect(await page.locator('iframe').count()).toBe(0)
  await opener(page).click()
  const composer = frameOf(page).getByRole('textbox').first()
  await expectVisible(frameOf(page).getByRole('heading', { name: 'Harbour assistant' }).first())
  await composer.fill('When do you open?')
  await composer.press('Enter')
  await expectVisible(frameOf(page).getByText('We open at nine.'))
  // The panel and its conversation stay open within the tab.
  await page.reload()
  await expectVisible(frameOf(page).getByText('We open at nine.'))
  await page.getByRole('link', { name: 'Opening hours' }).click()
  await expectVisible(frameOf(page).getByText('We open at nine.'))
  await frameOf(page).getByRole('button', { name: 'More options', exact: true }).click()
  await frameOf(page).getByRole('menuitem', { name: 'New Chat' }).click()
  await expectVisible(frameOf(page).getByText('Ask me about'))
  await page.reload()
  await expectVisible(frameOf(page).getByText('Ask me about'))
  await frameOf(page).getByRole('textbox').first().focus()
  await page.keyboard.press('Escape')
  await expectClosed(page)
  await expectFocused(opener(page))
})

test('a site tells the chat which page a visitor is on, who sees it and can turn it off', async () => {
  const { site } = await newSite()
  const prompts: string[] = []
  stage.current.engine.play(async (writer, _signal, request) => {
    prompts.push(String(request.messages.at(-1)?.content))
    writer.text('It ships today.')
  })
  const page = await openSite(site)
  await expectVisible(opener(page))
  await page.evaluate(`document.title = 'Order 1234'; ParlanceChat.context({ Status: 'Packed' })`)
  await opener(page).click()
  const frame = frameOf(page)
  await expectVisible(frame.getByText('Your questions include this page: Order 1234'))
  await frame.getByText('Your questions include this page:').click()
  await expectVisible(frame.getByText('Packed'))
  const composer = frame.getByRole('textbox').first()
  await composer.fill('When does it ship?')
  await composer.press('Enter')
  await expectVisible(frame.getByText('It ships today.'))
  await expectVisible(frame.getByText('Asked on Order 1234'))
  expect(prompts.at(-1)).toContain('Status: Packed')
  await frame.getByRole('button', { name: 'Don’t include' }).click()
  await composer.fill('Are you sure?')
  await composer.press('Enter')
  await expect.poll(() => prompts.at(-1)).toBe('Are you sure?')
})

test('a site asks and hears through the widget, and answers that arrive while it is closed are counted', async () => {
  const { site } = await newSite()
  const page = await openSite(site)
  await expectVisible(opener(page))
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  stage.current.engine.play(async (writer) => {
    writer.text('Let me look. ')
    await held
    writer.text('At nine.')
  })
  await page.evaluate(`
    ParlanceChat.on('unread', (count) => { document.title = count + ' unread' })
    ParlanceChat.ask('When do you open?')`)
  await expectVisible(frameOf(page).getByText('Let me look.'))
  await page.getByRole('button', { name: 'Close chat' }).last().click()
  answer()
  await expect.poll(() => page.title()).toBe('1 unread')
})

test('a diagram in an answer is drawn in another site, too', async () => {
  const { site } = await newSite()
  stage.current.engine.play(async (writer) =>
    writer.text('```mermaid\nflowchart TD\n  accTitle: Way in\n  A[Gate] --> B[Harbour]\n```\n'),
  )
  const page = await openSite(site, {}, /sandboxed and lacks the 'allow-same-origin' flag/)
  await opener(page).click()
  const composer = frameOf(page).getByRole('textbox').first()
  await composer.fill('How do I get in?')
  await composer.press('Enter')
  await expectVisible(frameOf(page).getByRole('img', { name: 'Way in' }))
})

test('[B6] a site that the page’s settings don’t name sees no chat', async () => {
  const { site } = await newSite({ isAllowed: false })
  const page = await openSite(site, {}, /frame-ancestors|BLOCKED_BY_RESPONSE/)
  await opener(page).click()
  await expectVisible(page.locator('iframe'))
  await page.waitForTimeout(1000)
  expect(await frameOf(page).getByRole('textbox').count()).toBe(0)
})

test('on a phone the panel fills the screen, and closes with its own button', async () => {
  const { site } = await newSite()
  const page = await openSite(site, PHONE[1])
  await opener(page).click()
  await expectVisible(frameOf(page).getByRole('textbox').first())
  const box = await page.locator('iframe').boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 390 })
  await frameOf(page).getByRole('button', { name: 'Close' }).click()
  await expectClosed(page)
})

test('[R-6-001] a visitor reaches nothing but public chat: other pages ask to sign in, and other calls are refused', async () => {
  const { page: slug } = await newSite()
  const { page, watch } = await stage.current.open()
  watch.expectError(/401/)
  await page.goto(`${stage.current.origin}/public-chat/${slug}`)
  const composer = page.getByRole('textbox').first()
  await composer.fill('When do you open?')
  await composer.press('Enter')
  await expectVisible(page.getByText('We open at nine.'))
  const statuses = await page.evaluate(`(async () => {
    const { secret } = JSON.parse(localStorage.getItem('parlance.public.${slug}'))
    const paths = ['currentUser', 'userConversations', 'gptSystems/system/management', 'dataSources', 'users']
    const status = async (path, headers) => (await fetch('/api/internal/' + path, { headers })).status
    const found = []
    for (const path of paths) {
      found.push(await status(path, { 'x-public-session': secret }))
      found.push(await status(path, { authorization: 'Bearer ' + secret }))
    }
    return found
  })()`)
  expect(new Set(statuses as number[])).toEqual(new Set([401]))
  for (const path of ['/chat', '/admin', '/admin/user']) {
    await page.goto(stage.current.origin + path)
    await expectVisible(page.getByRole('button', { name: 'Continue with company account' }))
  }
})
