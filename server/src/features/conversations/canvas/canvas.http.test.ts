import { randomUUID } from 'node:crypto'
import type { CanvasDocument, DocumentSummary } from '@parlance/contract/canvas'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { AnswerRequest, Message, ToolCall } from '../../../engines/engine.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch, openStream } from '../../../testing/client.ts'
import { settingsPath } from '../../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { ask, base, libraryOf } from '../testing/asking.ts'

type Document = z.output<typeof CanvasDocument>
type Summary = z.output<typeof DocumentSummary>

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let token: string
let writer: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('anna')
  writer = await publishAgent(app, 'Writer', { ...scripted, capabilityTypes: ['Documents'] })
})
afterAll(() => app?.remove())
beforeEach(() => {
  requests = []
})

interface ToolInput {
  tool: 'write_document' | 'edit_document' | 'read_document'
  [name: string]: unknown
}

/** Scripts a model that makes these calls, one after another, and then answers. A step before a call can be given. */
function calls(...inputs: (ToolInput | (() => Promise<ToolInput>))[]): void {
  const waiting = [...inputs]
  requests = []
  engine.play(async (text, _signal, request) => {
    requests.push(request)
    const next = waiting.shift()
    if (next === undefined) return text.text('Done.')
    const { tool, ...input } = typeof next === 'function' ? await next() : next
    const toolCalls: ToolCall[] = [{ id: randomUUID(), name: tool, input: JSON.stringify(input) }]
    return { finish: 'ToolCalls', toolCalls }
  })
}
const told = () =>
  (requests.at(-1)?.messages ?? []).flatMap((message: Message) =>
    message.role === 'tool' ? [message.content] : [],
  )
const asked = () => {
  const last = requests[0]?.messages.at(-1)
  return last?.role === 'user' ? last.content : ''
}
const policy: ToolInput = {
  tool: 'write_document',
  title: 'Travel policy',
  kind: 'Text',
  content: '# Travel policy\n\nBook trains.\n\nKeep receipts.',
}

const listed = async (conversationId: string, by = token) =>
  call<{ items: Summary[]; code?: string }>(app, `${base}/${conversationId}/documents`, { token: by })
const pathOf = ({ conversationId, documentId }: Pick<Document, 'conversationId' | 'documentId'>) =>
  `${base}/${conversationId}/documents/${documentId}`
const read = async (document: Pick<Document, 'conversationId' | 'documentId'>, by = token) =>
  call<Document & { code?: string }>(app, pathOf(document), { token: by })
const save = async (
  document: Pick<Document, 'conversationId' | 'documentId' | 'version'>,
  body: Record<string, unknown>,
  by = token,
) =>
  call<Document & { code?: string; current?: Document }>(app, pathOf(document), {
    token: by,
    method: 'PUT',
    body,
    headers: ifMatch(document.version),
  })
const create = async (conversationId: string, body: Record<string, unknown>, by = token) =>
  call<Document & { code?: string }>(app, `${base}/${conversationId}/documents`, {
    token: by,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })

/** Has a policy written, and returns it. */
async function written() {
  calls(policy)
  const answer = await ask(app, token, { gptSystemId: writer }, 'Write a policy on travel.')
  const [summary] = (await listed(answer.conversationId)).body.items
  if (!summary) throw new Error('No document was written.')
  return { ...answer, document: (await read(summary)).body }
}

describe('a model', () => {
  test('rewrites a long document only once it has read it to its end', async () => {
    const { conversationId } = await written()
    const long = `${'A long line of a very long document. '.repeat(2_000)}The end.`
    const { body } = await create(conversationId, { kind: 'Text', title: 'Long', content: long })
    const anew: ToolInput = { ...policy, document: 'document-2', content: 'All new.' }
    const part = (from: number): ToolInput => ({ tool: 'read_document', document: 'document-2', from })
    calls(anew, part(20_000), anew, part(40_000), part(60_000), anew)
    await ask(app, token, { conversationId }, 'Write it anew.')
    expect(told().map((one) => one.slice(0, 24))).toEqual([
      'You haven’t seen all of ',
      'Characters 20000 to 4000',
      'You haven’t seen all of ',
      expect.stringMatching(/^Characters 40000/),
      expect.stringMatching(/^Characters 60000/),
      expect.stringMatching(/^document-2 is stored/),
    ])
    expect((await read(body)).body.content).toBe('All new.')
  })

  test('leaves nothing of a document in execution details, so that deleting it deletes its text', async () => {
    const { conversationId, document } = await written()
    calls(
      { tool: 'read_document', document: 'document-1' },
      { tool: 'edit_document', document: 'document-1', edits: [{ find: 'Book boats.', replace: 'Sail.' }] },
      { ...policy, document: 'document-1', content: '# Travel policy\n\nBook zeppelins.' },
    )
    await ask(app, token, { conversationId }, 'Change it.')
    const { status } = await call(app, pathOf(document), { token, method: 'DELETE' })
    expect(status).toBeLessThan(300)
    const kept = await sql<{ count: number }>`select count(*)::int as count from segment_execution e
      join conversation_segment t on t.id = e.segment_id where t.conversation_id = ${conversationId}::uuid
      and (coalesce(e.details::text, '') || coalesce(e.prompt::text, '') || coalesce(e.trace::text, ''))
        ~ 'Book trains|Book zeppelins|Book boats|Keep receipts'`.execute(app.platform.database.db)
    expect(kept.rows[0]?.count).toBe(0)
  })

  test('writes a document, which a step of the answer names', async () => {
    const { segment, document } = await written()
    expect(document).toMatchObject({
      kind: 'Text',
      title: 'Travel policy',
      n: 1,
      content: policy.content,
      versions: [{ n: 1, by: 'Model', segmentId: segment.conversationSegmentId }],
    })
    const step = segment.steps.find((one) => one.document)
    expect(step).toMatchObject({
      title: 'Wrote “Travel policy”',
      state: 'Done',
      document: { documentId: document.documentId, n: 1, title: 'Travel policy' },
    })
    expect(segment.answer).toBe('Done.')
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['write_document', 'edit_document'])
  })

  test('completes an answer with a document alone', async () => {
    const inputs: ToolInput[] = [policy]
    engine.play(async () => {
      const next = inputs.shift()
      if (!next) return undefined
      const { tool, ...input } = next
      return {
        finish: 'ToolCalls',
        toolCalls: [{ id: randomUUID(), name: tool, input: JSON.stringify(input) }],
      }
    })
    const { segment } = await ask(app, token, { gptSystemId: writer }, 'Write a policy.')
    expect(segment).toMatchObject({ answer: '', status: 'Completed' })
    expect(segment.isUnanswered).toBeUndefined()
  })

  test('gets what a person typed with the next question, and edits it', async () => {
    const { document, conversationId } = await written()
    const typed = await save(document, { content: `${document.content}\n\nTell your manager.` })
    expect(typed.status).toBe(200)
    calls({
      tool: 'edit_document',
      document: 'document-1',
      edits: [{ find: 'Book trains.', replace: 'Please book trains. $& costs $1.' }],
    })
    await ask(app, token, { conversationId }, 'Make it friendlier.')
    expect(asked()).toContain('Tell your manager.')
    const { body } = await read(document)
    expect(body.content).toBe(
      '# Travel policy\n\nPlease book trains. $& costs $1.\n\nKeep receipts.\n\nTell your manager.',
    )
    expect(body.versions.map(({ n, by }) => [n, by])).toEqual([
      [3, 'Model'],
      [2, 'Person'],
      [1, 'Model'],
    ])
  })

  test('gets a message about texts that weren’t found or occur twice, and nothing is changed', async () => {
    const { document, conversationId } = await written()
    calls({
      tool: 'edit_document',
      document: 'document-1',
      edits: [
        { find: 'Book planes.', replace: 'No.' },
        { find: 'e', replace: 'E' },
        { find: 'Keep receipts.', replace: 'Keep all receipts.' },
      ],
    })
    await ask(app, token, { conversationId }, 'Change it.')
    expect(told()).toEqual([
      expect.stringMatching(
        /Nothing was changed\.\nEdit 1: "Book planes\." is not in the document.*\nEdit 2: "e" occurs more than once/,
      ),
    ])
    expect((await read(document)).body).toMatchObject({ content: document.content, n: 1 })
  })

  test('loses nothing that a person saves while it answers: an edit is made to it, and writing anew is refused', async () => {
    const { document, conversationId } = await written()
    calls(
      async () => {
        const saved = await save(document, { content: `${document.content}\n\nAsk first.` })
        expect(saved.status).toBe(200)
        return { ...policy, document: 'document-1', content: 'All new.' }
      },
      {
        tool: 'edit_document',
        document: 'document-1',
        edits: [{ find: 'Keep receipts.', replace: 'Keep every receipt.' }],
      },
    )
    await ask(app, token, { conversationId }, 'Write it anew.')
    expect(told()[0]).toMatch(/You haven’t seen all of document-1 as it is now[\s\S]*Ask first\./)
    const { body } = await read(document)
    expect(body.content).toBe('# Travel policy\n\nBook trains.\n\nKeep every receipt.\n\nAsk first.')
  })

  test('gets the rest of a long document by reading on', async () => {
    const { document, conversationId } = await written()
    const content = `${'A line of the policy.\n'.repeat(15_000)}The end.`
    expect((await save(document, { content })).status).toBe(200)
    calls({ tool: 'read_document', document: 'document-1', from: content.length - 100 })
    await ask(app, token, { conversationId }, 'How does it end?')
    expect(asked()).toContain('document-1, Text, titled "Travel policy"')
    expect(asked().length).toBeLessThan(content.length)
    expect(told()[0]).toContain('The end.')
  })

  test.for([
    ['without content', { ...policy, content: ' ' }, 'The input has no text in "content"'],
    ['that is too large', { ...policy, content: 'é'.repeat(250_001) }, 'up to 500 kB'],
    [
      'of a document that doesn’t exist',
      { tool: 'edit_document', document: 'document-9', edits: [{ find: 'a', replace: 'b' }] },
      'There is no document-9',
    ],
    [
      'without a text to find',
      { tool: 'edit_document', document: 'document-1', edits: [{ find: 7, replace: 'b' }] },
      'Each edit needs texts in "find" and "replace"',
    ],
  ] as [string, ToolInput, string][])(
    'gets a message about what is wrong with a call %s',
    async ([, input, message]) => {
      calls(input)
      const { conversationId } = await ask(app, token, { gptSystemId: writer }, 'Write.')
      expect(told()[0]).toContain(message)
      expect((await listed(conversationId)).body.items).toEqual([])
    },
  )

  test('gets no tools if the agent writes no documents or the instance has turned them off', async () => {
    const plain = await publishAgent(app, 'Plain', scripted)
    calls()
    await ask(app, token, { gptSystemId: plain }, 'Write.')
    expect(requests[0]?.tools).toEqual([])
    const path = `${settingsPath}/tools/Documents`
    const admin = await app.token('admin')
    const turn = (enabled: boolean, version: number) =>
      call<{ version: number }>(app, path, {
        token: admin,
        method: 'PUT',
        body: { enabled, approved: false },
        headers: ifMatch(version),
      })
    const off = await turn(false, 0)
    expect(off.status).toBe(200)
    requests = []
    calls()
    await ask(app, token, { gptSystemId: writer }, 'Write.')
    expect(requests[0]?.tools).toEqual([])
    expect((await turn(true, off.body.version)).status).toBe(200)
  })

  test('writes only from sources if the agent answers only from them', async () => {
    const dataSourceId = await libraryOf(app, 'Rules', { 'rules.txt': 'Travel costs need a receipt.' })
    const strict = await publishAgent(
      app,
      'Strict',
      {
        ...scripted,
        capabilityTypes: ['Documents', 'FileSearch'],
        restrictAnswerToInformationReturnedByTools: true,
      },
      [dataSourceId],
    )
    calls(policy)
    const { conversationId } = await ask(app, token, { gptSystemId: strict }, 'Xylophones?')
    expect(told()[0]).toContain('You can write only what your sources say')
    expect((await listed(conversationId)).body.items).toEqual([])
  })
})

describe('a person', () => {
  test('creates a document without any model, and what is typed in one session is one version', async () => {
    const builtIn = await publishAgent(app, 'Built in')
    const { conversationId } = await ask(app, token, { gptSystemId: builtIn }, 'Hello')
    const created = await create(conversationId, { kind: 'Table', title: 'Costs', content: 'a,b\n1,2\n' })
    expect(created.body).toMatchObject({ kind: 'Table', n: 1, version: 1 })
    const editingId = randomUUID()
    const first = await save(created.body, { content: 'a,b\n1,3\n', editingId })
    const second = await save(first.body, { content: 'a,b\n1,34\n', editingId })
    expect(second.body).toMatchObject({ n: 2, version: 3, content: 'a,b\n1,34\n' })
    const third = await save(second.body, { content: 'a,b\n1,5\n', editingId: randomUUID(), title: 'Prices' })
    expect(third.body).toMatchObject({ n: 3, title: 'Prices' })
    const earlier = await call<{ content: string }>(app, `${pathOf(created.body)}/versions/2`, { token })
    expect(earlier.body).toMatchObject({ n: 2, by: 'Person', content: 'a,b\n1,34\n' })
    const gone = await call<{ code: string }>(app, `${pathOf(created.body)}/versions/9`, { token })
    expect(gone).toMatchObject({ status: 404, body: { code: 'document.versionNotFound' } })
  })

  test('in two windows overwrites nothing: the second to save gets the current document', async () => {
    const { document } = await written()
    const answers = await Promise.all([
      save(document, { content: 'From one window', editingId: randomUUID() }),
      save(document, { content: 'From the other', editingId: randomUUID() }),
    ])
    const kept = answers.find(({ status }) => status === 200)
    const refused = answers.find(({ status }) => status === 412)
    expect(refused?.body).toMatchObject({
      code: 'request.stale',
      current: { content: kept?.body.content, version: 2 },
    })
    expect((await read(document)).body.content).toBe(kept?.body.content)
  })

  test('deletes a document, after which an edit of it is refused', async () => {
    const { document, conversationId } = await written()
    const removed = await call(app, pathOf(document), { token, method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect((await listed(conversationId)).body.items).toEqual([])
    expect(await save(document, { content: 'Too late' })).toMatchObject({
      status: 404,
      body: { code: 'document.notFound' },
    })
  })

  test('gets none of the documents of another person, whatever is called', async () => {
    const { document, conversationId } = await written()
    const ben = await app.token('ben')
    const answers = [
      await listed(conversationId, ben),
      await read(document, ben),
      await save(document, { content: 'Mine' }, ben),
      await create(conversationId, { kind: 'Text', title: 'Mine', content: '' }, ben),
      await call(app, pathOf(document), { token: ben, method: 'DELETE' }),
      await call(app, `${pathOf(document)}/versions/1`, { token: ben }),
      await call(app, `${pathOf(document)}/edits`, {
        token: ben,
        body: { version: 1, from: 0, to: 3, instruction: 'Shorten' },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await read(document)).body.content).toBe(document.content)
  })

  test('gets an error if a document is too large, counted in bytes, and keeps what was stored', async () => {
    const { document } = await written()
    expect(await save(document, { content: 'é'.repeat(250_001) })).toMatchObject({
      status: 413,
      body: { code: 'document.tooLarge' },
    })
    expect((await save(document, { content: 'é'.repeat(250_000) })).status).toBe(200)
    expect((await save(document, { content: 'a\u0000b' })).status).toBe(400)
  })

  test('can have 50 documents in a conversation', async () => {
    const { conversationId } = await written()
    for (let at = 1; at < limits.documentsPerConversation; at += 1)
      expect((await create(conversationId, { kind: 'Text', title: `No. ${at}`, content: '' })).status).toBe(
        200,
      )
    expect(await create(conversationId, { kind: 'Text', title: 'More', content: '' })).toMatchObject({
      status: 409,
      body: { code: 'document.full' },
    })
  })

  test('keeps the first version, the newest ones, and those of models when there are too many', async () => {
    const { document } = await written()
    await sql`insert into canvas_version (document_id, n, made_by, content)
      select ${document.documentId}::uuid, n, case when n % 50 = 0 then 'Model' else 'Person' end, n::text
      from generate_series(2, ${limits.documentVersions}) n`.execute(app.platform.database.db)
    const { body } = await save(document, { content: 'One more' })
    expect(body.n).toBe(limits.documentVersions + 1)
    expect(body.versions).toHaveLength(limits.documentVersions)
    const numbers = body.versions.map(({ n }) => n)
    expect(numbers).not.toContain(2)
    expect(numbers).toEqual(expect.arrayContaining([1, 3, 50, 100, 150, 200, 201]))
  })

  test('keeps versions of up to 20 MB', async () => {
    const { document } = await written()
    await sql`insert into canvas_version (document_id, n, made_by, content)
      select ${document.documentId}::uuid, n, 'Person', repeat('x', ${limits.documentBytes})
      from generate_series(2, 41) n`.execute(app.platform.database.db)
    const { body } = await save(document, { content: 'y'.repeat(limits.documentBytes) })
    const bytes = body.versions.reduce((sum, one) => sum + one.bytes, 0)
    expect(bytes).toBeLessThanOrEqual(limits.documentVersionBytes)
    expect(body.versions.map(({ n }) => n)).toEqual(expect.arrayContaining([1, 41, 42]))
  })
})

describe('a passage', () => {
  const edited = async (document: Document, body: Record<string, unknown>) => {
    const stream = await openStream(app, `${pathOf(document)}/edits`, { token, body })
    await stream.ended
    return stream.events
  }
  const textOf = (events: Awaited<ReturnType<typeof edited>>) =>
    events.flatMap((one) => (one.event === 'response-updated' ? [one.data.text] : [])).join('')

  test('is rewritten as a proposal, which changes nothing', async () => {
    const { document } = await written()
    const from = document.content.indexOf('Keep')
    engine.play(async (text, _signal, request) => {
      requests.push(request)
      text.text('Keep ')
      text.text('them.')
      return { usage: { inputTokens: 70, outputTokens: 3 } }
    })
    requests = []
    const events = await edited(document, {
      version: document.version,
      from,
      to: from + 'Keep receipts.'.length,
      instruction: 'Shorten it',
    })
    expect(textOf(events)).toBe('Keep them.')
    expect(events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    const prompt = requests[0]?.messages.at(-1)
    expect(prompt?.content).toContain('<passage>\nKeep receipts.\n</passage>')
    expect(prompt?.content).toContain('What to do with the passage: Shorten it')
    expect((await read(document)).body).toMatchObject({ content: document.content, n: 1 })
    const counted = await sql<{ calls: number; outputTokens: number }>`select sum(calls)::int as calls,
        sum(output_tokens)::int as "outputTokens" from model_usage where purpose = 'Editing'`.execute(
      app.platform.database.db,
    )
    expect(counted.rows).toEqual([{ calls: 1, outputTokens: 3 }])
  })

  test('is refused if the document has changed, the passage is outside, or it is too long', async () => {
    const { document } = await written()
    const at = (body: Record<string, unknown>) =>
      call<{ code: string }>(app, `${pathOf(document)}/edits`, {
        token,
        body: { version: document.version, from: 0, to: 3, instruction: 'Shorten', ...body },
      })
    expect((await at({ version: 9 })).body.code).toBe('document.changed')
    expect((await at({ from: 3 })).body.code).toBe('document.passage')
    expect((await at({ to: 100_000 })).body.code).toBe('document.passage')
    expect((await at({ instruction: ' ' })).status).toBe(400)
    const { body: long } = await save(document, { content: 'a'.repeat(limits.documentPassage + 1) })
    const tooLong = await at({ version: long.version, to: limits.documentPassage + 1 })
    expect(tooLong.body.code).toBe('document.passage')
  })

  test('can’t be rewritten by an agent without a language model, which says so', async () => {
    const builtIn = await publishAgent(app, 'Also built in')
    const { conversationId } = await ask(app, token, { gptSystemId: builtIn }, 'Hello')
    const { body } = await create(conversationId, { kind: 'Text', title: 'Notes', content: 'Some notes' })
    const events = await edited(body, { version: 1, from: 0, to: 4, instruction: 'Shorten' })
    expect(events[0]).toMatchObject({ event: 'error', data: { code: 'document.noModel' } })
  })

  test('can’t be rewritten by an agent that answers only from its sources', async () => {
    const restricted = await publishAgent(app, 'Restricted', {
      ...scripted,
      restrictAnswerToInformationReturnedByTools: true,
    })
    engine.play(async (text) => text.text('Nothing.'))
    const { conversationId } = await ask(app, token, { gptSystemId: restricted }, 'Hello')
    const { body } = await create(conversationId, { kind: 'Text', title: 'Notes', content: 'Some notes' })
    const events = await edited(body, { version: 1, from: 0, to: 4, instruction: 'Tell me anything' })
    expect(events[0]).toMatchObject({ event: 'error', data: { code: 'document.restricted' } })
  })

  test('whose new text was cut off isn’t complete', async () => {
    const { document } = await written()
    engine.play(async (text) => {
      text.text('Half of')
      return { finish: 'Length' }
    })
    const events = await edited(document, { version: 1, from: 0, to: 4, instruction: 'Make it longer' })
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'error', data: expect.objectContaining({ code: 'document.cut' }) }),
    )
    expect(JSON.stringify(events.at(-1))).not.toContain('Completed')
  })

  test('has one character for a line break, whatever is sent', async () => {
    const { conversationId } = await written()
    const { body } = await create(conversationId, { kind: 'Table', title: 'Rows', content: 'a\r\nb\rc' })
    expect(body.content).toBe('a\nb\nc')
  })

  test('of which the model says nothing leaves an error', async () => {
    const { document } = await written()
    engine.play(async () => undefined)
    const events = await edited(document, { version: 1, from: 0, to: 4, instruction: 'Shorten' })
    expect(events[0]).toMatchObject({ event: 'error', data: { code: 'document.noText' } })
  })
})
