import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream, textOf } from '../../testing/client.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'
import { createRuns } from '../runs/runs.ts'
import { createSinks } from '../streaming/sinks.ts'
import { ownProcessBus } from './bus.ts'
import { createDatabase } from './database.ts'

/** Longer than anything these tests wait for, so only what never happens fails. */
const LOOK_EVERY_MS = 5000
let engine: ScriptedEngine
let app: TestApplication
/** The callbacks that the application runs every five seconds, such as supervising the embedded database. */
let looks: (() => Promise<void> | undefined)[]

describe.each([null, 'postgres', 'pglite'])('a busy database (embedded: %s)', (kind) => {
  const environment: Record<string, string> = kind ? { EMBEDDED_DATABASE: kind } : {}
  beforeAll(async () => {
    const everySetInterval = vi.spyOn(globalThis, 'setInterval')
    engine = createScriptedEngine()
    app = await startTestApplication({
      engines: { OpenAICompatible: engine },
      environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', ...environment },
      ...(kind ? { databaseUrl: null } : {}),
    })
    looks = everySetInterval.mock.calls.flatMap(([look, ms]) =>
      ms === LOOK_EVERY_MS ? [look as () => Promise<void> | undefined] : [],
    )
    everySetInterval.mockRestore()
  })
  afterAll(() => app?.remove())

  const readiness = async () => (await call(app, '/health/ready')).status

  test("a database that works through a queue of slow statements is ready and isn't restarted", async () => {
    const { database } = app.platform
    const connections = database.pool.options.max ?? 1
    const pid = app.embedded?.pid()
    let answered = 0
    let busy = true
    // Each statement waits three seconds in the pool's queue.
    const load = Array.from({ length: 6 * connections }, async () => {
      for (; busy; answered += 1) await sql`select pg_sleep(0.5)`.execute(database.db).catch(() => undefined)
    })
    try {
      await expect.poll(() => answered).toBeGreaterThan(0)
      expect(looks.length).toBeGreaterThan(0)
      const told: number[] = []
      for (let turn = 0; turn < 5; turn += 1) {
        await Promise.all(looks.map((look) => look()))
        told.push(await readiness())
      }
      expect(app.logged.filter((line) => /silent|database\.unavailable/.test(line))).toEqual([])
      expect(app.embedded?.pid()).toBe(pid)
      expect(told).toEqual(told.map(() => 200))
    } finally {
      busy = false
      await Promise.all(load)
    }
  })

  describe('requests that fill the pool', () => {
    const held: pg.PoolClient[] = []
    afterAll(() => {
      for (const client of held) client.release()
    })

    test("don't keep answers from being stored, renewed, or ended, and the process stays ready", async () => {
      const { database, log, clock } = app.platform
      let goOn = () => {}
      engine.play(async (writer) => {
        writer.text('first ')
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        writer.text('second ')
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        writer.text('last')
      })
      const agentId = await publishAgent(app, 'Scripted', {
        languageEngine: 'OpenAICompatible',
        deploymentName: 'scripted',
      })
      const path = `/api/internal/userConversations/byGptSystemId/${agentId}`
      const body = { question: `question ${randomUUID()}` }
      const stream = await openStream(app, path, { token: await app.token('anna'), body })
      await stream.until((event) => event.event === 'response-updated')
      const ids = stream.events[0]
      if (ids?.event !== 'conversation-and-segment-id')
        throw new Error('The stream didn’t start with the IDs.')

      for (let taken = 0; taken < (database.pool.options.max ?? 0); taken += 1)
        held.push(await database.pool.connect())
      const [one] = held
      if (!one) throw new Error('The pool has no connection.')
      const run = async (columns: string) =>
        (
          await one.query(`select ${columns} as found from run where subject_id = $1`, [
            ids.data.conversationSegmentId,
          ])
        ).rows[0].found

      goOn()
      const stored = `(select string_agg(data, '' order by seq) from run_event
      where run_id = run.id and event = 'response-updated')`
      await expect.poll(() => run(stored)).toBe('first second ')

      await one.query("update run set lease_until = now() - interval '1 minute' where phase <> 'Ended'")
      await expect.poll(() => run('lease_until > now()')).toBe(true)
      if (app.databaseUrl) {
        const connection = { connectionString: app.databaseUrl }
        const elsewhere = createDatabase({ log, connection, embedded: null })
        const sinks = createSinks(clock)
        const other = createRuns({ database: elsewhere, bus: ownProcessBus, log, clock, sinks })
        expect(await other.reap(false)).toBe(0)
        await other.drain(0)
        await elsewhere.close()
      }
      expect(await readiness()).toBe(200)

      goOn()
      await stream.ended
      expect(textOf(stream.events)).toBe('first second last')
      expect(stream.events.slice(-2)).toMatchObject([
        {
          event: 'cosmos-db-session-tokens',
          data: { 'x-cosmos-session-token': expect.not.stringContaining('unknown') },
        },
        { event: 'no-more-data', data: { status: 'Completed' } },
      ])
      expect(await run('status')).toBe('Completed')
    })
  })
})
