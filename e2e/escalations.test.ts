import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { publishPage } from '../server/src/testing/visitors.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../server/src/testing/webhookReceiver.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({
  environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o', EGRESS_ALLOW: '127.0.0.1' },
})
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.close())

const at = (path: string) => stage.current.origin + path
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const ESCALATE = 'Send this conversation to our team'

async function newPage(): Promise<string> {
  stage.current.engine.play(async (writer) => writer.text('I don’t know **that**.'))
  return publishPage(stage.current.app, await stage.current.publish('Ask Dispatch'), {
    contact: { label: 'Customer service', url: 'https://halden.example/help' },
    escalation: { kind: 'Webhook', url: receiver.url, secret: 'the-secret-of-this-page' },
  })
}

test('a visitor sends a conversation to the team, sees that it was sent, and the team opens the link', async () => {
  const slug = await newPage()
  const { page } = await stage.current.open()
  await page.goto(at(`/public-chat/${slug}`))
  await askAndRead(page, 'Where is my umbrella?')
  await button(page, 'More options').click()
  await page.getByRole('menuitem', { name: ESCALATE }).click()
  const dialog = page.getByRole('dialog', { name: `${ESCALATE}?` })
  await button(page, 'Send conversation').click()
  await expectVisible(dialog.getByText('Enter an email address'))
  await dialog.getByLabel('Your email address').fill('visitor@vela.example')
  await dialog.getByRole('checkbox').check()
  await expectAccessible(page, 'the dialog to send a conversation')
  await button(page, 'Send conversation').click()
  await expectGone(dialog)
  await expect.poll(() => receiver.received.length).toBe(1)
  await expectVisible(page.getByText(/^Sent to Customer service on/))
  await page.reload()
  await expectVisible(page.getByText(/^Sent to Customer service on .*visitor@vela\.example/))
  await expectAccessible(page, 'a conversation that was sent')

  const { data } = JSON.parse(receiver.received[0]?.body ?? '') as { data: { link: string } }
  const { pathname } = new URL(data.link)
  const team = await stage.current.openAs('admin')
  await team.page.goto(at(pathname))
  await expectVisible(team.page.getByText('Where is my umbrella?', { exact: true }).last())
  await expectVisible(team.page.getByText('I don’t know that.'))
  await expectVisible(team.page.getByRole('link', { name: 'Reply to visitor@vela.example' }))
  await expectAccessible(team.page, 'a conversation that a visitor sent')

  const other = await stage.current.openAs('anna')
  await other.page.goto(at(pathname))
  await expectPath(other.page, pathname)
  await expectVisible(other.page.getByText('Read users’ conversations'))
  await expectGone(other.page.getByText('umbrella'))
})

test('the offer stands beside an error, in a dark Arabic popup on a phone as well', async () => {
  const slug = await newPage()
  stage.current.engine.play(async () => {
    throw new Error('The model is away.')
  })
  const { page, watch } = await stage.current.open(PHONE[1])
  watch.expectError(/internal-server-error/)
  await page.addInitScript(DARK_ARABIC[2])
  await page.goto(at(`/public-chat/${slug}/true`))
  await page.locator('textarea[data-composer]').fill('أين مظلتي؟')
  await page.keyboard.press('Enter')
  const offer = page.locator('.answer-error').getByRole('button', { name: 'إرسال هذه المحادثة إلى فريقنا' })
  await offer.click()
  await expectVisible(page.getByRole('dialog', { name: 'إرسال هذه المحادثة إلى فريقنا؟' }))
  await expectAccessible(page, 'the Arabic dialog to send a conversation')
})

test('someone who manages the agent sets it up, and sees what was sent', async () => {
  const gptSystemId = await stage.current.publish('Ask the office')
  await publishPage(stage.current.app, gptSystemId)
  const { page, watch } = await stage.current.openAs('admin')
  watch.expectError(/400/)
  await page.goto(at(`/admin/gptsystem/${gptSystemId}/publicPage`))
  const settings = page.getByRole('region', { name: 'Send to a person' })
  await expectVisible(settings.getByText('To offer email, set SMTP_URL and MAIL_FROM on the server.'))
  await settings.getByLabel('Send by').selectOption('Webhook')
  await settings.getByLabel('Webhook URL').fill(receiver.url)
  await button(page, 'Save public page').click()
  await expectVisible(settings.getByText('Enter a secret. Requests to the webhook are signed with it.'))
  await settings.getByLabel('Webhook secret').fill('the-secret-of-this-page')
  await button(page, 'Save public page').click()
  await expectVisible(page.getByText('Public page of Ask the office saved'))
  const { body } = await call<{ publicEndpoint: { escalation: unknown } }>(
    stage.current.app,
    `/api/internal/gptSystems/system/management/${gptSystemId}/publicEndpoint`,
    { token: await stage.current.app.token('admin') },
  )
  expect(body.publicEndpoint.escalation).toEqual({ kind: 'Webhook', url: receiver.url })
  await expectAccessible(page, 'the settings of sending to a person')
})
