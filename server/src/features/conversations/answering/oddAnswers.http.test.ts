import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { StreamedCitation } from '@parlance/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EngineResult } from '../../../engines/engine.ts'
import { systemClock } from '../../../platform/clock.ts'
import { ownProcessBus } from '../../../platform/database/bus.ts'
import { createRuns } from '../../../platform/runs/runs.ts'
import { createSinks } from '../../../platform/streaming/sinks.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream, textOf } from '../../../testing/client.ts'
import { createScriptedEngine, type ScriptedWriter } from '../../../testing/scriptedEngine.ts'
import { signInOverHttp } from '../../../testing/signIn.ts'
import { finishSegment } from '../record/finishStore.ts'
import { ask as askAbout, attach } from '../testing/asking.ts'

const base = '/api/internal/userConversations'
const engine = createScriptedEngine()
const clock = { ...systemClock, ahead: 0, monotonicMs: () => performance.now() + clock.ahead }
const everySetInterval = vi.spyOn(globalThis, 'setInterval')
const everySetTimeout = vi.spyOn(globalThis, 'setTimeout')
/** Ended answers stay in memory for a minute: this simulates the end of that minute. */
const forgetEnded = () => {
  for (const [task, ms] of everySetTimeout.mock.calls) if (ms === 60_000) (task as () => void)()
}
let app: TestApplication
let agentId: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
    clock,
  })
  agentId = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(() => app.remove())

type Script = (writer: ScriptedWriter, signal: AbortSignal) => Promise<Partial<EngineResult> | undefined>

async function ask(script: Script, token?: string) {
  engine.play(script)
  const caller = token ?? (await app.token('anna'))
  const body = { question: `question ${randomUUID()}` }
  const stream = await openStream(app, `${base}/byGptSystemId/${agentId}`, { token: caller, body })
  const first = await stream.until((event) => event.event === 'conversation-and-segment-id')
  if (first.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  const { conversationId, conversationSegmentId } = first.data
  const path = `${base}/${conversationId}/segments`
  const segment = async () => {
    const { body } = await call<{ items: Record<string, unknown>[] }>(app, path, { token: caller })
    return body.items[0]
  }
  return {
    stream,
    segment,
    segmentId: conversationSegmentId,
    path: `${path}/${conversationSegmentId}/stream`,
  }
}

const citing = (quote: string): StreamedCitation[] => [
  { citationId: '1', title: 'file.md', path: 'a/b', page: null, quote, score: 1, passageId: null },
]
const tooMany = { inputTokens: 3_000_000_000, outputTokens: 1 }
const forEver = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')))
  })

describe('an answer completes whatever its content', () => {
  test.each([
    ['with half of a character in a quote', 'a 😀'.slice(0, -1), 'a \ufffd'],
    ['with the characters \\u0000 in a quote', 'a \\u0000 b', 'a \\u0000 b'],
    ['with a NUL in a quote', 'a \u0000 b', 'a \ufffd b'],
  ])('%s', async (_name, quote, shown) => {
    const { stream, segment } = await ask(async (writer) => {
      writer.text('answer')
      return { citations: citing(quote) }
    })
    await stream.ended
    expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    expect(await segment()).toMatchObject({ answer: 'answer', citations: [{ quote: shown }] })
  })

  test('usage figures that the database cannot store', async () => {
    const { stream, segment } = await ask(async (writer) => {
      writer.text('answer')
      return { usage: tooMany }
    })
    await stream.ended
    expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    expect(await segment()).toMatchObject({ answer: 'answer', status: 'Completed', usage: null })
  })

  test('the same figures in the stored events of a dead process', async () => {
    const { stream, segment, segmentId } = await ask(async (writer, signal) => {
      writer.text('stored text')
      return forEver(signal)
    })
    const { db } = app.platform.database
    const rows = sql<{ n: number }>`select count(*) as n from run_event where event = 'response-updated'
      and run_id = (select id from run where subject_id = ${segmentId})`
    await expect.poll(async () => (await rows.execute(db)).rows[0]?.n).toBe(1)
    const model = { conversationSegmentId: segmentId, Citations: [], errors: [], usage: tooMany }
    await sql`insert into run_event (run_id, first, seq, event, data, lens)
      select run_id, max(seq) + 1, max(seq) + 1, 'response-model', ${JSON.stringify(model)}, '{}' from run_event
      where run_id = (select id from run where subject_id = ${segmentId}) group by run_id`.execute(db)
    await sql`update run set lease_until = now() - interval '1 minute', process = gen_random_uuid()
      where subject_id = ${segmentId}`.execute(db)
    const { database, log } = app.platform
    const other = createRuns({ database, bus: ownProcessBus, log, clock, sinks: createSinks(clock) })
    other.onEnd(finishSegment)
    expect(await other.reap(false)).toBe(1)
    expect(await segment()).toMatchObject({ answer: 'stored text', status: 'Interrupted', usage: null })
    await stream.ended
    await other.drain(0)
  })
})

test('conversations that were active in the same millisecond each appear on one page of the list', async () => {
  const token = await app.token('chloe')
  for (let asked = 0; asked < 3; asked += 1) {
    const { stream } = await ask(async (writer) => void writer.text('answer') as undefined, token)
    await stream.ended
  }
  await sql`update conversation set last_activity_at = '2026-01-01T00:00:00.123456Z'`.execute(
    app.platform.database.db,
  )
  const seen: string[] = []
  for (let next = ''; seen.length < 10; ) {
    const { body } = await call<{ items: { conversationId: string }[]; continuationToken: string | null }>(
      app,
      `${base}?pageSize=1${next}`,
      { token },
    )
    seen.push(...body.items.map((item) => item.conversationId))
    if (!body.continuationToken) break
    next = `&continuationToken=${encodeURIComponent(body.continuationToken)}`
  }
  expect(seen).toHaveLength(3)
  expect(new Set(seen).size).toBe(3)
})

describe('a follower', () => {
  test('of a long answer whose numbered events are gone gets the whole answer and its end', async () => {
    const long = 'word '.repeat(40_000)
    const { stream, path } = await ask(async (writer) => void writer.text(long) as undefined)
    await stream.ended
    await sql`delete from run_event`.execute(app.platform.database.db)
    forgetEnded()
    const late = await openStream(app, path, { token: await app.token('anna') })
    await late.ended
    expect(textOf(late.events)).toBe(long)
    expect(late.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
  })

  test('[F7] that repeats its question after the numbered events are gone gets the answer that was given', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { question: 'Once and for all?' }
    const token = await app.token('anna')
    engine.play(async (writer) => writer.text('once'))
    for (const kept of [true, false]) {
      if (!kept) await sql`delete from run_event`.execute(app.platform.database.db)
      const stream = await openStream(app, `${base}/byGptSystemId/${agentId}`, { token, headers, body })
      await stream.ended
      forgetEnded()
      expect(textOf(stream.events)).toBe('once')
      expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    }
  })

  test('that saw more than was stored before a kill gets the end under event numbers that are new to it', async () => {
    const { stream, path } = await ask(async (writer) => void writer.text('stored text') as undefined)
    await stream.ended
    forgetEnded()
    for (const kept of [true, false]) {
      if (!kept) await sql`delete from run_event`.execute(app.platform.database.db)
      const headers = { 'last-event-id': '500' }
      const again = await openStream(app, path, { token: await app.token('anna'), headers })
      await again.ended
      expect(textOf(again.events)).toBe('')
      expect(again.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
      expect(Math.min(...again.events.map((event) => event.id))).toBe(501)
    }
  })

  test('is disconnected at the next access check if its session was revoked', async () => {
    const { token } = await signInOverHttp(app, 'ben', 'parlance')
    const before = everySetInterval.mock.calls.length
    const { stream } = await ask((_writer, signal) => forEver(signal), token)
    const look = everySetInterval.mock.calls.slice(before).find(([, ms]) => ms === 30_000)?.[0] as
      | (() => Promise<void>)
      | undefined
    if (!look) throw new Error('No timer checks the access to an open stream.')
    let over = false
    const closed = stream.ended.then(
      () => undefined,
      () => undefined,
    )
    void closed.then(() => {
      over = true
    })
    await look()
    await wait(100)
    expect(over).toBe(false)
    await call(app, '/api/internal/currentUser/sessions/current', { token, method: 'DELETE' })
    await look()
    await closed
    expect(over).toBe(true)
  })

  test('is disconnected if it reads nothing for minutes', async () => {
    const { path } = await ask(async (writer, signal) => {
      for (let piece = 0; piece < 160; piece += 1) writer.text('x'.repeat(50_000))
      return forEver(signal)
    })
    const token = await app.token('anna')
    const { host, port } = new URL(app.origin)
    const connections: Socket[] = []
    app.platform.web.server.on('connection', (socket: Socket) => void connections.push(socket))
    const reader = connect(Number(port), '127.0.0.1').pause()
    reader.on('error', () => undefined)
    reader.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    const connection = await vi.waitFor(() => {
      const found = connections.find((socket) => socket.remotePort === reader.localPort)
      if (!found) throw new Error('The reader isn’t connected yet.')
      return found
    }, 5000)
    await vi.waitFor(() => expect(connection.writableNeedDrain).toBe(true), 60_000)
    clock.ahead += 60_000
    await wait(1200)
    expect(connection.destroyed).toBe(false)
    clock.ahead += 61_000
    await vi.waitFor(() => expect(connection.destroyed).toBe(true), 60_000)
    reader.destroy()
  })
})

test('a file of which no part could be read isn’t said to contain nothing', async () => {
  const token = await app.token('anna')
  const long = 'The lighthouse of Vela stands forty metres tall above the harbour. '.repeat(9000)
  const attachmentIds = [await attach(app, token, 'long.txt', long)]
  let prompt = ''
  engine.playHelper(() => Promise.reject(new Error('The provider is confused.')))
  engine.play(async (writer, _signal, { messages }) => {
    prompt = messages.map(({ content }) => content).join('\n')
    writer.text('ok')
  })
  const { segment } = await askAbout(app, token, { gptSystemId: agentId }, 'Summarize this file', {
    attachmentIds,
  })
  expect(segment.steps).toContainEqual(expect.objectContaining({ id: 'parts', state: 'Failed' }))
  expect(prompt).toContain('long.txt')
  expect(prompt).not.toContain('Nothing in it concerns the question.')
})
