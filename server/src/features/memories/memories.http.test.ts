import { randomUUID } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { memoriesOfQuestion, type UsedMemory } from './store.ts'
import {
  addMemory,
  allowMemory,
  listMemories,
  memoriesPath,
  memorySettingsPath,
  type ShownMemory,
  turnMemory,
} from './testing/remembering.ts'

let app: TestApplication
let me: TestPerson

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())
beforeEach(async () => {
  me = await person(app)
  await allowMemory(app, me.token)
})

const as = <T = { code?: string; memoryId: string; errors?: { field: string }[] }>(
  { token }: Pick<TestPerson, 'token'>,
  path: string,
  options: CallOptions = {},
) => call<T>(app, path, { token, ...options })
const one = (memoryId: string) => `${memoriesPath}/${memoryId}`
const add = (text: string, headers: Record<string, string> = {}) =>
  as(me, memoriesPath, { body: { text }, headers })
const settingsOf = async (someone: TestPerson) =>
  (await as<{ allowed: boolean; enabled: boolean; count: number }>(someone, memorySettingsPath)).body

test('memories are listed newest first, page by page', async () => {
  for (const text of ['One', 'Two', 'Three']) await addMemory(app, me.token, text)
  const read = (query: string) =>
    as<{ items: ShownMemory[]; continuationToken: string | null }>(me, `${memoriesPath}?pageSize=2${query}`)
  const { body: first } = await read('')
  expect(first.items.map(({ text }) => text)).toEqual(['Three', 'Two'])
  const { body: rest } = await read(`&continuationToken=${encodeURIComponent(first.continuationToken ?? '')}`)
  expect(rest).toMatchObject({
    items: [{ text: 'One', sourceSegmentId: null, sourceConversation: null, isProposed: false, version: 1 }],
    continuationToken: null,
  })
})

test('a memory is one line of at most 500 characters that someone can see', async () => {
  const { memoryId } = (await add(' Likes\u200b \u{e0041}tea,\n and coffee ')).body
  expect((await as<ShownMemory>(me, one(memoryId))).body.text).toBe('Likes tea, and coffee')
  expect((await add('x'.repeat(limits.memoryText))).status).toBe(200)
  for (const text of ['x'.repeat(limits.memoryText + 1), '  ', '\u200b\u{e0041}']) {
    const { status, body } = await add(text)
    expect([status, body.errors?.[0]?.field], text).toEqual([400, 'text'])
  }
})

test('what is already remembered isn’t added again, also in other letters, and not by an edit', async () => {
  const first = await addMemory(app, me.token, 'Lives in Ora.')
  const second = await addMemory(app, me.token, 'Likes tea')
  expect((await add('  lives  in ORA ')).body.code).toBe('memory.known')
  const edited = await as(me, one(second), {
    method: 'PUT',
    body: { text: 'LIVES in Ora' },
    headers: ifMatch(),
  })
  expect([edited.status, edited.body.code]).toEqual([409, 'memory.known'])
  // Changing only the letters of a memory is no duplicate of itself.
  const same = await as(me, one(first), { method: 'PUT', body: { text: 'Lives in ORA' }, headers: ifMatch() })
  expect(same.body).toMatchObject({ text: 'Lives in ORA', version: 2 })
  // Another person can have the same.
  expect((await as(await person(app), memoriesPath, { body: { text: 'Likes tea' } })).status).toBe(200)
})

test('at most 200 memories are stored, also if two are added at once', async () => {
  await sql`insert into memory (id, user_id, text, text_hash)
    select gen_random_uuid(), ${me.userId}, 'Fact ' || n, sha256(('fact ' || n)::bytea)
    from generate_series(1, ${limits.memoriesPerUser - 1}) n`.execute(app.platform.database.db)
  const answers = await Promise.all(['Likes tea', 'Likes coffee'].map((text) => add(text)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('memory.full')
  expect(await settingsOf(me)).toMatchObject({ count: limits.memoriesPerUser })
  const [newest] = await listMemories(app, me.token)
  await as(me, one(newest?.memoryId ?? ''), { method: 'DELETE' })
  expect((await add('Likes water')).status).toBe(200)
})

test('a question reads the newest 16 KB of memories, oldest first', async () => {
  const { db } = app.platform.database
  await turnMemory(app, me.token, true)
  await sql`insert into memory (id, user_id, text, text_hash, created_at)
    select gen_random_uuid(), ${me.userId}, rpad(n || ' ', 250, 'ش'), sha256(n::text::bytea), now() + n * interval '1 second'
    from generate_series(1, 100) n`.execute(db)
  const found = await sql<{
    used: UsedMemory[]
  }>`select ${memoriesOfQuestion(me, sql`false`)} as used`.execute(db)
  const used = found.rows[0]?.used ?? []
  const bytes = used.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeLessThanOrEqual(16 * 1024)
  expect(bytes).toBeGreaterThan(15 * 1024)
  expect(used.map(({ text }) => Number.parseInt(text, 10))).toEqual(
    used.map((_, at) => 101 - used.length + at),
  )
})

test('the same added twice at once is stored once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => add('Likes tea')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await listMemories(app, me.token)).toHaveLength(1)
})

test('a repeated call adds nothing, and its stored answer has no text', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [first, again] = [await add('Plays the cello', headers), await add('Plays the cello', headers)]
  expect(again.body).toEqual(first.body)
  expect(await listMemories(app, me.token)).toHaveLength(1)
  const kept = await sql<{ row: string }>`select k::text as row from idempotency_key k
    where key = ${headers['idempotency-key']}`.execute(app.platform.database.db)
  expect(kept.rows).toHaveLength(1)
  expect(kept.rows[0]?.row).not.toContain('cello')
})

test('an edit of another version is refused with the current memory', async () => {
  const memoryId = await addMemory(app, me.token, 'Lives in Ora')
  const edit = (text: string, version: number) =>
    as(me, one(memoryId), { method: 'PUT', body: { text }, headers: ifMatch(version) })
  expect((await edit('Lives in Vela', 1)).body).toMatchObject({ text: 'Lives in Vela', version: 2 })
  const stale = await edit('Lives in Halden', 1)
  expect(stale.status).toBe(412)
  expect(stale.body).toMatchObject({ code: 'request.stale', current: { text: 'Lives in Vela', version: 2 } })
})

test('no one else sees, changes, or deletes a memory, not even an administrator', async () => {
  const memoryId = await addMemory(app, me.token, 'Lives in Ora')
  const admin = { token: await app.token('admin') }
  for (const someone of [await person(app), admin]) {
    const answers = [
      await as(someone, one(memoryId)),
      await as(someone, one(memoryId), { method: 'PUT', body: { text: 'x' }, headers: ifMatch() }),
      await as(someone, one(memoryId), { method: 'DELETE' }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'memory.notFound'])
    expect((await listMemories(app, someone.token)).map((memory) => memory.memoryId)).not.toContain(memoryId)
    expect((await as(someone, memoriesPath, { method: 'DELETE' })).status).toBe(204)
  }
  expect(await listMemories(app, me.token)).toMatchObject([{ memoryId, text: 'Lives in Ora' }])
})

test('a memory that an answer names is listed by its ID, and none once it is deleted', async () => {
  const memoryId = await addMemory(app, me.token, 'Lives in Ora')
  const named = async (someone: TestPerson) =>
    (await as<{ items: ShownMemory[]; allowed: boolean }>(someone, `${memoriesPath}?memoryId=${memoryId}`))
      .body
  expect(await named(me)).toMatchObject({ items: [{ memoryId, text: 'Lives in Ora' }], allowed: true })
  expect(await named(await person(app))).toMatchObject({ items: [], allowed: true })
  await as(me, one(memoryId), { method: 'DELETE' })
  expect(await named(me)).toEqual({ items: [], continuationToken: null, allowed: true })
})

test('a deleted memory is gone, and deleting it again says so', async () => {
  const memoryId = await addMemory(app, me.token)
  expect((await as(me, one(memoryId), { method: 'DELETE' })).status).toBe(204)
  for (const options of [{}, { method: 'DELETE' }] satisfies CallOptions[])
    expect((await as(me, one(memoryId), options)).body.code).toBe('memory.notFound')
  await addMemory(app, me.token)
  await addMemory(app, me.token)
  expect((await as(me, memoriesPath, { method: 'DELETE' })).status).toBe(204)
  expect(await listMemories(app, me.token)).toEqual([])
})

describe('the switches', () => {
  test('memory is off until the person turns it on, and stays with what it has', async () => {
    expect(await settingsOf(me)).toEqual({ allowed: true, enabled: false, count: 0 })
    await addMemory(app, me.token)
    await turnMemory(app, me.token, true)
    await turnMemory(app, me.token, true)
    expect(await settingsOf(me)).toEqual({ allowed: true, enabled: true, count: 1 })
    expect(await settingsOf(await person(app))).toMatchObject({ enabled: false })
    await turnMemory(app, me.token, false)
    expect(await settingsOf(me)).toEqual({ allowed: true, enabled: false, count: 1 })
  })

  test('if the instance doesn’t allow it, memories can only be deleted', async () => {
    const [first, second] = [await addMemory(app, me.token), await addMemory(app, me.token)]
    await changeSettings(app, { memoryAllowed: false })
    expect(await listMemories(app, me.token)).toEqual([])
    expect(await settingsOf(me)).toEqual({ allowed: false, enabled: false, count: 2 })
    const refused = [
      await add('Likes tea'),
      await as(me, one(first)),
      await as(me, one(first), { method: 'PUT', body: { text: 'x' }, headers: ifMatch() }),
      await as(me, memorySettingsPath, { method: 'PUT', body: { enabled: true } }),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'memory.notAllowed'])
    expect((await as(me, memorySettingsPath, { method: 'PUT', body: { enabled: false } })).status).toBe(200)
    expect((await as(me, one(first), { method: 'DELETE' })).status).toBe(204)
    expect(await settingsOf(me)).toMatchObject({ count: 1 })
    await changeSettings(app, { memoryAllowed: true })
    expect(await listMemories(app, me.token)).toMatchObject([{ memoryId: second }])
  })
})
