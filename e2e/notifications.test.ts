import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userIdOf } from '../server/src/testing/access.ts'
import { ifMatchOfState } from '../server/src/testing/agents.ts'
import { type CallOptions, call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { startMailServer } from '../server/src/testing/mailServer.ts'
import { startWebhookReceiver } from '../server/src/testing/webhookReceiver.ts'
import { DARK_ARABIC, expectAccessible, isOnPhone, LOOKS, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { composer, OPEN_SIDEBAR, openSettings } from './screens.ts'
import { useStage } from './stage.ts'

const mail = await startMailServer()
const receiver = await startWebhookReceiver()
afterAll(() => Promise.all([mail.close(), receiver.close()]))
const stage = useStage({
  environment: { SMTP_URL: mail.url, MAIL_FROM: 'noreply@parlance.example', EGRESS_ALLOW: '127.0.0.1' },
})

// The administrator and the others share no group.
beforeAll(() => changeSettings(stage.current.app, { peopleSearch: 'All' }))

async function as<T>(userName: string, path: string, options: CallOptions = {}): Promise<T> {
  const { app } = stage.current
  const answer = await call<T>(app, `/api/internal/${path}`, { token: await app.token(userName), ...options })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** Shares a new, published agent of the administrator with someone; returns its ID. */
async function shareWith(userName: string, gptSystemName: string): Promise<string> {
  const { app } = stage.current
  const { configuration } = await as<{ configuration: { configStateId: string; gptSystemId: string } }>(
    'admin',
    'configStates',
    { body: { gptSystemType: 'User' } },
  )
  const { configStateId, gptSystemId } = configuration
  await as('admin', `configStates/${configStateId}`, {
    method: 'PUT',
    body: { gptSystemName },
    headers: await ifMatchOfState(app, configStateId),
  })
  const management = 'gptSystems/user/management'
  await as('admin', `${management}/fromConfigState/${configStateId}`, { body: {} })
  const { version } = await as<{ version: number }>('admin', `${management}/${gptSystemId}/shares`)
  await as('admin', `${management}/${gptSystemId}/shares`, {
    method: 'PUT',
    body: { items: [{ userId: await userIdOf(app, userName), right: 'Use' }] },
    headers: { 'if-match': `"${version}"` },
  })
  return gptSystemId
}

const bell = (page: Page) => page.getByRole('button', { name: /^(Notifications|الإشعارات)/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /^(Notifications|الإشعارات)$/ })

describe('notifications', () => {
  test('are counted by the bell at once, and lead to what they report', async () => {
    const { page } = await stage.current.openAs('anna')
    const connected = page.waitForResponse((response) => response.url().endsWith('/userConversations/events'))
    await page.goto(`${stage.current.origin}/chat`)
    await composer(page).waitFor()
    await connected
    await expectVisible(page.getByRole('button', { name: 'Notifications', exact: true }))
    const gptSystemId = await shareWith('anna', 'Tide tables')
    await expectVisible(page.getByRole('button', { name: 'Notifications, 1 unread' }))
    await bell(page).click()
    await expectVisible(panel(page).getByRole('img', { name: 'Unread' }))
    await expectAccessible(page, 'the notifications')
    await panel(page)
      .getByRole('link', { name: /shared the agent Tide tables with you/ })
      .click()
    await expectPath(page, `/chat/${gptSystemId}`)
    await expectGone(panel(page))
    await expectVisible(page.getByRole('button', { name: 'Notifications', exact: true }))
  })

  test('are read with the keyboard, and the focus returns to the bell', async () => {
    const { page } = await stage.current.openAs('ben')
    await page.goto(`${stage.current.origin}/chat`)
    await composer(page).waitFor()
    for (const name of ['First light', 'Second light']) await shareWith('ben', name)
    await expectVisible(page.getByRole('button', { name: 'Notifications, 2 unread' }))
    await bell(page).focus()
    await page.keyboard.press('Enter')
    const all = panel(page).getByRole('button', { name: 'Mark all as read' })
    await expectVisible(all)
    await all.focus()
    await page.keyboard.press('Enter')
    await expectGone(all)
    expect(await panel(page).getByRole('img', { name: 'Unread' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expectGone(panel(page))
    await expectFocused(bell(page))
  })

  test('are counted in the administration, too', async () => {
    const { page } = await stage.current.openAs('admin')
    const connected = page.waitForResponse((response) => response.url().endsWith('/userConversations/events'))
    await page.goto(`${stage.current.origin}/admin`)
    await connected
    await bell(page).waitFor()
    const { app } = stage.current
    const userId = await userIdOf(app, 'admin')
    const tell = await app.platform.database.transaction((tx) =>
      app.platform.notifications.store(tx, [
        {
          kind: 'ImportEnded',
          userId,
          params: { fileName: 'chats.zip', conversations: 2, failed: false },
          path: '/chat',
        },
      ]),
    )
    tell()
    await expectVisible(page.getByRole('button', { name: 'Notifications, 1 unread' }))
  })

  test('are announced on a phone by the button that opens the sidebar', async () => {
    await shareWith('anna', 'Pocket tide')
    const { page } = await stage.current.openAs('anna', PHONE[1])
    await page.goto(`${stage.current.origin}/chat`)
    await page.getByRole('button', { name: 'Open sidebar, unread notifications' }).click()
    await bell(page).click()
    await panel(page)
      .getByRole('link', { name: /Pocket tide/ })
      .click()
    await expectGone(panel(page))
    await expectVisible(page.getByRole('button', { name: 'Open sidebar', exact: true }))
  })

  test('are also sent by email to someone who chooses that in the settings', async () => {
    const { app } = stage.current
    const userId = await userIdOf(app, 'chloe')
    const { page } = await stage.current.openAs('chloe')
    await page.goto(`${stage.current.origin}/chat`)
    await bell(page).click()
    await expectVisible(panel(page).getByText('No notifications yet.'))
    await panel(page).getByRole('button', { name: 'Notification settings' }).click()
    const drawer = page.getByRole('dialog', { name: 'Settings' })
    await expectFocused(drawer.getByRole('heading', { name: 'Notifications' }))
    await drawer.getByRole('checkbox', { name: 'Email: An agent is shared with me' }).check()
    await expectAccessible(page, 'the notification settings')
    await expect
      .poll(async () => {
        const { items } = await as<{ items: { kind: string; emailed: boolean }[] }>(
          'chloe',
          'currentUser/notificationPreferences',
        )
        return items.find(({ kind }) => kind === 'AgentShared')?.emailed
      })
      .toBe(true)
    await shareWith('chloe', 'Mailed')
    await sql`update notification set email_after = now() where user_id = ${userId}`.execute(
      app.platform.database.db,
    )
    await app.platform.jobs.send('notifications.email', {})
    await expect.poll(() => mail.received.some(({ to }) => to.includes('chloe@parlance.example'))).toBe(true)
  })

  // The settings are looked at on wide screens only.
  test.each([DARK_ARABIC, PHONE])('are accessible: %s', async (name, options, before) => {
    await shareWith('anna', 'For every look')
    const { page } = await stage.current.openAs('anna', options)
    await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/chat`)
    if (isOnPhone(name)) await page.getByRole('button', { name: OPEN_SIDEBAR }).click()
    await bell(page).click()
    await expectVisible(panel(page).getByRole('link').first())
    await expectAccessible(page, `the notifications, ${name}`)
    await page.keyboard.press('Escape')
    if (isOnPhone(name)) return
    await expectVisible((await openSettings(page)).getByRole('checkbox').first())
    await expectAccessible(page, `the notification settings, ${name}`)
  })
})

describe('the instance settings', () => {
  const open = async (page: Page, tab: string) => {
    await page.goto(`${stage.current.origin}/admin/instanceSettings?tab=${tab}`)
    await page.getByRole('tab', { selected: true }).waitFor()
  }

  test('add, test, change, and delete a webhook', async () => {
    const { page } = await stage.current.openAs('admin')
    await open(page, 'webhooks')
    await expectVisible(page.getByText('No webhooks yet.'))
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Operations')
    await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await expectAccessible(page, 'the dialog of a webhook')
    await dialog.getByRole('button', { name: 'Save webhook' }).click()
    await expectGone(dialog)
    const card = page.getByRole('region', { name: 'Operations' })
    await card.getByRole('button', { name: 'Send a test to Operations' }).click()
    await expectVisible(card.getByText('Test delivered, status 204.'))
    await card.getByRole('button', { name: 'Deliveries to Operations' }).click()
    await expectVisible(card.getByRole('list', { name: 'Deliveries to Operations' }).getByText('Delivered'))
    await expectAccessible(page, 'the webhooks')
    await card.getByRole('button', { name: 'Edit Operations' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Operations' })
    await editor.getByRole('switch', { name: 'On' }).click()
    await editor.getByRole('button', { name: 'Save webhook' }).click()
    await expectVisible(card.getByText('Off', { exact: true }))
    await card.getByRole('button', { name: 'Delete Operations' }).click()
    await page
      .getByRole('dialog', { name: 'Delete Operations?' })
      .getByRole('button', { name: 'Delete Operations' })
      .click()
    await expectGone(card)
    await expectVisible(page.getByText('No webhooks yet.'))
  })

  test('send a test email to the administrator', async () => {
    const { page } = await stage.current.openAs('admin')
    await open(page, 'email')
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await expectVisible(page.getByText('Sent to admin@parlance.example.'))
    expect(mail.received.some(({ to }) => to.includes('admin@parlance.example'))).toBe(true)
    await expectAccessible(page, 'the email settings')
  })

  test.each(LOOKS)('show webhooks and email accessibly: %s', async (name, options, before) => {
    const created = await as<{ webhookId: string }>('admin', 'instanceSettings/webhooks', {
      body: {
        name: `Look ${name}`,
        url: 'https://10.0.0.1/hook',
        events: ['file.failed'],
        enabled: true,
        secret: 'the-secret-of-a-look',
      },
    })
    await as('admin', `instanceSettings/webhooks/${created.webhookId}/test`, { method: 'POST' })
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await open(page, 'webhooks')
    await page.locator('.webhook-more').first().click()
    await expectVisible(page.locator('.webhook-deliveries').first())
    await expectAccessible(page, `the webhooks, ${name}`)
    await open(page, 'email')
    await expectAccessible(page, `the email settings, ${name}`)
    await as('admin', `instanceSettings/webhooks/${created.webhookId}`, { method: 'DELETE' })
  })
})
