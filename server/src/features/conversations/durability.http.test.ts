import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createPostgresBus } from '../../platform/database/bus.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication, type TestOptions } from '../../testing/application.ts'
import { call, openStream, textOf } from '../../testing/client.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'

const base = '/api/internal/userConversations'
const environment = { COMPATIBLE_DEPLOYMENTS: 'scripted' }
const words = Array.from({ length: 80 }, (_, index) => `w${index} `)
const open: TestApplication[] = []
// Each test starts one or two applications, which takes time on a loaded machine.
/** Longer than any expected wait, so only a missing result times out. */

afterEach(async () => {
  for (const app of open.splice(0)) await app.remove()
})

async function start(engine: ScriptedEngine, options: TestOptions = {}): Promise<TestApplication> {
  const app = await startTestApplication({ engines: { OpenAICompatible: engine }, environment, ...options })
  open.push(app)
  return app
}

function speaking(everyMs: number): ScriptedEngine {
  const engine = createScriptedEngine()
  engine.play(async (writer, signal) => {
    for (const word of words) {
      writer.text(word)
      await wait(everyMs, undefined, { signal })
    }
  })
  return engine
}

async function begin(app: TestApplication) {
  const token = await app.token('anna')
  const gptSystemId = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  const stream = await openStream(app, `${base}/byGptSystemId/${gptSystemId}`, {
    token,
    body: { question: `question ${randomUUID()}` },
  })
  await stream.until((event) => event.event === 'response-updated')
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  const segments = async () => {
    const { body } = await call<{ items: { answer: string; status: string; errors: { code: string }[] }[] }>(
      app,
      `${base}/${first.data.conversationId}/segments`,
      { token },
    )
    return body.items[0]
  }
  return { token, stream, segments, ...first.data }
}

/** Returns how much text of a running answer is in the database. */
async function storedLength(app: TestApplication, segmentId: string): Promise<number> {
  const found = await sql<{ length: number }>`select coalesce(sum(length(data)), 0)::int as length
    from run_event where event = 'response-updated' and run_id = (select id from run where subject_id = ${segmentId})`.execute(
    app.platform.database.db,
  )
  return found.rows[0]?.length ?? 0
}

describe('an answer is never lost', () => {
  test('draining lets a short answer finish with its last event', async () => {
    const short = await start(speaking(5))
    const first = await begin(short)
    const stopped = short.platform.runs.drain(60_000)
    await first.stream.ended
    await stopped
    expect(textOf(first.stream.events)).toBe(words.join(''))
    expect(first.stream.events.at(-1)).toMatchObject({ data: { status: 'Completed' } })
  })

  test('[F2] draining interrupts a long answer, with its last event and a reason', async () => {
    const long = await start(speaking(2000))
    const second = await begin(long)
    await long.platform.runs.drain(300)
    await second.stream.ended
    expect(second.stream.events.at(-1)).toMatchObject({
      event: 'no-more-data',
      data: { status: 'Interrupted' },
    })
    expect(await second.segments()).toMatchObject({
      status: 'Interrupted',
      errors: [{ code: 'run.interrupted' }],
    })
  })

  test('[F1] the next process serves a stored answer from any event, also after its events are deleted', async () => {
    const app = await start(speaking(10))
    const begun = await begin(app)
    await begun.stream.ended
    const whole = await begun.segments()
    expect(whole?.answer).toBe(words.join(''))
    await app.stop()
    open.splice(open.indexOf(app), 1)
    const again = await start(speaking(10), {
      dataDir: app.dataDir,
      ...(app.databaseUrl ? { databaseUrl: app.databaseUrl } : {}),
    })
    const token = await again.token('anna')
    const path = `${base}/${begun.conversationId}/segments/${begun.conversationSegmentId}/stream`
    for (const from of [0, 1, 17, 50]) {
      const followed = await openStream(again, path, { token, headers: { 'last-event-id': String(from) } })
      await followed.ended
      expect(textOf(followed.events)).toBe(words.slice(Math.max(0, from - 1)).join(''))
      expect(followed.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    }
    // Events are kept for a day. Readers who connect later still get the answer.
    await sql`update run set ended_at = now() - interval '25 hours'`.execute(again.platform.database.db)
    await sql`delete from run_event`.execute(again.platform.database.db)
    const late = await openStream(again, path, { token })
    await late.ended
    expect(textOf(late.events)).toBe(words.join(''))
    expect(late.events.at(-1)).toMatchObject({ event: 'no-more-data' })
  })

  test('an abandoned run is reaped: its stored text stays, and a second end changes nothing', async () => {
    const engine = createScriptedEngine()
    let release: () => void = () => undefined
    engine.play(async (writer) => {
      writer.text('stored text')
      await new Promise<void>((resolve) => {
        release = resolve
      })
      writer.text(' that comes too late')
    })
    const app = await start(engine)
    const begun = await begin(app)
    await expect.poll(() => storedLength(app, begun.conversationSegmentId)).toBe('stored text'.length)
    const { db } = app.platform.database
    // A process that couldn't renew a lease in time doesn't reap its own run.
    await sql`update run set lease_until = now() - interval '1 minute' where phase <> 'Ended'`.execute(db)
    expect(await app.platform.runs.reap(false)).toBe(0)
    // Another process considers it dead because its lease expired.
    await sql`update run set lease_until = now() - interval '1 minute', process = gen_random_uuid() where phase <> 'Ended'`.execute(
      db,
    )
    const { createRuns } = await import('../../platform/runs/runs.ts')
    const { ownProcessBus } = await import('../../platform/database/bus.ts')
    const { createSinks } = await import('../../platform/streaming/sinks.ts')
    const { finishSegment } = await import('./record/finishStore.ts')
    const other = createRuns({
      database: app.platform.database,
      bus: ownProcessBus,
      log: app.platform.log,
      clock: app.platform.clock,
      sinks: createSinks(app.platform.clock),
    })
    other.onEnd(finishSegment)
    // The first process to check ends it.
    await other.reap(false)
    await expect.poll(begun.segments).toMatchObject({ answer: 'stored text', status: 'Interrupted' })
    release()
    await begun.stream.ended
    // Its own end finds that the run has already ended.
    await expect.poll(() => app.platform.runs.open()).toBe(0)
    expect(await begun.segments()).toMatchObject({ answer: 'stored text', status: 'Interrupted' })
    await other.drain(0)
  })

  test('a stop request left by another process is found', async () => {
    const app = await start(speaking(1000))
    const begun = await begin(app)
    await sql`update run set stop_requested_at = now() where subject_id = ${begun.conversationSegmentId}`.execute(
      app.platform.database.db,
    )
    await begun.stream.ended
    expect(begun.stream.events.at(-1)).toMatchObject({ data: { status: 'Aborted' } })
  })

  test.each(['postgres', 'pglite'])(
    '[F10] killing the embedded database during an answer loses nothing, and requests meanwhile get 503 (%s)',
    async (kind) => {
      const app = await start(speaking(25), {
        databaseUrl: null,
        environment: { ...environment, EMBEDDED_DATABASE: kind },
      })
      const begun = await begin(app)
      const pid = app.embedded?.pid()
      if (!pid) throw new Error('The database isn’t running.')
      process.kill(pid, 'SIGKILL')
      const meanwhile = await call(app, '/api/internal/currentUser', { token: begun.token })
      expect([200, 503]).toContain(meanwhile.status)
      if (meanwhile.status === 503) expect(meanwhile.headers.get('retry-after')).toBeTruthy()
      await begun.stream.ended
      expect(textOf(begun.stream.events)).toBe(words.join(''))
      expect(await begun.segments()).toMatchObject({ answer: words.join(''), status: 'Completed' })
    },
  )
})

describe('two processes on one PostgreSQL database', () => {
  test('an answer of one process can be followed and stopped through the other, using notifications', async () => {
    const owner = await start(speaking(1000))
    // The embedded database serves a single process, so there is no other process to follow from.
    if (!owner.databaseUrl) return expect(owner.embedded).not.toBeNull()
    const other = await start(speaking(1000), { databaseUrl: owner.databaseUrl, dataDir: owner.dataDir })
    const begun = await begin(owner)
    const token = await other.token('anna')
    const path = `${base}/${begun.conversationId}/segments/${begun.conversationSegmentId}`
    const followed = await openStream(other, `${path}/stream`, { token, headers: { 'last-event-id': '1' } })
    await followed.until((event) => event.event === 'response-updated')
    const heard: string[] = []
    const bus = createPostgresBus(owner.databaseUrl, owner.platform.log)
    bus.subscribe('run_grown', (payload) => heard.push(payload))
    await bus.start()
    bus.subscribe('run_stop', (payload) => heard.push(`stop ${payload}`))
    // Channels added later work too, once the server has been told to listen.
    const probe = async () => {
      await sql`select pg_notify('run_stop', 'probe')`.execute(owner.platform.database.db)
      return heard.includes('stop probe')
    }
    await expect.poll(probe).toBe(true)
    await expect.poll(() => heard.some((payload) => /^[0-9a-f-]{36}:\d+/.test(payload))).toBe(true)
    expect((await call(other, `${path}/abort`, { token, method: 'POST' })).status).toBe(204)
    await Promise.all([followed.ended, begun.stream.ended])
    await expect.poll(() => heard.some((payload) => /^stop [0-9a-f-]{36}$/.test(payload))).toBe(true)
    await bus.stop()
    expect(followed.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Aborted' } })
    expect(textOf(followed.events)).toBe(textOf(begun.stream.events))
    expect(words.join('').startsWith(textOf(followed.events))).toBe(true)
  })
})
