import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import type { Attachment } from '@parlance/contract/attachments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { blobPath } from '../../platform/blobs/blobs.ts'
import { sweepBlobs } from '../../platform/blobs/sweepBlobs.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream, send, textOf } from '../../testing/client.ts'
import { makePdf, paragraph } from '../knowledge/testing/pdfs.ts'
import { makeDocx, words } from '../knowledge/testing/wordDocuments.ts'

type Shown = z.output<typeof Attachment>
type Problem = { code: string; errors?: { field: string }[] }

const LARGEST = 50 * 1024 * 1024
const base = '/api/internal/attachments'
const conversations = '/api/internal/userConversations'
let app: TestApplication
let gptSystemId = ''

beforeAll(async () => {
  app = await startTestApplication()
  gptSystemId = await publishAgent(app, 'Reader', { languageEngine: 'BuiltIn' })
})
afterAll(() => app.remove())

const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await query.execute(app.platform.database.db)).rows

interface Attaching {
  as?: string
  type?: string
  context?: string
  key?: string
}

async function attach(name: string, content: string | Buffer<ArrayBuffer>, options: Attaching = {}) {
  const { as = 'anna', type = 'FileSearch', context = 'Conversation', key } = options
  const query = new URLSearchParams({ attachmentType: type, context })
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return call<Shown & Problem>(app, `${base}?${query}`, {
    token: await app.token(as),
    body: form,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}

async function stateOf(attachmentId: string, as = 'anna'): Promise<Shown> {
  return (await call<Shown>(app, `${base}/${attachmentId}/state`, { token: await app.token(as) })).body
}

async function read(attachmentId: string): Promise<Shown> {
  const ended = async () => ['Ready', 'Failed'].includes((await stateOf(attachmentId)).state)
  await expect.poll(ended).toBe(true)
  return stateOf(attachmentId)
}

/** Asks as anna and waits for the complete answer. */
async function ask(
  question: string,
  body: Record<string, unknown> = {},
  where = `byGptSystemId/${gptSystemId}`,
) {
  const token = await app.token('anna')
  const stream = await openStream(app, `${conversations}/${where}`, { token, body: { question, ...body } })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error(stream.raw())
  return { ...first.data, text: textOf(stream.events) }
}

const storedBlobs = () =>
  readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )

describe('an attachment', () => {
  it('[R-7-053] [R-3-080] is uploaded as a form file with type and context, and returned with ID and name', async () => {
    const { status, body } = await attach('Über uns.txt', 'The office opens at nine.')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      attachmentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      originalFileName: 'Über uns.txt',
      size: 25,
      mimeType: 'text/plain',
    })
    expect(await read(body.attachmentId)).toMatchObject({ state: 'Ready', progress: 100, reason: null })
  })

  it('[R-7-054] [R-7-055] returns its bytes to its owner, as a file download and as base64', async () => {
    const bytes = makePdf([{ texts: paragraph(['The office opens at nine.'], 700) }])
    const { body } = await attach('عربي (1).pdf', bytes)
    const token = await app.token('anna')
    const file = await send(app, `${base}/${body.attachmentId}`, { token })
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('عربي (1).pdf').replace('(', '%28').replace(')', '%29')}`,
    )
    const answer = await call(app, `${base}/${body.attachmentId}/base64`, { token })
    expect(answer.body).toEqual({
      originalFileName: 'عربي (1).pdf',
      mimeType: 'application/pdf',
      base64Content: bytes.toString('base64'),
    })
  })

  it('returns complete base64 of any length, in chunks', async () => {
    const token = await app.token('anna')
    for (const size of [1, 2, 200_000, 200_001]) {
      const bytes = randomBytes(size)
      const { body } = await attach('data.bin', bytes, { type: 'CodeInterpreter' })
      const answer = await send(app, `${base}/${body.attachmentId}/base64`, { token })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      // The length is unknown before sending because the response is streamed.
      expect(answer.headers.get('content-length')).toBeNull()
      const { base64Content } = (await answer.json()) as { base64Content: string }
      expect(base64Content).toBe(bytes.toString('base64'))
    }
  })

  it('[R-3-081] must have the type FileSearch or CodeInterpreter', async () => {
    const searched = await attach('a.md', '# Heading')
    expect(searched.body.attachmentType).toBe('FileSearch')
    // Files of any kind are stored for the code interpreter and not searched.
    const kept = await attach('data.bin', Buffer.from([0, 1, 2, 3]), { type: 'CodeInterpreter' })
    expect(kept.body).toMatchObject({
      attachmentType: 'CodeInterpreter',
      state: 'Ready',
      mimeType: 'application/octet-stream',
    })
    expect((await attach('data.bin', Buffer.from([0, 1, 2, 3]))).body).toMatchObject({ code: 'file.kind' })
    expect(await attach('a.txt', 'x', { type: 'Vision' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field: 'attachmentType' }] },
    })
  })

  it('[R-3-082] belongs to a conversation, and is refused with a way on for an agent', async () => {
    const before = storedBlobs().length
    const refused = await attach('a.txt', 'About the agent.', { as: 'admin', context: 'GptSystem' })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'request.invalid',
        errors: [{ field: 'context', message: expect.stringContaining('file library') }],
      },
    })
    expect((await attach('a.txt', 'x', { context: 'Elsewhere' })).body.code).toBe('request.invalid')
    expect(storedBlobs().length).toBe(before)
    expect((await attach('a.txt', 'x')).body.context).toBe('Conversation')
  })

  it("[A69] [S27] is rejected above 50 MB, if it is empty, or if its kind can't be read, and nothing is stored", async () => {
    const before = storedBlobs().length
    const large = await attach('large.txt', Buffer.alloc(LARGEST + 1, 'a'))
    expect(large).toMatchObject({ status: 413, body: { code: 'attachment.tooLarge' } })
    expect((await attach('empty.txt', '')).body.code).toBe('file.empty')
    expect((await attach('x.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]))).body.code).toBe('file.kind')
    expect(storedBlobs().length).toBe(before)
  })

  it('[A69] is accepted at exactly 50 MB', async () => {
    // Files for the code interpreter are not parsed.
    const full = await attach('full.bin', Buffer.alloc(LARGEST, 1), { as: 'admin', type: 'CodeInterpreter' })
    expect(full.status).toBe(200)
  })

  it('[F22] is created once per idempotency key, however often it is sent', async () => {
    const key = randomUUID()
    const before = storedBlobs().length
    const first = await attach('once.txt', 'Only once.', { key })
    const again = await attach('once.txt', 'Only once.', { key })
    expect(again.body.attachmentId).toBe(first.body.attachmentId)
    expect(storedBlobs().length).toBe(before + 1)
    expect((await attach('once.txt', 'Something else.', { key })).status).toBe(422)
  })

  it("reports why it can't be read", async () => {
    const { body } = await attach('locked.pdf', makePdf([{}], { password: 'x' }))
    expect(await read(body.attachmentId)).toMatchObject({ state: 'Failed', reason: 'file.encrypted' })
  })
})

describe("another person's attachment", () => {
  it('[A4] [A7] is not found: not for its bytes, its state, its deletion, or a question', async () => {
    const { body } = await attach('secret.txt', 'The canary sings at midnight.')
    const address = `${base}/${body.attachmentId}`
    for (const as of ['ben', 'admin']) {
      const token = await app.token(as)
      for (const [path, method] of [
        [address, 'GET'],
        [`${address}/base64`, 'GET'],
        [`${address}/state`, 'GET'],
        [address, 'DELETE'],
      ] as const) {
        const answer = await call<Problem>(app, path, { token, method })
        expect([answer.status, answer.body.code]).toEqual([404, 'attachment.notFound'])
      }
    }
    const answer = await call<Problem>(app, `${conversations}/byGptSystemId/${gptSystemId}`, {
      token: await app.token('ben'),
      body: { question: 'What sings?', attachmentIds: [body.attachmentId] },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field: 'attachmentIds' }] },
    })
    expect((await stateOf(body.attachmentId)).originalFileName).toBe('secret.txt')
  })

  it("[A6] appears in no list, count, or library search, and can't be linked to an agent", async () => {
    const { body } = await attach('hidden.txt', 'The canary sings at midnight.')
    await read(body.attachmentId)
    const [library] = await rows(sql<{ id: string }>`select data_source_id as id from attachment
      where attachment_id = ${body.attachmentId}`)
    const dataSourceId = library?.id ?? ''
    const token = await app.token('admin')
    const list = await send(app, '/api/internal/dataSources?pageSize=200', { token })
    expect(await list.text()).not.toContain(dataSourceId)
    const named = await call<{ items: unknown[] }>(app, '/api/internal/dataSources?search=hidden', { token })
    expect(named.body.items).toEqual([])
    const of = (more: string) => `/api/internal/dataSources/${dataSourceId}/files${more}`
    expect((await call(app, of(''), { token })).status).toBe(404)
    const form = new FormData()
    form.append('file', new Blob(['poison']), 'hidden.txt')
    expect((await call(app, of(''), { token, body: form })).status).toBe(404)
    const debugged = await call(app, '/api/internal/retrievalDebugger', {
      token,
      body: { question: 'canary', dataSourceIds: [dataSourceId] },
    })
    expect(debugged.status).toBe(404)
    const created = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token, body: { name: 'Thief' } },
    )
    const link = `/api/internal/gptSystems/system/management/${created.body.gptSystem.gptSystemId}/ragDataSources`
    expect((await call(app, link, { token, body: { dataSourceId } })).status).toBe(404)
  })
})

describe('a question with attachments', () => {
  it('[R-1-009] is answered from them, only within their conversation', async () => {
    const pdf = makePdf([{ texts: paragraph(['The archive is opened by the green key.'], 700) }])
    const docx = makeDocx([words.heading(1, 'Cellar'), words.text('The cellar is opened by the yellow key.')])
    const [one, two] = [await attach('archive.pdf', pdf), await attach('cellar.docx', docx)]
    const attachmentIds = [one.body.attachmentId, two.body.attachmentId]
    const asked = await ask('Which key opens the archive?', { attachmentIds })
    expect(asked.text).toContain('green key')
    const { body } = await call<{ items: { attachments: unknown[] }[] }>(
      app,
      `${conversations}/${asked.conversationId}/segments`,
      { token: await app.token('anna') },
    )
    expect(body.items[0]?.attachments).toEqual([
      { attachmentId: one.body.attachmentId, originalFileName: 'archive.pdf' },
      { attachmentId: two.body.attachmentId, originalFileName: 'cellar.docx' },
    ])
    // The next question of the conversation is also answered from them; another conversation is not.
    expect((await ask('Which key opens the cellar?', {}, `${asked.conversationId}/segments`)).text).toContain(
      'yellow key',
    )
    expect((await ask('Which key opens the cellar?')).text).not.toContain('yellow key')
  })

  it('are shown in the order in which the question names them, and a question that replaces it can name them again', async () => {
    const files = []
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      files.push((await attach(name, `The pier of ${name} is long.`)).body)
    const [a, b, c] = files.map(({ attachmentId, originalFileName }) => ({ attachmentId, originalFileName }))
    const ids = (...named: (typeof a)[]) => named.map((one) => one?.attachmentId ?? '')
    const asked = await ask('How long is the pier?', { attachmentIds: ids(c, a, b) })
    const where = `${asked.conversationId}/segments`
    const shownAt = async ({ conversationSegmentId }: { conversationSegmentId: string }) => {
      const address = `${conversations}/${where}?ids=${conversationSegmentId}`
      const token = await app.token('anna')
      const { body } = await call<{ items: { attachments: unknown[] }[] }>(app, address, { token })
      return body.items[0]?.attachments
    }
    expect(await shownAt(asked)).toEqual([c, a, b])

    const parentSegmentId = null
    const edited = await ask('How wide is it?', { parentSegmentId, attachmentIds: ids(b, c) }, where)
    expect(await shownAt(edited)).toEqual([b, c])
    // An edited question that names none has none. The same question asked again keeps its attachments.
    expect(await shownAt(await ask('How high is it?', { parentSegmentId }, where))).toEqual([])
    const again = await ask('How long is the pier?', { parentSegmentId }, where)
    expect(await shownAt(again)).toEqual([c, a, b])
    // Elsewhere in the conversation, in another conversation, and for someone else they count as already sent.
    const refused = { status: 400, body: { code: 'request.invalid', errors: [{ field: 'attachmentIds' }] } }
    const post = async (as: string, to: string, more: object) =>
      call<Problem>(app, `${conversations}/${to}`, {
        token: await app.token(as),
        body: { question: 'And now?', attachmentIds: ids(a), ...more },
        headers: { 'idempotency-key': randomUUID() },
      })
    const below = { parentSegmentId: asked.conversationSegmentId }
    expect(await post('anna', where, below)).toMatchObject(refused)
    expect(await post('anna', `byGptSystemId/${gptSystemId}`, {})).toMatchObject(refused)
    expect((await post('ben', where, { parentSegmentId })).status).toBe(404)
  })

  it('accepts each attachment once, 20 at most, and keeps what was sent', async () => {
    const { body } = await attach('once.txt', 'The tower has ninety steps.')
    const { attachmentId } = body
    await ask('How many steps has the tower?', { attachmentIds: [attachmentId] })
    const token = await app.token('anna')
    const post = (attachmentIds: string[]) =>
      call<Problem>(app, `${conversations}/byGptSystemId/${gptSystemId}`, {
        token,
        body: { question: 'Again?', attachmentIds },
        headers: { 'idempotency-key': randomUUID() },
      })
    const refused = { status: 400, body: { code: 'request.invalid' } }
    expect(await post([attachmentId])).toMatchObject(refused)
    expect(await post([randomUUID()])).toMatchObject(refused)
    expect(await post(Array.from({ length: 21 }, () => randomUUID()))).toMatchObject(refused)
    expect(await call(app, `${base}/${attachmentId}`, { token, method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { code: 'attachment.sent' },
    })
    expect((await send(app, `${base}/${attachmentId}`, { token })).status).toBe(200)
  })
})

describe('unsent attachments', () => {
  const traces = (attachmentId: string, dataSourceId: string) =>
    sql<{ left: number }>`select (select count(*) from attachment where attachment_id = ${attachmentId})
      + (select count(*) from data_source where data_source_id = ${dataSourceId})
      + (select count(*) from file where data_source_id = ${dataSourceId})
      + (select count(*) from posting where term = 'pelican') as left`
  const sourceOf = async (attachmentId: string) =>
    (
      await rows(sql<{ id: string }>`select data_source_id as id from attachment
      where attachment_id = ${attachmentId}`)
    )[0]?.id ?? ''

  it('are deleted at their owner’s request, with their passages and bytes', async () => {
    const before = storedBlobs().length
    const { body } = await attach('gone.txt', 'A pelican waits.')
    await read(body.attachmentId)
    const source = await sourceOf(body.attachmentId)
    const token = await app.token('anna')
    const address = `${base}/${body.attachmentId}`
    expect((await call(app, address, { token, method: 'DELETE' })).status).toBe(204)
    expect((await call(app, address, { token, method: 'DELETE' })).status).toBe(404)
    await expect.poll(async () => (await rows(traces(body.attachmentId, source)))[0]?.left).toBe(0)
    await expect.poll(() => storedBlobs().length).toBe(before)
  })

  it('are deleted after a day, as are attachments of a deleted question', async () => {
    const young = await attach('young.txt', 'Not yet.')
    const old = await attach('old.txt', 'A pelican waits.')
    const sent = await attach('sent.txt', 'A pelican waits.')
    const asked = await ask('Who waits?', { attachmentIds: [sent.body.attachmentId] })
    await read(old.body.attachmentId)
    const ids = [old.body.attachmentId, sent.body.attachmentId]
    const sources = [await sourceOf(ids[0]!), await sourceOf(ids[1]!)]
    await rows(
      sql`update attachment set created_at = now() - interval '25 hours' where attachment_id = any(${ids}::uuid[])`,
    )
    await app.platform.jobs.send('attachments.removeForgotten', {})
    await expect.poll(async () => sourceOf(ids[0]!)).toBe('')
    expect(await sourceOf(ids[1]!)).toBe(sources[1])
    await rows(
      sql`update conversation set selected_leaf_segment_id = null where id = ${asked.conversationId}`,
    )
    await rows(sql`delete from conversation where id = ${asked.conversationId}`)
    await app.platform.jobs.send('attachments.removeForgotten', {})
    for (const [at, id] of ids.entries())
      await expect.poll(async () => (await rows(traces(id, sources[at]!)))[0]?.left).toBe(0)
    expect(await stateOf(young.body.attachmentId)).toMatchObject({ originalFileName: 'young.txt' })
  })

  it('[F22] leave no bytes behind: an unreferenced blob is deleted once it is a day old', async () => {
    const { body } = await attach('named.txt', 'This one is named.')
    const [named] = await rows(sql<{ key: string }>`select f.blob_key as key from file f join attachment a
      on a.data_source_id = f.data_source_id where a.attachment_id = ${body.attachmentId}`)
    const { blobs } = app.platform
    const [orphan, fresh] = [await blobs.put(Buffer.from('old'), 10), await blobs.put(Buffer.from('new'), 10)]
    const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const key of [orphan.key, named?.key ?? '']) utimesSync(blobPath(app.dataDir, key), dayAgo, dayAgo)
    expect(await sweepBlobs(app.platform)).toBe(1)
    await expect(blobs.sizeOf(orphan.key)).rejects.toThrow()
    expect(await blobs.sizeOf(fresh.key)).toBe(3)
    expect(await blobs.sizeOf(named?.key ?? '')).toBe(18)
    await blobs.remove(fresh.key)
  })
})

describe('one user’s unsent attachments', () => {
  const full = { status: 409, body: { code: 'attachment.quota' } }

  it('[S27] are limited to 200, even for parallel uploads, and deleting one makes room', async () => {
    const { body } = await attach('first.txt', 'The first.', { as: 'ben', type: 'CodeInterpreter' })
    await rows(sql`with owner as (select owner_user_id as id from attachment
        where attachment_id = ${body.attachmentId}),
      libraries as (insert into data_source (data_source_id, name, name_key, data_source_type, created_by)
        select gen_random_uuid(), 'x', gen_random_uuid(), 'Attachment', owner.id
        from owner, generate_series(1, 198) returning data_source_id)
      insert into attachment (attachment_id, owner_user_id, data_source_id, original_file_name, attachment_type, context)
      select gen_random_uuid(), owner.id, data_source_id, 'x', 'FileSearch', 'Conversation' from owner, libraries`)
    const before = storedBlobs().length
    const kept = { as: 'ben', type: 'CodeInterpreter' }
    const answers = await Promise.all([1, 2, 3, 4].map((n) => attach(`${n}.txt`, `Number ${n}.`, kept)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 409)).toMatchObject(full)
    await expect.poll(() => storedBlobs().length).toBe(before + 1)
    const address = `${base}/${body.attachmentId}`
    const removed = await call(app, address, { token: await app.token('ben'), method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect((await attach('5.txt', 'Number 5.', kept)).status).toBe(200)
    // The limit applies per user.
    expect((await attach('other.txt', 'Somebody else.')).status).toBe(200)
  })

  it('are limited to 1 GB, and sent attachments no longer count', async () => {
    const ids: string[] = []
    for (let n = 0; n < 11; n += 1) {
      const { body } = await attach(`${n}.txt`, `Number ${n}.`, { as: 'chloe' })
      ids.push(body.attachmentId)
    }
    const large = 100 * 1024 * 1024
    const rest = 1024 * 1024 * 1024 - 10 * large - 10
    await rows(sql`update file f set size = case when a.attachment_id = ${ids[10]!} then ${rest}::bigint else ${large}::bigint end
      from attachment a where a.data_source_id = f.data_source_id and a.attachment_id = any(${ids}::uuid[])`)
    expect(await attach('over.txt', 'Eleven byte', { as: 'chloe' })).toMatchObject(full)
    expect((await attach('fits.txt', 'Ten bytes.', { as: 'chloe' })).status).toBe(200)
    expect(await attach('more.txt', 'x', { as: 'chloe' })).toMatchObject(full)
    const stream = await openStream(app, `${conversations}/byGptSystemId/${gptSystemId}`, {
      token: await app.token('chloe'),
      body: { question: 'Which number?', attachmentIds: [ids[0]] },
    })
    await stream.ended
    expect((await attach('more.txt', 'x', { as: 'chloe' })).status).toBe(200)
  })
})
