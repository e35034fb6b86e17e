import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { allowSnapshots } from '../../../testing/snapshots.ts'

const engine = createScriptedEngine()
const base = '/api/internal/userConversations'
/** As a new instance is set. */
const DELETED_DAYS = 30
let app: TestApplication
let anna: string
let agent: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  anna = await app.token('anna')
  agent = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(() => app?.remove())

async function asked(body: object, path = `${base}/byGptSystemId/${agent}`) {
  engine.play(async (writer) => writer.text('A word about herons'))
  const stream = await openStream(app, path, { token: anna, body: { question: 'Where is it?', ...body } })
  await stream.ended
  const [first] = stream.events
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  return first.data
}

async function idsAt(path: string): Promise<string[]> {
  const { status, body } = await call<{ items: Record<string, unknown>[] }>(app, path, { token: anna })
  expect(status).toBe(200)
  return body.items.map((item) => {
    const { conversationId } = (item.conversation ?? item) as { conversationId: string }
    return conversationId
  })
}

const count = async (table: string, conversationId: string) => {
  const found = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(table === 'conversation' ? 'id' : 'conversation_id')} = ${conversationId}`.execute(
    app.platform.database.db,
  )
  return found.rows[0]?.count
}

const setBack = (conversationId: string, column: 'deleted_at' | 'last_activity_at', ago: string) =>
  sql`update conversation set ${sql.ref(column)} = now() - ${ago}::interval where id = ${conversationId}`.execute(
    app.platform.database.db,
  )

const sweep = () => app.platform.jobs.send('conversations.removeForgotten', {})

describe('a temporary chat', () => {
  test('can be read and continued by its owner, and appears in no list or search', async () => {
    const { conversationId } = await asked({ temporary: true })
    const kept = await asked({})
    await asked({}, `${base}/${conversationId}/segments`)
    const one = await call<{ temporary: boolean }>(app, `${base}/${conversationId}`, { token: anna })
    expect(one.body.temporary).toBe(true)
    const segments = await call<{ items: unknown[] }>(app, `${base}/${conversationId}/segments`, {
      token: anna,
    })
    expect(segments.body.items).toHaveLength(2)
    for (const path of [
      base,
      `${base}?includeArchived=true&includeDeleted=true`,
      `${base}?search=Where`,
      `${base}/search?q=herons`,
    ]) {
      const ids = await idsAt(path)
      expect(ids, path).toContain(kept.conversationId)
      expect(ids, path).not.toContain(conversationId)
    }
    expect(await idsAt(`${base}/archived`)).not.toContain(conversationId)
    const ben = await app.token('ben')
    expect((await call(app, `${base}/${conversationId}`, { token: ben })).status).toBe(404)
  })

  test('gets no title from a model, and cannot be archived or shared', async () => {
    await allowSnapshots(app)
    const { conversationId } = await asked({ temporary: true })
    for (const [path, method, body] of [
      ['archive', 'PUT', {}],
      ['snapshots', 'POST', {}],
    ] as const) {
      const refused = await call<{ code: string }>(app, `${base}/${conversationId}/${path}`, {
        token: anna,
        method,
        body,
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(`${path} ${refused.status} ${refused.body.code}`).toBe(`${path} 409 conversation.temporary`)
    }
    expect(
      (await call<{ title: string }>(app, `${base}/${conversationId}`, { token: anna })).body.title,
    ).toBe('Where is it?')
  })

  test('is permanently deleted a day after its last question, with all its data', async () => {
    const over = await asked({ temporary: true })
    const fresh = await asked({ temporary: true })
    const kept = await asked({})
    await setBack(over.conversationId, 'last_activity_at', `${limits.temporaryChatHours} hours 1 minute`)
    await setBack(fresh.conversationId, 'last_activity_at', `${limits.temporaryChatHours - 1} hours`)
    await setBack(kept.conversationId, 'last_activity_at', '400 days')
    await sweep()
    await expect.poll(() => count('conversation', over.conversationId)).toBe(0)
    expect(await count('conversation_segment', over.conversationId)).toBe(0)
    expect(await count('conversation', fresh.conversationId)).toBe(1)
    expect(await count('conversation', kept.conversationId)).toBe(1)
  })

  test('is permanently deleted soon after the user deletes it', async () => {
    const { conversationId } = await asked({ temporary: true })
    expect((await call(app, `${base}/${conversationId}`, { token: anna, method: 'DELETE' })).status).toBe(204)
    await setBack(conversationId, 'deleted_at', '6 minutes')
    await sweep()
    await expect.poll(() => count('conversation', conversationId)).toBe(0)
  })
})

describe('a deleted conversation', () => {
  test('can be restored for 30 days, and is then permanently deleted with its branches, ratings, and links', async () => {
    const [old, recent] = [await asked({}), await asked({})]
    const second = await asked({}, `${base}/${old.conversationId}/segments`)
    await asked({ parentSegmentId: old.conversationSegmentId }, `${base}/${old.conversationId}/segments`)
    const rated = await call(
      app,
      `${base}/${old.conversationId}/segments/${second.conversationSegmentId}/feedback`,
      { token: anna, method: 'POST', body: { rating: 'Good' } },
    )
    expect(rated.status).toBeLessThan(300)
    for (const { conversationId } of [old, recent])
      await call(app, `${base}/${conversationId}`, { token: anna, method: 'DELETE' })
    await setBack(old.conversationId, 'deleted_at', `${DELETED_DAYS} days 1 hour`)
    await setBack(recent.conversationId, 'deleted_at', `${DELETED_DAYS - 1} days`)
    await sweep()
    await expect.poll(() => count('conversation', old.conversationId)).toBe(0)
    expect(await count('conversation_segment', old.conversationId)).toBe(0)
    const back = await call(app, `${base}/${recent.conversationId}/restore`, {
      token: anna,
      method: 'PUT',
      body: {},
    })
    expect(back.status).toBe(200)
    expect(
      (await call(app, `${base}/${old.conversationId}/restore`, { token: anna, method: 'PUT', body: {} }))
        .status,
    ).toBe(404)
  })

  test('that its owner deleted permanently is removed without waiting for 30 days', async () => {
    const { conversationId } = await asked({})
    for (const path of [conversationId, `deleted/${conversationId}`])
      expect((await call(app, `${base}/${path}`, { token: anna, method: 'DELETE' })).status).toBe(204)
    expect(await count('conversation_segment', conversationId)).toBe(1)
    await sweep()
    await expect.poll(() => count('conversation', conversationId)).toBe(0)
    expect(await count('conversation_segment', conversationId)).toBe(0)
  })

  test('is removed in small transactions, however much belongs to it', async () => {
    const { db } = app.platform.database
    const { conversationId, conversationSegmentId } = await asked({})
    // A chain of 450 questions, and notes of files that only this conversation has.
    await sql`with numbered as (select n, ('0f' || lpad(to_hex(n), 10, '0') || '70008000000000000000')::uuid as id
        from generate_series(1, 450) n)
      insert into conversation_segment (id, conversation_id, parent_segment_id, owner_user_id, state_id, question, answer,
        status, idempotency_key, body_hash, finished_at)
      select i.id, t.conversation_id, coalesce((select p.id from numbered p where p.n = i.n - 1), t.id), t.owner_user_id,
        t.state_id, 'x', 'y', 'Completed', 'many-' || i.n, '', now()
      from numbered i, conversation_segment t where t.id = ${conversationSegmentId}`.execute(db)
    await sql`create table removed_at_once (transaction xid8, segments int)`.execute(db)
    await sql`create function note_removed() returns trigger language plpgsql as $$ begin
      insert into removed_at_once select pg_current_xact_id(), count(*) from gone; return null; end $$`.execute(
      db,
    )
    await sql`create trigger note_removed after delete on conversation_segment referencing old table as gone
      for each statement execute function note_removed()`.execute(db)
    try {
      await call(app, `${base}/${conversationId}`, { token: anna, method: 'DELETE' })
      await setBack(conversationId, 'deleted_at', '40 days')
      await sweep()
      await expect.poll(() => count('conversation', conversationId)).toBe(0)
      expect(await count('conversation_segment', conversationId)).toBe(0)
      const steps = await sql<{ segments: number }>`select sum(segments)::int as segments from removed_at_once
        group by transaction having sum(segments) > 0 order by 1`.execute(db)
      expect(steps.rows.map(({ segments }) => segments)).toEqual([51, 200, 200])
    } finally {
      await sql`drop trigger note_removed on conversation_segment`.execute(db)
      await sql`drop table removed_at_once`.execute(db)
    }
  })

  test('cannot be restored once its 30 days are over, even before it is removed', async () => {
    const { conversationId } = await asked({})
    await call(app, `${base}/${conversationId}`, { token: anna, method: 'DELETE' })
    await setBack(conversationId, 'deleted_at', `${DELETED_DAYS} days 1 hour`)
    const back = await call(app, `${base}/${conversationId}/restore`, {
      token: anna,
      method: 'PUT',
      body: {},
    })
    expect(back.status).toBe(404)
  })

  test('is not removed while an answer is still being written', async () => {
    const { conversationId, conversationSegmentId } = await asked({})
    await call(app, `${base}/${conversationId}`, { token: anna, method: 'DELETE' })
    await setBack(conversationId, 'deleted_at', '40 days')
    const { db } = app.platform.database
    const phase = (name: string) =>
      sql`update run set phase = ${name}, ended_at = ${name === 'Ended' ? sql`now()` : null},
        lease_until = now() + interval '1 hour', status = ${name === 'Ended' ? 'Completed' : null}
        where subject_id = ${conversationSegmentId}`.execute(db)
    await phase('Running')
    const other = await asked({ temporary: true })
    await setBack(other.conversationId, 'last_activity_at', '2 days')
    await sweep()
    await expect.poll(() => count('conversation', other.conversationId)).toBe(0)
    expect(await count('conversation', conversationId)).toBe(1)
    await phase('Ended')
    await sweep()
    await expect.poll(() => count('conversation', conversationId)).toBe(0)
  })
})
