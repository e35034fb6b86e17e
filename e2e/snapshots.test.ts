import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { allowSnapshots } from '../server/src/testing/snapshots.ts'
import { expectAccessible, LOOKS, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const question = 'How do I publish an agent?'
let guide = ''

beforeAll(async () => {
  const { app } = stage.current
  await allowSnapshots(app)
  const { body } = await call<{ items: { gptSystemId: string }[] }>(
    app,
    '/api/internal/gptSystems/system/management?search=product',
    { token: await app.token('admin') },
  )
  guide = body.items[0]?.gptSystemId ?? ''
})

/** Asks the guide as anna, gets an answer with quotes, and opens its sharing dialog. */
async function openSharing(options: object = {}) {
  const { page, watch } = await stage.current.openAs('anna', options)
  await page.goto(`${stage.current.origin}/chat/${guide}`)
  await askAndRead(page, question)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Share conversation…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share conversation' })
  await expectVisible(dialog.getByText('Not shared yet. Create a link to share this conversation.'))
  return { page, watch, dialog }
}

/** Creates a link through the API. */
async function linkOf(conversationId: string): Promise<string> {
  const { app } = stage.current
  const { body } = await call<{ snapshotId: string }>(
    app,
    `/api/internal/userConversations/${conversationId}/snapshots`,
    { token: await app.token('anna'), body: {} },
  )
  return `${stage.current.origin}/chat/shared/${body.snapshotId}`
}
const conversationIn = (page: Page) => new URL(page.url()).searchParams.get('conversationId') ?? ''

test('a conversation is shared by link, read by a colleague in its original state, and revoked', async () => {
  const { page, dialog } = await openSharing({ permissions: ['clipboard-read', 'clipboard-write'] })
  await dialog.getByRole('combobox', { name: 'Link expiration' }).selectOption('After 7 days')
  await button(page, 'Create link').click()
  await expectVisible(dialog.getByText(/^Shared on /))
  await expectVisible(dialog.getByText(/expires /))
  await expectAccessible(page, 'sharing a conversation')
  await dialog.getByRole('button', { name: /^Copy link/ }).click()
  await expectVisible(dialog.getByText('Copied'))
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toContain('/chat/shared/')

  const ben = await stage.current.openAs('ben')
  await ben.page.goto(link)
  await expectVisible(ben.page.getByText(/^Shared by Anna .* as it was then\.$/))
  await expectVisible(ben.page.getByRole('article', { name: 'Question' }).getByText(question))
  const answer = ben.page.getByRole('article', { name: /^Answer from/ })
  await expect.poll(async () => (await readText(answer)).length).toBeGreaterThan(60)
  await expectVisible(ben.page.getByRole('list', { name: 'Sources' }).getByText(/\.md/).first())
  await ben.page.getByRole('link', { name: 'Ask this agent' }).click()
  await expectPath(ben.page, `/chat/${guide}`)

  await dialog.getByRole('button', { name: /^Revoke/ }).click()
  await expectVisible(dialog.getByText('Not shared yet. Create a link to share this conversation.'))
  ben.watch.expectError(/404/)
  await ben.page.goto(link)
  await expectVisible(ben.page.getByText('This shared conversation doesn’t exist or is no longer shared.'))
  await expectAccessible(ben.page, 'a revoked link')
})

test('on a phone, a link has the whole width of the dialog, and its buttons are below it', async () => {
  const { page, dialog } = await openSharing(PHONE[1])
  await button(page, 'Create link').click()
  const row = dialog.getByRole('listitem')
  const text = await row.locator('.snapshot-address').boundingBox()
  const copy = await row.getByRole('button', { name: /^(Copy link|Copied)/ }).boundingBox()
  const whole = await row.boundingBox()
  expect(copy?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
  expect(text?.width).toBeCloseTo(whole?.width ?? 0, 0)
  await expectAccessible(page, 'sharing a conversation on a phone')
})

test('people without access to the agent see no quotes', async () => {
  const { app } = stage.current
  const { page } = await openSharing()
  const link = await linkOf(conversationIn(page))
  const { db } = app.platform.database
  await sql`update chat_access_policy set enabled = false`.execute(db)
  try {
    const ben = await stage.current.openAs('ben')
    await ben.page.goto(link)
    await expectVisible(ben.page.getByText('Quotes and files that you don’t have access to are left out.'))
    await expectVisible(
      ben.page.getByText('This answer consists only of quotes that you don’t have access to.'),
    )
    await expectGone(ben.page.getByRole('list', { name: 'Sources' }))
    await expectGone(ben.page.getByRole('link', { name: 'Ask this agent' }))
  } finally {
    await sql`update chat_access_policy set enabled = true`.execute(db)
  }
})

test('it is offered only if allowed', async () => {
  const { app, origin } = stage.current
  await allowSnapshots(app, false)
  try {
    const { page, watch } = await stage.current.openAs('anna')
    await page.goto(`${origin}/chat/${guide}`)
    await askAndRead(page, question)
    await button(page, 'More').click()
    await expectVisible(page.getByRole('menuitem').first())
    await expectGone(page.getByRole('menuitem', { name: 'Share conversation…' }))
    watch.expectError(/403/)
    await page.goto(`${origin}/chat/shared/${'a'.repeat(32)}`)
    await expectVisible(page.getByText('Sharing conversations is turned off in this instance.'))
  } finally {
    await allowSnapshots(app)
  }
})

test.each(LOOKS)('a shared conversation is accessible and fits: %s', async (...look) => {
  const { page } = await openSharing()
  const link = await linkOf(conversationIn(page))
  const shown = await stage.current.openAs('ben', look[1])
  if (look[2]) await shown.page.addInitScript(look[2])
  await shown.page.goto(link)
  await expectVisible(shown.page.locator('.transcript-turn').first())
  await expectAccessible(shown.page, 'a shared conversation')
  expect(await shown.page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
})
