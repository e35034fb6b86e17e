import type { Answer } from '@parlance/contract/endpoint'
import type { conversationSnapshots, snapshots } from '@parlance/contract/snapshots'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPolicy } from '../../../testing/access.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { allowSnapshots } from '../../../testing/snapshots.ts'
import { ask, attach, base, idsOf, libraryOf, opened } from '../testing/asking.ts'

type Snapshot = Answer<typeof snapshots.get> & { code: string }
type Created = Answer<typeof conversationSnapshots.createSnapshot> & { code: string }

const sentence = 'The lighthouse of Vela stands 41 metres tall.'
const question = 'How tall is the lighthouse of Vela?'
const engine = createScriptedEngine()

let app: TestApplication
let owner: TestPerson
let colleague: TestPerson
let outsider: TestPerson
let dataSourceId: string
let quoting: string
let writing: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  await allowSnapshots(app)
  ;[owner, colleague, outsider] = [await person(app), await person(app), await person(app)]
  dataSourceId = await libraryOf(app, 'Towers', { 'vela.txt': `${sentence} It was built in 1903.` })
  quoting = await publishAgent(app, 'Quoting', {}, [dataSourceId])
  const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
  writing = await publishAgent(app, 'Writing', scripted, [dataSourceId])
  // A single policy decides who can chat with them.
  await sql`update chat_access_policy set enabled = false`.execute(app.platform.database.db)
  await createPolicy(app, {
    subjects: [owner, colleague].map(({ userId }) => ({ kind: 'User', id: userId })),
    gptSystems: [quoting, writing],
  })
})
afterAll(() => app?.remove())

const as = <T>({ token }: TestPerson, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const read = (who: TestPerson, snapshotId: string) => as<Snapshot>(who, `conversationSnapshots/${snapshotId}`)
const share = (conversationId: string, body: object = {}, who = owner) =>
  as<Created>(who, `userConversations/${conversationId}/snapshots`, { body })
const linksOf = async (conversationId: string) =>
  (await as<{ items: Created[] }>(owner, `userConversations/${conversationId}/snapshots`)).body.items
const revoke = (conversationId: string, snapshotId: string, who = owner) =>
  as<{ code: string }>(who, `userConversations/${conversationId}/snapshots/${snapshotId}`, {
    method: 'DELETE',
  })

describe('a shared conversation', () => {
  test('shows people who can use the agent the copy with its quotes, and nothing added later', async () => {
    const first = await ask(app, owner.token, { gptSystemId: quoting }, question)
    const { status, body: created } = await share(first.conversationId)
    expect(status).toBe(200)
    expect(created.snapshotId).toMatch(/^[A-Za-z0-9_-]{32}$/)
    await ask(app, owner.token, { conversationId: first.conversationId }, 'And when was it built?')
    const { body } = await read(colleague, created.snapshotId)
    expect(body).toMatchObject({ gptSystemId: quoting, partial: false, expiresAt: null })
    expect(body.title).toContain('Vela')
    expect(body.turns).toHaveLength(1)
    expect(body.turns[0]).toMatchObject({ question, agentName: 'Quoting' })
    expect(body.turns[0]?.answer).toContain('41 metres')
    expect(body.turns[0]?.citations[0]).toMatchObject({ number: 1, title: 'vela.txt', quote: sentence })
  })

  test('[B3] shows others no quotes or files, and omits an answer that consists only of quotes', async () => {
    const attachmentId = await attach(app, owner.token, 'secret-plan.txt', 'The plan is secret.')
    const quoted = await ask(app, owner.token, { gptSystemId: quoting }, question, {
      attachmentIds: [attachmentId],
    })
    const { body: created } = await share(quoted.conversationId)
    expect((await read(colleague, created.snapshotId)).body.turns[0]?.files).toEqual(['secret-plan.txt'])
    const { body } = await read(outsider, created.snapshotId)
    expect(body).toMatchObject({ gptSystemId: null, partial: true })
    expect(body.turns[0]).toMatchObject({ question, answer: null, citations: [], files: [] })
    expect(JSON.stringify(body)).not.toMatch(/41 metres|vela\.txt|secret-plan/)
  })

  test('shows no quotes from files outside of the folders that the agent is limited to', async () => {
    const quoted = await ask(app, owner.token, { gptSystemId: quoting }, question)
    const { body: created } = await share(quoted.conversationId)
    const limitTo = (folders: string[]) =>
      sql`update gpt_system_rag_data_source set folders = ${folders}::text[] where state_id =
        (select published_state_id from gpt_system where id = ${quoting})`.execute(app.platform.database.db)
    await limitTo([''])
    expect((await read(colleague, created.snapshotId)).body.turns[0]?.citations).toHaveLength(1)
    await limitTo(['Elsewhere'])
    const { body } = await read(colleague, created.snapshotId)
    expect(body).toMatchObject({ gptSystemId: quoting, partial: true })
    expect(body.turns[0]).toMatchObject({ answer: null, citations: [] })
    await limitTo([])
  })

  test('shows everyone with the link what a model wrote itself', async () => {
    engine.play(async (writer) => void writer.text('About forty metres. [1]'))
    const written = await ask(app, owner.token, { gptSystemId: writing }, question)
    const { body: created } = await share(written.conversationId)
    const { body } = await read(outsider, created.snapshotId)
    expect(body.turns[0]?.answer).toContain('About forty metres.')
    expect(body.turns[0]?.citations).toEqual([])
    expect(JSON.stringify(body)).not.toContain('vela.txt')
  })

  test('shows how each answer ended', async () => {
    engine.play(async (writer) => void writer.text('Whole.'))
    const first = await ask(app, owner.token, { gptSystemId: writing }, question)
    const { conversationId } = first
    engine.play(async (writer) => {
      writer.text('Half')
      throw new Error('The provider is gone.')
    })
    await ask(app, owner.token, { conversationId }, 'And when?')
    engine.play(async (writer, signal) => {
      writer.text('Half')
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      )
    })
    const stopped = await opened(app, owner.token, { conversationId }, { question: 'And why?' })
    await stopped.until(({ event }) => event === 'response-updated')
    const { conversationSegmentId } = idsOf(stopped)
    const path = `${base}/${conversationId}/segments/${conversationSegmentId}/abort`
    await call(app, path, { token: owner.token, method: 'POST', body: {} })
    await stopped.ended
    const { body: created } = await share(conversationId)
    const { turns } = (await read(outsider, created.snapshotId)).body
    expect(turns.map(({ status }) => status)).toEqual(['Completed', 'Failed', 'Aborted'])
  })

  test('loses its quotes when access to the agent or the agent’s library link ends', async () => {
    const late = await person(app)
    const policy = await createPolicy(app, {
      subjects: [{ kind: 'User', id: late.userId }],
      gptSystems: [quoting],
    })
    const { conversationId } = await ask(app, owner.token, { gptSystemId: quoting }, question)
    const { snapshotId } = (await share(conversationId)).body
    expect((await read(late, snapshotId)).body.partial).toBe(false)
    await sql`update chat_access_policy set enabled = false where id = ${policy.body.chatAccessPolicyId}`.execute(
      app.platform.database.db,
    )
    expect((await read(late, snapshotId)).body).toMatchObject({ partial: true, gptSystemId: null })
    const other = await publishAgent(app, 'Unlinked', {}, [dataSourceId])
    await createPolicy(app, { subjects: [{ kind: 'User', id: owner.userId }], gptSystems: [other] })
    const unlinked = await ask(app, owner.token, { gptSystemId: other }, question)
    const link = (await share(unlinked.conversationId)).body.snapshotId
    expect((await read(owner, link)).body.partial).toBe(false)
    await sql`delete from gpt_system_rag_data_source l using gpt_system_configuration_state s
      where s.id = l.state_id and s.gpt_system_id = ${other}`.execute(app.platform.database.db)
    expect((await read(owner, link)).body.turns[0]).toMatchObject({ answer: null, citations: [] })
  })
})

describe('share links', () => {
  const rows = async (conversationId: string) => {
    const found = await sql<{ text: string }>`select n::text as text from conversation_snapshot n
      where conversation_id = ${conversationId}`.execute(app.platform.database.db)
    return found.rows.map(({ text }) => text)
  }

  test('copy nothing that was asked or answered, and are deleted when revoked and after they expire', async () => {
    const { conversationId } = await ask(app, owner.token, { gptSystemId: quoting }, question)
    const [revoked, expired, kept] = [
      (await share(conversationId)).body,
      (await share(conversationId, { expiresInDays: 1 })).body,
      (await share(conversationId, { expiresInDays: 2 })).body,
    ]
    expect((await rows(conversationId)).join()).not.toMatch(/41 metres|vela\.txt/)
    await revoke(conversationId, revoked.snapshotId)
    expect(await rows(conversationId)).toHaveLength(2)
    await sql`update conversation_snapshot set expires_at = now() - interval '1 second'
      where snapshot_id = ${expired.snapshotId}`.execute(app.platform.database.db)
    await app.platform.jobs.send('snapshots.removeEnded', {})
    await expect.poll(async () => (await rows(conversationId)).length).toBe(1)
    expect((await read(colleague, kept.snapshotId)).body.turns[0]?.question).toBe(question)
  })

  test('of an earlier release, which are copies, stay readable', async () => {
    const { conversationId } = await ask(app, owner.token, { gptSystemId: quoting }, question)
    const { snapshotId } = (await share(conversationId)).body
    const turn = {
      question: 'Copied?',
      answer: 'Yes.',
      createdAt: new Date().toISOString(),
      gptSystemId: quoting,
    }
    const turns = [{ ...turn, agentName: 'Quoting', quoting: false, citations: [], files: [] }]
    await sql`update conversation_snapshot set segment_ids = null, turns = ${JSON.stringify(turns)}::jsonb
      where snapshot_id = ${snapshotId}`.execute(app.platform.database.db)
    expect((await read(colleague, snapshotId)).body.turns).toMatchObject([
      { question: 'Copied?', answer: 'Yes.' },
    ])
  })

  test('are listed, revoked at once, and end on expiry or with the conversation or the account that shared it', async () => {
    const leaver = await person(app)
    await createPolicy(app, { subjects: [{ kind: 'User', id: leaver.userId }], gptSystems: [quoting] })
    const { conversationId } = await ask(app, leaver.token, { gptSystemId: quoting }, question)
    const created = async (body: object = {}) => (await share(conversationId, body, leaver)).body
    const path = `userConversations/${conversationId}/snapshots`
    const [one, two] = [await created(), await created({ expiresInDays: 7 })]
    expect(Date.parse(two.expiresAt ?? '') - Date.parse(two.createdAt)).toBe(7 * 24 * 3_600_000)
    const links = async () =>
      (await as<{ items: Created[] }>(leaver, path)).body.items.map(({ snapshotId }) => snapshotId)
    expect(await links()).toEqual([two.snapshotId, one.snapshotId])
    expect((await revoke(conversationId, one.snapshotId, leaver)).status).toBe(204)
    expect((await read(colleague, one.snapshotId)).body.code).toBe('snapshot.notFound')
    expect((await revoke(conversationId, one.snapshotId, leaver)).body.code).toBe('snapshot.notFound')
    const { db } = app.platform.database
    await sql`update conversation_snapshot set expires_at = now() where snapshot_id = ${two.snapshotId}`.execute(
      db,
    )
    expect((await read(colleague, two.snapshotId)).status).toBe(404)
    expect(await links()).toEqual([])
    const three = await created()
    await sql`update app_user set disabled = true where id = ${leaver.userId}`.execute(db)
    expect((await read(colleague, three.snapshotId)).status).toBe(404)
    await sql`update app_user set disabled = false where id = ${leaver.userId}`.execute(db)
    expect((await read(colleague, three.snapshotId)).status).toBe(200)
    await sql`update conversation set deleted_at = now() where id = ${conversationId}`.execute(db)
    expect((await read(colleague, three.snapshotId)).status).toBe(404)
  })

  test('can be created, listed, and revoked only by the owner', async () => {
    const { conversationId } = await ask(app, owner.token, { gptSystemId: quoting }, question)
    const { snapshotId } = (await share(conversationId)).body
    const code = 'conversation.notFound'
    expect((await share(conversationId, {}, colleague)).body.code).toBe(code)
    expect((await as<Created>(colleague, `userConversations/${conversationId}/snapshots`)).body.code).toBe(
      code,
    )
    expect((await revoke(conversationId, snapshotId, colleague)).status).toBe(404)
    const foreign = await ask(app, colleague.token, { gptSystemId: quoting }, question)
    expect((await revoke(foreign.conversationId, snapshotId, colleague)).status).toBe(404)
    expect((await read(colleague, snapshotId)).status).toBe(200)
    expect((await call(app, `/api/internal/conversationSnapshots/${snapshotId}`)).status).toBe(401)
  })

  test('are limited to twenty per conversation and 1 to 365 days, and require the feature flag, also for reading', async () => {
    const { conversationId } = await ask(app, owner.token, { gptSystemId: quoting }, question)
    for (const expiresInDays of [0, 366, 1.5])
      expect((await share(conversationId, { expiresInDays })).body.code).toBe('request.invalid')
    for (let created = 0; created < 20; created++) expect((await share(conversationId)).status).toBe(200)
    expect((await share(conversationId)).body.code).toBe('snapshot.tooMany')
    const [link] = await linksOf(conversationId)
    await allowSnapshots(app, false)
    try {
      expect((await share(conversationId)).body.code).toBe('snapshot.off')
      expect((await read(colleague, link?.snapshotId ?? '')).body.code).toBe('snapshot.off')
      // Shared links can be revoked even so.
      expect((await revoke(conversationId, link?.snapshotId ?? '')).status).toBe(204)
    } finally {
      await allowSnapshots(app)
    }
  })

  test('cannot be created for test chats or conversations without answers', async () => {
    engine.play(
      async (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    )
    const stream = await opened(app, owner.token, { gptSystemId: writing }, { question: 'Waits' })
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    const { conversationId, conversationSegmentId } = idsOf(stream)
    expect((await share(conversationId)).body.code).toBe('snapshot.empty')
    await call(app, `${base}/${conversationId}/segments/${conversationSegmentId}/abort`, {
      token: owner.token,
      body: {},
    })
    await stream.ended
  })
})
