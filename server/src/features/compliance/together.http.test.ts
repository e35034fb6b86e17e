import { randomUUID } from 'node:crypto'
import type { ComplianceEvidence } from '@parlance/contract/compliance'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../testing/client.ts'
import { compliancePath, setCompliance } from '../../testing/compliance.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { askAsVisitor, attachAsVisitor, publishPage, type Visitor, visit } from '../../testing/visitors.ts'
import { ask, opened } from '../conversations/testing/asking.ts'
import { allowMemory, listMemories, turnMemory } from '../memories/testing/remembering.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
const searching = { ...scripted, capabilityTypes: ['FileSearch'] }
let app: TestApplication
let admin: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
})
beforeEach(() => engine.play(async (writer) => writer.text('As the contract says.')))
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const as = <T = Record<string, unknown>>(token: string, path: string, options: CallOptions = {}) =>
  call<T & { code?: string }>(app, `/api/internal/${path}`, { token, ...options })
const hold = (subject: object) =>
  as(admin, 'legalHolds', { body: { subject, reason: 'Asked for by the regional court' } })
const agentNamed = (name: string, settings: Record<string, unknown> = scripted) =>
  publishAgent(app, `${name} ${randomUUID()}`, settings)

async function count(table: string, where: ReturnType<typeof sql>): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where ${where}`.execute(db())
  return found.rows[0]?.n ?? 0
}

async function erase({ userId }: TestPerson) {
  const found = await sql<{ name: string }>`select user_name as name from app_user
    where id = ${userId}`.execute(db())
  return as<{ erasureId: string }>(admin, `users/${userId}/erasure`, {
    body: { confirmation: found.rows[0]?.name },
  })
}

async function personalAgent() {
  const owner = await person(app)
  const made = await as<{ configuration: { gptSystemId: string; configStateId: string } }>(
    owner.token,
    'configStates',
    { body: { gptSystemType: 'User' } },
  )
  const { gptSystemId, configStateId } = made.body.configuration
  await publish(owner.token, configStateId, 'Always recommend fund X.')
  return { owner, gptSystemId }
}

async function publish(token: string, configStateId: string, systemPrompt: string): Promise<void> {
  const texts = { gptSystemName: 'Mine', description: '', introduction: '', starterQuestions: [] }
  await as(token, `configStates/${configStateId}`, {
    method: 'PUT',
    body: { ...texts, ...scripted, systemPrompt },
    headers: ifMatch(),
  })
  const path = `gptSystems/user/management/fromConfigState/${configStateId}`
  const { status } = await as(token, path, { method: 'POST', body: {} })
  if (status >= 300) throw new Error(`${path} answered ${status}.`)
}

async function draftOf(token: string, gptSystemId: string): Promise<string> {
  await as(token, 'configStates', { body: { gptSystemType: 'User', gptSystemId } })
  const found = await sql<{ id: string }>`select id from gpt_system_configuration_state
    where gpt_system_id = ${gptSystemId} and status = 'Draft'`.execute(db())
  return found.rows[0]?.id ?? ''
}

const share = (gptSystemId: string, owner: TestPerson, other: TestPerson) =>
  sql`insert into agent_share (id, gpt_system_id, user_id, share_right, created_by)
    values (${randomUUID()}, ${gptSystemId}, ${other.userId}, 'Use', ${owner.userId})`.execute(db())

async function askWithFile(session: Visitor) {
  const { body } = await attachAsVisitor(app, session)
  const asked = await askAsVisitor(app, session, {
    question: 'How tall?',
    attachmentIds: [body.attachmentId],
  })
  return asked.conversationId
}

describe('a legal hold', () => {
  test('on an agent keeps the files of someone who tested its page and is erased', async () => {
    const held = await agentNamed('Held', searching)
    const tester = await person(app)
    const session = await visit(app, await publishPage(app, held))
    const conversationId = await askWithFile(session)
    await sql`update public_session set tested_by = ${tester.userId}
      where id = ${session.sessionIdentifier}`.execute(db())
    await hold({ kind: 'Agent', gptSystemId: held })
    const { status } = await erase(tester)
    await app.platform.jobs.send('users.blankRemoved', {})
    await new Promise((done) => setTimeout(done, 3000))
    expect(await count('attachment', sql`conversation_id = ${conversationId}`)).toBe(1)
    expect(status).toBe(409)
  })

  test('on a person keeps the prompts of the agents of someone who is erased', async () => {
    const { owner, gptSystemId } = await personalAgent()
    const held = await person(app)
    await share(gptSystemId, owner, held)
    const { conversationId } = await ask(app, held.token, { gptSystemId }, 'Which fund?')
    await hold({ kind: 'Person', userId: held.userId })
    const prompt = async () =>
      (
        await sql<{ prompt: string | null }>`select e.prompt from segment_execution e
          join conversation_segment t on t.id = e.segment_id where t.conversation_id = ${conversationId}`.execute(
          db(),
        )
      ).rows[0]?.prompt ?? ''
    expect(await prompt()).toContain('fund X')
    const { body } = await erase(owner)
    if (body.erasureId)
      await expect
        .poll(async () => (await as(admin, `erasures/${body.erasureId}`)).body.finishedAt)
        .not.toBe(null)
    expect(await prompt()).toContain('fund X')
  })

  test('on an agent keeps what it answered in a conversation with another agent', async () => {
    const [main, other] = [await agentNamed('Main'), await agentNamed('Other')]
    const { token } = await person(app)
    const { conversationId } = await ask(app, token, { gptSystemId: main }, 'Hello')
    await ask(app, token, { conversationId }, 'And you?', { gptSystemId: other })
    await hold({ kind: 'Agent', gptSystemId: other })
    const removed = await as(token, `userConversations/${conversationId}`, { method: 'DELETE', body: {} })
    expect(removed.body?.code).toBe('legalHold.held')
  })

  test('refuses to discard a draft with test chats, and is no error of the server', async () => {
    const { owner, gptSystemId } = await personalAgent()
    const stateId = await draftOf(owner.token, gptSystemId)
    const stream = await openStream(app, `/api/internal/configStates/${stateId}/conversations`, {
      token: owner.token,
      body: { question: 'Try' },
    })
    await stream.ended
    await hold({ kind: 'Person', userId: owner.userId })
    const removed = await as(owner.token, `configStates/${stateId}`, { method: 'DELETE', body: {} })
    expect(removed.body?.code).toBe('legalHold.held')
  })
})

test('a visitor who deletes their conversations makes no promise fail', async () => {
  const visitor = await visit(app, await publishPage(app, await agentNamed('Free')))
  await askAsVisitor(app, visitor, 'When?')
  const path = `publicConversations/sessions/${visitor.sessionIdentifier}/data`
  await as(visitor.token, path, { method: 'DELETE' })
  const { body } = await as<z.output<typeof ComplianceEvidence>>(
    admin,
    `${compliancePath.replace('/api/internal/', '')}/evidence`,
  )
  expect(body.items?.find(({ item }) => item === 'deletedConversations')).toMatchObject({
    state: 'Fulfilled',
  })
})

test('retention doesn’t delete conversations as soon as they are imported', async () => {
  const { token } = await person(app)
  const { conversationId } = await ask(app, token, { gptSystemId: await agentNamed('Free') }, 'Hello')
  // An import stores the time of the last message, and its own.
  await sql`update conversation set last_activity_at = now() - interval '2 years', imported_from = 'ChatGPT',
    imported_id = ${randomUUID()}, imported_at = now() where id = ${conversationId}`.execute(db())
  await setCompliance(app, { mode: 'Standard', retentionDays: 365 })
  await app.platform.jobs.send('conversations.removeForgotten', {})
  await new Promise((done) => setTimeout(done, 2000))
  await setCompliance(app, { mode: 'Off', retentionDays: null })
  expect(await count('conversation', sql`id = ${conversationId}`)).toBe(1)
})

test('the data of a person includes the files of conversations that they claimed', async () => {
  const session = await visit(app, await publishPage(app, await agentNamed('Claimed', searching)))
  await askWithFile(session)
  const { token, userId } = await person(app)
  const { sessionIdentifier, secret } = session
  await as(token, 'publicConversations/claim', { body: { session: { sessionIdentifier, secret } } })
  const { body } = await as<{ areas: { area: string; count: number }[] }>(admin, `users/${userId}/erasure`)
  expect(body.areas.find(({ area }) => area === 'Attachments')?.count).toBe(1)
})

test('an agent that was transferred adds no memory without asking', async () => {
  const { owner, gptSystemId } = await personalAgent()
  const receiver = await person(app)
  await share(gptSystemId, owner, receiver)
  await changeSettings(app, { peopleSearch: 'All' })
  const path = `gptSystems/user/management/${gptSystemId}/handOver`
  const given = await as(owner.token, path, { body: { userId: receiver.userId } })
  expect(given.status).toBeLessThan(300)
  await allowMemory(app, receiver.token)
  await turnMemory(app, receiver.token, true)
  let calls = 0
  engine.play(async (writer) => {
    calls += 1
    if (calls > 1) return writer.text('Hello.')
    const input = JSON.stringify({ text: 'Pays invoices to account 7' })
    return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'remember', input }] }
  })
  const stream = await opened(app, receiver.token, { gptSystemId }, { question: 'Hello' })
  await Promise.race([stream.ended, new Promise((done) => setTimeout(done, 5000))])
  expect(calls).toBeGreaterThan(0)
  expect(await listMemories(app, receiver.token)).toEqual([])
})
