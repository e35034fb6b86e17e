import { createHmac, randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { escalations } from '@parlance/contract/escalations'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { asVisitor, call, ifMatch, openStream } from '../../testing/client.ts'
import { type MailServer, startMailServer } from '../../testing/mailServer.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'
import { findUnfinished } from '../../testing/unfinished.ts'
import {
  askAsVisitor,
  attachAsVisitor,
  enablePage,
  pageSettings,
  publishPage,
  setPage,
  type Visitor,
  visit,
} from '../../testing/visitors.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhookReceiver.ts'
import { removeForgotten } from '../conversations/erasure/store.ts'
import { claimDue } from './escalations/store.ts'
import { removeEnded } from './store.ts'

type Sent = Answer<typeof escalations.send>
type Opened = Answer<typeof escalations.open>
type Delivery = Answer<typeof escalations.listDeliveries>['items'][number]
interface Problem {
  code: string
  requestId: string
  errors?: { field: string; message: string }[]
}

const base = '/api/internal/publicConversations'
const management = '/api/internal/gptSystems/system/management'
const environment = { COMPATIBLE_DEPLOYMENTS: 'scripted', EGRESS_ALLOW: '127.0.0.1', TRUST_PROXY: 'true' }
const secret = 'the-secret-of-this-page'
const team = 'team@halden.example'
const replyTo = 'visitor@vela.example'

let app: TestApplication
let engine: ScriptedEngine
let mail: MailServer
let receiver: WebhookReceiver

beforeAll(async () => {
  engine = createScriptedEngine()
  mail = await startMailServer()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { ...environment, SMTP_URL: mail.url, MAIL_FROM: 'noreply@parlance.example' },
  })
})
afterAll(async () => {
  await app?.remove()
  await mail?.close()
})
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  engine.play(async (writer) => writer.text('An answer.'))
})
afterEach(async () => {
  mail.accept(true)
  await receiver.close()
})

const db = () => app.platform.database.db
const webhook = () => ({ kind: 'Webhook', url: receiver.url, secret })
const email = { kind: 'Email', address: team }
const sendDue = () => app.platform.jobs.send('escalations.deliver', {})
const makeDue = (escalationId: string) =>
  sql`update escalation set next_attempt_at = now() where escalation_id = ${escalationId}
    and next_attempt_at is not null`.execute(db())

async function newPage(settings: Record<string, unknown> = {}) {
  const gptSystemId = await publishAgent(app, `Agent ${randomUUID()}`, {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  return { gptSystemId, page: await publishPage(app, gptSystemId, { escalation: webhook(), ...settings }) }
}

/** A visitor with a question and its answer. */
async function asked(page: string, question = 'When is the last train?') {
  const visitor = await visit(app, page)
  return { visitor, ...(await askAsVisitor(app, visitor, question)) }
}

const path = (conversationId: string) => `${base}/${conversationId}/escalations`
const escalate = <T = Sent>(
  { token }: Pick<Visitor, 'token'>,
  conversationId: string,
  body: object = {},
  headers: Record<string, string> = {},
) => call<T>(app, path(conversationId), { token, body: { replyTo, consent: true, ...body }, headers })
const listed = async ({ token }: Pick<Visitor, 'token'>, conversationId: string) =>
  (await call<{ items: Sent[] }>(app, path(conversationId), { token })).body.items
const stateOf = async (visitor: Visitor, conversationId: string) =>
  (await listed(visitor, conversationId))[0]?.state
const open = async <T = Opened>(escalationId: string, token: string) =>
  call<T>(app, `/api/internal/escalations/${escalationId}`, { token })
const reader = async () => (await person(app, { actions: ['UserConversationsRead'] })).token
const verbsOf = async (escalationId: string) =>
  (
    await sql<{
      verb: string
      actorKind: string
      changes: unknown
    }>`select verb, actor_kind as "actorKind", changes
      from audit_entry where entity_type = 'Escalation' and entity_id = ${escalationId} order by seq`.execute(
      db(),
    )
  ).rows

describe('a visitor', () => {
  test('sends a conversation to a webhook, signed, with the transcript and a link, and sees that it was sent', async () => {
    const { page, gptSystemId } = await newPage()
    const { visitor, conversationId } = await asked(page, 'Is the track “closed”?')
    const { status, body } = await escalate(visitor, conversationId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'Queued', replyTo, attempts: 0, sentAt: null, isOutdated: false })
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ headers, body: sent } = { headers: {}, body: '' }] = receiver.received
    const timestamp = headers['x-parlance-timestamp']
    expect(headers['x-parlance-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.${sent}`).digest('hex')}`,
    )
    expect(headers).toMatchObject({
      'x-parlance-event': 'conversation.escalated',
      'x-parlance-delivery': body.escalationId,
    })
    const transcript = [{ question: 'Is the track “closed”?', answer: 'An answer.', status: 'Completed' }]
    expect(JSON.parse(sent)).toMatchObject({
      event: 'conversation.escalated',
      createdAt: body.createdAt,
      data: {
        escalationId: body.escalationId,
        gptSystemId,
        agentName: expect.stringMatching(/^Agent /),
        page,
        conversationId,
        replyTo,
        isTest: false,
        isShortened: false,
        transcript,
        link: `${app.config.publicOrigin}/admin/escalations/${body.escalationId}`,
      },
    })
    await expect.poll(() => stateOf(visitor, conversationId)).toBe('Sent')
    expect((await listed(visitor, conversationId))[0]).toMatchObject({ attempts: 1, lastError: null })
    const entries = await verbsOf(body.escalationId)
    expect(entries.map(({ verb, actorKind }) => [verb, actorKind])).toEqual([
      ['send', 'System'],
      ['send', 'System'],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/visitor@|track/)
  })

  test('sends it by email, with the link and without content, to which the team can reply', async () => {
    const { page } = await newPage({ escalation: email })
    const { visitor, conversationId } = await asked(page, 'A private question?')
    const before = mail.received.length
    const { body } = await escalate(visitor, conversationId)
    await expect.poll(() => mail.received.length).toBe(before + 1)
    const { to, raw } = mail.received.at(-1) ?? { to: [], raw: '' }
    expect(to).toEqual([team])
    expect(raw).toMatch(/^reply-to: <?visitor@vela\.example>?\r?$/im)
    const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(text).toContain(`/admin/escalations/${body.escalationId}`)
    expect(text).not.toMatch(/private question|An answer/)
    await expect.poll(() => stateOf(visitor, conversationId)).toBe('Sent')
  })

  test('gets an email in the language of the page', async () => {
    const { page } = await newPage({ escalation: email, language: 'ar' })
    const { visitor, conversationId } = await asked(page)
    const before = mail.received.length
    await escalate(visitor, conversationId)
    await expect.poll(() => mail.received.length).toBe(before + 1)
    const raw = mail.received.at(-1)?.raw ?? ''
    const [, encoded = ''] = /\r\n\r\n([\s\S]*)$/.exec(raw) ?? []
    const text = /base64/i.test(raw) ? Buffer.from(encoded, 'base64').toString('utf8') : raw
    expect(text).toMatch(/[\u0600-\u06ff]/)
  })

  test('gets the same one for a repeated or simultaneous call, and another after a new question or for another address', async () => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const both = await Promise.all([escalate(visitor, conversationId), escalate(visitor, conversationId)])
    const [first] = both.map(({ body }) => body.escalationId)
    expect(both.map(({ body }) => body.escalationId)).toEqual([first, first])
    await expect.poll(() => stateOf(visitor, conversationId)).toBe('Sent')
    expect((await escalate(visitor, conversationId)).body).toMatchObject({
      escalationId: first,
      state: 'Sent',
    })
    expect(receiver.received).toHaveLength(1)
    const corrected = await escalate(visitor, conversationId, { replyTo: 'right@vela.example' })
    expect(corrected.body.escalationId).not.toBe(first)
    const stream = await fetch(`${app.origin}${base}/${conversationId}/segments`, {
      method: 'POST',
      headers: {
        'x-public-session': visitor.secret,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ question: 'And the first?' }),
    })
    await stream.text()
    expect(await listed(visitor, conversationId)).toMatchObject([{ isOutdated: true }, { isOutdated: true }])
    const later = await escalate(visitor, conversationId)
    expect(later.body).toMatchObject({ isOutdated: false })
    expect(later.body.escalationId).not.toBe(first)
    await expect.poll(() => receiver.received.length).toBe(3)
    const { data } = JSON.parse(receiver.received.at(-1)?.body ?? '') as {
      data: { transcript: { question: string }[] }
    }
    expect(data.transcript.map(({ question }) => question)).toEqual([
      'When is the last train?',
      'And the first?',
    ])
  })

  test.each([
    ['no consent', { consent: false }, 'consent'],
    ['no email address', { replyTo: 'someone' }, 'replyTo'],
    ['two addresses', { replyTo: 'one@vela.example, two@vela.example' }, 'replyTo'],
    ['an address with a header', { replyTo: 'one@vela.example\r\nBcc: all@vela.example' }, 'replyTo'],
    ['a long address', { replyTo: `${'a'.repeat(250)}@vela.example` }, 'replyTo'],
  ])('is refused with %s', async (_, body, field) => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const refused = await escalate<Problem>(visitor, conversationId, body)
    expect([refused.status, refused.body.errors?.map((error) => error.field)]).toEqual([400, [field]])
    expect(await listed(visitor, conversationId)).toEqual([])
  })

  test('gets a clear message if the page sends nothing, is off, or the session has ended', async () => {
    const { page, gptSystemId } = await newPage({ escalation: null })
    const { visitor, conversationId } = await asked(page)
    const code = async () => {
      const { status, body } = await escalate<Problem>(visitor, conversationId)
      return [status, body.code]
    }
    expect(await code()).toEqual([409, 'escalation.notConfigured'])
    await setPage(app, gptSystemId, { gptPublicEndpoint: page, escalation: webhook() })
    await enablePage(app, gptSystemId, false)
    expect(await code()).toEqual([404, 'publicChat.unavailable'])
    await enablePage(app, gptSystemId)
    await call(app, `${base}/sessions/${visitor.sessionIdentifier}`, {
      token: visitor.token,
      method: 'DELETE',
    })
    expect(await code()).toEqual([401, 'publicChat.session'])
    expect(receiver.received).toEqual([])
  })

  test('who tests the page doesn’t use up what its visitors can send, and the team sees that it is a test', async () => {
    const { page, gptSystemId } = await newPage()
    const visitor = await visit(app, page, await app.token('admin'))
    const { conversationId } = await askAsVisitor(app, visitor, 'Does it work?')
    await escalate(visitor, conversationId)
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]?.body).toContain('"isTest":true')
    const { rows } = await sql<{ subject: string }>`select subject from escalation_count
      where gpt_system_id = ${gptSystemId}`.execute(db())
    expect(rows.map(({ subject }) => subject)).toEqual([`visitor:${visitor.sessionIdentifier}`])
  })

  test('can’t send a conversation without questions', async () => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const empty = randomUUID()
    await sql`insert into conversation select (jsonb_populate_record(c, jsonb_build_object('id', ${empty}::text,
      'selected_leaf_segment_id', null))).* from conversation c where c.id = ${conversationId}`.execute(db())
    expect((await escalate<Problem>(visitor, empty)).body.code).toBe('escalation.empty')
  })
})

describe('a thief', () => {
  test('[A30] gets for a stolen conversation exactly what a random one gets, and no one opens the link without the permission', async () => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const { body: sent } = await escalate(visitor, conversationId)
    const thief = await visit(app, page)
    for (const options of [{}, { body: { replyTo, consent: true } }]) {
      const get = async (id: string) => {
        const { status, body } = await call<Problem>(app, path(id), { token: thief.token, ...options })
        return { status, body: { ...body, requestId: '' } }
      }
      const stolen = await get(conversationId)
      expect(stolen).toMatchObject({ status: 404, body: { code: 'conversation.notFound' } })
      expect(stolen).toEqual(await get(randomUUID()))
    }
    for (const token of [await app.token('anna'), thief.token, asVisitor(visitor.secret)]) {
      const get = async (id: string) => {
        const { status, body } = await open<Problem>(id, token)
        return { status, body: { ...body, requestId: '' } }
      }
      const stolen = await get(sent.escalationId)
      expect([401, 403]).toContain(stolen.status)
      expect(stolen).toEqual(await get(randomUUID()))
    }
    // The visitor’s calls aren’t a user’s either.
    const admin = { token: await app.token('admin') }
    expect((await call(app, path(conversationId), admin)).status).toBe(403)
  })
})

describe('a flood', () => {
  test('[B11] ends at the bound of a visitor, with the contact of the page, and deleting data doesn’t start a new count', async () => {
    const { page } = await newPage({
      contact: { label: 'Customer service', url: 'https://halden.example/help' },
    })
    const { visitor, conversationId } = await asked(page)
    const addressed = (n: number) =>
      escalate<Problem>(visitor, conversationId, { replyTo: `visitor${n}@vela.example` })
    for (let n = 0; n < limits.escalationsPerVisitor; n += 1) expect((await addressed(n)).status).toBe(200)
    const refused = await addressed(9)
    expect([refused.status, refused.body.code]).toEqual([429, 'escalation.visitorLimit'])
    expect(refused.body.errors).toEqual([
      { field: 'contact', message: 'Customer service: https://halden.example/help' },
    ])
    await sql`delete from escalation where conversation_id = ${conversationId}`.execute(db())
    expect((await addressed(10)).status).toBe(429)
    // A repetition sends nothing, so it isn't counted.
    expect(await listed(visitor, conversationId)).toEqual([])
  })

  test('in many sessions reaches the limit of a network, and from several networks that of the page', async () => {
    const { page, gptSystemId } = await newPage()
    const codes: (string | undefined)[] = []
    const flood = async (network: string, times: number) => {
      for (let n = 0; n < times; n += 1) {
        const { visitor, conversationId } = await asked(page)
        const { body } = await escalate<Problem>(visitor, conversationId, {}, { 'x-forwarded-for': network })
        codes.push(body.code)
      }
    }
    await flood('203.0.113.7', limits.escalationsPerNetwork + 1)
    expect(codes.filter(Boolean)).toEqual(['escalation.networkLimit'])
    await sql`update escalation_count set sent = ${limits.escalationsPerPage}
      where gpt_system_id = ${gptSystemId} and subject = 'page'`.execute(db())
    await flood('203.0.114.8', 1)
    expect(codes.at(-1)).toBe('escalation.pageLimit')
    // What was refused by the page isn't counted for the network.
    const { rows } = await sql<{ sent: number }>`select sent from escalation_count
      where gpt_system_id = ${gptSystemId} and subject like 'network:%' order by sent`.execute(db())
    expect(rows.map(({ sent }) => sent)).toEqual([limits.escalationsPerNetwork])
  })
})

describe('a delivery', () => {
  test('that fails is repeated with the same body, and is given up and recorded after the last attempt', async () => {
    receiver.answerWith((response) => response.writeHead(503).end('Ask again'))
    const { page, gptSystemId } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const { body } = await escalate(visitor, conversationId)
    const attempts = async () => (await listed(visitor, conversationId))[0]?.attempts
    const sent = () => receiver.received.length
    // The first attempt is made at once, and a job that runs every minute can make others.
    await expect.poll(sent).toBeGreaterThan(0)
    for (;;) {
      await expect.poll(async () => (await attempts()) === sent()).toBe(true)
      const n = sent()
      expect((await listed(visitor, conversationId))[0]).toMatchObject({
        lastError: 'Status',
        state: n < 6 ? 'Queued' : 'Failed',
      })
      if (n >= 6) break
      await makeDue(body.escalationId)
      await sendDue()
      await expect.poll(sent).toBeGreaterThan(n)
    }
    expect(sent()).toBe(6)
    expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1)
    await sendDue()
    const [queued, failed] = await verbsOf(body.escalationId)
    expect(JSON.stringify(queued?.changes)).toContain('Queued')
    expect(JSON.stringify(failed?.changes)).toContain('Failed')
    const { body: list } = await call<{ items: Delivery[] }>(
      app,
      `${management}/${gptSystemId}/publicEndpoint/escalations`,
      { token: await app.token('admin') },
    )
    expect(list.items).toMatchObject([
      { state: 'Failed', attempts: 6, lastError: 'Status', lastStatus: 503, nextAttemptAt: null },
    ])
    expect(JSON.stringify(list)).not.toMatch(/visitor@|train/)
    // A visitor can try again, which is another one.
    receiver.answerWith((response) => response.writeHead(204).end())
    const again = await escalate(visitor, conversationId)
    expect(again.body.escalationId).not.toBe(body.escalationId)
    await expect.poll(() => stateOf(visitor, conversationId)).toBe('Sent')
  })

  test('waits for an answer that is being written', async () => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    engine.play(async (writer) => {
      writer.text('Half of ')
      await held
      writer.text('it.')
    })
    const stream = await openStream(app, `${base}/${conversationId}/segments`, {
      token: visitor.token,
      body: { question: 'And then?' },
    })
    await stream.until(({ event }) => event === 'response-updated')
    await escalate(visitor, conversationId)
    await sendDue()
    expect(await stateOf(visitor, conversationId)).toBe('Queued')
    release()
    await stream.ended
    expect(receiver.received).toEqual([])
    await sendDue()
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]?.body).toContain('Half of it.')
  })

  test('is claimed by one process only, also again after the last attempt was lost with its process', async () => {
    receiver.answerWith((response) => response.writeHead(503).end())
    const { page, gptSystemId } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const { body } = await escalate(visitor, conversationId)
    await expect.poll(async () => (await listed(visitor, conversationId))[0]?.lastError).toBe('Status')
    const claim = async () => {
      await makeDue(body.escalationId)
      const claimed = await Promise.all([1, 2, 3].map(() => claimDue(db(), gptSystemId, [1])))
      return claimed.flatMap((one) => one?.attempt ?? [])
    }
    expect(await claim()).toEqual([2])
    expect(await claim()).toEqual([3])
  })

  test('ends once the page is turned off, and a page that is saved without a receiver keeps it', async () => {
    const { page, gptSystemId } = await newPage()
    const { visitor, conversationId } = await asked(page)
    receiver.answerWith((response) => response.writeHead(500).end())
    const { body } = await escalate(visitor, conversationId)
    await expect.poll(() => receiver.received.length).toBe(1)
    await setPage(app, gptSystemId, { gptPublicEndpoint: page })
    await makeDue(body.escalationId)
    await sendDue()
    await expect.poll(() => receiver.received.length).toBe(2)
    await enablePage(app, gptSystemId, false)
    await makeDue(body.escalationId)
    await sendDue()
    const state = async () =>
      (
        await sql<{
          error: string
          waits: boolean
        }>`select last_error as error, next_attempt_at is not null as waits
          from escalation where escalation_id = ${body.escalationId}`.execute(db())
      ).rows[0]
    await expect.poll(state).toEqual({ error: 'TurnedOff', waits: false })
    expect(receiver.received).toHaveLength(2)
  })

  test('ends if the page no longer sends conversations, was deleted, or its conversation was', async () => {
    const { page, gptSystemId } = await newPage()
    const { visitor, conversationId } = await asked(page)
    receiver.answerWith((response) => response.writeHead(500).end())
    const { body } = await escalate(visitor, conversationId)
    await expect.poll(() => receiver.received.length).toBe(1)
    await setPage(app, gptSystemId, { gptPublicEndpoint: page, escalation: null })
    await makeDue(body.escalationId)
    await sendDue()
    await expect
      .poll(async () => (await listed(visitor, conversationId))[0])
      .toMatchObject({ state: 'Failed', lastError: 'TurnedOff' })

    await setPage(app, gptSystemId, { gptPublicEndpoint: page, escalation: webhook() })
    const second = await asked(page)
    await escalate(second.visitor, second.conversationId)
    await expect.poll(() => receiver.received.length).toBe(2)
    await call(app, `${base}/${second.conversationId}`, { token: second.visitor.token, method: 'DELETE' })
    await sql`update escalation set next_attempt_at = now()
      where conversation_id = ${second.conversationId}`.execute(db())
    expect(await claimDue(db(), gptSystemId, [1])).toBeNull()

    const third = await asked(page)
    const { body: last } = await escalate(third.visitor, third.conversationId)
    await expect.poll(() => receiver.received.length).toBe(3)
    const token = await app.token('admin')
    await call(app, `${management}/${gptSystemId}/publicEndpoint`, { token, method: 'DELETE' })
    await makeDue(last.escalationId)
    await sendDue()
    await expect.poll(async () => (await verbsOf(last.escalationId)).length).toBe(2)
    expect(receiver.received).toHaveLength(3)
  })

  test('by email that the server refuses says why in our words', async () => {
    mail.accept(false)
    const { page } = await newPage({ escalation: email })
    const { visitor, conversationId } = await asked(page)
    await escalate(visitor, conversationId)
    await expect
      .poll(async () => (await listed(visitor, conversationId))[0])
      .toMatchObject({ state: 'Queued', attempts: 1, lastError: 'Failed' })
  })

  test('is made after a restart, and its secret still signs it', async () => {
    receiver.answerWith((response) => response.writeHead(503).end())
    const first = await startTestApplication({
      engines: { OpenAICompatible: engine },
      environment,
    })
    const kept = app
    app = first
    try {
      const { page } = await newPage()
      const { visitor, conversationId } = await asked(page)
      const { body } = await escalate(visitor, conversationId)
      await expect.poll(() => receiver.received.length).toBe(1)
      // The job looks for more as long as it finds some.
      await expect.poll(() => findUnfinished(first)).toEqual([])
      await makeDue(body.escalationId)
      await first.stop()
      receiver.answerWith((response) => response.writeHead(204).end())
      app = await startTestApplication({
        engines: { OpenAICompatible: engine },
        environment,
        dataDir: first.dataDir,
        databaseUrl: first.databaseUrl,
      })
      await sendDue()
      await expect.poll(() => receiver.received.length).toBe(2)
      const [, { headers, body: sent } = { headers: {}, body: '' }] = receiver.received
      expect(headers['x-parlance-signature']).toBe(
        `sha256=${createHmac('sha256', secret).update(`${headers['x-parlance-timestamp']}.${sent}`).digest('hex')}`,
      )
      await expect.poll(() => stateOf(visitor, conversationId)).toBe('Sent')
    } finally {
      await app.remove()
      app = kept
    }
  })
})

describe('the link', () => {
  test('shows the conversation as of then, for 7 days, to holders of the permission, and each opening is recorded', async () => {
    const { page } = await newPage({ allowAttachments: true })
    const visitor = await visit(app, page)
    const { attachmentId } = (await attachAsVisitor(app, visitor)).body
    const question = { question: 'When is the last train?', attachmentIds: [attachmentId] }
    const { conversationId, conversationSegmentId } = await askAsVisitor(app, visitor, question)
    const { body } = await escalate(visitor, conversationId)
    await expect.poll(() => stateOf(visitor, conversationId)).toBe('Sent')
    await sql`insert into conversation_segment select (jsonb_populate_record(t, jsonb_build_object(
        'id', gen_random_uuid()::text, 'parent_segment_id', t.id, 'question', 'Asked later',
        'idempotency_key', gen_random_uuid()::text))).*
      from conversation_segment t where t.id = ${conversationSegmentId}`.execute(db())
    const token = await reader()
    const opened = await open(body.escalationId, token)
    expect(opened.body).toMatchObject({
      escalationId: body.escalationId,
      replyTo,
      isShortened: false,
      turns: [
        {
          question: 'When is the last train?',
          answer: 'An answer.',
          images: 0,
          files: 1,
          status: 'Completed',
        },
      ],
    })
    expect(opened.body.turns).toHaveLength(1)
    await open(body.escalationId, token)
    expect((await verbsOf(body.escalationId)).map(({ verb, actorKind }) => `${verb} ${actorKind}`)).toEqual([
      'send System',
      'send System',
      'open User',
      'open User',
    ])
    await sql`update escalation set sent_at = sent_at - interval '7 days 1 minute'
      where escalation_id = ${body.escalationId}`.execute(db())
    const late = await open<Problem>(body.escalationId, token)
    expect([late.status, late.body.code]).toEqual([410, 'escalation.expired'])
    expect((await open<Problem>(randomUUID(), token)).body.code).toBe('escalation.notFound')
  })

  test('opens nothing after the visitor deletes the conversation, and what was sent goes with it', async () => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const { body } = await escalate(visitor, conversationId)
    const token = await reader()
    expect((await open(body.escalationId, token)).status).toBe(200)
    await call(app, `${base}/sessions/${visitor.sessionIdentifier}/data`, {
      token: visitor.token,
      method: 'DELETE',
    })
    expect((await open<Problem>(body.escalationId, token)).body.code).toBe('escalation.notFound')
    const { database, erasure } = app.platform
    await sql`update public_session set created_at = created_at - interval '1 hour'`.execute(db())
    while ((await database.transaction((tx) => removeForgotten(tx, erasure))) > 0);
    await removeEnded(database)
    const left = await sql`select from escalation where escalation_id = ${body.escalationId}
      union all select from public_session where id = ${visitor.sessionIdentifier}`.execute(db())
    expect(left.rows).toEqual([])
  })

  test('[B4] stays with a conversation that a user has claimed, up to what was sent, and is part of its export', async () => {
    const { page } = await newPage()
    const { visitor, conversationId } = await asked(page)
    const { body } = await escalate(visitor, conversationId)
    const exported = async (headers: Record<string, string>, of: string, query = '') =>
      (await fetch(`${app.origin}${of}/${conversationId}/export${query}`, { headers })).text()
    const visiting = { 'x-public-session': visitor.secret }
    expect(JSON.parse(await exported(visiting, base, '?format=json'))).toMatchObject({
      escalations: [{ replyTo, createdAt: body.createdAt }],
    })
    expect(await exported(visiting, base)).toContain(replyTo)
    const anna = await app.token('anna')
    const { sessionIdentifier } = visitor
    await call(app, `${base}/claim`, {
      token: anna,
      body: { session: { sessionIdentifier, secret: visitor.secret } },
    })
    expect((await open(body.escalationId, await reader())).body.turns).toHaveLength(1)
    const own = '/api/internal/userConversations'
    expect(await exported({ authorization: `Bearer ${anna}` }, own)).toContain(replyTo)
    await call(app, `${own}/${conversationId}`, { token: anna, method: 'DELETE' })
    expect((await open(body.escalationId, await reader())).status).toBe(404)
  })
})

describe('the settings', () => {
  test('keep the secret, show and record it nowhere, and need one', async () => {
    const { gptSystemId, page } = await newPage()
    const token = await app.token('admin')
    const of = `${management}/${gptSystemId}/publicEndpoint`
    interface State {
      publicEndpoint: { escalation: unknown }
      version: number
      sendsEmail: boolean
    }
    const state = async () => (await call<State>(app, of, { token })).body
    expect(await state()).toMatchObject({
      sendsEmail: true,
      publicEndpoint: { escalation: { kind: 'Webhook', url: receiver.url } },
    })
    const stored = async () =>
      (
        await sql<{ sealed: string | null }>`select escalation_secret as sealed from public_endpoint
          where gpt_system_id = ${gptSystemId}`.execute(db())
      ).rows[0]?.sealed
    const first = await stored()
    const { url } = receiver
    await setPage(app, gptSystemId, { gptPublicEndpoint: page, escalation: { kind: 'Webhook', url } })
    expect(await stored()).toBe(first)
    await setPage(app, gptSystemId, { gptPublicEndpoint: page, escalation: email })
    expect(await stored()).toBeNull()
    const without = await setPage<Problem>(app, gptSystemId, {
      gptPublicEndpoint: page,
      escalation: { kind: 'Webhook', url },
    })
    expect([without.status, without.body.code, without.body.errors?.[0]?.field]).toEqual([
      400,
      'publicEndpoint.secretMissing',
      'escalation.secret',
    ])
    const { rows } = await sql`select * from audit_entry where entity_id = ${gptSystemId}`.execute(db())
    const written = JSON.stringify([rows, app.logged])
    for (const hidden of [secret, 'of-the-receiver']) expect(written).not.toContain(hidden)
    const stale = await call<Problem>(app, of, {
      token,
      method: 'PUT',
      body: { ...pageSettings, gptPublicEndpoint: page, escalation: null },
      headers: ifMatch(1),
    })
    expect([stale.status, stale.body.code]).toEqual([412, 'request.stale'])
  })

  test.each([
    ['an unencrypted URL', { kind: 'Webhook', url: 'http://hooks.example/a', secret }, 'escalation.url'],
    [
      'a URL with a password',
      { kind: 'Webhook', url: 'https://a:b@hooks.example', secret },
      'escalation.url',
    ],
    ['a short secret', { kind: 'Webhook', url: 'https://hooks.example', secret: 'x' }, 'escalation.secret'],
    ['no address', { kind: 'Email', address: 'team' }, 'escalation.address'],
  ])('refuse %s', async (_, escalation, field) => {
    const { gptSystemId, page } = await newPage({ escalation: null })
    const refused = await setPage<Problem>(app, gptSystemId, { gptPublicEndpoint: page, escalation })
    expect([refused.status, refused.body.errors?.map((error) => error.field)]).toEqual([400, [field]])
  })

  test('refuse email on an instance that sends none, and then offer visitors nothing', async () => {
    const silent = await startTestApplication({ engines: { OpenAICompatible: engine }, environment })
    const kept = app
    app = silent
    try {
      const { gptSystemId, page } = await newPage({ escalation: null })
      const settings = { gptPublicEndpoint: page, escalation: email }
      const refused = await setPage<Problem>(app, gptSystemId, settings)
      expect([refused.status, refused.body.code]).toEqual([409, 'publicEndpoint.noEmail'])
      const shown = async () =>
        (await call<{ canEscalate: boolean }>(app, `${base}/endpoints/${page}`)).body.canEscalate
      await sql`update public_endpoint set escalation = ${JSON.stringify(email)}::jsonb
        where gpt_system_id = ${gptSystemId}`.execute(db())
      expect(await shown()).toBe(false)
      const { visitor, conversationId } = await asked(page)
      expect((await escalate<Problem>(visitor, conversationId)).body.code).toBe('escalation.notConfigured')
      await setPage(app, gptSystemId, { gptPublicEndpoint: page, escalation: webhook() })
      expect(await shown()).toBe(true)
    } finally {
      await silent.remove()
      app = kept
    }
  })
})
