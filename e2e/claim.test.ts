import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishPage } from '../server/src/testing/visitors.ts'
import { startDemo } from '../tools/embedDemo.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, composer, fillDirectory, history } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o' } })
const at = (path: string) => stage.current.origin + path
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const TAKE_ALONG = 'Take my chats to my account'
const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

async function newPage(settings: Record<string, unknown> = {}): Promise<string> {
  stage.current.engine.play(async (writer) => writer.text('The track is closed tonight.'))
  return publishPage(stage.current.app, await stage.current.publish('Ask Dispatch'), settings)
}

/** Signs in on the login that the page has led to. */
async function signInAs(page: Page, userName: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await fillDirectory(page, userName)
}

test('a visitor signs in and takes the chats along, which then are in the history and not on the page', async () => {
  const slug = await newPage()
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  await composer(page).waitFor()
  await button(page, 'More options').click()
  await expectVisible(page.getByRole('menu'))
  await expectGone(page.getByRole('menuitem', { name: TAKE_ALONG }))
  await page.keyboard.press('Escape')
  await expectGone(page.getByRole('menu'))
  await askAndRead(page, 'Is the track closed?')
  await button(page, 'More options').click()
  await page.getByRole('menuitem', { name: TAKE_ALONG }).click()
  await signInAs(page, 'anna')
  await expectPath(page, '/chat/claim')
  expect(new URL(page.url()).hash).toBe('')
  await expectVisible(page.getByRole('heading', { name: 'Your chats with Ask Dispatch' }))
  await expectVisible(page.getByText('1 conversation', { exact: true }))
  await expectAccessible(page, 'the page to take chats along')
  await page.reload()
  await button(page, 'Take along').click()
  await expectVisible(page.getByText('1 conversation taken along'))
  await expectVisible(page.getByRole('main').getByText('The track is closed tonight.'))
  await expectVisible(history(page).getByRole('link').first())
  expect(await page.evaluate(`localStorage.getItem('parlance.public.${slug}')`)).toBeNull()
  await page.goto(at(`/public-chat/${slug}`))
  await composer(page).waitFor()
  await expectVisible(page.getByText('No chats yet. Ask a question to start one.'))
})

test('from a frame on another site, the chats are taken along in a new tab', async () => {
  const demo = { chat: stage.current.origin, page: '' }
  const site = await startDemo(demo)
  const origin = `http://demo.localhost:${(site.address() as AddressInfo).port}`
  demo.page = await newPage({ allowedOrigins: [origin] })
  try {
    const { page, watch } = await stage.current.open()
    watch.expectError(new RegExp(`^request to another host: ${origin}/`))
    // The frame may still read its conversation, e.g. for its title, when the chats are taken along.
    watch.expectError(/(status of|answered) 401.*publicConversations/)
    await page.goto(origin)
    await page.getByRole('button', { name: 'Open chat' }).click()
    const chat = page.frameLocator('iframe')
    const message = chat.getByRole('textbox', { name: /^Message/ })
    await message.fill('Is the track closed?')
    await message.press('Enter')
    await expectVisible(chat.getByText('The track is closed tonight.'))
    await chat.getByRole('button', { name: 'More options', exact: true }).click()
    await chat.getByRole('menuitem', { name: TAKE_ALONG }).click()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      chat.getByRole('dialog').getByRole('link', { name: 'Open in a new tab' }).click(),
    ])
    await signInAs(tab, 'anna')
    await button(tab, 'Take along').click()
    await expectVisible(tab.getByRole('main').getByText('The track is closed tonight.'))
  } finally {
    const closed = once(site, 'close')
    site.close()
    site.closeAllConnections()
    await closed
  }
})

test('a code that was never created is refused, and so is a page without chats', async () => {
  const { page, watch } = await stage.current.openAs('anna')
  watch.expectError(/404/)
  await page.goto(at('/chat/claim#VGhpcyBjb2RlIHdhcyBuZXZlciBjcmVhdGVk'))
  await expectVisible(page.getByText('Go back to the chat and try again.'))
  await expectGone(button(page, 'Take along'))
  expect(new URL(page.url()).hash).toBe('')
  await page.goto(at('/chat'))
  await page.goto(at('/chat/claim#page=no-such-page'))
  await expectVisible(page.getByText('There are no chats to take along.'))
  await page.getByRole('link', { name: 'Go to chat' }).click()
  await expectPath(page, /^\/chat/)
})

test.each(LOOKS)('%s, the page to take chats along fits and is accessible', async (...look) => {
  const [what, options, script] = look
  const slug = await newPage()
  const { page } = await stage.current.openAs('anna', options)
  await page.goto(at(`/public-chat/${slug}`))
  await askAndRead(page, 'Is the track closed?')
  if (script) await page.addInitScript(script)
  await page.goto(at(`/chat/claim#page=${slug}`))
  await expectVisible(page.locator('.claim-titles'))
  await expectAccessible(page, `the page to take chats along, ${what}`)
  expect(await wider(page)).toBe(false)
})
