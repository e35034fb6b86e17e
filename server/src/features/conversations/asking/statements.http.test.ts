import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { addMemory, allowMemory, turnMemory } from '../../memories/testing/remembering.ts'
import { base, idsOf, libraryOf, opened } from '../testing/asking.ts'

const MOST_PER_QUESTION = 12
const MOST_BEFORE_TOKEN = 5
const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
/**
 * Statements at fixed intervals, which many answers share: background work, leases, and the text and details of
 * running answers. Also messages to other servers, which the embedded database doesn't need.
 */
const SHARED =
  /pgboss|lease_holder|lease_until < now|^\s*update run set lease_until|^with stored as|^insert into segment_execution|audit_head h$|pg_notify\(\$1, payload\)\s+from unnest/
let app: TestApplication
let token: string
let sent: string[] = []
let beforeToken = 0
/** The prompt of the last question. */
let given = ''

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('anna')
  engine.play(async (writer, _signal, request) => {
    beforeToken = sent.length
    given = String(request.messages.at(-1)?.content)
    writer.text('An answer.')
  })
  engine.playHelper(() => Promise.resolve('A title'))
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }]
    const text = typeof asked === 'string' ? asked : asked.text
    if (!SHARED.test(text)) sent.push(text.replace(/\s+/g, ' ').trim().slice(0, 100))
    return query.apply(this, args as never) as never
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app?.remove()
})

/** Asks, and reads what a page reads after an answer. Returns the conversation. */
async function ask(target: { gptSystemId: string } | { conversationId: string }): Promise<string> {
  sent = []
  const stream = await opened(app, token, target, { question: 'How tall is the lighthouse?' })
  await stream.ended
  const { conversationId } = idsOf(stream)
  expect((await call(app, `${base}/${conversationId}/segments`, { token })).status).toBe(200)
  expect((await call(app, base, { token })).status).toBe(200)
  return conversationId
}

/** Returns the fewest statements of three questions: sometimes cached settings are read again in between. */
async function fewest(work: () => Promise<unknown>): Promise<{ whole: string[]; beforeToken: number }> {
  const counts: { whole: string[]; beforeToken: number }[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await work()
    counts.push({ whole: sent, beforeToken })
  }
  return {
    whole: counts.reduce((least, { whole }) => (whole.length < least.length ? whole : least), sent),
    beforeToken: Math.min(...counts.map((count) => count.beforeToken)),
  }
}

describe('the statements of a question', () => {
  test.each(['without a library', 'with a library'])('are few, %s', async (kind) => {
    const library =
      kind === 'with a library' ? [await libraryOf(app, kind, { 'vela.md': 'Vela is 40 m tall.' })] : []
    const settings = { ...scripted, capabilityTypes: library.length > 0 ? ['FileSearch'] : [] }
    const gptSystemId = await publishAgent(app, kind, settings, library)
    const conversationId = await ask({ gptSystemId })
    for (const target of [{ gptSystemId }, { conversationId }]) {
      const { whole, beforeToken } = await fewest(() => ask(target))
      expect(whole.length, whole.join('\n')).toBeLessThanOrEqual(MOST_PER_QUESTION)
      expect(beforeToken).toBeLessThanOrEqual(MOST_BEFORE_TOKEN)
      expect(beforeToken).toBeGreaterThan(2)
    }
  })

  test('are no more with memory, which the statement of the agent reads', async () => {
    const gptSystemId = await publishAgent(app, 'Remembers', scripted)
    const conversationId = await ask({ gptSystemId })
    const targets = [{ gptSystemId }, { conversationId }]
    const countAll = async () => {
      const counts = []
      for (const target of targets) counts.push((await fewest(() => ask(target))).whole.length)
      return counts
    }
    const without = await countAll()
    await allowMemory(app, token)
    await turnMemory(app, token, true)
    await addMemory(app, token)
    expect(await countAll()).toEqual(without)
    expect(given).toContain('What the user has had remembered')
  })
})
