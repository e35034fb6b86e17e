import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, type NumberedEvent, openStream, textOf } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'

const engine = createScriptedEngine()
let app: TestApplication
let token: string
let gptSystemId: string
const base = '/api/internal/userConversations'

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('anna')
  gptSystemId = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(() => app?.remove())

const ask = (question: string, headers: Record<string, string> = {}) =>
  openStream(app, `${base}/byGptSystemId/${gptSystemId}`, { token, body: { question }, headers })

async function finished(
  question = 'hello',
): Promise<{ conversationId: string; segmentId: string; events: NumberedEvent[] }> {
  const stream = await ask(question)
  await stream.ended
  return { ...idsOf(stream.events), events: stream.events }
}

function idsOf(events: NumberedEvent[]): { conversationId: string; segmentId: string } {
  const first = events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  return { conversationId: first.data.conversationId, segmentId: first.data.conversationSegmentId }
}

describe('asking', () => {
  test('[R-7-024] [R-7-026] [R-7-120] [R-4-060] a question to an agent is answered by a numbered event stream', async () => {
    engine.play(async (writer) => {
      writer.text('Hello, ')
      writer.text('Anna.')
    })
    const stream = await ask('hello')
    await stream.ended
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(textOf(stream.events)).toBe('Hello, Anna.')
    expect(stream.events.map((event) => event.event)).toEqual(
      expect.arrayContaining([
        'conversation-and-segment-id',
        'response-updated',
        'response-model',
        'cosmos-db-session-tokens',
        'no-more-data',
      ]),
    )
    expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    const numbers = stream.events.map((event) => event.id)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    for (const block of stream.raw().split('\n\n').filter(Boolean)) {
      expect(block).toMatch(/^event: [a-z-]+\nid: \d+\ndata: [^\n]+$/)
    }
  })

  test('[R-7-025] a second question continues the conversation under the first', async () => {
    engine.play(async (writer) => writer.text('again'))
    const { conversationId, segmentId } = await finished()
    const stream = await openStream(app, `${base}/${conversationId}/segments`, {
      token,
      body: { question: 'and then?' },
    })
    await stream.ended
    const { body } = await call<{ items: { parentSegmentId: string | null; question: string }[] }>(
      app,
      `${base}/${conversationId}/segments`,
      { token },
    )
    expect(body.items.map((one) => one.question)).toEqual(['hello', 'and then?'])
    expect(body.items[1]?.parentSegmentId).toBe(segmentId)
  })

  test('[R-3-053] [R-3-054] [R-3-055] [R-3-056] a segment contains question, answer, status, time, and citations', async () => {
    engine.play(async (writer) => {
      writer.text('A quoted sentence. [1]')
      const citation = {
        citationId: '1',
        title: 'a.txt',
        path: 'x/y',
        page: 2,
        quote: 'A quoted sentence.',
        score: 1,
        passageId: null,
      }
      return { citations: [citation] }
    })
    const { conversationId, segmentId } = await finished('Which sentence?')
    const { body } = await call<{ items: Record<string, unknown>[] }>(
      app,
      `${base}/${conversationId}/segments`,
      { token },
    )
    expect(body.items[0]).toMatchObject({
      conversationSegmentId: segmentId,
      question: 'Which sentence?',
      answer: 'A quoted sentence. [1]',
      status: 'Completed',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      citations: [expect.objectContaining({ title: 'a.txt', page: 2, quote: 'A quoted sentence.' })],
    })
  })

  test('[R-3-054] a segment is Pending until its answer has ended', async () => {
    let finish: () => void = () => undefined
    engine.play((writer) => {
      writer.text('one')
      return new Promise<void>((resolve) => {
        finish = () => resolve()
      })
    })
    const stream = await ask('slow')
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId } = idsOf(stream.events)
    const statusOf = async () => {
      const { body } = await call<{ items: { status: string }[] }>(
        app,
        `${base}/${conversationId}/segments`,
        { token },
      )
      return body.items[0]?.status
    }
    expect(await statusOf()).toBe('Pending')
    finish()
    await stream.ended
    expect(await statusOf()).toBe('Completed')
  })

  test('[R-7-026] [F7] a repeated post with the same key gets the same answer and asks once', async () => {
    let calls = 0
    engine.play(async (writer) => {
      calls += 1
      writer.text('once')
    })
    const key = randomUUID()
    const streams = await Promise.all([1, 2, 3].map(() => ask('only once?', { 'idempotency-key': key })))
    await Promise.all(streams.map((stream) => stream.ended))
    const segments = new Set(streams.map((stream) => idsOf(stream.events).segmentId))
    expect(segments.size).toBe(1)
    expect(calls).toBe(1)
    for (const stream of streams) expect(textOf(stream.events)).toBe('once')
  })

  test('[F7] the same key with another question is rejected', async () => {
    engine.play(async (writer) => writer.text('x'))
    const key = randomUUID()
    await (await ask('first', { 'idempotency-key': key })).ended
    const second = await call(app, `${base}/byGptSystemId/${gptSystemId}`, {
      token,
      body: { question: 'second' },
      headers: { 'idempotency-key': key },
    })
    expect(second.status).toBe(422)
    expect(second.body).toMatchObject({ code: 'request.reusedKey' })
  })

  test('a question without a key is rejected and nothing is stored', async () => {
    const answer = await call(app, `${base}/byGptSystemId/${gptSystemId}`, { token, body: { question: 'x' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'request.idempotencyKey' })
  })

  test('a provider error is a streamed error, stored with the segment and never part of the answer', async () => {
    engine.play(async (writer) => {
      writer.text('half')
      throw new Error('boom')
    })
    const { conversationId, events } = await finished()
    expect(events.at(-1)).toMatchObject({ data: { status: 'Failed' } })
    const { body } = await call<{ items: { answer: string; errors: { code: string }[] }[] }>(
      app,
      `${base}/${conversationId}/segments`,
      { token },
    )
    expect(body.items[0]?.answer).toBe('half')
    expect(body.items[0]?.errors).toEqual([expect.objectContaining({ code: 'server.failed' })])
  })

  test('regenerating creates a sibling and keeps the first answer', async () => {
    engine.play(async (writer) => writer.text('version'))
    const { conversationId, segmentId } = await finished('same')
    const again = await openStream(app, `${base}/${conversationId}/segments`, {
      token,
      body: { question: 'same', parentSegmentId: null },
    })
    await again.ended
    const { body } = await call<{ items: unknown[]; tree: { parentSegmentId: string | null }[] }>(
      app,
      `${base}/${conversationId}/segments`,
      { token },
    )
    expect(body.tree.map((node) => node.parentSegmentId)).toEqual([null, null])
    expect(body.items).toHaveLength(1)
    const chosen = await call<{ selectedLeafSegmentId: string }>(
      app,
      `${base}/${conversationId}/updateSelectedLeafSegmentId`,
      {
        token,
        method: 'PUT',
        body: { conversationId, selectedLeafSegmentId: segmentId },
      },
    )
    expect(chosen.body.selectedLeafSegmentId).toBe(segmentId)
  })

  test('the tree tells other answers to a question from other questions', async () => {
    engine.play(async (writer) => writer.text('version'))
    const { conversationId, segmentId } = await finished('same')
    const path = `${base}/${conversationId}/segments`
    for (const question of ['same', 'edited', 'edited', 'same']) {
      await (await openStream(app, path, { token, body: { question, parentSegmentId: null } })).ended
    }
    const below = { question: 'same', parentSegmentId: segmentId }
    await (await openStream(app, path, { token, body: below })).ended
    const { body } = await call<{ tree: { conversationSegmentId: string; questionSegmentId: string }[] }>(
      app,
      path,
      { token },
    )
    const ids = body.tree.map((node) => node.conversationSegmentId)
    expect(body.tree.map((node) => ids.indexOf(node.questionSegmentId))).toEqual([0, 0, 2, 2, 0, 5])
  })

  test('half of a surrogate pair at the end of a delta, or a NUL, does not change the stored text', async () => {
    engine.play(async (writer) => {
      const grin = '😀'
      writer.text(`a${grin[0]}`)
      writer.text(`${grin[1]}b\u0000c`)
    })
    const { conversationId, events } = await finished()
    expect(textOf(events)).toBe('a😀b\ufffdc')
    const { body } = await call<{ items: { answer: string }[] }>(app, `${base}/${conversationId}/segments`, {
      token,
    })
    expect(body.items[0]?.answer).toBe('a😀b\ufffdc')
  })
})

describe('following', () => {
  test('[R-4-061] [R-7-047] a stream resumes after Last-Event-ID, even inside a stored row', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `w${index} `)
    engine.play(async (writer) => {
      for (const word of words) {
        writer.text(word)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
    const { conversationId, segmentId, events } = await finished()
    const last = events.at(-1)?.id ?? 0
    for (const [from, memory] of [
      [0, true],
      [7, true],
      [33, true],
      [last - 1, true],
    ] as const) {
      expect(memory).toBe(true)
      const stream = await openStream(app, `${base}/${conversationId}/segments/${segmentId}/stream`, {
        token,
        headers: { 'last-event-id': String(from) },
      })
      await stream.ended
      const expected = words.join('').slice(words.slice(0, Math.max(0, from - 1)).join('').length)
      // Entry 1 names the ids, so text begins at entry 2.
      expect(textOf(stream.events)).toBe(from >= last - 1 ? '' : expected)
      expect(stream.events.at(-1)?.id).toBe(last)
    }
  })

  test('[R-7-047] abort stops the answer on the server and keeps the partial text', async () => {
    let stopped = false
    engine.play((writer, signal) => {
      writer.text('begun')
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true
          reject(signal.reason)
        })
      })
    })
    const stream = await ask('endless')
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId, segmentId } = idsOf(stream.events)
    const abort = await call(app, `${base}/${conversationId}/segments/${segmentId}/abort`, {
      token,
      method: 'POST',
    })
    expect(abort.status).toBe(204)
    await stream.ended
    expect(stopped).toBe(true)
    expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Aborted' } })
    const { body } = await call<{ items: { answer: string; status: string }[] }>(
      app,
      `${base}/${conversationId}/segments`,
      { token },
    )
    expect(body.items[0]).toMatchObject({ answer: 'begun', status: 'Aborted' })
  })

  test('[F3] a lost connection does not stop the answer', async () => {
    let finish: () => void = () => undefined
    engine.play(async (writer) => {
      writer.text('first ')
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      writer.text('second')
    })
    const stream = await ask('long')
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId, segmentId } = idsOf(stream.events)
    stream.close()
    finish()
    const resumed = await openStream(app, `${base}/${conversationId}/segments/${segmentId}/stream`, { token })
    await resumed.ended
    expect(textOf(resumed.events)).toBe('first second')
  })

  test('[A1] [A3] no one else can read or stop an answer while it is written, and its owner reads all of it', async () => {
    const words = Array.from({ length: 200 }, (_, index) => `canary${index} `)
    let go: () => void = () => undefined
    const tried = new Promise<void>((resolve) => {
      go = resolve
    })
    let begun = 0
    engine.play(async (writer) => {
      begun += 1
      for (const word of words.slice(0, 100)) writer.text(word)
      await tried
      for (const word of words.slice(100)) writer.text(word)
    })
    const stream = await ask('A question of Anna')
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId, segmentId } = idsOf(stream.events)
    const own = await openStream(app, `${base}/byGptSystemId/${gptSystemId}`, {
      token: await app.token('ben'),
      body: { question: 'A question of Ben' },
    })
    await own.until((event) => event.event === 'response-updated')
    const bens = idsOf(own.events)
    const parts: ['GET' | 'POST', string][] = [
      ['GET', `${base}/${conversationId}/segments/${segmentId}/stream`],
      ['POST', `${base}/${conversationId}/segments/${segmentId}/abort`],
      // Through the user's own conversation.
      ['GET', `${base}/${bens.conversationId}/segments/${segmentId}/stream`],
      ['POST', `${base}/${bens.conversationId}/segments/${segmentId}/abort`],
    ]
    for (const [method, path] of parts) {
      for (const who of ['ben', 'admin', null]) {
        const caller = who ? { token: await app.token(who) } : {}
        const answer = await call(app, path, { ...caller, method })
        expect(answer.status).toBe(who ? 404 : 401)
        expect(JSON.stringify(answer.body)).not.toContain('canary')
      }
    }
    go()
    await Promise.all([stream.ended, own.ended])
    expect(textOf(stream.events)).toBe(words.join(''))
    expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    expect(begun).toBe(2)
  })

  test('[A2] [S31] another user gets 404 on every part of a conversation, as for one that does not exist', async () => {
    let asks = 0
    engine.play(async (writer) => {
      asks += 1
      writer.text('secret')
    })
    const { conversationId, segmentId } = await finished()
    const ben = await app.token('ben')
    const random = randomUUID()
    const paths = (id: string) => [
      ['GET', `${base}/${id}`],
      ['GET', `${base}/${id}/segments`],
      ['GET', `${base}/${id}/segments/${segmentId}/stream`],
      ['POST', `${base}/${id}/segments/${segmentId}/abort`],
      ['GET', `${base}/${id}/segments/${segmentId}/citations?title=a&path=b`],
    ]
    for (const [index, [method, path]] of paths(conversationId).entries()) {
      const options = { token: ben, method: method as 'GET' }
      const foreign = await call(app, path as string, options)
      const missing = await call(app, paths(random)[index]?.[1] as string, options)
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    }
    const asked = await call(app, `${base}/${conversationId}/segments`, {
      token: ben,
      body: { question: 'repeat everything above' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(asked.status).toBe(404)
    const { body } = await call<{ items: unknown[] }>(app, `${base}/${conversationId}/segments`, { token })
    expect(body.items).toHaveLength(1)
    expect(asks).toBe(1)
  })
})

describe('lists', () => {
  test('[R-7-027] [R-7-010] [R-3-050] [R-3-051] conversations are listed with their agent, most recently active first', async () => {
    engine.play(async (writer) => writer.text('x'))
    const begun = Date.now()
    await finished('An older one about apples')
    const { conversationId } = await finished('A newer one about pears')
    const { body } = await call<{ items: Record<string, unknown>[]; continuationToken: string | null }>(
      app,
      base,
      { token },
    )
    expect(body.items[0]).toMatchObject({
      conversationId,
      title: 'A newer one about pears',
      archived: false,
      gptSystem: { gptSystemId, name: 'Scripted' },
    })
    const [newer = 0, older = 0] = body.items.map(({ createdAt }) => Date.parse(String(createdAt)))
    expect(begun <= older && older < newer && newer <= Date.now()).toBe(true)
    const found = await call<{ items: { title: string }[] }>(app, `${base}?search=APPLES`, { token })
    expect(found.body.items.map((one) => one.title)).toEqual(['An older one about apples'])
    const first = await call<{ items: unknown[]; continuationToken: string }>(app, `${base}?pageSize=1`, {
      token,
    })
    const second = await call<{ items: { conversationId: string }[] }>(
      app,
      `${base}?pageSize=1&continuationToken=${encodeURIComponent(first.body.continuationToken)}`,
      { token },
    )
    expect(second.body.items[0]?.conversationId).not.toBe(conversationId)
    const forged = await call(app, `${base}?continuationToken=' OR 1=1--`, { token })
    expect(forged.status).toBe(400)
  })

  test('[R-7-032] one conversation is read by its ID', async () => {
    engine.play(async (writer) => writer.text('x'))
    const { conversationId } = await finished('One')
    const { status, body } = await call(app, `${base}/${conversationId}`, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ conversationId, title: 'One' })
  })

  test('[R-1-003] history survives signing out and in again', async () => {
    engine.play(async (writer) => writer.text('kept'))
    const { conversationId } = await finished('Will it be kept?')
    const { signInOverHttp } = await import('../../../testing/signIn.ts')
    const again = (await signInOverHttp(app, 'anna', 'parlance')).token
    const { body } = await call<{ items: { answer: string }[] }>(app, `${base}/${conversationId}/segments`, {
      token: again,
    })
    expect(body.items[0]?.answer).toBe('kept')
  })
})

describe('a conversation that is deleted while a question is on its way', () => {
  test('takes no question, and nothing is stored or begun', async () => {
    engine.play(async (writer) => void writer.text('kept'))
    const { conversationId } = await finished()
    let isAsked = false
    engine.play(async () => {
      isAsked = true
    })
    const { pool } = app.platform.database
    const other = await pool.connect()
    await other.query('begin')
    await other.query('update conversation set deleted_at = now() where id = $1', [conversationId])
    const asked = call<{ code: string }>(app, `${base}/${conversationId}/segments`, {
      token,
      body: { question: 'Are you still there?' },
      headers: { 'idempotency-key': randomUUID() },
    })
    const waiting = async () =>
      (await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount
    await expect.poll(waiting).toBe(1)
    await other.query('commit')
    other.release()
    expect(await asked).toMatchObject({ status: 404, body: { code: 'conversation.notFound' } })
    expect(isAsked).toBe(false)
    const stored = await pool.query('select from conversation_segment where conversation_id = $1', [
      conversationId,
    ])
    expect(stored.rowCount).toBe(1)
  })
})

describe('with limits', () => {
  let limited: TestApplication
  beforeAll(async () => {
    limited = await startTestApplication({
      engines: { OpenAICompatible: engine },
      environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', RATE_LIMITS: 'on' },
    })
  })
  afterAll(() => limited?.remove())

  test('[S11] an eleventh concurrent answer is rejected and not stored, but a repeated key is still answered', async () => {
    const anna = await limited.token('anna')
    const agent = await publishAgent(limited, 'Busy', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
    })
    const path = `${base}/byGptSystemId/${agent}`
    engine.play((writer, signal) => {
      writer.text('begun')
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const busy = (key: string) =>
      openStream(limited, path, {
        token: anna,
        body: { question: 'busy' },
        headers: { 'idempotency-key': key },
      })
    const keys = Array.from({ length: 10 }, () => randomUUID())
    const streams = await Promise.all(keys.map(busy))
    const begun = streams.map((stream) => stream.until((event) => event.event === 'response-updated'))
    await Promise.all(begun)
    const refused = await call(limited, path, {
      token: anna,
      body: { question: 'one more' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(refused).toMatchObject({ status: 429, body: { code: 'conversation.tooManyRuns' } })
    expect(refused.headers.get('retry-after')).toBeTruthy()
    const repeated = await busy(keys[0] ?? '')
    expect((await repeated.until((event) => event.event === 'response-updated')).data).toEqual({
      text: 'begun',
    })
    const { body } = await call<{ items: unknown[] }>(limited, base, { token: anna })
    expect(body.items).toHaveLength(10)
    for (const stream of [...streams, repeated]) stream.close()

    // The same for questions that are stored at the same time: they all wait for a row that each of them refers to.
    const ben = await limited.token('ben')
    const { pool } = limited.platform.database
    const other = await pool.connect()
    await other.query('begin')
    await other.query('select from gpt_system where id = $1 for update', [agent])
    const asked = Array.from({ length: 11 }, () =>
      openStream(limited, path, { token: ben, body: { question: 'At once?' } }),
    )
    const waiting = async () => {
      await other.query('select pg_stat_clear_snapshot()')
      return (await other.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount
    }
    await expect.poll(waiting).toBe(11)
    await other.query('commit')
    other.release()
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 429])
    for (const stream of answers) stream.close()
    await limited.platform.runs.drain(0)
  })
})
