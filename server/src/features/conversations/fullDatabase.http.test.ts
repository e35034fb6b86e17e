import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream, textOf } from '../../testing/client.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'

const base = '/api/internal/userConversations'
const engine = createScriptedEngine()
let app: TestApplication
let agentId: string
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  agentId = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(() => app?.remove())

/** Lets the database reject new events as it does when its disk is full. Returns what frees space again. */
async function fill(): Promise<() => Promise<unknown>> {
  const { db } = app.platform.database
  await sql`create function refuse_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger refuse_full before insert on run_event for each statement execute function refuse_full()`.execute(
    db,
  )
  return () => sql`drop trigger refuse_full on run_event; drop function refuse_full()`.execute(db)
}

test.each([
  ['Hello?', 'Waiting to store the answer'],
  ['ما هي ساعات العمل؟', 'بانتظار تخزين الإجابة'],
])(
  'while the end of the answer to “%s” can’t be stored, its readers are notified, and get the end afterwards',
  async (asked, told) => {
    engine.play(async (writer) => writer.text('The whole answer.'))
    const token = await app.token('anna')
    const free = await fill()
    let isFull = true
    try {
      const body = { question: `${asked} ${randomUUID().slice(0, 4)}` }
      const stream = await openStream(app, `${base}/byGptSystemId/${agentId}`, { token, body })
      const ids = await stream.until((event) => event.event === 'conversation-and-segment-id')
      if (ids.event !== 'conversation-and-segment-id')
        throw new Error('The stream didn’t start with the IDs.')
      const notice = await stream.until((event) => event.event === 'step-update' && event.data.text !== '')
      expect(notice).toMatchObject({
        data: { text: expect.stringContaining(told), steps: [{ id: 'unstored', state: 'Running' }] },
      })
      expect(textOf(stream.events)).toBe('The whole answer.')
      expect(stream.raw()).toMatch(/event: step-update\ndata: /)

      // A reader that reconnects is notified, too.
      const segments = `${base}/${ids.data.conversationId}/segments`
      const again = await openStream(app, `${segments}/${ids.data.conversationSegmentId}/stream`, { token })
      await again.until((event) => event.event === 'step-update' && event.data.text !== '')
      expect(textOf(again.events)).toBe('The whole answer.')

      await free()
      isFull = false
      for (const reader of [stream, again]) {
        await reader.ended
        expect(reader.events.slice(-3)).toMatchObject([
          { event: 'step-update', data: { text: '', steps: [] } },
          { event: 'cosmos-db-session-tokens' },
          { event: 'no-more-data', data: { status: 'Completed' } },
        ])
      }
      const stored = await call<{ items: unknown[] }>(app, segments, { token })
      expect(stored.body.items).toMatchObject([
        { answer: 'The whole answer.', status: 'Completed', steps: [], errors: [] },
      ])
    } finally {
      if (isFull) await free()
    }
  },
)
