import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { userIdOf } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { publishPage } from '../server/src/testing/visitors.ts'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { roleFor } from './roleScreens.ts'
import { ask as askOnPage, chooseInAccountMenu } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const readsPath = '/admin/conversationReads'
const reason = 'Complaint 4711 names a harmful answer.'
let anna = ''

beforeAll(async () => {
  const { app, engine, publish } = stage.current
  const gptSystemId = await publish('Ask about birds')
  const token = await app.token('anna')
  engine.play(text('They are at the **lake**.'))
  await ask(app, token, { gptSystemId }, 'Where are the herons?')
  await ask(app, token, { gptSystemId }, 'Where are the otters?')
  anna = await userIdOf(app, 'anna')
  await roleFor(stage.current, 'ben', ['UserConversationsRead'])
})

const at = (path: string) => stage.current.origin + path
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens Anna's conversations through the API, as someone else. */
async function openRead(as = 'admin'): Promise<string> {
  const { app } = stage.current
  const { body, status } = await call<{ conversationReadId: string }>(
    app,
    `/api/internal/users/${anna}/conversationReads`,
    { token: await app.token(as), body: { reason } },
  )
  expect(status).toBe(200)
  return body.conversationReadId
}

/** Gives the reason on Anna's profile. */
async function askOnProfile(start: string, options: BrowserContextOptions = {}) {
  const opened = await stage.current.openAs('admin', options)
  const { page } = opened
  await page.goto(at(`/admin/user/${anna}/profile`))
  await button(page, 'Read conversations…').click()
  const dialog = page.getByRole('dialog', { name: 'Read conversations of Anna Lindqvist?' })
  await expectVisible(dialog.getByText('Anna Lindqvist is notified and sees your name'))
  await button(page, start).click()
  await expectVisible(dialog.getByText('Enter a reason of at least 10 characters'))
  await expectAccessible(page, 'the dialog that asks for a reason')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await button(page, start).click()
  await expectPath(page, /^\/admin\/conversationReads\/[\w-]+$/)
  return opened
}

describe('conversations of someone else', { shuffle: false }, () => {
  test('are read for a reason, and the person is notified and sees which ones', async () => {
    const { page } = await askOnProfile('Start reading')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Conversations of Anna Lindqvist' }))
    await expectVisible(page.getByText(reason))
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^Time left \d{2}:\d{2}$/)
    const list = page.getByRole('list', { name: 'Conversations' })
    await expect.poll(() => list.getByRole('link').count()).toBe(2)
    await expectAccessible(page, 'the conversations of someone else')
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('heron')
    await expect.poll(() => list.getByRole('link').count()).toBe(1)
    await list.getByRole('link').click()
    await expectVisible(page.getByRole('article', { name: 'Question' }).getByText('Where are the herons?'))
    await expectVisible(page.locator('.answer-text strong').getByText('lake'))
    await expectAccessible(page, 'a conversation of someone else')
    await page.goBack()
    await expectFocused(list.getByRole('link'))

    const person = await stage.current.openAs('anna')
    await person.page.goto(at('/chat'))
    await person.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await person.page
      .getByRole('link', { name: new RegExp(`can read your conversations.*${reason}`) })
      .click()
    await expectPath(person.page, '/admin/user/account')
    const panel = person.page.getByRole('region', { name: 'Who has read your conversations' })
    await expectVisible(panel.getByText(reason))
    await panel.getByText('1 conversation opened').click()
    await expectVisible(panel.getByText(/herons/i))
    await expectAccessible(person.page, 'who has read one’s conversations')

    await button(page, 'End now').click()
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await expectVisible(page.getByText(/^Your time to read the conversations of Anna Lindqvist is over/))
    await expectGone(page.getByText(/herons/i))
    await page.goto(at(readsPath))
    await expectVisible(page.getByText('1 conversation opened'))
    await expectAccessible(page, 'what was opened')
  })

  test('disappear from the screen when the time is over', async () => {
    const id = await openRead()
    const { page } = await stage.current.openAs('admin')
    await sql`update conversation_read set expires_at = now() + interval '20 seconds' where id = ${id}`.execute(
      stage.current.app.platform.database.db,
    )
    await page.goto(at(`${readsPath}/${id}`))
    await page.getByRole('link', { name: /herons/i }).click()
    await expectVisible(page.getByText('Where are the herons?').last())
    await expectVisible(page.getByText(/^Your time to read/))
    await expectGone(page.getByText(/herons/i))
  })

  test('wait for a second person if the instance says so', async () => {
    const settings = await stage.current.openAs('admin')
    await settings.page.goto(at('/admin/instanceSettings'))
    await settings.page
      .getByRole('combobox', { name: 'Approval before conversations are read' })
      .selectOption('By a second person')
    await button(settings.page, 'Save settings').click()
    await expectVisible(settings.page.getByText('Settings saved'))

    const { page } = await askOnProfile('Request approval')
    await expectVisible(page.getByText(/^This request waits for the approval of someone else/))
    await expectAccessible(page, 'a request that waits')

    const second = await stage.current.openAs('ben')
    await second.page.goto(at('/chat'))
    await second.page.getByRole('button', { name: /^Notifications, 1 unread/ }).click()
    await second.page.getByRole('link', { name: /asks for your approval/ }).click()
    await expectPath(second.page, readsPath)
    await second.page.getByRole('button', { name: /^Approve .* conversations of Anna Lindqvist$/ }).click()
    const dialog = second.page.getByRole('dialog', {
      name: /^Approve reading the conversations of Anna Lindqvist/,
    })
    await expectVisible(dialog.getByText(reason))
    await expectAccessible(second.page, 'the dialog that approves')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expectGone(second.page.getByText('Waiting for your approval'))

    await page.goto(at('/admin/user'))
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await page.getByRole('link', { name: /^Unread Your request was approved/ }).click()
    await expectVisible(page.getByRole('timer'))
    await expectVisible(page.getByRole('link', { name: /herons/i }))

    const person = await stage.current.openAs('anna')
    await person.page.goto(at('/admin/user/account'))
    await expectVisible(person.page.getByText(/^Approved by Ben/))
    await changeSettings(stage.current.app, { readsNeedApproval: false })
  })

  test('are reached from the navigation with no other permission', async () => {
    const { page } = await stage.current.openAs('ben')
    await page.goto(at('/chat'))
    await chooseInAccountMenu(page, 'Management')
    const entry = page
      .getByRole('navigation', { name: 'Management' })
      .getByRole('link', { name: 'Conversation reading', exact: true })
    await entry.click()
    await expectPath(page, readsPath)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Conversation reading' }))
    expect(await entry.getAttribute('aria-current')).toBe('page')
    // Where earlier notifications lead.
    await page.goto(at('/admin/user/conversationReads/0'))
    await expectPath(page, `${readsPath}/0`)
    await page.goto(at('/admin/user/conversationReads'))
    await expectPath(page, readsPath)
  })

  test('are only for people with the permission', async () => {
    const id = await openRead()
    const { page } = await stage.current.openAs('chloe')
    for (const path of [readsPath, `${readsPath}/${id}`]) {
      await page.goto(at(path))
      await expectVisible(page.getByText('Read users’ conversations'))
    }
    const other = await stage.current.openAs('ben')
    await other.page.goto(at(`${readsPath}/${id}`))
    await expectVisible(other.page.getByText('This reading doesn’t exist, or it isn’t yours.'))
  })

  test.each(LOOKS)('are accessible and fit: %s', async (name, options, before) => {
    const id = await openRead()
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    const expectToFit = async (what: string) => {
      await expectAccessible(page, `${what}, ${name}`)
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    }
    await page.goto(at(`${readsPath}/${id}`))
    await page.locator('.reading-row').first().waitFor()
    await expectToFit('the list')
    await page.locator('.reading-row').first().click()
    await page.locator('.transcript-turn').first().waitFor()
    await expectToFit('a conversation')
    await page.goto(at(readsPath))
    await page.locator('.reading-card').first().waitFor()
    await expectToFit('what was opened')
    const person = await stage.current.openAs('anna', options)
    await person.page.addInitScript(before)
    await person.page.goto(at('/admin/user/account#conversationReads'))
    await expectVisible(person.page.locator('.reads-list'))
    await expectAccessible(person.page, `the account page, ${name}`)
  })
})

describe.each([LIGHT_ENGLISH, DARK_ARABIC])('conversations of a visitor, in %s', (look, options, before) => {
  test('are read for a reason, which the visitor sees in the chat', async () => {
    const { app, engine, open, openAs, publish } = stage.current
    engine.play(text('Ask the harbor master.'))
    const name = `Harbor ${look}`
    const slug = await publishPage(app, await publish(name))
    await publishPage(app, await publish(`Lighthouse ${look}`))
    const { page: visitor } = await open(options)
    await visitor.addInitScript(before)
    await visitor.goto(at(`/public-chat/${slug}`))
    await askOnPage(visitor, 'Where can I moor my boat?')
    await expectVisible(visitor.getByText('Ask the harbor master.'))

    const { page } = await openAs('ben', options)
    await page.addInitScript(before)
    await page.goto(at(readsPath))
    const row = page.getByRole('listitem').filter({ hasText: name }).first()
    await expectVisible(row)
    expect(await row.innerText()).not.toContain('moor')
    await expectAccessible(page, 'the visitors whose conversations can be read')
    await page.getByRole('combobox').selectOption({ label: name })
    await expect.poll(() => new URL(page.url()).searchParams.get('agent')).toBeTruthy()
    await expectVisible(row)
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(reason)
    await expectAccessible(page, 'the dialog that asks for a reason to read a visitor’s conversations')
    await dialog.locator('.btn.pri').click()
    await expectPath(page, /^\/admin\/conversationReads\/[\w-]+$/)
    await page.locator('a.reading-row').first().click()
    await expectVisible(page.locator('.transcript-turns').getByText('Where can I moor my boat?'))

    await visitor.reload()
    const note = visitor.getByRole('status').filter({ hasText: reason })
    await expectVisible(note)
    await expectAccessible(visitor, 'the note that someone read a visitor’s chats')
    await note.getByRole('button').first().click()
    await expectVisible(visitor.getByRole('dialog').getByText('Ben Okafor'))
    await expectAccessible(visitor, 'who has read a visitor’s chats')
  })
})
