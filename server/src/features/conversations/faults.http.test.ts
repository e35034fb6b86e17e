import { randomUUID } from 'node:crypto'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { openStreamsPerUser } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ownProcessBus } from '../../platform/database/bus.ts'
import { createRuns } from '../../platform/runs/runs.ts'
import { removeOldEvents } from '../../platform/runs/store.ts'
import { createSinks } from '../../platform/streaming/sinks.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication, type TestOptions } from '../../testing/application.ts'
import { call, type NumberedEvent, type OpenStream, openStream, textOf } from '../../testing/client.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts'
import { finishSegment } from './record/finishStore.ts'

const base = '/api/internal/userConversations'
const words = Array.from({ length: 60 }, (_, index) => `w${index} `)
const whole = words.join('')
// Each test starts an application, which takes time on a loaded machine.
const everySetInterval = vi.spyOn(globalThis, 'setInterval')
const everySetTimeout = vi.spyOn(globalThis, 'setTimeout')
/** Ended answers stay in memory for a minute: this simulates the end of that minute. */
const forgetEnded = () => {
  for (const [task, ms] of everySetTimeout.mock.calls) if (ms === 60_000) (task as () => void)()
}

const cleanups: (() => Promise<unknown>)[] = []
async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

interface Started {
  app: TestApplication
  engine: ScriptedEngine
  token: string
  agentId: string
  /** Sits between the application and its PostgreSQL database. */
  proxy: TcpProxy | null
}

async function start(options: TestOptions = {}): Promise<Started> {
  const engine = createScriptedEngine()
  const server = options.databaseUrl === undefined ? process.env.TEST_DATABASE_URL : undefined
  const proxy = server ? await startTcpProxy(Number(new URL(server).port || 5432)) : null
  if (server && proxy) {
    const behind = new URL(server)
    behind.hostname = '127.0.0.1'
    behind.port = String(proxy.port)
    vi.stubEnv('TEST_DATABASE_URL', behind.href)
  }
  const app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    ...options,
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', ...options.environment },
  })
  cleanups.push(async () => {
    await app.remove()
    vi.unstubAllEnvs()
    await proxy?.close()
  })
  const agentId = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  return { app, engine, proxy, agentId, token: await app.token('anna') }
}

const speak = (engine: ScriptedEngine, everyMs: number) =>
  engine.play(async (writer, signal) => {
    for (const word of words) {
      writer.text(word)
      await wait(everyMs, undefined, { signal })
    }
  })

async function ask({ app, token, agentId }: Started, asker = token) {
  const body = { question: `question ${randomUUID()}` }
  const stream = await openStream(app, `${base}/byGptSystemId/${agentId}`, { token: asker, body })
  const ids = await stream.until((event) => event.event === 'conversation-and-segment-id')
  if (ids.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  const path = `${base}/${ids.data.conversationId}/segments`
  const segment = async () => {
    const found = await call<{ items: { answer: string; status: string }[] }>(app, path, { token: asker })
    return found.body.items?.[0]
  }
  const segmentId = ids.data.conversationSegmentId
  return { stream, segment, segmentId, path: `${path}/${segmentId}/stream` }
}

/** Returns the text of a running answer in the database. */
async function storedText(app: TestApplication, segmentId: string): Promise<string> {
  const found = await sql<{ text: string }>`select coalesce(string_agg(data, '' order by seq), '') as text
    from run_event where event = 'response-updated' and run_id = (select id from run where subject_id = ${segmentId})`.execute(
    app.platform.database.db,
  )
  return found.rows[0]?.text ?? ''
}

async function storedCount(app: TestApplication, segmentId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from run_event
    where run_id = (select id from run where subject_id = ${segmentId})`.execute(app.platform.database.db)
  return found.rows[0]?.n ?? 0
}

const isText = (event: NumberedEvent) => event.event === 'response-updated'
const statusOf = (stream: OpenStream) => {
  const last = stream.events.at(-1)
  return last?.event === 'no-more-data' ? last.data.status : null
}

/**
 * Freezes the database silently, like a paused machine or a broken network path. Returns a function that
 * resumes it.
 */
function freeze({ app, proxy }: Started): () => void {
  if (proxy) {
    proxy.hold()
    return () => proxy.open()
  }
  const pid = app.embedded?.pid()
  if (!pid) throw new Error('There is no database to stop.')
  process.kill(pid, 'SIGSTOP')
  return () => void process.kill(pid, 'SIGCONT')
}

function killDatabase(app: TestApplication): void {
  const pid = app.embedded?.pid()
  if (pid) process.kill(pid, 'SIGKILL')
}

describe('a database that stops responding', () => {
  afterEach(cleanUp)

  test('[F9] [F11] causes 503 with a retry time for every call: none hangs, and no text is lost', async () => {
    const started = await start()
    const { app, engine, token } = started
    speak(engine, 50)
    const { stream, segment } = await ask(started)
    await stream.until(isText)
    const thaw = freeze(started)
    try {
      const paths = [base, '/api/internal/currentUser', '/api/internal/currentUser/gptSystems']
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => call(app, paths[index % paths.length] ?? '', { token })),
      )
      for (const { status, headers, body } of answers) {
        expect([status, body.code]).toEqual([503, 'server.database'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await call(app, '/health/ready')).status).toBe(503)
      expect((await call(app, '/health/live')).status).toBe(200)
      expect(app.logged.some((line) => line.includes('runs.unflushed'))).toBe(true)
    } finally {
      thaw()
    }
    await stream.ended
    expect(textOf(stream.events)).toBe(whole)
    expect(statusOf(stream)).toBe('Completed')
    await expect.poll(segment).toMatchObject({ answer: whole, status: 'Completed' })
  })

  test('is restarted if it is PGlite and still unresponsive, and the answer continues', async () => {
    const started = await start({ databaseUrl: null, environment: { EMBEDDED_DATABASE: 'pglite' } })
    const { app, engine } = started
    if (!app.embedded) throw new Error('There is no embedded database.')
    speak(engine, 50)
    const { stream, segment } = await ask(started)
    await stream.until(isText)
    const before = app.embedded.pid()
    freeze(started)
    // Runs the database check that is due every five seconds, without waiting for it.
    const looks = everySetInterval.mock.calls.filter(([, ms]) => ms === 5000).map(([task]) => task)
    expect(looks.length).toBeGreaterThan(0)
    for (let turn = 0; turn < 5; turn += 1)
      await Promise.all(looks.map((look) => (look as () => Promise<void> | undefined)()))
    await expect.poll(() => app.embedded?.pid() ?? before).not.toBe(before)
    await stream.ended
    expect(textOf(stream.events)).toBe(whole)
    await expect.poll(segment).toMatchObject({ answer: whole, status: 'Completed' })
    expect(app.logged.some((line) => line.includes('database.embedded.silent'))).toBe(true)
  })
})

describe('an application with an available database', () => {
  let started: Started
  beforeAll(async () => {
    started = await start()
  })
  afterAll(cleanUp)

  test('[F8] applies a change once when its connection is lost at the commit and the call is retried with its key', async () => {
    const { app, proxy } = started
    const token = await app.token('admin')
    let lost = 0
    // Background work commits too, and can lose its connection instead of the call.
    for (let turn = 0; turn < 40 && lost < 4; turn += 1) {
      const delivered = turn % 2 === 0
      const name = `Library ${randomUUID()}`
      const headers = { 'idempotency-key': randomUUID() }
      const create = () => call(app, '/api/internal/fileLibraries', { token, headers, body: { name } })
      if (proxy) proxy.cutOn('commit\0', delivered)
      else setTimeout(() => killDatabase(app), delivered ? 3 : 0)
      const first = await create()
      expect([200, 503]).toContain(first.status)
      // A database that is killed in parallel can be killed too late to affect the call.
      if (first.status === 503 || !proxy) lost += 1
      await expect.poll(async () => (await create()).status).toBe(200)
      const found = await sql<{
        n: number
      }>`select count(*) as n from data_source where name = ${name}`.execute(app.platform.database.db)
      expect(found.rows[0]?.n).toBe(1)
    }
    expect(lost).toBe(4)
  })

  test('stores other runs’ text even if the database rejects one run', async () => {
    const { app, engine } = started
    // Resolved whether the answer has come so far or not.
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    engine.play(async (writer, signal) => {
      for (let index = 0; ; index += 1) {
        writer.text(`w${index} `)
        await wait(20, undefined, { signal })
      }
    })
    const gone = await ask(started)
    await gone.stream.until(isText)
    // Waits for a statement whose connection was lost earlier. This test is about rejected statements.
    await expect.poll(() => storedText(app, gone.segmentId)).not.toBe('')
    engine.play(async (writer) => {
      writer.text('first ')
      await first.promise
      writer.text('second')
      await second.promise
    })
    const other = await ask(started)
    await sql`delete from run where subject_id = ${gone.segmentId}`.execute(app.platform.database.db)
    await expect.poll(() => app.logged.some((line) => line.includes('runs.flushRefused'))).toBe(true)
    first.resolve()
    await expect.poll(() => storedText(app, other.segmentId)).toBe('first second')
    second.resolve()
    await other.stream.ended
    expect(statusOf(other.stream)).toBe('Completed')
    // The next lease renewal notices that this run is gone.
    await gone.stream.ended
  })

  test('reports an answer that ended before its first event was stored as interrupted, under its question', async () => {
    const { app, engine, token, agentId } = started
    engine.play((_writer, signal) => wait(600_000, undefined, { signal }))
    const headers = { 'idempotency-key': randomUUID() }
    const body = { question: 'Was it stored?' }
    const path = `${base}/byGptSystemId/${agentId}`
    const first = await openStream(app, path, { token, headers, body })
    await first.until((event) => event.event === 'conversation-and-segment-id')
    const ids = first.events[0]
    if (ids?.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
    const { database, log, clock } = app.platform
    const { conversationSegmentId } = ids.data
    const storedEvents = () => storedCount(app, conversationSegmentId)
    await expect.poll(storedEvents).toBe(1)
    // The state that a kill right after the question leaves.
    await sql`delete from run_event where run_id = (select id from run where subject_id = ${conversationSegmentId})`.execute(
      database.db,
    )
    await sql`update run set lease_until = now() - interval '1 minute', process = gen_random_uuid()
      where subject_id = ${conversationSegmentId}`.execute(database.db)
    const other = createRuns({ database, bus: ownProcessBus, log, clock, sinks: createSinks(clock) })
    other.onEnd(finishSegment)
    expect(await other.reap(false)).toBe(1)
    await first.ended
    await expect.poll(() => app.platform.runs.open()).toBe(0)
    const again = await openStream(app, path, { token, headers, body })
    await again.ended
    expect(again.events[0]).toMatchObject({ event: ids.event, data: ids.data })
    expect(again.events.find((event) => event.event === 'error')).toMatchObject({
      data: { code: 'run.interrupted' },
    })
    expect(statusOf(again)).toBe('Interrupted')
    await other.drain(0)
  })

  test('delivers the largest possible burst completely to a slow reader, without delaying a fast one', async () => {
    const { app, engine, token } = started
    const piece = 'x'.repeat(1_000_000)
    engine.play(async (writer) => {
      for (let index = 0; index < 4; index += 1) writer.text(piece)
    })
    const { stream, segment, path } = await ask(started)
    const url = new URL(path, app.origin)
    const slow = await new Promise<{ request: ClientRequest; response: IncomingMessage }>(
      (resolve, reject) => {
        const request = get(
          url,
          { headers: { authorization: `Bearer ${token}` }, agent: false },
          (response) => resolve({ request, response: response.pause() }),
        ).on('error', reject)
      },
    )
    await stream.ended
    expect(textOf(stream.events).length).toBe(4_000_000)
    await expect.poll(async () => (await segment())?.answer.length).toBe(4_000_000)
    const parts: Buffer[] = []
    for await (const part of slow.response) parts.push(part as Buffer)
    const events = Buffer.concat(parts).toString('utf8').split('\n\n')
    const texts = events
      .filter((block) => block.startsWith('event: response-updated'))
      .map((block) => (JSON.parse(block.slice(block.indexOf('data: ') + 6)) as { text: string }).text)
    expect(texts.join('').length).toBe(4_000_000)
    expect(events.at(-2)).toContain('no-more-data')
  })

  test('[F4] delivers every word once to a reader whose connection is cut again and again', async () => {
    const { app, engine, token } = started
    speak(engine, 20)
    const front = await startTcpProxy(Number(new URL(app.origin).port))
    const through = { origin: app.origin.replace(/\d+$/, String(front.port)) }
    const { stream, path } = await ask(started)
    const seen: NumberedEvent[] = []
    let attempts = 0
    while (seen.at(-1)?.event !== 'no-more-data' && attempts < 50) {
      attempts += 1
      const host = new URL(app.origin).host
      const headers = { 'last-event-id': String(seen.at(-1)?.id ?? 0), host }
      const reading = await openStream(through, path, { token, headers })
      const more = reading.until((event) => event.id > (seen.at(-1)?.id ?? 0) + 8).catch(() => undefined)
      await Promise.race([more, reading.ended.catch(() => undefined)])
      front.cut()
      await reading.ended.catch(() => undefined)
      seen.push(...reading.events)
    }
    await Promise.all([stream.ended, front.close()])
    expect(attempts).toBeGreaterThan(2)
    expect(textOf(seen)).toBe(whole)
    expect(textOf(stream.events)).toBe(whole)
  })

  test('gives the missing text in one event to a reader who returns after the events were deleted', async () => {
    const { app, engine, token } = started
    engine.play(async (writer) => {
      writer.text('one ')
      writer.event('step-update', { text: 'Drawing', steps: [] })
      writer.text('two ')
      writer.event('generated-image-link', { Title: 'A [chart]', Uri: '/api/internal/x.png' })
      for (const word of ['three ', '😀 ', 'four']) writer.text(word)
    })
    const { stream, segment, segmentId, path } = await ask(started)
    await stream.ended
    const answer = (await segment())?.answer ?? ''
    const { database } = app.platform
    await sql`update run set ended_at = now() - interval '25 hours' where subject_id = ${segmentId}`.execute(
      database.db,
    )
    const seenBy = async (after: number) => {
      const reading = await openStream(app, path, { token, headers: { 'last-event-id': String(after) } })
      await reading.ended
      return reading.events
    }
    forgetEnded()
    const count = stream.events.at(-1)?.id ?? 0
    const before = await Promise.all(Array.from({ length: count + 1 }, (_, after) => seenBy(after)))
    await removeOldEvents(database)
    const left = await sql<{ event: string }>`select event from run_event e join run on run.id = e.run_id
      where run.subject_id = ${segmentId}`.execute(database.db)
    expect(left.rows).toEqual([{ event: 'lengths' }])
    const image = '\n\n![A \\[chart\\]](/api/internal/x.png)\n\n'
    for (let after = 1; after <= count; after += 1) {
      const events = await seenBy(after)
      const texts = events.filter(isText)
      expect(texts.length).toBeLessThanOrEqual(1)
      const lacked = (before[after] ?? [])
        .map((event) => {
          if (event.event === 'generated-image-link') return image
          return event.event === 'response-updated' ? event.data.text : ''
        })
        .join('')
      expect(textOf(events)).toBe(lacked)
      expect(answer.endsWith(lacked)).toBe(true)
      expect(Math.min(...events.map((event) => event.id))).toBe(after + 1)
      expect(events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    }
    expect(textOf(await seenBy(0))).toBe(answer)
  })
})

test('one user can read a limited number of answers at once, without affecting others', async () => {
  try {
    const started = await start({ environment: { RATE_LIMITS: 'on' } })
    const { app, engine, token } = started
    engine.play((_writer, signal) => wait(600_000, undefined, { signal }))
    const { stream, path } = await ask(started)
    const readers = await Promise.all(
      Array.from({ length: openStreamsPerUser - 1 }, () => openStream(app, path, { token })),
    )
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200))
    const refused = await call(app, path, { token })
    expect(refused).toMatchObject({ status: 429, body: { code: 'conversation.tooManyStreams' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const asked = await call(app, `${base}/byGptSystemId/${started.agentId}`, {
      token,
      body: { question: 'One more?' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(asked.status).toBe(429)
    const { body } = await call<{ items: unknown[] }>(app, base, { token })
    expect(body.items).toHaveLength(1)
    const other = await ask(started, await app.token('ben'))
    expect(other.stream.status).toBe(200)
    readers[0]?.close()
    await expect
      .poll(async () => {
        const again = await openStream(app, path, { token })
        again.close()
        return again.status
      })
      .toBe(200)
    for (const one of [stream, other.stream, ...readers]) one.close()
  } finally {
    await cleanUp()
  }
})
