import type { Answer } from '@parlance/contract/endpoint'
import type { Problem } from '@parlance/contract/errors'
import type { notifications } from '@parlance/contract/notifications'
import type { UpdateEvent } from '@parlance/contract/updates'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../testing/client.ts'
import { type MailServer, startMailServer } from '../../testing/mailServer.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createLibrary, settled, upload } from '../knowledge/testing/library.ts'
import { claimEmail } from './store.ts'

type Page = Answer<typeof notifications.listNotifications>
type Preferences = Answer<typeof notifications.getPreferences>

let app: TestApplication
let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApplication({
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Parlance <noreply@parlance.example>' },
  })
})
afterAll(async () => {
  await app?.remove()
  await mail?.close()
})

const db = () => app.platform.database.db
const as = async <T>({ token }: Pick<TestPerson, 'token'>, path: string, options: CallOptions = {}) => {
  const answer = await call<T>(app, `/api/internal/${path}`, { token, ...options })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const listed = (who: TestPerson, query = '') => as<Page>(who, `currentUser/notifications${query}`)
const prefer = (who: TestPerson, items: Preferences['items'], language: 'en' | 'ar' = 'en') =>
  as<Preferences>(who, 'currentUser/notificationPreferences', { method: 'PUT', body: { items, language } })
const management = 'gptSystems/user/management'

/** An agent of someone's own, published under a name. */
async function agentOf(owner: TestPerson, gptSystemName: string, publish = true): Promise<string> {
  const { configuration } = await as<{ configuration: { gptSystemId: string; configStateId: string } }>(
    owner,
    'configStates',
    { body: { gptSystemType: 'User' } },
  )
  const { gptSystemId, configStateId } = configuration
  await as(owner, `configStates/${configStateId}`, {
    method: 'PUT',
    body: { gptSystemName },
    headers: ifMatch(),
  })
  if (publish) await as(owner, `${management}/fromConfigState/${configStateId}`, { method: 'POST', body: {} })
  return gptSystemId
}

async function share(owner: TestPerson, gptSystemId: string, items: object[]): Promise<void> {
  const path = `${management}/${gptSystemId}/shares`
  const { version } = await as<{ version: number }>(owner, path)
  await as(owner, path, { method: 'PUT', body: { items }, headers: ifMatch(version) })
}

const group = crypto.randomUUID()
const member = () => person(app, { groups: [group] })
const nameOf = async ({ userId }: TestPerson) =>
  (await sql<{ name: string }>`select name from app_user where id = ${userId}`.execute(db())).rows[0]?.name
const sendEmails = () => app.platform.jobs.send('notifications.email', {})
const due = () => sql`update notification set email_after = now() where email_after is not null`.execute(db())

describe('notifications', () => {
  test('reach only the people an agent is shared with, and their open pages', async () => {
    const [owner, friend, stranger] = [await member(), await member(), await member()]
    const gptSystemId = await agentOf(owner, 'Recipes')
    const feed = await openStream<UpdateEvent>(app, '/api/internal/userConversations/events', {
      token: friend.token,
    })
    await share(owner, gptSystemId, [{ userId: friend.userId, right: 'Use' }])
    const { items, unread } = await listed(friend)
    expect(unread).toBe(1)
    expect(items).toEqual([
      {
        notificationId: expect.any(String),
        kind: 'AgentShared',
        params: { agentName: 'Recipes', personName: await nameOf(owner), right: 'Use' },
        path: `/chat/${gptSystemId}`,
        createdAt: expect.any(String),
        readAt: null,
      },
    ])
    const told = await feed.until(({ event }) => event === 'notified')
    expect(told.data).toEqual({ notificationIds: [items[0]?.notificationId] })
    feed.close()
    await feed.ended

    // The same again tells nothing new; more does, in the place of the one that is still unread.
    await share(owner, gptSystemId, [{ userId: friend.userId, right: 'Use' }])
    expect((await listed(friend)).items).toEqual(items)
    await share(owner, gptSystemId, [{ userId: friend.userId, right: 'Edit' }])
    const again = await listed(friend)
    expect(again.items).toHaveLength(1)
    expect(again.items[0]).toMatchObject({ params: { right: 'Edit' }, path: '/chat/agents' })
    expect((await listed(stranger)).items).toEqual([])
    expect((await listed(owner)).items).toEqual([])
  })

  test('tell of an agent that can’t be used yet once it is published, except its editors, who know it', async () => {
    const [owner, reader, editor] = [await member(), await member(), await member()]
    const gptSystemId = await agentOf(owner, 'Unfinished', false)
    await share(owner, gptSystemId, [
      { userId: reader.userId, right: 'Use' },
      { userId: editor.userId, right: 'Edit' },
    ])
    expect((await listed(reader)).items).toEqual([])
    expect((await listed(editor)).items).toHaveLength(1)
    await as(editor, 'currentUser/notifications/read', { method: 'PUT', body: {} })
    const draft = await sql<{ id: string }>`select id from gpt_system_configuration_state
      where gpt_system_id = ${gptSystemId}`.execute(db())
    await as(owner, `${management}/fromConfigState/${draft.rows[0]?.id}`, { method: 'POST', body: {} })
    expect((await listed(reader)).items).toMatchObject([{ path: `/chat/${gptSystemId}` }])
    expect((await listed(editor)).items).toHaveLength(1)
  })

  test('tell the new owner of an agent', async () => {
    const [owner, heir] = [await member(), await member()]
    const gptSystemId = await agentOf(owner, 'Heirloom')
    await as(owner, `${management}/${gptSystemId}/handOver`, { body: { userId: heir.userId } })
    expect((await listed(heir)).items).toMatchObject([
      { kind: 'AgentTransferred', params: { agentName: 'Heirloom', personName: await nameOf(owner) } },
    ])
  })

  test('tell how many files of a library couldn’t be read, in one that is counted up', async () => {
    const admin = { token: await app.token('admin') } as TestPerson
    const dataSourceId = await createLibrary(app, 'Broken files')
    for (const name of ['one.pdf', 'two.pdf']) {
      await upload(app, dataSourceId, name, '%PDF-1.7 that is all')
      await settled(app, dataSourceId)
    }
    const failed = (await listed(admin)).items.filter(({ kind }) => kind === 'FilesFailed')
    expect(failed).toMatchObject([
      {
        params: { libraryName: 'Broken files', files: 2 },
        path: `/admin/datasource/${dataSourceId}/edit`,
      },
    ])
  })

  test('are marked as read, each or all, and only one’s own', async () => {
    const [owner, friend, other] = [await member(), await member(), await member()]
    for (const name of ['First', 'Second', 'Third'])
      await share(owner, await agentOf(owner, name), [{ userId: friend.userId, right: 'Use' }])
    const before = await listed(friend, '?pageSize=2')
    expect(before.items.map(({ params }) => params.agentName)).toEqual(['Third', 'Second'])
    const rest = await listed(friend, `?continuationToken=${before.continuationToken}`)
    expect(rest.items.map(({ params }) => params.agentName)).toEqual(['First'])
    const ids = [before.items[0]?.notificationId]
    const read = (who: TestPerson, body: object) =>
      as(who, 'currentUser/notifications/read', { method: 'PUT', body })
    await read(other, { notificationIds: ids })
    expect((await listed(friend)).unread).toBe(3)
    await read(friend, { notificationIds: ids })
    const after = await listed(friend)
    expect([after.unread, after.items[0]?.readAt, after.items[1]?.readAt]).toEqual([
      2,
      expect.any(String),
      null,
    ])
    await read(friend, {})
    expect((await listed(friend)).unread).toBe(0)
  })

  test('are deleted after 90 days', async () => {
    const [owner, friend] = [await member(), await member()]
    for (const name of ['Old', 'New'])
      await share(owner, await agentOf(owner, name), [{ userId: friend.userId, right: 'Use' }])
    await sql`update notification set created_at = now() - interval '91 days'
      where user_id = ${friend.userId} and params ->> 'agentName' = 'Old'`.execute(db())
    await app.platform.jobs.send('notifications.remove', {})
    const names = async () => (await listed(friend)).items.map(({ params }) => params.agentName)
    await expect.poll(names).toEqual(['New'])
  })
})

describe('what can’t be seen any more', () => {
  test('isn’t told to someone who can do less with an agent than it says', async () => {
    const [owner, friend, editor] = [await member(), await member(), await member()]
    const gptSystemId = await agentOf(owner, 'Withdrawn')
    const both = [
      { userId: friend.userId, right: 'Use' },
      { userId: editor.userId, right: 'Edit' },
    ]
    await share(owner, gptSystemId, both)
    expect([(await listed(friend)).unread, (await listed(editor)).unread]).toEqual([1, 1])
    await share(owner, gptSystemId, [{ userId: editor.userId, right: 'Use' }])
    for (const one of [friend, editor]) expect((await listed(one)).items).toEqual([])
  })

  test('isn’t told once the agent or the library is deleted, even if it was read', async () => {
    const [owner, friend, heir] = [await member(), await member(), await member()]
    const gptSystemId = await agentOf(owner, 'Deleted later')
    await share(owner, gptSystemId, [{ userId: friend.userId, right: 'Use' }])
    await as(friend, 'currentUser/notifications/read', { method: 'PUT', body: {} })
    await as(owner, `${management}/${gptSystemId}/handOver`, { body: { userId: heir.userId } })
    expect([(await listed(friend)).items.length, (await listed(heir)).items.length]).toEqual([1, 1])
    await as(heir, `${management}/${gptSystemId}`, { method: 'DELETE' })
    for (const one of [friend, heir]) expect((await listed(one)).items).toEqual([])

    const admin = { token: await app.token('admin') } as TestPerson
    const dataSourceId = await createLibrary(app, 'Deleted with its files')
    await upload(app, dataSourceId, 'one.pdf', '%PDF-1.7 that is all')
    await settled(app, dataSourceId)
    const failures = async () =>
      (await listed(admin)).items.filter(({ params }) => params.libraryName === 'Deleted with its files')
    expect(await failures()).toHaveLength(1)
    await as(admin, `fileLibraries/${dataSourceId}`, { method: 'DELETE', body: {} })
    expect(await failures()).toEqual([])
  })
})

describe('preferences', () => {
  test('list every kind, and turn kinds off', async () => {
    const [owner, friend] = [await member(), await member()]
    const before = await as<Preferences>(friend, 'currentUser/notificationPreferences')
    expect(before.items).toEqual(
      [
        'AgentShared',
        'AgentTransferred',
        'ImportEnded',
        'FilesFailed',
        'GuidelinesReminder',
        'BudgetUsed',
        'DocumentRequested',
        'ConversationsRead',
        'ReadWaits',
        'ReadApproved',
        'DataExportEnded',
        'DataExportRequested',
        'DataExportWaits',
        'DataExportApproved',
        'PublishWaits',
        'PublishDecided',
        'ScheduledRunEnded',
      ].map((kind) => ({
        kind,
        listed: true,
        emailed: false,
      })),
    )
    const off = { kind: 'AgentShared' as const, listed: false, emailed: false }
    const after = await prefer(friend, [off], 'ar')
    expect(after).toEqual({ ...before, language: 'ar', items: before.items.with(0, off) })
    await share(owner, await agentOf(owner, 'Unheard'), [{ userId: friend.userId, right: 'Use' }])
    expect((await listed(friend)).items).toEqual([])
  })

  test('[A67] are rejected if a kind is given twice', async () => {
    const off = { kind: 'AgentShared' as const, listed: false, emailed: false }
    const path = '/api/internal/currentUser/notificationPreferences'
    const { status, body } = await call<Problem>(app, path, {
      token: (await member()).token,
      method: 'PUT',
      body: { items: [off, { ...off, listed: true }], language: 'en' },
    })
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'request.invalid', 'items'])
  })
})

describe('emails', () => {
  const emailed = { kind: 'AgentShared' as const, listed: true, emailed: true }
  async function withAddress(): Promise<TestPerson & { email: string }> {
    const someone = await member()
    const email = `${someone.userId.slice(-12)}@parlance.example`
    await sql`update app_user set email = ${email} where id = ${someone.userId}`.execute(db())
    return { ...someone, email }
  }
  const sentTo = ({ email }: { email: string }) => mail.received.filter(({ to }) => to.includes(email))

  test('say in one what a person hasn’t read, in their language, with links', async () => {
    const [owner, friend] = [await member(), await withAddress()]
    expect(await prefer(friend, [emailed])).toMatchObject({ emailAddress: friend.email })
    const first = await agentOf(owner, 'Grüße')
    await share(owner, first, [{ userId: friend.userId, right: 'Use' }])
    await sendEmails()
    // Not at once: it may be read in the product.
    await due()
    await sendEmails()
    await expect.poll(() => sentTo(friend).length).toBe(1)
    const [sent] = sentTo(friend)
    expect(sent?.raw).toMatch(/^From: "?Parlance"? <noreply@parlance\.example>/m)
    const text = decoded(sent?.raw ?? '')
    expect(text).toContain(`shared the agent “Grüße” with you`)
    expect(text).toContain(`${app.origin}/chat/${first}`)

    await prefer(friend, [emailed], 'ar')
    for (const name of ['Two', 'Three'])
      await share(owner, await agentOf(owner, name), [{ userId: friend.userId, right: 'Use' }])
    await due()
    await sendEmails()
    await expect.poll(() => sentTo(friend).length).toBe(2)
    expect(decoded(sentTo(friend)[1]?.raw ?? '')).toMatch(/Two.*Three/s)
  })

  test('aren’t sent for what was read, nor to someone who is gone', async () => {
    const [owner, reader, gone] = [await member(), await withAddress(), await withAddress()]
    for (const one of [reader, gone]) {
      await prefer(one, [emailed])
      await share(owner, await agentOf(owner, 'Read'), [{ userId: one.userId, right: 'Use' }])
    }
    await as(reader, 'currentUser/notifications/read', { method: 'PUT', body: {} })
    await sql`update app_user set disabled = true where id = ${gone.userId}`.execute(db())
    await due()
    await sendEmails()
    const waiting = async () =>
      (await sql`select from notification where email_after <= now()`.execute(db())).rows.length
    await expect.poll(waiting).toBe(0)
    expect([...sentTo(reader), ...sentTo(gone)]).toEqual([])
  })

  test('are sent by one of several processes', async () => {
    const [owner, friend] = [await member(), await withAddress()]
    await prefer(friend, [emailed])
    await share(owner, await agentOf(owner, 'Once'), [{ userId: friend.userId, right: 'Use' }])
    await due()
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimEmail(db(), [1])))
    expect(claims.filter((one) => one?.email === friend.email)).toHaveLength(1)
  })

  test('tell again of what isn’t listed, and reading the list doesn’t cancel them', async () => {
    const [owner, friend] = [await member(), await withAddress()]
    await prefer(friend, [{ ...emailed, listed: false }])
    const gptSystemId = await agentOf(owner, 'Only by email')
    for (const [at, right] of ['Use', 'Edit'].entries()) {
      await share(owner, gptSystemId, [{ userId: friend.userId, right }])
      await as(friend, 'currentUser/notifications/read', { method: 'PUT', body: {} })
      await due()
      await sendEmails()
      await expect.poll(() => sentTo(friend).length).toBe(at + 1)
      const waiting = sql`select from notification where user_id = ${friend.userId} and email_after is not null`
      await expect.poll(async () => (await waiting.execute(db())).rows.length).toBe(0)
    }
  })

  test('aren’t held up by someone who can’t get any', async () => {
    const [owner, gone, friend] = [await member(), await withAddress(), await withAddress()]
    for (const one of [gone, friend]) {
      await prefer(one, [emailed])
      await share(owner, await agentOf(owner, 'Waiting'), [{ userId: one.userId, right: 'Use' }])
    }
    await sql`update app_user set disabled = true where id = ${gone.userId}`.execute(db())
    await sql`update notification set email_after = now() - case when user_id = ${gone.userId}
      then interval '1 hour' else interval '1 second' end where email_after is not null`.execute(db())
    await sendEmails()
    await expect.poll(() => sentTo(friend).length).toBe(1)
    const left =
      await sql`select from notification where user_id = ${gone.userId} and email_after is not null`.execute(
        db(),
      )
    expect(left.rows).toEqual([])
  })

  test('are tried again after a refusal, and given up after the last attempt', async () => {
    const [owner, friend] = [await member(), await withAddress()]
    await prefer(friend, [emailed])
    await share(owner, await agentOf(owner, 'Later'), [{ userId: friend.userId, right: 'Use' }])
    mail.accept(false)
    const state = async () =>
      (
        await sql<{ attempts: number; waits: number | null }>`select email_attempts as attempts,
          round(extract(epoch from email_after - now()) / 60)::int as waits
          from notification where user_id = ${friend.userId}`.execute(db())
      ).rows[0]
    await due()
    await sendEmails()
    await expect.poll(state).toEqual({ attempts: 1, waits: 1 })
    await expect.poll(() => app.logged.some((line) => line.includes('"notifications.emailLater"'))).toBe(true)
    mail.accept(true)
    await due()
    await sendEmails()
    await expect.poll(() => sentTo(friend).length).toBe(1)
    await expect.poll(state).toEqual({ attempts: 2, waits: null })
    await sql`update notification set email_attempts = 5, email_after = now()
      where user_id = ${friend.userId}`.execute(db())
    mail.accept(false)
    await sendEmails()
    await expect.poll(state).toEqual({ attempts: 6, waits: null })
    await expect.poll(() => app.logged.some((line) => line.includes('"notifications.notEmailed"'))).toBe(true)
    mail.accept(true)
  })
})

/** The text of a message whose body is encoded as quoted-printable or base64. */
function decoded(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}
