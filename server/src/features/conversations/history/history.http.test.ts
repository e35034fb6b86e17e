import type { Conversation } from '@parlance/contract/conversationShapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { ask, base } from '../testing/asking.ts'

type Listed = z.output<typeof Conversation>
interface Page {
  items: Listed[]
  continuationToken: string | null
}

let app: TestApplication
let agent: string
let anna: string
let ben: string

beforeAll(async () => {
  app = await startTestApplication()
  agent = await publishAgent(app, 'Keeper', {})
  anna = await app.token('anna')
  ben = await app.token('ben')
})
afterAll(() => app?.remove())

/** Starts a conversation for anna by default. Its title is the question until someone renames it. */
async function begin(title: string, token = anna): Promise<string> {
  const { conversationId } = await ask(app, token, { gptSystemId: agent }, title)
  await put(conversationId, 'updateTitle', { conversationId, title }, token)
  return conversationId
}
const put = (id: string, what: string, body: object = {}, token = anna) =>
  call<Listed>(app, `${base}/${id}/${what}`, { method: 'PUT', token, body })
const remove = (id: string, token = anna) => call(app, `${base}/${id}`, { method: 'DELETE', token })
const page = async (query = '', token = anna) => (await call<Page>(app, `${base}${query}`, { token })).body
const titles = async (query = '', token = anna) => (await page(query, token)).items.map(({ title }) => title)

describe('current and archived', () => {
  test('[R-4-086][R-4-087][R-7-034][R-7-031] archiving moves a conversation from one list to the other', async () => {
    const id = await begin('To be archived')
    expect(await titles()).toContain('To be archived')
    expect(await titles('/archived')).not.toContain('To be archived')
    const { status, body } = await put(id, 'archive')
    expect([status, body.archived, body.title]).toEqual([200, true, 'To be archived'])
    expect(await titles()).not.toContain('To be archived')
    expect(await titles('/archived')).toContain('To be archived')
  })

  test('[R-4-088][R-7-035] unarchiving moves it back, and repeating either does no harm', async () => {
    const id = await begin('There and back')
    for (const what of ['archive', 'archive', 'unArchive', 'unArchive'])
      expect((await put(id, what)).status).toBe(200)
    expect(await titles()).toContain('There and back')
    expect(await titles('/archived')).not.toContain('There and back')
  })

  test('[R-7-028] includeArchived lists both, and distinguishes them', async () => {
    const id = await begin('One of both')
    await put(id, 'archive')
    await begin('Another of both')
    const { items } = await page('?includeArchived=true&search=of%20both')
    expect(items.map(({ title, archived }) => [title, archived])).toEqual([
      ['Another of both', false],
      ['One of both', true],
    ])
  })

  test('asking in an archived conversation unarchives it', async () => {
    const id = await begin('Asked again')
    await put(id, 'archive')
    await ask(app, anna, { conversationId: id }, 'And now?')
    expect(await titles()).toContain('Asked again')
  })
})

describe('deleting', () => {
  test('[R-7-033][R-7-029] hides a conversation everywhere, except from its owner with includeDeleted', async () => {
    const id = await begin('To be deleted')
    expect((await remove(id)).status).toBe(204)
    for (const path of ['', '/segments', '/export'])
      expect((await call(app, `${base}/${id}${path}`, { token: anna })).status).toBe(404)
    expect(await titles()).not.toContain('To be deleted')
    expect(await titles('?includeDeleted=true')).toContain('To be deleted')
    expect(await titles('?includeDeleted=true', ben)).not.toContain('To be deleted')
    expect((await remove(id)).status).toBe(404)
  })

  test('is undone by restore, which returns it to its place, archived or not', async () => {
    const id = await begin('Restored')
    await put(id, 'archive')
    const before = (await page('/archived?search=Restored')).items
    await remove(id)
    expect(await titles('/archived?search=Restored')).toEqual([])
    const { status, body } = await put(id, 'restore')
    expect([status, body.title, body.archived]).toEqual([200, 'Restored', true])
    expect((await page('/archived?search=Restored')).items).toEqual(before)
    expect((await put(id, 'restore')).status).toBe(200)
  })
})

describe('recently deleted conversations', () => {
  interface Deleted {
    items: { title: string; deletedAt: string }[]
    continuationToken: string | null
  }
  const deleted = async (query = '', token = anna) =>
    (await call<Deleted>(app, `${base}/deleted${query}`, { token })).body
  const deletedTitles = async (token = anna) => (await deleted('', token)).items.map(({ title }) => title)
  const forget = (id = '', token = anna) =>
    call(app, `${base}/deleted${id && `/${id}`}`, { token, method: 'DELETE' })

  test('are listed for their owner, last deleted first, by pages, until they are restored', async () => {
    await forget()
    const ids: string[] = []
    for (const title of ['First away', 'Second away', 'Third away']) ids.push(await begin(title))
    for (const id of ids) await remove(id)
    expect(await deletedTitles()).toEqual(['Third away', 'Second away', 'First away'])
    expect(await deletedTitles(ben)).toEqual([])
    const first = await deleted('?pageSize=2')
    expect(first.items.map(({ title }) => title)).toEqual(['Third away', 'Second away'])
    const rest = await deleted(`?pageSize=2&continuationToken=${first.continuationToken}`)
    expect([rest.items.map(({ title }) => title), rest.continuationToken]).toEqual([['First away'], null])
    expect(Math.abs(Date.parse(rest.items[0]!.deletedAt) - Date.now())).toBeLessThan(3_600_000)
    await put(ids[1]!, 'restore')
    expect(await deletedTitles()).toEqual(['Third away', 'First away'])
  })

  test('can be deleted permanently by their owner only, one or all, and are then in no list', async () => {
    await forget()
    const ids = [await begin('Gone at once'), await begin('Gone with all'), await begin('Not deleted')]
    for (const id of ids.slice(0, 2)) await remove(id)
    for (const [id, token] of [
      [ids[0], ben],
      [ids[2], anna],
    ] as const)
      expect((await forget(id, token)).status).toBe(404)
    expect((await forget('', ben)).body).toEqual({ more: false })
    expect(await deletedTitles()).toEqual(['Gone with all', 'Gone at once'])
    expect((await forget(ids[0])).status).toBe(204)
    expect(await deletedTitles()).toEqual(['Gone with all'])
    expect((await put(ids[0]!, 'restore')).status).toBe(404)
    expect((await forget()).body).toEqual({ more: false })
    expect(await deletedTitles()).toEqual([])
    const kept = await titles('?includeDeleted=true')
    expect(kept).toContain('Not deleted')
    expect(kept.filter((title) => title.startsWith('Gone'))).toEqual([])
  })
})

test('[R-1-004] no one else can archive, delete, restore, rename, or export a conversation', async () => {
  const id = await begin('Only mine')
  const others = [
    await put(id, 'archive', {}, ben),
    await put(id, 'unArchive', {}, ben),
    await put(id, 'restore', {}, ben),
    await put(id, 'updateTitle', { conversationId: id, title: 'Theirs' }, ben),
    await remove(id, ben),
    await call(app, `${base}/${id}/export`, { token: ben }),
  ]
  expect(others.map(({ status }) => status)).toEqual(Array(6).fill(404))
  await remove(id)
  expect((await put(id, 'restore', {}, ben)).status).toBe(404)
  await put(id, 'restore')
  expect(await titles('?search=Only%20mine')).toEqual(['Only mine'])
})

describe('lists', () => {
  test('[R-7-030] page by continuationToken, without gaps or repetitions, to the end', async () => {
    for (let n = 1; n <= 5; n += 1) await begin(`Paged ${n}`)
    const seen: string[] = []
    let token: string | null = ''
    for (let calls = 0; token !== null; calls += 1) {
      expect(calls).toBeLessThan(4)
      const query: string = token && `&continuationToken=${encodeURIComponent(token)}`
      const { items, continuationToken } = await page(`?search=Paged&pageSize=2${query}`)
      seen.push(...items.map(({ title }) => title))
      token = continuationToken
    }
    expect(seen).toEqual(['Paged 5', 'Paged 4', 'Paged 3', 'Paged 2', 'Paged 1'])
    const foreign = await call(app, `${base}?continuationToken=made.up`, { token: anna })
    expect(foreign.status).toBe(400)
  })

  test('[A71] search titles literally and case-insensitively, including archived ones', async () => {
    await put(await begin('Rates 50%_net'), 'archive')
    await begin('Rates 50 and net')
    expect(await titles('/archived?search=rATES%2050%25_')).toEqual(['Rates 50%_net'])
    expect(await titles('?search=%25')).toEqual([])
    await begin('Ältere Übersicht')
    expect(await titles(`?search=${encodeURIComponent('äLTERE ü')}`)).toEqual(['Ältere Übersicht'])
  })

  test('find their first page by index, however many conversations of the other kind exist', async () => {
    const { db } = app.platform.database
    await sql`insert into conversation (id, owner_user_id, gpt_system_id, title, archived)
      select gen_random_uuid(), u.id, ${agent}, 'Many ' || n, n > 20 from app_user u, generate_series(1, 5000) n
      where u.user_name = 'chloe@parlance.example' or u.user_name = 'chloe'`.execute(db)
    await sql`analyze conversation`.execute(db)
    const chloe = await app.token('chloe')
    expect((await page('?pageSize=50', chloe)).items.length).toBeLessThanOrEqual(20)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select c.id from conversation c
      where c.deleted_at is null and c.tested_state_id is null and c.owner_user_id = (select id from app_user limit 1) and not c.archived
      order by c.last_activity_at desc, c.id desc limit 51`.execute(db)
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('current_conversation_of_owner')
  })
})

describe('one conversation', () => {
  test('[R-5-007][R-7-036] [S17] accepts a title of 50 characters and rejects one of 51', async () => {
    const id = await begin('Short')
    const long = 'x'.repeat(51)
    expect((await put(id, 'updateTitle', { conversationId: id, title: long })).status).toBe(400)
    const { status, body } = await put(id, 'updateTitle', { conversationId: id, title: long.slice(1) })
    expect([status, body.title]).toEqual([200, long.slice(1)])
  })

  test('[R-3-052][R-7-037][R-9-055] selects a leaf, and returns all its segments without a page size', async () => {
    const first = await ask(app, anna, { gptSystemId: agent }, 'One')
    const { conversationId, conversationSegmentId: parentSegmentId } = first
    const one = await ask(app, anna, { conversationId }, 'Two', { parentSegmentId })
    const two = await ask(app, anna, { conversationId }, 'Instead of two', { parentSegmentId })
    for (const leaf of [one, two, one]) {
      const body = { conversationId, selectedLeafSegmentId: leaf.conversationSegmentId }
      expect((await put(conversationId, 'updateSelectedLeafSegmentId', body)).status).toBe(200)
      const shown = await call<{ items: { question: string }[]; tree: unknown[] }>(
        app,
        `${base}/${conversationId}/segments`,
        { token: anna },
      )
      expect(shown.body.items.map(({ question }) => question)).toEqual(['One', leaf.segment.question])
      expect(shown.body.tree).toHaveLength(3)
    }
    expect((await call(app, `${base}/${conversationId}/segments?pageSize=2`, { token: anna })).status).toBe(
      400,
    )
  })
})
