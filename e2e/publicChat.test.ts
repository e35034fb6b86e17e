import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import { publicLibrary } from '../server/src/testing/libraries.ts'
import { publishPage } from '../server/src/testing/visitors.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { answers, ask, askAndRead, composer, readText, stopButton } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o' } })
const at = (path: string) => stage.current.origin + path
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const conversationOf = (page: Page) => new URL(page.url()).pathname.split('/')[3] ?? ''
const idForm = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const GONE = 'This conversation doesn’t exist, or you don’t have access to it.'

/** Publishes an agent's page that answers as the scripted engine plays; returns its name. */
async function newPage(
  settings: Record<string, unknown> = {},
  state: Record<string, unknown> = {},
): Promise<string> {
  stage.current.engine.play(async (writer) => writer.text('The track is closed tonight.'))
  const agent = await stage.current.publish(`Ask Dispatch ${randomUUID().slice(0, 8)}`, {
    introduction: 'Ask me about **departures**.',
    ...state,
  })
  return publishPage(stage.current.app, agent, settings)
}

/** Opens the menu of a public page and chooses an item. */
async function choose(page: Page, item: string): Promise<void> {
  await button(page, 'More options').click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('[R-1-001] [R-2-035] a visitor asks without an account, and finds the answer and its source after a reload', async () => {
  const { app } = stage.current
  const library = await publicLibrary(
    app,
    'notice.txt',
    'The track between Ostra and Lindal is closed at night.',
  )
  const agent = await publishAgent(app, 'Ask the archive', { introduction: 'Ask about **closures**.' }, [
    library,
  ])
  const slug = await publishPage(app, agent, {
    contact: { label: 'Customer service', url: 'https://halden.example/help' },
    privacyUrl: 'https://halden.example/privacy',
  })
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  await expectVisible(page.getByRole('heading', { name: 'Ask the archive', level: 1 }))
  await expect.poll(() => page.title()).toBe('Ask the archive | Parlance')
  await expectVisible(page.getByText('Answers are extracts from documents.'))
  await expectVisible(page.getByRole('link', { name: 'Customer service' }))
  await expectAccessible(page, 'the start of a public page')

  const answer = await askAndRead(page, 'Is the track between Ostra and Lindal closed?')
  await expect.poll(() => readText(answer)).toContain('closed at night')
  await expectPath(page, new RegExp(`^/public-chat/${slug}/${idForm}$`))
  const open = page.getByRole('button', { name: /^Open source 1: notice\.txt/ }).first()
  await open.click()
  const panel = page.getByRole('complementary', { name: /^notice\.txt/ })
  await expectVisible(panel.locator('mark'))
  await expectVisible(panel.getByRole('button', { name: 'Download' }))
  await expectGone(panel.getByRole('button', { name: 'Open document' }))
  await page.keyboard.press('Escape')
  await expectFocused(open)
  await expectAccessible(page, 'an answer on a public page')

  await page.reload()
  await expect.poll(() => readText(answers(page).last())).toContain('closed at night')
  await expectVisible(sidebar(page).getByRole('link').first())
})

test('a page shows its name and introduction before any script has arrived, and nothing of a conversation', async () => {
  const slug = await newPage({}, { introduction: 'Ask me about **departures**.\n\n<b>Not</b> HTML.' })
  const drawn = async (path: string) =>
    /<div class="boot"[^>]*>(.*?)<\/div>\s*<noscript>/s.exec(await (await fetch(at(path))).text())?.[1] ?? ''
  expect(await drawn(`/public-chat/${slug}/true`)).toContain(
    '<p>Ask me about <strong>departures</strong>.</p>',
  )
  expect(await drawn(`/public-chat/${slug}`)).not.toContain('<b>')
  for (const path of [
    `/public-chat/${slug}/019ab3c2-5f00-7000-8000-000000000001`,
    '/public-chat/no-such-page',
  ])
    expect(await drawn(path)).toBe('</div>')
  const { page } = await stage.current.open()
  const arrives = Promise.withResolvers<void>()
  await page.route(/\/assets\/public-[^/]*\.js$/, (route) => arrives.promise.then(() => route.continue()))
  await page.goto(at(`/public-chat/${slug}`), { waitUntil: 'commit' })
  await expectVisible(page.locator('.boot').getByText('Ask me about departures.'))
  arrives.resolve()
  await composer(page).waitFor()
  await expectGone(page.locator('.boot'))
  await expectVisible(page.getByText('Ask me about departures.'))
})

test('[R-2-038] the address of a conversation opens it for its visitor only', async () => {
  const slug = await newPage()
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  await askAndRead(page, 'Is the track closed?')
  await expectPath(page, new RegExp(`/${idForm}$`))
  const path = `/public-chat/${slug}/${conversationOf(page)}`
  // Left before the response to its rotation arrives: the session goes on with the secret that the page has.
  const lost = Promise.withResolvers<void>()
  await page.route(/\/rotate$/, (route) => route.fetch().then(() => lost.resolve()), { times: 1 })
  await page.goto(at(`/public-chat/${slug}`))
  await lost.promise
  await page.goto(at(path))
  await expectVisible(page.getByText('The track is closed tonight.'))

  const other = await stage.current.open()
  await other.page.goto(at(path))
  await expectVisible(other.page.getByText(GONE))
  await other.page.getByRole('main').getByRole('button', { name: 'New Chat' }).click()
  await askAndRead(other.page, 'And tomorrow?')
  // With a session of their own, a conversation of someone else and an unknown one are the same.
  other.watch.expectError(/404/)
  for (const id of [conversationOf(page), '019ab3c2-5f00-7000-8000-000000000001']) {
    await other.page.goto(at(`/public-chat/${slug}/${id}`))
    await expectVisible(other.page.getByText(GONE))
  }
})

test('[R-2-036] [R-2-037] [R-2-088] a popup has no sidebar, the page has one without tabs', async () => {
  const slug = await newPage()
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}/false`))
  await expectVisible(sidebar(page))
  await expectGone(page.getByRole('tab'))
  await page.goto(at(`/public-chat/${slug}/true`))
  await composer(page).waitFor()
  await expectGone(sidebar(page))
  await askAndRead(page, 'Is the track closed?')
  await expectPath(page, new RegExp(`^/public-chat/${slug}/true\\?conversationId=${idForm}$`))
  await page.reload()
  await expectVisible(page.getByText('The track is closed tonight.'))
  await choose(page, 'Your chats')
  await expectVisible(sidebar(page).getByRole('link').first())
  await button(page, 'Close sidebar').click()
  await choose(page, 'New Chat')
  await expectPath(page, `/public-chat/${slug}/true`)
})

test('[R-2-039] any other second segment is not found, and an unknown page isn’t available', async () => {
  const slug = await newPage()
  const { page, watch } = await stage.current.open()
  for (const path of [`${slug}/settings`, `${slug}/TRUE`, `${slug}/true/more`]) {
    await page.goto(at(`/public-chat/${path}`))
    await expectVisible(page.getByRole('heading', { name: 'Page not found' }))
  }
  watch.expectError(/40[04]/)
  await page.goto(at('/public-chat/no-such-page'))
  await expectVisible(page.getByRole('heading', { name: 'This chat isn’t available' }))
})

test('an answer that is still running goes on after a reload, and can be stopped', async () => {
  const slug = await newPage()
  stage.current.engine.play(async (writer, signal) => {
    writer.text('The first part.')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  await ask(page, 'Is the track closed?')
  await expectVisible(page.getByText('The first part.'))
  await expectPath(page, new RegExp(`/${idForm}$`))
  await page.reload()
  await expectVisible(page.getByText('The first part.'))
  await stopButton(page).click()
  await expectVisible(page.getByText('Stopped', { exact: true }))
})

test('a visitor attaches a file before the first question, if the page accepts files', async () => {
  const slug = await newPage(
    { allowAttachments: true, allowVision: false },
    { capabilityTypes: ['FileSearch'] },
  )
  const buffer = Buffer.from('The lighthouse of Vela stands 41 meters tall.')
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  const files = page.getByRole('list', { name: 'Attached files' })
  const add = (name: string) =>
    page.locator('[data-attach]').setInputFiles({ name, mimeType: 'text/plain', buffer })
  await add('unneeded.txt')
  await expectVisible(files.getByText('unneeded.txt'))
  await page.getByRole('button', { name: 'Remove unneeded.txt' }).click()
  await add('lighthouse.txt')
  await expectVisible(files.getByText('lighthouse.txt'))
  await askAndRead(page, 'How tall is it?')
  await page.reload()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download lighthouse.txt' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('lighthouse.txt')
})

test('a visitor sends an image if the page accepts images', async () => {
  const slug = await newPage({ allowVision: true }, { deploymentName: 'gpt-4o', capabilityTypes: ['Vision'] })
  const create = { width: 60, height: 40, channels: 3 as const, background: 'red' }
  const buffer = await sharp({ create }).png().toBuffer()
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  await page.locator('[data-attach]').setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer })
  await expectVisible(page.getByRole('list', { name: 'Attached files' }).getByText('sign.png'))
  await askAndRead(page, 'What does this sign say?')
  await expectVisible(page.getByRole('button', { name: 'Show image 1 of 1' }))
})

test('everyone can use a popup, in Arabic and in the dark', async () => {
  const slug = await newPage({ contact: { label: 'Customer service', url: 'mailto:help@halden.example' } })
  const [, options, before] = DARK_ARABIC
  const { page } = await stage.current.open({ ...options, viewport: { width: 360, height: 560 } })
  await page.addInitScript(before)
  await page.goto(at(`/public-chat/${slug}/true`))
  await composer(page).waitFor()
  await expect.poll(() => page.evaluate<string>('document.documentElement.dir')).toBe('rtl')
  await expectAccessible(page, 'a popup')
  await page.getByRole('button', { name: 'خيارات أخرى' }).click()
  await expectAccessible(page, 'the menu of a popup')
  await page.keyboard.press('Escape')
  await composer(page).fill('Is the track closed?')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('The track is closed tonight.'))
  await expectAccessible(page, 'an answer in a popup')
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
})

test('a visitor starts another chat, renames and deletes one, and deletes everything, on a phone', async () => {
  const slug = await newPage()
  const { page } = await stage.current.open(PHONE[1])
  await page.goto(at(`/public-chat/${slug}`))
  await askAndRead(page, 'Is the track closed?')
  await button(page, 'New Chat').click()
  await expectPath(page, `/public-chat/${slug}`)
  await askAndRead(page, 'When does it open?')
  await button(page, 'Open sidebar').click()
  const rows = sidebar(page).getByRole('navigation').getByRole('link')
  await expect.poll(() => rows.count()).toBe(2)
  const options = sidebar(page).getByRole('button', { name: /^Options for/ })
  await options.first().click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Opening hours')
  await page.keyboard.press('Enter')
  await expectVisible(sidebar(page).getByRole('link', { name: 'Opening hours' }))
  await options.last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete chat' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await button(page, 'Close sidebar').click()

  await choose(page, 'Delete my data')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my data' }).click()
  await expectVisible(page.getByText('Your data was deleted'))
  await expectPath(page, `/public-chat/${slug}`)
  expect(await page.evaluate((key) => localStorage.getItem(key), `parlance.public.${slug}`)).toBeNull()
  await button(page, 'Open sidebar').click()
  await expectVisible(sidebar(page).getByText('No chats yet. Ask a question to start one.'))
})
