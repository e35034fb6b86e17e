import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../engines/engine.ts'
import { ownAgent, publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { createBrand } from '../../testing/brands.ts'
import { type CallOptions, call, ifMatch, send } from '../../testing/client.ts'
import {
  applyGuidelines,
  deleteGuidelines,
  guidelinesPath,
  publishGuidelines,
  readGuidelines,
  tryPublishing,
} from '../../testing/guidelines.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { askAsVisitor, publishPage, visit } from '../../testing/visitors.ts'
import { ask, base, detailsOf } from '../conversations/testing/asking.ts'

type Applicable = Answer<typeof import('@parlance/contract/currentUser')['currentUser']['listGuidelines']>
type Register = Answer<typeof guidelinesDocuments.listConsents>
type Document = Awaited<ReturnType<typeof applyGuidelines>>

const me = '/api/internal/currentUser'
const visitors = '/api/internal/publicConversations'
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
const engine = createScriptedEngine()
let sent: AnswerRequest[] = []
let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
})
afterAll(() => app?.remove())
beforeEach(() => {
  sent = []
  engine.play(async (writer, _signal, request) => {
    sent.push(request)
    writer.text('An answer.')
  })
})

const db = () => app.platform.database.db
const as = <T = { code?: string }>(token: string, path: string, options: CallOptions = {}) =>
  call<T>(app, path, { token, ...options })
const ofAgent = async (token: string, gptSystemId: string) =>
  (await as<Applicable>(token, `${me}/guidelinesDocuments?gptSystemId=${gptSystemId}`)).body.items
const titlesOf = async (token: string, gptSystemId: string) =>
  (await ofAgent(token, gptSystemId)).map(({ title }) => title)
const reading = ({ guidelinesDocumentId, version, contentHash }: Document) => ({
  guidelinesDocumentId,
  version,
  contentHash,
})
const accept = (token: string, document: Document, change: Record<string, unknown> = {}) =>
  as<{ acceptedAt: string; code?: string }>(token, `${me}/guidelinesConsents`, {
    body: { ...reading(document), ...change },
  })
const acceptedBy = async (token: string) =>
  (await as<{ guidelinesDocumentConsent: string[] }>(token, `${me}/guidelinesConsents`)).body
    .guidelinesDocumentConsent
/** Asks, and waits for the end of the answer. Returns the code of the error, or `answered`. */
async function tryPost(token: string, path: string): Promise<string> {
  const response = await send(app, path, {
    token,
    body: { question: 'May I?' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const answer = await response.text()
  return response.status === 200 ? 'answered' : (JSON.parse(answer) as { code: string }).code
}
const tryAsking = (token: string, gptSystemId: string) =>
  tryPost(token, `${base}/byGptSystemId/${gptSystemId}`)
const addRule = (guidelinesDocumentId: string, heading: string) =>
  as(admin, `${guidelinesPath}/${guidelinesDocumentId}/sections`, { body: { heading } })
const registerOf = async (guidelinesDocumentId: string, query = '') =>
  (await as<Register>(admin, `${guidelinesPath}/${guidelinesDocumentId}/consents?${query}`)).body

describe('a document applies', () => {
  test('to agents that are linked or wear a linked brand, as long as a version is in effect', async () => {
    const { token } = await person(app)
    const { brandKey } = (await createBrand(app)).body
    const [linked, branded, other] = [
      await publishAgent(app, 'Linked'),
      await publishAgent(app, 'Branded'),
      await publishAgent(app, 'Other'),
    ]
    await sql`update gpt_system set brand_key = ${brandKey} where id = ${branded}`.execute(db())
    const document = await applyGuidelines(app, [linked], {
      title: 'Both',
      links: [{ gptSystemId: linked }, { brandKey }],
    })
    const upcoming = await readGuidelines(app, document.guidelinesDocumentId)
    expect(await Promise.all([linked, branded, other].map((agent) => titlesOf(token, agent)))).toEqual([
      ['Both'],
      ['Both'],
      [],
    ])
    expect((await as(token, `${me}/guidelinesDocuments?gptSystemId=${randomUUID()}`)).body.code).toBe(
      'agent.notFound',
    )
    const details = await as<{ guidelinesDocuments: unknown[] }>(
      token,
      `/api/internal/gptSystems/${branded}/detailsForConversation`,
    )
    const inChat = { guidelinesDocumentId: document.guidelinesDocumentId, title: 'Both', version: 1 }
    expect(details.body.guidelinesDocuments).toEqual([{ ...inChat, requireConsent: true, accepted: false }])
    await as(admin, `${guidelinesPath}/${document.guidelinesDocumentId}`, {
      method: 'PUT',
      body: { title: 'Both', links: [{ gptSystemId: linked }] },
      headers: ifMatch(upcoming.version),
    })
    expect([await titlesOf(token, linked), await titlesOf(token, branded)]).toEqual([['Both'], []])
    await deleteGuidelines(app, document.guidelinesDocumentId)
    expect(await titlesOf(token, linked)).toEqual([])
    expect(await tryAsking(token, linked)).toBe('answered')
  })

  test('to personal agents, too', async () => {
    const owner = await app.token('anna')
    const { configStateId, gptSystemId } = await ownAgent(app)
    await as(owner, `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`, {
      body: {},
    })
    const document = await applyGuidelines(app, [gptSystemId])
    expect(await tryAsking(owner, gptSystemId)).toBe('guidelines.consentRequired')
    await accept(owner, document)
    expect(await tryAsking(owner, gptSystemId)).toBe('answered')
  })

  test('not before its version takes effect', async () => {
    const { token } = await person(app)
    const agent = await publishAgent(app, 'Later')
    const document = await applyGuidelines(app, [agent])
    await accept(token, document)
    await addRule(document.guidelinesDocumentId, 'From tomorrow')
    const effectiveAt = new Date(Date.now() + 86_400_000).toISOString()
    const next = await tryPublishing(app, document.guidelinesDocumentId, { effectiveAt })
    expect(await tryAsking(token, agent)).toBe('answered')
    const early = await accept(token, { ...next.body, guidelinesDocumentId: document.guidelinesDocumentId })
    expect(early.body.code).toBe('guidelines.otherVersion')
    const never = await applyGuidelines(app, [])
    await as(admin, `${guidelinesPath}/${never.guidelinesDocumentId}`, {
      method: 'PUT',
      body: { title: never.title, links: [{ gptSystemId: agent }] },
      headers: ifMatch(),
    })
    expect(await tryAsking(token, agent)).toBe('guidelines.consentRequired')
  })
})

describe('a consent', () => {
  test('[R-5-016] is recorded once for each version, and a repeated call returns the first time', async () => {
    const { token, userId } = await person(app)
    const agent = await publishAgent(app, 'Once')
    const document = await applyGuidelines(app, [agent], {}, [
      { heading: 'Read me' },
      { heading: 'For the model', isInstruction: true },
    ])
    expect(await ofAgent(token, agent)).toMatchObject([
      { sections: [{ heading: 'Read me', text: 'Check every answer.' }], acceptedAt: null },
    ])
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token, document)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.acceptedAt}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const stored = await sql<{
      at: Date
      content_hash: string
    }>`select at, content_hash from guidelines_consent
      where document_id = ${document.guidelinesDocumentId}`.execute(db())
    expect(stored.rows).toHaveLength(1)
    expect(stored.rows[0]?.content_hash).toBe(document.contentHash)
    expect(await acceptedBy(token)).toEqual([document.guidelinesDocumentId])
    expect(await ofAgent(token, agent)).toMatchObject([{ acceptedAt: answers[0]?.body.acceptedAt }])

    await addRule(document.guidelinesDocumentId, 'New')
    const next = await publishGuidelines(app, document.guidelinesDocumentId)
    expect(await acceptedBy(token)).toEqual([])
    expect(await tryAsking(token, agent)).toBe('guidelines.consentRequired')
    expect((await accept(token, document)).body.code).toBe('guidelines.otherVersion')
    const wrong = await accept(token, { ...document, ...next }, { contentHash: document.contentHash })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'guidelines.otherVersion'])
    expect((await accept(token, { ...document, ...next })).status).toBe(200)
    const { items } = await registerOf(document.guidelinesDocumentId, 'state=Accepted')
    expect(items.map(({ version, person }) => [version, person?.userId])).toEqual([
      [2, userId],
      [1, userId],
    ])
  })

  test('can’t be given for a document that doesn’t apply, or isn’t in effect', async () => {
    const { token } = await person(app)
    const hidden = await applyGuidelines(app, [])
    expect((await accept(token, hidden)).status).toBe(404)
    expect((await accept(token, hidden, { guidelinesDocumentId: randomUUID() })).status).toBe(404)
    const agent = await publishAgent(app, 'Not yet')
    const draft = await as<{ guidelinesDocumentId: string }>(admin, guidelinesPath, {
      body: { title: `Draft ${randomUUID()}`, links: [{ gptSystemId: agent }] },
    })
    const { guidelinesDocumentId } = draft.body
    expect((await accept(token, hidden, { guidelinesDocumentId })).body.code).toBe('guidelines.noVersion')
  })

  test('never changes, and stays without the person who is erased', async () => {
    const { token, userId } = await person(app)
    const agent = await publishAgent(app, 'Kept')
    const document = await applyGuidelines(app, [agent])
    await accept(token, document)
    for (const change of [
      sql`update guidelines_consent set at = now()`,
      sql`update guidelines_consent set user_id = null, version = 1, at = now() - interval '1 day'`,
      sql`delete from guidelines_consent`,
    ])
      await expect(change.execute(db())).rejects.toThrow(/never changed or removed/)
    await sql`update app_user set disabled = true, removed_at = now() - interval '31 days' where id = ${userId}`.execute(
      db(),
    )
    await app.platform.jobs.send('users.blankRemoved', {})
    await expect
      .poll(async () => (await registerOf(document.guidelinesDocumentId, 'state=Accepted')).items)
      .toEqual([
        {
          state: 'Accepted',
          kind: 'Erased',
          person: null,
          version: 1,
          at: expect.any(String),
          contentHash: document.contentHash,
        },
      ])
  })
})

describe('a visitor', () => {
  const tryAskingOn = (page: string, token: string) =>
    tryPost(token, `${visitors}/byGptPublicEndpoint/${page}`)

  test('accepts what is linked to the brand of the page, which others of the agent need not', async () => {
    const { brandKey } = (await createBrand(app)).body
    const agent = await publishAgent(app, 'On a page with a brand')
    const page = await publishPage(app, agent, { brandKey })
    const document = await applyGuidelines(app, [], { links: [{ brandKey }] })
    const visitor = await visit(app, page)
    expect(await tryAskingOn(page, visitor.token)).toBe('guidelines.consentRequired')
    const { status } = await as(visitor.token, `${visitors}/guidelinesConsents`, { body: reading(document) })
    expect(status).toBe(200)
    expect(await tryAskingOn(page, visitor.token)).toBe('answered')
    expect(await ofAgent((await person(app)).token, agent)).toEqual([])
  })

  test('accepts for the session, also to test a page, and a claim leaves the consent with it', async () => {
    const agent = await publishAgent(app, 'Public rules')
    const page = await publishPage(app, agent)
    const [visitor, other] = [await visit(app, page), await visit(app, page)]
    const conversation = await askAsVisitor(app, visitor, 'Before there were rules?')
    const document = await applyGuidelines(app, [agent])
    const tester = await visit(app, page, admin)
    const again = `${visitors}/${conversation.conversationId}/segments`
    for (const { token } of [visitor, other, tester])
      expect(await tryAskingOn(page, token)).toBe('guidelines.consentRequired')
    expect(await tryPost(visitor.token, again)).toBe('guidelines.consentRequired')
    const { body } = await as<Applicable>(visitor.token, `${visitors}/guidelinesDocuments`)
    expect(body.items).toMatchObject([{ ...reading(document), acceptedAt: null }])
    const give = () =>
      as<{ acceptedAt: string }>(visitor.token, `${visitors}/guidelinesConsents`, { body: reading(document) })
    const [first, second] = [await give(), await give()]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await tryPost(visitor.token, again)).toBe('answered')
    expect(await tryAskingOn(page, other.token)).toBe('guidelines.consentRequired')
    const details = await as<{ guidelinesDocuments: { accepted: boolean }[] }>(
      visitor.token,
      `${visitors}/gptSystemDetailsForConversation/${visitor.sessionIdentifier}`,
    )
    expect(details.body.guidelinesDocuments).toMatchObject([{ accepted: true }])

    const claimer = await person(app)
    const claimed = await as(claimer.token, `${visitors}/claim`, {
      body: { session: { sessionIdentifier: visitor.sessionIdentifier, secret: visitor.secret } },
    })
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(200)
    expect(await tryAsking(claimer.token, agent)).toBe('guidelines.consentRequired')
    expect((await registerOf(document.guidelinesDocumentId, 'state=Accepted')).items).toMatchObject([
      { kind: 'Visitor', person: null },
    ])
    // The session is over, so nothing more is accepted for it.
    expect((await give()).status).toBe(401)
  })
})

describe('instructions', () => {
  test('[A53] follow the agent’s own in the prompt, in order and literally, and appear in the execution details', async () => {
    const { token } = await person(app)
    const agent = await publishAgent(app, 'Instructed', { ...scripted, systemPrompt: 'Be brief.' })
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay as it is
    const literal = '{{7*7}} ${DATABASE_URL} <%= 7*7 %>'
    const b = await applyGuidelines(app, [agent], { title: 'B rules' }, [
      { heading: 'Not for the model', text: 'Only people read this.' },
      { heading: 'Third', text: literal, isInstruction: true },
    ])
    const a = await applyGuidelines(app, [agent], { title: 'A rules', requireConsent: false }, [
      { heading: 'First', text: 'Say please.', isInstruction: true },
      { heading: 'Second', text: 'Say thanks.', isInstruction: true },
    ])
    await accept(token, b)
    const asked = await ask(app, token, { gptSystemId: agent }, 'How?')
    const expected = `Be brief.\n\nFirst\nSay please.\n\nSecond\nSay thanks.\n\nThird\n${literal}`
    expect(sent.at(-1)?.messages[0]).toEqual({ role: 'system', content: expected })
    const adminAsked = await accept(admin, b).then(() => ask(app, admin, { gptSystemId: agent }, 'How?'))
    const { prompt } = await detailsOf(app, admin, adminAsked)
    expect(prompt?.[0]).toEqual({ role: 'system', content: expected })

    // A change takes effect with the next question of the same conversation.
    await deleteGuidelines(app, a.guidelinesDocumentId)
    await ask(app, token, asked, 'And now?')
    expect(sent.at(-1)?.messages[0]).toMatchObject({ content: `Be brief.\n\nThird\n${literal}` })
  })

  test('reach test chats, which need no consent', async () => {
    const token = admin
    const { body } = await as<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(token, '/api/internal/gptSystems/system/management', { body: { name: 'Tested under rules' } })
    const state = `/api/internal/gptSystems/configurationStates/${body.configuration.configStateId}`
    await as(token, state, { method: 'PUT', body: scripted, headers: ifMatch() })
    await applyGuidelines(app, [body.gptSystem.gptSystemId], {}, [
      { text: 'Read this.' },
      { text: 'Be kind.', isInstruction: true },
    ])
    const stream = await send(app, `${state}/conversations`, {
      token,
      body: { question: 'How?' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(stream.status).toBe(200)
    await stream.text()
    expect(sent.at(-1)?.messages[0]).toEqual({ role: 'system', content: 'Rule\nBe kind.' })
  })
})

describe('the register', () => {
  test('lists gaps first, then consents, page by page, by search, state, and version', async () => {
    const agent = await publishAgent(app, 'Registered')
    const document = await applyGuidelines(app, [agent])
    const people = [await person(app), await person(app), await person(app)]
    await person(app, { disabled: true })
    for (const [index, { userId }] of people.entries())
      await sql`update app_user set name = ${`Registrant ${index}`}, email = ${`r${index}@parlance.example`}
        where id = ${userId}`.execute(db())
    const [zero, one, two] = people
    await accept(one?.token ?? '', document)
    const read = async (query: string) => {
      const items: Register['items'] = []
      for (let token = ''; ; ) {
        const page = await registerOf(document.guidelinesDocumentId, `pageSize=1&${query}${token}`)
        items.push(...page.items)
        if (!page.continuationToken) return items
        token = `&continuationToken=${page.continuationToken}`
      }
    }
    const found = await read('search=registrant')
    expect(found.map(({ state, person }) => [state, person?.userId])).toEqual([
      ['Missing', zero?.userId],
      ['Missing', two?.userId],
      ['Accepted', one?.userId],
    ])
    expect(found[0]).toMatchObject({ kind: 'User', version: 1, at: null, contentHash: document.contentHash })
    expect(await read('search=R1@parlance')).toMatchObject([{ state: 'Accepted' }])
    expect(await read('search=registrant&state=Missing')).toHaveLength(2)
    await addRule(document.guidelinesDocumentId, 'New')
    await publishGuidelines(app, document.guidelinesDocumentId)
    expect(await read('search=registrant&state=Missing')).toHaveLength(3)
    expect(await read('search=registrant&version=1')).toMatchObject([{ state: 'Accepted', version: 1 }])
    expect(await read('search=registrant&version=2')).toHaveLength(3)
  })

  test('is exported as CSV without formulas, which is recorded', async () => {
    const agent = await publishAgent(app, 'Exported')
    const document = await applyGuidelines(app, [agent])
    const { token, userId } = await person(app)
    await sql`update app_user set name = '=cmd|evil' where id = ${userId}`.execute(db())
    await accept(token, document)
    const response = await send(app, `${guidelinesPath}/${document.guidelinesDocumentId}/consents/export`, {
      token: admin,
    })
    expect(response.headers.get('content-disposition')).toMatch(/attachment; .*consents-[\d-]+\.csv/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = bytes.toString().trim().split('\r\n')
    const people = await sql<{ n: number }>`select count(*)::int as n from app_user
      where not disabled and removed_at is null`.execute(db())
    expect(lines).toHaveLength((people.rows[0]?.n ?? 0) + 1)
    expect(lines.at(-1)).toMatch(
      new RegExp(`^Accepted,User,${userId},'=cmd\\|evil,.*,1,.*,${document.contentHash}$`),
    )
    const audited = await as<{ items: unknown[] }>(
      admin,
      `/api/internal/configurationAuditLogs?entityId=${document.guidelinesDocumentId}&area=guidelinesConsent`,
    )
    expect(audited.body.items).toMatchObject([{ verb: 'export', entityName: document.title }])
  })

  test('reminds everyone who hasn’t accepted, once a day, until they do', async () => {
    const agent = await publishAgent(app, 'To remind')
    const document = await applyGuidelines(app, [agent], { title: 'Reminded rules' })
    const [late, done] = [await person(app), await person(app)]
    await accept(done.token, document)
    const remind = () =>
      as<{ reminded: number }>(
        admin,
        `${guidelinesPath}/${document.guidelinesDocumentId}/consents/reminders`,
        {
          body: {},
          headers: { 'idempotency-key': randomUUID() },
        },
      )
    const noticesOf = async ({ token }: { token: string }) =>
      (
        await as<{ items: { kind: string; params: object; path: string }[] }>(token, `${me}/notifications`)
      ).body.items.filter(({ kind }) => kind === 'GuidelinesReminder')
    const missing = await sql<{ n: number }>`select count(*)::int - 1 as n from app_user
      where not disabled and removed_at is null`.execute(db())
    const [first, second] = await Promise.all([remind(), remind()])
    expect([first.body.reminded, second.body.reminded].sort((a, b) => a - b)).toEqual([0, missing.rows[0]?.n])
    await expect
      .poll(() => noticesOf(late))
      .toMatchObject([{ params: { title: 'Reminded rules' }, path: `/chat/${agent}` }])
    expect(await noticesOf(done)).toEqual([])
    await sql`update guidelines_reminder set reminded_at = now() - interval '1 day'
      where user_id = ${late.userId}`.execute(db())
    expect((await remind()).body.reminded).toBe(1)
    await accept(late.token, document)
    expect(await noticesOf(late)).toEqual([])
  })
})
