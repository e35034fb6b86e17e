import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { listEntries } from '../../../testing/auditLog.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { askAsVisitor, publishPage, type Visitor, visit } from '../../../testing/visitors.ts'
import { type Asked, ask, base } from '../testing/asking.ts'

interface Read {
  conversationReadId: string
  state: string
  readerName: string
  personName: string
  reason: string
  approvedBy: string | null
  expiresAt: string
  opened: { conversationId: string; title: string; at: string }[]
}

const path = '/api/internal/conversationReads'
const reason = 'Complaint 4711 names a harmful answer.'
let app: TestApplication
let asker: TestPerson
let reader: TestPerson
let asked: Asked

beforeAll(async () => {
  app = await startTestApplication()
  const agent = await publishAgent(app, 'Read agent')
  asker = await person(app)
  reader = await person(app, { actions: ['UserConversationsRead'] })
  asked = await ask(app, asker.token, { gptSystemId: agent }, 'A question about herons?')
  await ask(app, asker.token, asked, 'And about otters?')
  await ask(app, asker.token, { gptSystemId: agent }, 'In passing?', { temporary: true })
})
afterAll(() => app?.remove())

const as = <T = Read>(who: TestPerson, at: string, options: CallOptions = {}) =>
  call<T & { code?: string }>(app, at, { token: who.token, ...options })
const open = (who: TestPerson, body: object = { reason }) =>
  as(who, `/api/internal/users/${asker.userId}/conversationReads`, { body })
const listOf = (who: TestPerson, id: string, more = '') =>
  as<{ items: { conversationId: string; title: string }[] }>(who, `${path}/${id}/conversations${more}`)
const conversationOf = (who: TestPerson, id: string, conversationId = asked.conversationId) =>
  as<{ turns: { question: string; answer: string }[] }>(
    who,
    `${path}/${id}/conversations/${conversationId}/open`,
    {
      body: {},
    },
  )
const noticesOf = async ({ token }: TestPerson) =>
  (
    await call<{ items: { kind: string; params: object; path: string }[] }>(
      app,
      '/api/internal/currentUser/notifications',
      {
        token,
      },
    )
  ).body.items
const readsOf = async (who: TestPerson) =>
  (await as<{ items: Read[] }>(who, '/api/internal/currentUser/conversationReads')).body.items

describe('conversations of another person', { shuffle: false }, () => {
  test('can be read for an hour with a reason, and the person sees who, why, and what', async () => {
    const { status, body } = await open(reader)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'Open', reason, approvedBy: null, opened: [] })
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThanOrEqual(60)
    const id = body.conversationReadId
    expect((await listOf(reader, id)).body.items).toMatchObject([
      { conversationId: asked.conversationId, title: 'Herons' },
    ])
    expect((await listOf(reader, id, '?search=otters')).body.items).toEqual([])
    expect((await conversationOf(reader, id)).body.turns).toMatchObject([
      { question: 'A question about herons?', answer: asked.segment.answer },
      { question: 'And about otters?' },
    ])
    expect(await noticesOf(asker)).toMatchObject([
      { kind: 'ConversationsRead', params: { personName: body.readerName, reason } },
    ])
    expect(await readsOf(asker)).toMatchObject([
      {
        state: 'Open',
        readerName: body.readerName,
        reason,
        opened: [{ conversationId: asked.conversationId }],
      },
    ])
    const entries = await listEntries(app, { entityId: id, pageSize: '10' })
    expect(entries.map(({ verb }) => verb)).toEqual(['read', 'open'])
    expect(JSON.stringify(entries)).not.toMatch(/herons/i)
  })

  test('can’t be read by others with it, nor without the permission, nor without a reason', async () => {
    const { body } = await open(reader)
    const other = await person(app, { actions: ['UserConversationsRead'] })
    expect((await conversationOf(other, body.conversationReadId)).body.code).toBe('conversationRead.notFound')
    expect((await listOf(other, body.conversationReadId)).body.code).toBe('conversationRead.notFound')
    expect((await open(asker)).status).toBe(403)
    expect((await open(reader, { reason: 'short' })).status).toBe(400)
    const own = `/api/internal/users/${reader.userId}/conversationReads`
    expect((await as(reader, own, { body: { reason } })).body.code).toBe('conversationRead.own')
  })

  test('can’t be read once the time is over, or the reader has ended it', async () => {
    const { body } = await open(reader)
    const id = body.conversationReadId
    await sql`update conversation_read set expires_at = now() where id = ${id}`.execute(
      app.platform.database.db,
    )
    expect((await conversationOf(reader, id)).body.code).toBe('conversationRead.ended')
    const closed = await open(reader)
    const at = `${path}/${closed.body.conversationReadId}`
    expect((await as(reader, `${at}/close`, { body: {} })).body.state).toBe('Ended')
    expect((await listOf(reader, closed.body.conversationReadId)).body.code).toBe('conversationRead.ended')
  })

  test('of others, deleted, and temporary ones can’t be opened', async () => {
    const { body } = await open(reader)
    const foreign = await ask(
      app,
      reader.token,
      { gptSystemId: asked.segment.gptSystem.gptSystemId },
      'Mine?',
    )
    expect((await conversationOf(reader, body.conversationReadId, foreign.conversationId)).status).toBe(404)
    await call(app, `${base}/${asked.conversationId}`, { token: asker.token, method: 'DELETE' })
    expect((await listOf(reader, body.conversationReadId)).body.items).toEqual([])
    expect((await conversationOf(reader, body.conversationReadId)).status).toBe(404)
    await call(app, `${base}/${asked.conversationId}/restore`, {
      token: asker.token,
      method: 'PUT',
      body: {},
    })
  })

  test('can need the approval of a third person, from when the hour counts', async () => {
    await changeSettings(app, { readsNeedApproval: true })
    const { body } = await open(reader)
    const id = body.conversationReadId
    expect(body).toMatchObject({ state: 'Waiting', approvedBy: null })
    const before = (await noticesOf(asker)).length
    expect((await conversationOf(reader, id)).body.code).toBe('conversationRead.waiting')
    const approver = await person(app, { actions: ['UserConversationsRead'] })
    const listed = (await as<{ items: Read[]; needsApproval: boolean }>(approver, path)).body
    expect(listed).toMatchObject({
      items: [{ conversationReadId: id, state: 'Waiting' }],
      needsApproval: true,
    })
    const approve = (who: TestPerson) => as(who, `${path}/${id}/approve`, { body: {} })
    expect((await approve(reader)).body.code).toBe('conversationRead.approver')
    expect((await approve(asker)).status).toBe(403)
    const both = await Promise.all([approve(approver), approve(approver)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await readsOf(asker))[0]).toMatchObject({
      ...{ conversationReadId: id, state: 'Open', approvedBy: expect.any(String) },
    })
    expect((await conversationOf(reader, id)).status).toBe(200)
    expect(await noticesOf(asker)).toHaveLength(before + 1)
    expect((await noticesOf(reader))[0]).toMatchObject({
      kind: 'ReadApproved',
      params: { personName: body.personName },
      path: `/admin/conversationReads/${id}`,
    })
    expect((await noticesOf(approver)).filter(({ kind }) => kind === 'ReadWaits')).toEqual([])
    await changeSettings(app, { readsNeedApproval: false })
  })
})

describe('conversations of a visitor', { shuffle: false }, () => {
  let page: string
  let visitor: Visitor
  let asked: { conversationId: string }
  beforeAll(async () => {
    page = await publishPage(app, await publishAgent(app, 'Harbor guide'))
    visitor = await visit(app, page)
    asked = await askAsVisitor(app, visitor, 'Where can I moor my boat?')
  })

  const visitors = async (more = '') =>
    (
      await as<{ items: { sessionIdentifier: string; agentName: string; conversations: number }[] }>(
        reader,
        `/api/internal/publicSessions${more}`,
      )
    ).body.items
  const openVisitor = (sessionIdentifier: string, who = reader) =>
    as<Read & { userId: string | null }>(
      who,
      `/api/internal/publicSessions/${sessionIdentifier}/conversationReads`,
      {
        body: { reason },
      },
    )
  const seen = async ({ sessionIdentifier, token }: Visitor) =>
    (
      await call<{ reads: { readerName: string; reason: string; at: string }[] }>(
        app,
        `/api/internal/publicConversations/gptSystemDetailsForConversation/${sessionIdentifier}`,
        { token },
      )
    ).body.reads

  test('are listed by session, without what was asked', async () => {
    const idle = await visit(app, page)
    const tested = await visit(app, page, await app.token('admin'))
    await askAsVisitor(app, tested, 'Does this work?')
    const listed = await visitors()
    const ids = listed.map(({ sessionIdentifier }) => sessionIdentifier)
    expect(ids).not.toContain(idle.sessionIdentifier)
    expect(ids).not.toContain(tested.sessionIdentifier)
    expect(listed).toContainEqual(
      expect.objectContaining({
        sessionIdentifier: visitor.sessionIdentifier,
        agentName: 'Harbor guide',
        conversations: 1,
      }),
    )
    expect(JSON.stringify(listed)).not.toContain('moor')
    for (const { sessionIdentifier } of [idle, tested])
      expect((await openVisitor(sessionIdentifier)).body.code).toBe('conversationRead.noVisitor')
  })

  test('are listed for one agent, of those with a public page', async () => {
    const quiet = await publishAgent(app, 'A quiet guide')
    await publishPage(app, quiet)
    await publishAgent(app, 'Without a page')
    const path = '/api/internal/publicSessions'
    interface Agents {
      items: { gptSystemId: string }[]
      agents: { gptSystemId: string; agentName: string }[]
    }
    const { agents } = (await as<Agents>(reader, path)).body
    expect(agents.map(({ agentName }) => agentName)).toEqual(['A quiet guide', 'Harbor guide'])
    const [, harbor] = agents
    const ofHarbor = (await as<Agents>(reader, `${path}?gptSystemId=${harbor?.gptSystemId}`)).body
    expect(ofHarbor.items.map(({ gptSystemId }) => gptSystemId)).toEqual([harbor?.gptSystemId])
    expect((await as<Agents>(reader, `${path}?gptSystemId=${quiet}`)).body.items).toEqual([])
    const later = await as<Agents>(reader, `${path}?after=${visitor.sessionIdentifier}`)
    expect(later.body.agents).toEqual([])
  })

  test('can be read with a reason, and the visitor sees who read them, when, and why', async () => {
    const { body } = await openVisitor(visitor.sessionIdentifier)
    expect(body).toMatchObject({ state: 'Open', userId: null, personName: 'Harbor guide', reason })
    const id = body.conversationReadId
    expect(await seen(visitor)).toEqual([])
    expect((await listOf(reader, id)).body.items).toMatchObject([{ conversationId: asked.conversationId }])
    const { turns } = (await conversationOf(reader, id, asked.conversationId)).body
    expect(turns).toMatchObject([{ question: 'Where can I moor my boat?' }])
    expect(await seen(visitor)).toMatchObject([{ readerName: body.readerName, reason }])
    const entries = await listEntries(app, { entityId: id, pageSize: '10' })
    expect(entries.map(({ verb }) => verb)).toEqual(['read', 'open'])
    const { rows } = await sql<{ changes: string }>`select changes::text from audit_entry
      where entity_id = ${id} order by seq`.execute(app.platform.database.db)
    expect(rows[0]?.changes).toContain(visitor.sessionIdentifier)
  })

  test('are not those of another visitor or of users', async () => {
    const other = await visit(app, page)
    const theirs = await askAsVisitor(app, other, 'Where is the other pier?')
    const { body } = await openVisitor(visitor.sessionIdentifier)
    const id = body.conversationReadId
    expect((await listOf(reader, id)).body.items).toHaveLength(1)
    for (const conversationId of [
      theirs.conversationId,
      (await ask(app, asker.token, { gptSystemId: await publishAgent(app, 'Own') }, 'Mine?')).conversationId,
    ])
      expect((await conversationOf(reader, id, conversationId)).status).toBe(404)
    expect(await seen(other)).toEqual([])
  })

  test('also need the approval of a second person, who sees which agent was asked', async () => {
    await changeSettings(app, { readsNeedApproval: true })
    const second = await person(app, { actions: ['UserConversationsRead'] })
    const { body } = await openVisitor(visitor.sessionIdentifier)
    expect(body.state).toBe('Waiting')
    const id = body.conversationReadId
    expect((await listOf(reader, id)).body.code).toBe('conversationRead.waiting')
    expect((await noticesOf(second))[0]).toMatchObject({
      kind: 'ReadWaits',
      params: { personName: 'Harbor guide', ofVisitor: true },
    })
    expect((await as(second, `${path}/${id}/approve`, { body: {} })).body.state).toBe('Open')
    expect((await listOf(reader, id)).status).toBe(200)
    await changeSettings(app, { readsNeedApproval: false })
  })

  test('can’t be read any more once the visitor deletes them', async () => {
    const { body } = await openVisitor(visitor.sessionIdentifier)
    const gone = `/api/internal/publicConversations/sessions/${visitor.sessionIdentifier}/data`
    expect((await call(app, gone, { method: 'DELETE', token: visitor.token })).status).toBe(204)
    expect((await listOf(reader, body.conversationReadId)).body.items ?? []).toEqual([])
    expect((await openVisitor(visitor.sessionIdentifier)).body.code).toBe('conversationRead.noVisitor')
  })
})
