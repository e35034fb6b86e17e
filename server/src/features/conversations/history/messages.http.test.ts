import type { MessageHit } from '@parlance/contract/conversationShapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { person } from '../../../testing/people.ts'
import { type Asked, ask, base } from '../testing/asking.ts'

type Hit = z.output<typeof MessageHit>
interface Page {
  items: Hit[]
  continuationToken: string | null
}

let app: TestApplication
let agent: string
let anna: string

beforeAll(async () => {
  app = await startTestApplication()
  agent = await publishAgent(app, 'Keeper', {})
  anna = await app.token('anna')
})
afterAll(() => app?.remove())

const search = async (q: string, more = '', token = anna) =>
  call<Page>(app, `${base}/search?q=${encodeURIComponent(q)}${more}`, { token })
const found = async (q: string, more = '', token = anna) => (await search(q, more, token)).body.items
const marked = ({ excerpt, marks }: Hit) => marks.map(({ start, end }) => excerpt.slice(start, end))
const answer = (asked: Asked, text: string) =>
  sql`update conversation_segment set answer = ${text} where id = ${asked.conversationSegmentId}`.execute(
    app.platform.database.db,
  )

test('a message is found by part of its question or answer, with the match marked', async () => {
  const asked = await ask(app, anna, { gptSystemId: agent }, 'Where is the zanzibar file?')
  await answer(asked, 'It lies in the **second\ndrawer** of the Quokka cabinet.')
  const [question] = await found('ZANZI')
  expect(question).toMatchObject({
    conversationSegmentId: asked.conversationSegmentId,
    part: 'Question',
    conversation: { conversationId: asked.conversationId, gptSystem: { gptSystemId: agent, name: 'Keeper' } },
  })
  expect(marked(question!)).toEqual(['zanzi'])
  const [inAnswer] = await found('second drawer of the quokka')
  expect(inAnswer).toMatchObject({
    part: 'Answer',
    excerpt: 'It lies in the second drawer of the Quokka cabinet.',
  })
  expect(marked(inAnswer!)).toEqual(['second drawer of the Quokka'])
})

test('search text contains no wildcards, and case folding works for every script', async () => {
  const asked = await ask(app, anna, { gptSystemId: agent }, 'Costs of 40 percent and snake_case')
  await answer(asked, 'ÜBERSICHT für Größen. مرحبا بالعالم')
  expect(await found('40%percent')).toEqual([])
  expect(await found('snakeXcase')).toEqual([])
  expect((await found('snake_case')).map(marked)).toEqual([['snake_case']])
  expect((await found('übersicht FÜR')).map(marked)).toEqual([['ÜBERSICHT für']])
  expect((await found('بالعالم')).map(marked)).toEqual([['بالعالم']])
  expect(await found('**')).toEqual([])
})

test('archived conversations are searched separately, and deleted ones are not searched', async () => {
  const { conversationId } = await ask(app, anna, { gptSystemId: agent }, 'The wombat papers')
  const path = `${base}/${conversationId}`
  expect(
    [await found('wombat'), await found('wombat', '&archived=true')].map(({ length }) => length),
  ).toEqual([1, 0])
  await call(app, `${path}/archive`, { method: 'PUT', token: anna, body: {} })
  expect(
    [await found('wombat'), await found('wombat', '&archived=true')].map(({ length }) => length),
  ).toEqual([0, 1])
  await call(app, path, { method: 'DELETE', token: anna })
  expect([await found('wombat'), await found('wombat', '&archived=true')]).toEqual([[], []])
})

test('search finds neither other users’ messages nor the user’s own test chats', async () => {
  const { conversationId } = await ask(app, anna, { gptSystemId: agent }, 'A numbat in private')
  expect(await found('numbat', '', await app.token('ben'))).toEqual([])
  expect(await found('numbat')).toHaveLength(1)
  await sql`update conversation c set tested_state_id = g.published_state_id from gpt_system g
    where g.id = c.gpt_system_id and c.id = ${conversationId}`.execute(app.platform.database.db)
  expect(await found('numbat')).toEqual([])
})

test('a search continues through all messages by its token, a limited number at a time', async () => {
  const { db } = app.platform.database
  const { conversationId, conversationSegmentId } = await ask(
    app,
    anna,
    { gptSystemId: agent },
    'Many follow',
  )
  // IDs from the future, one millisecond apart, with few matches among them.
  await sql`insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, status, idempotency_key,
      body_hash, finished_at)
    select ('0f' || lpad(to_hex(n), 10, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid, t.conversation_id, t.owner_user_id, t.state_id,
      case when n % 100 = 0 then 'a bilby in ' || n else 'nothing in ' || n end, 'Completed', 'many-' || n, '', now()
    from conversation_segment t, generate_series(1, 4500) n where t.id = ${conversationSegmentId}`.execute(db)
  const numbers: string[] = []
  let token: string | null = ''
  let calls = 0
  for (; token !== null && calls < 20; calls += 1) {
    const { body }: { body: Page } = await search(
      'bilby',
      token && `&continuationToken=${encodeURIComponent(token)}`,
    )
    numbers.push(...body.items.map(({ excerpt }) => excerpt.replace('a bilby in ', '')))
    token = body.continuationToken
  }
  expect(numbers).toEqual(Array.from({ length: 45 }, (_, n) => String(4500 - n * 100)))
  expect(calls).toBeGreaterThan(2)
  await call(app, `${base}/${conversationId}`, { method: 'DELETE', token: anna })
})

test('one call looks through about 2 MB of text, and through a longer message by itself', async () => {
  const someone = await person(app)
  const asked = await ask(app, someone.token, { gptSystemId: agent }, 'Long ones follow')
  const size = 500_000
  // Newest first: short ones, one of 3 MB, and the answer that is looked for, which is the oldest.
  const lengths = [...Array(9).fill(size), 3_000_000, ...Array(9).fill(size)]
  await sql`insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, answer, status,
      idempotency_key, body_hash, finished_at)
    select ('0f' || lpad(to_hex(n), 10, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
      t.conversation_id, t.owner_user_id, t.state_id, 'Number ' || n,
      repeat('x', length) || case when n = 1 or length > ${size}::int then ' numbat' else '' end, 'Completed', 'long-' || n, '', now()
    from conversation_segment t, unnest(${lengths}::int[]) with ordinality as given (length, n)
    where t.id = ${asked.conversationSegmentId}`.execute(app.platform.database.db)
  const pages: string[][] = []
  for (let token: string | null = ''; token !== null && pages.length < 50; ) {
    const more = token && `&continuationToken=${encodeURIComponent(token)}`
    const { body }: { body: Page } = await search('numbat', more, someone.token)
    pages.push(body.items.map(({ excerpt }) => excerpt.slice(-6)))
    token = body.continuationToken
  }
  const [none, hit] = [[] as string[], ['numbat']]
  // Three of 500 kB and what stands beside them are below 2 MB, four are above.
  expect(pages).toEqual([none, none, none, hit, none, none, hit])
})

test('a single letter or a token from another list is rejected', async () => {
  expect((await search('x')).status).toBe(400)
  expect((await search('xy', '&continuationToken=made.up')).status).toBe(400)
  expect((await call(app, `${base}/search?q=xy`)).status).toBe(401)
})
