import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, ifMatch } from '../../testing/client.ts'
import { applyGuidelines, guidelinesPath, readGuidelines } from '../../testing/guidelines.ts'
import { beginningOf, type EveryRoute, operations, startEveryRoute } from '../../testing/routeTable.ts'

// Generated from the contract: every call that asks a model streams its answer, and a new one is tested immediately.
// Code that people run asks no model.
const asking = operations.filter(
  ([name, { kind, method }]) => kind === 'stream' && method === 'POST' && !name.endsWith('.runCode'),
)
const testChats = ['configStateConversations', 'adminConversations']
const isTest = (name: string) => testChats.some((group) => name.startsWith(`${group}.`))

let every: EveryRoute
let guidelinesDocumentId: string
beforeAll(async () => {
  every = await startEveryRoute()
  ;({ guidelinesDocumentId } = await applyGuidelines(every.app, []))
})
afterAll(() => every?.app.remove())

/** Links the document to every agent, or to none. */
async function applyToAll(all: boolean): Promise<void> {
  const { app } = every
  const agents = await sql<{ gptSystemId: string }>`select id as "gptSystemId" from gpt_system
    where ${all}::boolean and deleted_at is null`.execute(app.platform.database.db)
  const { title, version } = await readGuidelines(app, guidelinesDocumentId)
  const { status } = await call(app, `${guidelinesPath}/${guidelinesDocumentId}`, {
    token: await app.token('admin'),
    method: 'PUT',
    body: { title, links: agents.rows },
    headers: ifMatch(version),
  })
  expect(status).toBe(200)
}

test('four families ask, and three of them have passages rewritten', () => {
  expect(asking.map(([name]) => name).sort()).toEqual(
    [
      ...['conversations', 'publicConversations', ...testChats].flatMap((group) => [
        `${group}.addSegment`,
        `${group}.create`,
      ]),
      ...['conversations', ...testChats].map((group) => `${group}.editDocument`),
    ].sort(),
  )
})

test.each(asking)('[R-5-016] %s asks only with consent, unless it is a test', async (name, endpoint) => {
  every.engine.play(async (writer) => writer.text('An answer.'))
  await applyToAll(false)
  const one = await every.caseOf(name)
  const token = await every.callerOf(endpoint, one)
  await applyToAll(true)
  const key = { 'idempotency-key': randomUUID() }
  const refused = await every.send(endpoint, one, token, key)
  const answer = await beginningOf(refused)
  if (isTest(name)) expect([refused.status, answer]).toEqual([200, expect.stringContaining('event:')])
  else {
    expect(refused.status).toBe(403)
    expect(JSON.parse(answer)).toMatchObject({ code: 'guidelines.consentRequired' })
    // Nothing was stored, so the same call can be made again.
    await applyToAll(false)
    const asked = await every.send(endpoint, one, token, key)
    expect(asked.status).toBe(200)
    await asked.text()
  }
})
