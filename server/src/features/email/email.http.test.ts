import type { email } from '@parlance/contract/email'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { settingsPath } from '../../testing/instanceSettings.ts'
import { type MailServer, startMailServer } from '../../testing/mailServer.ts'

let app: TestApplication
let mail: MailServer
const path = `${settingsPath}/email`

beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApplication({
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'noreply@parlance.example' },
  })
})
afterAll(async () => {
  await app?.remove()
  await mail?.close()
})
afterEach(() => mail.accept(true))

const setAddress = (address: string | null) =>
  sql`update app_user set email = ${address} where id = (select actor_user_id from audit_entry
    where verb = 'test' and area = 'email' order by seq desc limit 1)`.execute(app.platform.database.db)
const sendTest = async () =>
  (
    await call<Answer<typeof email.sendTestEmail>>(app, `${path}/test`, {
      token: await app.token('admin'),
      method: 'POST',
    })
  ).body.outcome

test('a test email goes to one’s own address and is recorded, and a failure says what happened', async () => {
  // Also says who the administrator is.
  await sendTest()
  await setAddress(null)
  expect(await sendTest()).toBe('NoAddress')
  await setAddress('chief@parlance.example')
  const { body: settings } = await call<Answer<typeof email.getEmailSettings>>(app, path, {
    token: await app.token('admin'),
  })
  expect(settings).toEqual({
    server: new URL(mail.url).host,
    from: 'noreply@parlance.example',
    ownAddress: 'chief@parlance.example',
  })
  const before = mail.received.length
  expect(await sendTest()).toBe('Ok')
  expect(mail.received.slice(before)).toMatchObject([{ to: ['chief@parlance.example'] }])
  mail.accept(false)
  expect(await sendTest()).toBe('Failed')
  const { rows } = await sql<{ changes: unknown }>`select changes from audit_entry where area = 'email'
    order by seq desc limit 1`.execute(app.platform.database.db)
  expect(JSON.stringify(rows)).toContain('Failed')
})
