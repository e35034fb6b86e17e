import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '@parlance/contract/imports'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, send as sendRaw } from '../../testing/client.ts'
import { ask, base, type Details, type ShownSegment } from '../conversations/testing/asking.ts'
import { makeZip } from '../knowledge/testing/wordDocuments.ts'
import { removeEnded } from './store.ts'
import { gptConversation, gptTurns, libreConversation, libreMessage, SPRING } from './testing/exports.ts'

type Shown = z.output<typeof Import>
interface Listed {
  conversationId: string
  title: string
  createdAt: string
  lastActivityAt: string
  selectedLeafSegmentId: string
  gptSystem: { gptSystemId: string }
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

type Content = Buffer<ArrayBuffer> | string | object
const text = (content: Content) =>
  typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content)

function send(
  content: Content,
  { token = anna, name = 'conversations.json', to = agent, at = app, key = '' } = {},
) {
  const form = new FormData()
  form.set('file', new File([text(content) as string], name))
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key }
  return call<Shown & { code: string }>(at, `${base}/imports?gptSystemId=${to}`, {
    token,
    body: form,
    headers,
  })
}

async function endOf(importId: string, token = anna, at = app): Promise<Shown> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const { body } = await call<Shown>(at, `${base}/imports/${importId}`, { token })
    if (body.finishedAt !== null) return body
    await wait(60)
  }
  throw new Error('The import didn’t finish.')
}

/** Sends an export and waits until its import ends. */
async function imported(content: Content, options: Parameters<typeof send>[1] = {}): Promise<Shown> {
  const { status, body } = await send(content, options)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return endOf(body.importId, options.token)
}

async function found(title: string, token = anna, at = app): Promise<Listed[]> {
  const path = `${base}?search=${encodeURIComponent(title)}`
  return (await call<{ items: Listed[] }>(at, path, { token })).body.items
}

async function segmentsOf(conversationId: string, token = anna) {
  const { body } = await call<{
    items: ShownSegment[]
    tree: { conversationSegmentId: string; parentSegmentId: string | null; status: string }[]
  }>(app, `${base}/${conversationId}/segments`, { token })
  return body
}

const fetchText = async (path: string) => (await sendRaw(app, path, { token: anna })).text()

const blobs = () =>
  readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

describe('a ChatGPT export', () => {
  test('as conversations.json becomes conversations with their times, which can be continued with an agent', async () => {
    const turns = gptTurns([
      ['How tall is the old light?', 'It is 41 metres tall.'],
      ['And the new one?', 'It is 60 metres tall.'],
    ])
    const shown = await imported([gptConversation(turns, { title: 'Old light' })])
    expect(shown).toMatchObject({
      source: 'ChatGPT',
      phase: 'Done',
      fileName: 'conversations.json',
      gptSystemId: agent,
      done: 1,
      total: 1,
      taken: 1,
      known: 0,
      refused: 0,
      report: [],
      failure: null,
    })
    const [conversation] = await found('Old light')
    expect(conversation).toMatchObject({
      title: 'Old light',
      createdAt: new Date(SPRING * 1000).toISOString(),
      lastActivityAt: new Date((SPRING + 60) * 1000).toISOString(),
      gptSystem: { gptSystemId: agent },
    })
    const { conversationId = '' } = conversation ?? {}
    const { items } = await segmentsOf(conversationId)
    expect(items.map(({ question, answer, status, usage }) => [question, answer, status, usage])).toEqual([
      ['How tall is the old light?', 'It is 41 metres tall.', 'Completed', null],
      ['And the new one?', 'It is 60 metres tall.', 'Completed', null],
    ])
    const details = await call<Details>(
      app,
      `${base}/${conversationId}/segments/${items[0]?.conversationSegmentId}/executionDetails`,
      { token: anna },
    )
    expect(details.body).toMatchObject({ languageEngine: 'ChatGPT', deploymentName: 'gpt-4o', calls: [] })
    // Imported answers are labeled as such everywhere, and can't be rated.
    expect(items.map(({ importedFrom }) => importedFrom)).toEqual(['ChatGPT', 'ChatGPT'])
    const exported = await fetchText(`${base}/${conversationId}/export?format=txt`)
    expect(exported).toContain('ChatGPT:\nIt is 41 metres tall.')
    const rated = await call(
      app,
      `${base}/${conversationId}/segments/${items[0]?.conversationSegmentId}/feedback`,
      { token: anna, body: { rating: 'Good' } },
    )
    expect(rated.status).toBe(404)
    const asked = await ask(app, anna, { conversationId }, 'And which is older?')
    expect(asked.segment.importedFrom).toBeUndefined()
    expect(asked.segment).toMatchObject({
      status: 'Completed',
      parentSegmentId: items[1]?.conversationSegmentId,
    })
    expect((await segmentsOf(conversationId)).items).toHaveLength(3)
  })

  test('as a zip with images and several files is read completely, and its bytes are then deleted', async () => {
    const before = blobs()
    const part = (place: number) => [
      gptConversation(gptTurns([[`What is part ${place}?`, `It is part ${place}.`]]), {
        title: `Part ${place}`,
        conversation_id: `part-${place}`,
      }),
    ]
    const shown = await imported(
      makeZip({
        'export/conversations-001.json': JSON.stringify(part(1)),
        'export/conversations-000.json': JSON.stringify(part(0)),
        '__MACOSX/export/._conversations-000.json': 'Mac',
        'export/user.json': '{"id":"user-1","email":"anna@example.com"}',
        'export/message_feedback.json': '[{"id":"x"}]',
        'export/chat.html': '<html></html>',
        'export/file-x.png': 'picture',
      }),
      { name: 'export.zip' },
    )
    expect(shown).toMatchObject({ source: 'ChatGPT', phase: 'Done', total: 2, taken: 2, report: [] })
    expect(await found('Part 0')).toHaveLength(1)
    expect(await found('Part 1')).toHaveLength(1)
    await expect.poll(blobs).toBe(before)
  })

  test('keeps its branches and shows the selected one', async () => {
    const [system, question, answer] = gptTurns([['Which way?', 'Left.']]) as [never, never, never]
    const again = { ...(answer as object), id: 'again', text: 'Right.', at: SPRING + 30 }
    await imported([
      gptConversation([system, question, answer, again as never], { title: 'Ways', current_node: 'a0' }),
    ])
    const [conversation] = await found('Ways')
    const { items, tree } = await segmentsOf(conversation?.conversationId ?? '')
    expect(tree).toHaveLength(2)
    expect(tree.map(({ parentSegmentId }) => parentSegmentId)).toEqual([null, null])
    expect(items.map(({ answer }) => answer)).toEqual(['Left.'])
    expect(conversation?.selectedLeafSegmentId).toBe(items[0]?.conversationSegmentId)
    expect(tree[0]?.conversationSegmentId).toBe(items[0]?.conversationSegmentId)
  })

  test('imported twice exists once, and deleted conversations are imported again', async () => {
    const one = gptConversation(gptTurns([['Once?', 'Once.']]), { title: 'Only once' })
    const two = gptConversation(gptTurns([['More?', 'More.']]), { title: 'One more' })
    expect(await imported([one])).toMatchObject({ taken: 1, known: 0 })
    expect(await imported([one, two])).toMatchObject({ done: 2, taken: 1, known: 1, refused: 0 })
    expect(await found('Only once')).toHaveLength(1)
    const [{ conversationId } = { conversationId: '' }] = await found('Only once')
    await call(app, `${base}/${conversationId}`, { method: 'DELETE', token: anna })
    expect(await imported([one, two])).toMatchObject({ taken: 1, known: 1 })
    expect(await found('Only once')).toHaveLength(1)
    // The deleted one can still be restored alongside it.
    const restored = await call(app, `${base}/${conversationId}/restore`, { method: 'PUT', token: anna })
    expect(restored.status).toBe(200)
    expect(await found('Only once')).toHaveLength(2)
    // Another user's imports are separate.
    expect(await imported([one], { token: ben })).toMatchObject({ taken: 1, known: 0 })
  })

  test('is found by its text, in order of its time', async () => {
    const older = gptConversation(gptTurns([['About foghorns?', 'Loud.']], SPRING), { title: 'Older horn' })
    const newer = gptConversation(gptTurns([['Again foghorns?', 'Louder.']], SPRING + 9e6), {
      title: 'Newer horn',
    })
    await imported([newer, older])
    const { body } = await call<{ items: { conversation: { title: string } }[] }>(
      app,
      `${base}/search?q=foghorns`,
      { token: anna },
    )
    expect(body.items.map(({ conversation }) => conversation.title)).toEqual(['Newer horn', 'Older horn'])
  })

  test('does not count as usage', async () => {
    const counts = async () =>
      (await sql`select from asked_question`.execute(app.platform.database.db)).rows.length
    const before = await counts()
    const now = Math.floor(Date.now() / 1000) - 60
    const recent = gptConversation(gptTurns([['Just now?', 'Just now.']], now), {
      title: 'Recent',
      create_time: now,
      update_time: now,
    })
    expect(await imported([recent])).toMatchObject({ taken: 1 })
    expect(await counts()).toEqual(before)
    const { rows } = await sql`select from usage_counter`.execute(app.platform.database.db)
    expect(rows).toEqual([])
  })
})

describe('a LibreChat export', () => {
  const messages = [
    libreMessage('q1', null, 'Which buoy?'),
    libreMessage('a1', 'q1', 'The red one.', { createdAt: '2024-05-01T10:00:05.000Z' }),
  ]

  test('of one conversation is imported, flat or as a tree', async () => {
    const flat = libreConversation(messages, { title: 'Buoys flat' })
    const tree = {
      ...libreConversation([], { title: 'Buoys tree', recursive: true }),
      messages: undefined,
      messagesTree: [{ ...messages[0], children: [{ ...messages[1], children: [] }] }],
    }
    for (const [content, title] of [
      [flat, 'Buoys flat'],
      [tree, 'Buoys tree'],
    ] as const) {
      const shown = await imported(content, { name: `${title}.json` })
      expect(shown).toMatchObject({ source: 'LibreChat', phase: 'Done', total: 1, taken: 1 })
      const [conversation] = await found(title)
      const { items } = await segmentsOf(conversation?.conversationId ?? '')
      expect(items.map(({ question, answer }) => [question, answer])).toEqual([
        ['Which buoy?', 'The red one.'],
      ])
      expect(items[0]?.createdAt).toBe('2024-05-01T10:00:00.000Z')
    }
  })

  test('of several conversations, zipped together, is one import', async () => {
    const files = Object.fromEntries(
      [1, 2, 3].map((place) => [
        `chats/${place}.json`,
        JSON.stringify(libreConversation(messages, { title: `Packed ${place}` })),
      ]),
    )
    const shown = await imported(makeZip({ ...files, 'other.json': '{"x":1}', 'notes.txt': 'x' }), {
      name: 'chats.zip',
    })
    expect(shown).toMatchObject({ source: 'LibreChat', total: 3, taken: 3, report: [] })
  })
})

describe('content that cannot be imported is reported and does not affect the rest', () => {
  test('invalid and empty conversations, and what was cut or left out of others', async () => {
    const picture = {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'image_asset_pointer' }, 'What is it?'],
    }
    const [system, question, answer] = gptTurns([['x'.repeat(40_000), 'Long.']]) as [never, never, never]
    const shown = await imported([
      gptConversation(gptTurns([['Fine?', 'Fine.']]), { title: 'Fine one' }),
      { title: 'Not one', mapping: 5 },
      gptConversation([], { title: 'Nothing said' }),
      gptConversation([system, { ...(question as object), content: picture } as never, answer], {
        title: 'With picture',
      }),
      gptConversation([system, question, answer], { title: 'Long question' }),
    ])
    expect(shown).toMatchObject({ phase: 'Done', done: 5, total: 5, taken: 3, refused: 2 })
    expect(shown.report).toEqual([
      { item: 'Not one', problem: 'Unreadable' },
      { item: 'Nothing said', problem: 'Empty' },
      { item: 'With picture', problem: 'LeftOut', count: 1 },
      { item: 'Long question', problem: 'QuestionsCut', count: 1 },
    ])
  })

  test('the complete conversations of a truncated file are imported', async () => {
    const whole = JSON.stringify([
      gptConversation(gptTurns([['Whole?', 'Whole.']]), { title: 'Whole one' }),
      gptConversation(gptTurns([['Half?', 'Half.']]), { title: 'Half one' }),
    ])
    const shown = await imported(whole.slice(0, -200), { name: 'half.json' })
    expect(shown).toMatchObject({ phase: 'Done', total: 1, taken: 1 })
    expect(shown.report).toEqual([{ item: 'half.json', problem: 'FileBroken' }])
    expect(await found('Half one')).toEqual([])
  })

  test('NUL, halves of surrogate pairs, built-in property names, cycles, and implausible times are stored as far as possible', async () => {
    const hostile = JSON.stringify([
      gptConversation(gptTurns([['Is \u0000 it?', 'It \ud800 is.']]), {
        title: 'Odd \u0000 one',
        create_time: 1e300,
        update_time: -1,
        conversation_id: 'odd\u0000',
      }),
    ])
      .replaceAll('"q0"', '"__proto__"')
      .replaceAll('"parent":"root"', '"parent":"a0"')
    const shown = await imported(hostile)
    expect(shown).toMatchObject({ phase: 'Done', taken: 1, refused: 0 })
    const [conversation] = await found('Odd')
    expect(conversation?.title).not.toContain('\u0000')
    const { items } = await segmentsOf(conversation?.conversationId ?? '')
    expect(items.map(({ answer }) => answer)).toEqual(['It \ufffd is.'])
    expect(conversation?.lastActivityAt).toBe(new Date((SPRING + 20.5) * 1000).toISOString())
  })

  test.each([
    ['a text file', 'Dear diary', 'import.kind'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), 'import.kind'],
  ])('%s is rejected immediately', async (_, content, code) => {
    const before = blobs()
    const { status, body } = await send(content as Buffer<ArrayBuffer>)
    expect([status, body.code]).toEqual([415, code])
    expect(blobs()).toBe(before)
  })

  test.each([
    ['JSON with other content', { users: [] }, 'import.kind'],
    ['a list with other content', [{ a: 1 }, { b: 2 }], 'import.kind'],
    ['an empty list', [], 'import.kind'],
    ['an archive with other files', makeZip({ 'a.txt': 'x', 'b.html': 'y' }), 'import.kind'],
    ['an archive with other JSON', makeZip({ 'a.json': '{"x":[]}' }), 'import.kind'],
    ['a truncated archive', makeZip({ 'conversations.json': '[]' }).subarray(0, 60), 'file.broken'],
    [
      'an archive that expands to a thousand times its size',
      makeZip({ 'conversations.json': `[${' '.repeat(40_000_000)}]` }),
      'file.unpacksTooLarge',
    ],
  ])('%s ends as failed and says why', async (_, content, code) => {
    const before = blobs()
    const shown = await imported(content as Content, { name: 'export' })
    expect(shown).toMatchObject({ phase: 'Failed', failure: code, taken: 0 })
    await expect.poll(blobs).toBe(before)
  })

  test('[A60] an archive with paths or links as entries writes nothing, and reads nothing but itself', async () => {
    const slip = `/tmp/parlance-slip-${Date.now()}`
    const before = blobs()
    const text = JSON.stringify([gptConversation(gptTurns([['Slipped?', 'No.']]), { title: 'Slipped' })])
    const zip = makeZip({
      [`${'../'.repeat(12)}${slip.slice(1)}`]: text,
      [slip]: text,
      'a/../../conversations.json': 'x',
      'conversations.json': '/etc/passwd',
    })
    // Marks the last entry as a link.
    zip.writeUInt32LE(0o120777 * 65_536, zip.lastIndexOf('conversations.json') - 46 + 38)
    const shown = await imported(zip, { name: 'paths.zip' })
    expect(JSON.stringify(shown)).not.toContain('root:')
    expect(existsSync(slip)).toBe(false)
    await expect.poll(blobs).toBe(before)
  })

  test('an archive that lies about its unpacked sizes is unpacked no further than declared', async () => {
    const zip = makeZip({ 'conversations.json': `[${' '.repeat(30_000_000)}]` })
    // Lowers the size declared in the directory, which is at the end of the archive.
    const at = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'))
    zip.writeUInt32LE(1000, at + 24)
    expect(await imported(zip, { name: 'liar.zip' })).toMatchObject({
      phase: 'Failed',
      failure: 'file.broken',
    })
  })

  test('an archive that lies about its packed size is broken, because its files would overlap', async () => {
    const zip = makeZip({ 'conversations.json': `[${' '.repeat(40_000_000)}]` })
    const at = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'))
    zip.writeUInt32LE(40_000_000, at + 20)
    expect(await imported(zip, { name: 'packed.zip' })).toMatchObject({
      phase: 'Failed',
      failure: 'file.broken',
    })
  })

  test('an implausible number of conversations is rejected before the first is imported, however small they are', async () => {
    const first = JSON.stringify(gptConversation(gptTurns([['One?', 'One.']]), { title: 'One of too many' }))
    const others = ',{}'.repeat(limits.importConversations)
    expect(await imported(`[${first}${others}]`)).toMatchObject({
      phase: 'Failed',
      failure: 'import.tooMany',
      taken: 0,
      refused: 0,
    })
    expect(await found('One of too many')).toEqual([])
  })

  test('an archive with a password is reported as such', async () => {
    const zip = makeZip({ 'conversations.json': '[{}]' })
    const at = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'))
    zip.writeUInt16LE(1, at + 8)
    expect(await imported(zip, { name: 'locked.zip' })).toMatchObject({ failure: 'file.encrypted' })
  })

  test('100,000 nodes, or an endless object, affect only that conversation', async () => {
    const huge = { title: 'Huge', mapping: {} as Record<string, null> }
    for (let at = 0; at < 100_000; at += 1) huge.mapping[`n${at}`] = null
    const large = { title: 'Large', mapping: {}, x: 'x'.repeat(30_000_000) }
    const fine = gptConversation(gptTurns([['Still?', 'Still.']]), { title: 'Still there' })
    const shown = await imported([huge, large, fine])
    expect(shown).toMatchObject({ phase: 'Done', total: 3, taken: 1, refused: 2 })
    expect(shown.report).toEqual([
      { item: 'Huge', problem: 'TooLong' },
      { item: 'Large', problem: 'TooLong' },
    ])
  })

  test('a conversation that crashes the reading process is the only one skipped', async () => {
    const of = (title: string) => JSON.stringify(gptConversation(gptTurns([['Alive?', 'Alive.']]), { title }))
    const deep = `{"title":"Deep","mapping":${'['.repeat(12_000_000)}${']'.repeat(12_000_000)}}`
    const shown = await imported(`[${of('Before it')},${deep},${of('Behind it')}]`)
    expect(shown).toMatchObject({ phase: 'Done', total: 3, taken: 2, refused: 1 })
    expect(shown.report).toEqual([{ item: '#2', problem: 'Unreadable' }])
    expect(await found('Behind it')).toHaveLength(1)
  })
})

test('an export can be larger than a library file', async () => {
  const one = JSON.stringify(gptConversation(gptTurns([['Large?', 'Large.']]), { title: 'In a large file' }))
  const shown = await imported(`[${' '.repeat(limits.fileBytes)}${one}]`)
  expect(shown).toMatchObject({ phase: 'Done', taken: 1 })
})

describe('an import is private to its owner', () => {
  const content = [gptConversation(gptTurns([['Mine?', 'Mine.']]), { title: 'Mine alone' })]

  test('no one else can see it or its conversations', async () => {
    const shown = await imported(content)
    const other = await call<{ code: string }>(app, `${base}/imports/${shown.importId}`, { token: ben })
    expect([other.status, other.body.code]).toEqual([404, 'import.notFound'])
    const list = await call<{ items: Shown[] }>(app, `${base}/imports`, { token: ben })
    expect(list.body.items.map(({ importId }) => importId)).not.toContain(shown.importId)
    expect(await found('Mine alone', ben)).toEqual([])
    const own = await call<{ items: Shown[] }>(app, `${base}/imports`, { token: anna })
    expect(own.body.items[0]).toEqual(shown)
    const admin = await app.token('admin')
    expect((await call(app, `${base}/imports/${shown.importId}`, { token: admin })).status).toBe(404)
  })

  test('continues with a personal agent that only the owner can use', async () => {
    const before = blobs()
    const created = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token: await app.token('admin'), body: { name: 'Never published' } },
    )
    for (const to of [created.body.gptSystem.gptSystemId, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await send(content, { to })
      expect([status, body.code]).toEqual([404, 'agent.notFound'])
    }
    expect(blobs()).toBe(before)
  })

  test('runs once at a time, and a repeated call is the same import', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      gptConversation(gptTurns([[`Question ${at}?`, 'Answer.']]), { title: `Many ${at}` }),
    )
    const first = await send(many, { key: 'import-1' })
    const second = await send(content)
    expect([second.status, second.body.code]).toEqual([409, 'import.running'])
    expect((await send(many, { key: 'import-1' })).body.importId).toBe(first.body.importId)
    const others = await send(content, { token: ben })
    expect(others.status).toBe(200)
    expect(await endOf(first.body.importId)).toMatchObject({ taken: 300, total: 300 })
    expect(await endOf(others.body.importId, ben)).toMatchObject({ phase: 'Done' })
  })

  test('cannot exceed 2 GB per day', async () => {
    const { importId } = await imported(content, { token: ben })
    const { db } = app.platform.database
    const sized = (bytes: number) =>
      sql`update conversation_import set size = ${bytes} where import_id = ${importId}`.execute(db)
    await sized(limits.importBytesPerDay)
    const before = blobs()
    const { status, body } = await send(content, { token: ben })
    expect([status, body.code]).toEqual([409, 'import.quota'])
    expect(blobs()).toBe(before)
    // Other users' imports are separate, and yesterday's no longer count.
    expect(await imported(content)).toMatchObject({ phase: 'Done' })
    await sql`update conversation_import set created_at = now() - interval '25 hours'
      where import_id = ${importId}`.execute(db)
    expect(await imported(content, { token: ben })).toMatchObject({ phase: 'Done' })
    await sized(0)
  })

  test('is deleted after a month, while its conversations stay', async () => {
    const { importId } = await imported(content)
    const { db } = app.platform.database
    await sql`update conversation_import set finished_at = now() - interval '31 days'
      where import_id = ${importId}`.execute(db)
    await removeEnded(app.platform.database)
    expect((await call(app, `${base}/imports/${importId}`, { token: anna })).status).toBe(404)
    expect(await found('Mine alone')).toHaveLength(1)
  })
})

test('an import interrupted by a restart resumes where it stopped and imports each conversation once', async () => {
  const own = await startTestApplication()
  let again: TestApplication | null = null
  try {
    const to = await publishAgent(own, 'Keeper', {})
    const token = await own.token('anna')
    const many = Array.from({ length: 600 }, (_, at) =>
      gptConversation(gptTurns([[`Question ${at}?`, 'Answer.']]), {
        title: `Interrupted ${at}`,
        conversation_id: `interrupted-${at}`,
      }),
    )
    const { body } = await send(many, { at: own, token, to })
    await expect
      .poll(async () => (await call<Shown>(own, `${base}/imports/${body.importId}`, { token })).body.taken, {
        interval: 20,
      })
      .toBeGreaterThan(5)
    await own.stop()
    again = await startTestApplication({ dataDir: own.dataDir, databaseUrl: own.databaseUrl })
    const fresh = await again.token('anna')
    const { body: resumed } = await call<Shown>(again, `${base}/imports/${body.importId}`, { token: fresh })
    expect(resumed.taken).toBeGreaterThan(5)
    expect(await endOf(body.importId, fresh, again)).toMatchObject({
      phase: 'Done',
      done: 600,
      total: 600,
      taken: 600,
      known: 0,
    })
    const { rows } = await sql<{ count: number; segments: number }>`select
        (select count(*)::int from conversation where imported_from is not null) as count,
        (select count(*)::int from conversation_segment where imported) as segments`.execute(
      again.platform.database.db,
    )
    expect(rows).toEqual([{ count: 600, segments: 600 }])
  } finally {
    await (again ?? own).remove()
  }
})
