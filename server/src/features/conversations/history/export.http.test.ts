import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, send } from '../../../testing/client.ts'
import { type Asked, ask, base } from '../testing/asking.ts'

let app: TestApplication
let agent: string
let anna: string
let first: Asked
let other: Asked

beforeAll(async () => {
  app = await startTestApplication()
  agent = await publishAgent(app, 'Lamp *keeper*', {})
  anna = await app.token('anna')
  first = await ask(app, anna, { gptSystemId: agent }, 'How tall is it?')
  const { conversationId, conversationSegmentId: parentSegmentId } = first
  other = await ask(app, anna, { conversationId }, 'How old is it?', { parentSegmentId })
  await ask(app, anna, { conversationId }, 'How wide is it?\n# No heading', { parentSegmentId })
  const citations = [
    {
      citationId: '1',
      title: 'vela [old].txt',
      path: 'a/b',
      page: 3,
      quote: 'It is\n41 metres tall.',
      score: 1,
      passageId: null,
    },
  ]
  const { db } = app.platform.database
  await sql`update conversation_segment set answer = 'It is **41 metres** tall. [1]', citations = ${JSON.stringify(citations)}::jsonb
    where id = ${first.conversationSegmentId}`.execute(db)
  await sql`update conversation_segment set answer = 'Some 5 metres.' where question like 'How wide%'`.execute(
    db,
  )
  await rename(TITLE)
})
afterAll(() => app?.remove())

const TITLE = 'Tower: 1/2 "old" <new>?'
const rename = (title: string) =>
  call(app, `${base}/${first.conversationId}/updateTitle`, {
    method: 'PUT',
    token: anna,
    body: { conversationId: first.conversationId, title },
  })
async function exported(query = '') {
  const answer = await send(app, `${base}/${first.conversationId}/export${query}`, { token: anna })
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
  )
  return { status: answer.status, name, text: await answer.text() }
}

test('[R-7-038][R-1-004] a text export contains the visible branch, who said what, and the sources', async () => {
  const { status, name, text } = await exported()
  expect([status, name]).toEqual([200, 'Tower 12 old new.txt'])
  expect(text.startsWith('Tower: 1/2 "old" <new>?\nConversation with Lamp *keeper*\nExported on ')).toBe(true)
  const places = [
    'How tall is it?',
    'Lamp *keeper*:',
    'It is **41 metres** tall. [1]',
    'Sources:',
    '[1] vela [old].txt, p. 3\n    "It is 41 metres tall."',
    'How wide is it?\n# No heading',
    'Some 5 metres.',
  ].map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  expect(text).not.toContain('How old is it?')
  expect((await exported('?format=txt')).name).toBe(name)
})

test('a Markdown export quotes the questions, and keeps titles and quotes as plain text', async () => {
  const { name, text } = await exported('?format=md')
  expect(name).toBe('Tower 12 old new.md')
  expect(text).toContain('# Tower: 1/2 "old" \\<new\\>?')
  expect(text).toContain('> How wide is it?\n> # No heading')
  expect(text).toContain('**Lamp \\*keeper\\***')
  expect(text).toContain('It is **41 metres** tall. [1]')
  expect(text).toContain('- [1] vela \\[old\\].txt, p. 3: “It is 41 metres tall.”')
})

test('exports contain code with its output, and charts and files by name', async () => {
  const { db } = app.platform.database
  const id = '01a2294b-e066-7751-9b79-611a32faaa8a'
  const F = '~~~~~~~~'
  const code = `${F}python\nprint(41)\n${F}\n\n${F}output\n41\n${F}\n\n![Height <b>](code-file:${id})\n\n${F}chart\n[]\n${F}\n\n[a.csv](code-file:${id})\n\n`
  const write = (text: string) =>
    sql`update conversation_segment set code_interpreter_response = ${text}
      where id = ${first.conversationSegmentId}`.execute(db)
  await write(code)
  try {
    const { text } = await exported()
    expect(text).toContain(
      `Code:\n${F}python\nprint(41)\n${F}\n\n${F}output\n41\n${F}\n\n[Chart: Height <b>]`,
    )
    expect(text).toContain('[File: a.csv]')
    expect(text).not.toContain('code-file')
    expect((await exported('?format=md')).text).toContain('**Code**\n\n~~~~~~~~python')
    expect((await exported('?format=md')).text).toContain('\\[Chart: Height \\<b\\>\\]')
    const { segments } = JSON.parse((await exported('?format=json')).text)
    expect(segments[0].code).toContain('print(41)')
    expect(segments[1]).not.toHaveProperty('code')
  } finally {
    await write('')
  }
})

test('a Markdown export closes a code block that an answer left open', async () => {
  const { db } = app.platform.database
  const before = await sql<{ answer: string }>`select answer from conversation_segment
    where id = ${first.conversationSegmentId}`.execute(db)
  const write = (answer: string) =>
    sql`update conversation_segment set answer = ${answer} where id = ${first.conversationSegmentId}`.execute(
      db,
    )
  await write('So:\n\n````ts\nconst a = 1\n```\n')
  try {
    expect((await exported('?format=md')).text).toContain('const a = 1\n```\n\n````\n')
  } finally {
    await write(before.rows[0]?.answer ?? '')
  }
})

test('a JSON export contains the segments with their citations, and all branches on request', async () => {
  const { name, text } = await exported('?format=json')
  expect(name).toBe('Tower 12 old new.json')
  const visible = JSON.parse(text)
  expect(visible).toMatchObject({ title: 'Tower: 1/2 "old" <new>?', gptSystem: { gptSystemId: agent } })
  expect(visible.segments.map(({ question }: { question: string }) => question)).toHaveLength(2)
  expect(visible.segments[0]).toMatchObject({
    conversationSegmentId: first.conversationSegmentId,
    answer: 'It is **41 metres** tall. [1]',
    citations: [
      { citationId: '1', title: 'vela [old].txt', path: 'a/b', page: 3, quote: 'It is\n41 metres tall.' },
    ],
  })
  const all = JSON.parse((await exported('?format=json&branches=all')).text)
  expect(
    all.segments.map((segment: { conversationSegmentId: string }) => segment.conversationSegmentId),
  ).toContain(other.conversationSegmentId)
  expect(all.segments).toHaveLength(3)
  expect((await exported('?format=md&branches=all')).status).toBe(400)
  expect((await exported('?format=exe')).status).toBe(400)
})

test('an Arabic export uses Arabic labels, and a title of only forbidden characters still gets a file name', async () => {
  expect((await exported('?language=ar')).text).toContain('المصادر')
  onTestFinished(async () => {
    await rename(TITLE)
  })
  await rename('?:/*')
  expect((await exported()).name).toBe('conversation.txt')
})
