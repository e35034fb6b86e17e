import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../engines/engine.ts'
import { ownProcessBus } from '../../platform/database/bus.ts'
import { createRuns } from '../../platform/runs/runs.ts'
import { createSinks } from '../../platform/streaming/sinks.ts'
import { createPolicy } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { call, openStream } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { finishSegment } from '../conversations/record/finishStore.ts'
import { attach, idsOf, libraryOf } from '../conversations/testing/asking.ts'
import type { Limit } from './limits.ts'
import { DEPLOYMENT, dollars, useUsageRig } from './testing/usageRig.ts'

const rig = useUsageRig()
let library: string

/** One token costs 100 micro-dollars, so an answer from files costs about 13 cents. */
const price = { inputPerMillion: 100, outputPerMillion: 100 }
const WORDS = 'The lighthouse of Vela stands forty metres tall above the harbour. '
const QUESTION = 'How tall is the lighthouse of Vela?'

beforeAll(async () => {
  await rig.setPrice(price)
  library = await libraryOf(rig.app, 'Towers', {
    'vela.txt': WORDS.repeat(40),
    'orlo.txt': `The lighthouse of Orlo is not as tall as that of Vela. ${WORDS.repeat(30)}`,
  })
})

/** Creates an agent that searches files and writes ten tokens. */
async function searching(people: readonly TestPerson[], limits: Limit[]): Promise<string> {
  const agent = await publishAgent(
    rig.app,
    `Searches ${randomUUID()}`,
    { languageEngine: 'OpenAICompatible', deploymentName: DEPLOYMENT, maxTokens: 10 },
    [library],
  )
  const subjects = people.map(({ userId }) => ({ kind: 'User', id: userId }))
  expect((await createPolicy(rig.app, { subjects, gptSystems: [agent], limits })).status).toBe(200)
  return agent
}

/** Counts like a provider: four characters are one token. */
const sentIn = ({ messages }: AnswerRequest) =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4)

/** Asks and returns the refusal's error code, from before or within the stream. */
async function asked({ token }: TestPerson, agent: string): Promise<string> {
  const path = `/api/internal/userConversations/byGptSystemId/${agent}`
  const stream = await openStream(rig.app, path, { token, body: { question: QUESTION } })
  await stream.ended
  if (stream.status !== 200) return (JSON.parse(stream.raw()) as { code: string }).code
  const error = stream.events.find(({ event }) => event === 'error' || event === 'internal-server-error')
  return error ? (error.data as { code: string }).code : 'answered'
}

const outcome = (said: readonly string[], code: string) => said.filter((one) => one === code).length

async function counted(agent: string) {
  const { rows } = await sql<{ cost: number; tokens: number; messages: number; reserved: number }>`
    select cost, tokens, messages, reserved_messages + reserved_tokens + reserved_cost as reserved
    from usage_counter c where c.scope in (select 'policy:' || policy_id from chat_access_policy_gpt_system
      where gpt_system_id = ${agent}::uuid)`.execute(rig.app.platform.database.db)
  return rows[0] ?? { cost: 0, tokens: 0, messages: 0, reserved: 0 }
}

describe('parallel questions with passages', () => {
  test('exceed a money limit by one answer at most, and nothing is sent for the others', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => person(rig.app)))
    const agent = await searching(people, [dollars(0.1, 'Pool')])
    // Several limits, so that each question locks more than one counter.
    const tokens = { kind: 'Tokens', amount: 1_000_000 } as const
    await rig.limitAgent(agent, [
      { ...tokens, per: 'Day', counted: 'Pool' },
      { ...tokens, per: 'Month', counted: 'EachPerson' },
    ])
    const sent: number[] = []
    rig.engine.play(async (writer, _, request) => {
      sent.push(sentIn(request))
      await wait(1500)
      writer.text('Forty metres [1].')
      return { usage: { inputTokens: sentIn(request), outputTokens: 10 } }
    })
    const said = await Promise.all(people.map((someone) => asked(someone, agent)))
    const { cost, messages, reserved } = await counted(agent)
    expect(Math.min(...sent)).toBeGreaterThan(1000)
    expect(cost).toBe(sent.reduce((sum, one) => sum + (one + 10) * 100, 0))
    expect(cost).toBeLessThanOrEqual(100_000 + (Math.max(...sent) + 10) * 100)
    expect(reserved).toBe(0)
    expect(outcome(said, 'answered')).toBe(sent.length)
    expect(outcome(said, 'usage.limit')).toBe(30 - sent.length)
    expect(messages).toBe(sent.length)
    expect(sent.length).toBeGreaterThan(0)
    expect(await rig.openReservations()).toBe(0)
  })

  test('with model searches reserve each turn before it is sent', async () => {
    const someone = await person(rig.app)
    const agent = await searching([someone], [dollars(100)])
    const setAside: number[] = []
    const sent: number[] = []
    rig.engine.play(async (writer, _, request) => {
      sent.push(sentIn(request))
      const { limits } = await rig.usageOf(someone, agent)
      setAside.push(Math.round((limits[0]?.used ?? 0) * 10_000))
      const usage = { inputTokens: sentIn(request), outputTokens: 10 }
      if (sent.length === 3) {
        writer.text('Forty metres [1].')
        return { usage }
      }
      const input = `{"query":"lighthouse of Orlo ${sent.length}"}`
      return { usage, finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'search_files', input }] }
    })
    expect(await asked(someone, agent)).toBe('answered')
    expect(sent).toHaveLength(3)
    for (const at of sent.keys()) {
      const soFar = sent.slice(0, at + 1).reduce((sum, one) => sum + one + 10, 0)
      expect(setAside[at]).toBeGreaterThanOrEqual(soFar)
    }
    // The failing title is counted until it fails.
    const all = sent.reduce((sum, one) => sum + one + 10, 0)
    await expect.poll(async () => (await counted(agent)).tokens).toBe(all)
  })

  test('a title is skipped if it would leave no room for a question', async () => {
    const [first, second] = [await person(rig.app), await person(rig.app)]
    const tokens = { kind: 'Tokens', per: 'Day', amount: 200, counted: 'Pool' } as const
    const agent = await rig.limited([first, second], [tokens])
    rig.engine.play(async (writer) => {
      writer.text('Ten words.')
      return { usage: { inputTokens: 30, outputTokens: 100 } }
    })
    let titles = 0
    rig.engine.playHelper(async (_, writer) => {
      titles += 1
      await wait(500)
      writer.text('A title')
      return { usage: { inputTokens: 1, outputTokens: 1 } }
    })
    expect(await asked(first, agent)).toBe('answered')
    expect(await asked(second, agent)).toBe('answered')
    expect(await asked(first, agent)).toBe('usage.limit')
    rig.engine.playHelper(() => Promise.reject(new Error('No more titles.')))
    expect(titles).toBe(0)
    expect((await counted(agent)).tokens).toBe(260)
  })

  test('exceed a token limit by one answer at most, whatever their titles use', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => person(rig.app)))
    const agent = await rig.limited(people, [{ kind: 'Tokens', per: 'Day', amount: 1000, counted: 'Pool' }])
    const spent: number[] = []
    rig.engine.play(async (writer) => {
      spent.push(130)
      writer.text('Ten words.')
      return { usage: { inputTokens: 30, outputTokens: 100 } }
    })
    let titles = 0
    rig.engine.playHelper(async (_, writer, __, request) => {
      titles += 1
      spent.push(sentIn(request) + 3)
      await wait(200)
      writer.text('A title')
      return { usage: { inputTokens: sentIn(request), outputTokens: 3 } }
    })
    const total = () => spent.reduce((sum, one) => sum + one, 0)
    for (const someone of people) await asked(someone, agent)
    await expect.poll(async () => (await counted(agent)).tokens === total()).toBe(true)
    await wait(1000)
    rig.engine.playHelper(() => Promise.reject(new Error('No more titles.')))
    expect((await counted(agent)).tokens).toBe(total())
    expect(titles).toBeGreaterThan(0)
    expect(total()).toBeGreaterThan(800)
    expect(total()).toBeLessThan(1000 + 130)
  })
})

describe('an unfinished answer from files', () => {
  /** Hangs after being asked, without any text. */
  async function hanging(someone: TestPerson, agent: string) {
    let sent = 0
    rig.engine.play(async (_, signal, request) => {
      sent = sentIn(request)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const path = `/api/internal/userConversations/byGptSystemId/${agent}`
    const stream = await openStream(rig.app, path, { token: someone.token, body: { question: QUESTION } })
    await expect.poll(() => sent).toBeGreaterThan(1000)
    return { stream, sent, ids: idsOf(stream) }
  }
  const stop = async ({ token }: TestPerson, { ids, stream }: Awaited<ReturnType<typeof hanging>>) => {
    const path = `/api/internal/userConversations/${ids.conversationId}/segments/${ids.conversationSegmentId}/abort`
    await call(rig.app, path, { token, body: {} })
    await stream.ended
  }

  test('[B5] costs everything that was sent, including passages, if it is stopped', async () => {
    const someone = await person(rig.app)
    const agent = await searching([someone], [dollars(100)])
    const answer = await hanging(someone, agent)
    await stop(someone, answer)
    const { tokens, cost, reserved } = await counted(agent)
    expect(tokens).toBeGreaterThanOrEqual(answer.sent)
    expect(tokens).toBeLessThan(answer.sent * 2)
    expect([cost, reserved]).toEqual([tokens * 100, 0])
  })

  test('costs the same if its process crashed', async () => {
    const someone = await person(rig.app)
    const agent = await searching([someone], [dollars(100)])
    const answer = await hanging(someone, agent)
    const { database, log, clock } = rig.app.platform
    await sql`update run set lease_until = now() - interval '1 minute', process = gen_random_uuid()
      where phase <> 'Ended'`.execute(database.db)
    const other = createRuns({ database, bus: ownProcessBus, log, clock, sinks: createSinks(clock) })
    other.onEnd(finishSegment)
    expect(await other.reap(false)).toBe(1)
    const { tokens, reserved } = await counted(agent)
    expect(tokens).toBeGreaterThanOrEqual(answer.sent)
    expect(reserved).toBe(0)
    await stop(someone, answer)
    expect((await counted(agent)).tokens).toBe(tokens)
    await other.drain(0)
  })

  test('is counted if it fails after a search turn that no provider counted', async () => {
    const someone = await person(rig.app)
    const agent = await searching([someone], [dollars(100)])
    let sent = 0
    rig.engine.play(async (_writer, _signal, request) => {
      if (sent > 0) throw new Error('The provider is unavailable.')
      sent = sentIn(request)
      const input = '{"query":"lighthouse of Orlo"}'
      return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'search_files', input }] }
    })
    expect(await asked(someone, agent)).not.toBe('answered')
    const { tokens, messages } = await counted(agent)
    expect(tokens).toBeGreaterThanOrEqual(sent)
    expect(messages).toBe(1)
  })

  test('costs no parts of a file that were waiting to be read when it was stopped', async () => {
    const someone = await person(rig.app)
    const agent = await rig.limited(
      [someone],
      [{ kind: 'Tokens', per: 'Day', amount: 10_000_000, counted: 'Pool' }],
    )
    const attachmentIds = [await attach(rig.app, someone.token, 'long.txt', WORDS.repeat(9000))]
    const sent: number[] = []
    rig.engine.playHelper(async (_purpose, _writer, signal, request) => {
      sent.push(sentIn(request))
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const path = `/api/internal/userConversations/byGptSystemId/${agent}`
    const body = { question: 'Summarize this file', attachmentIds }
    const stream = await openStream(rig.app, path, { token: someone.token, body })
    await expect.poll(() => sent.length).toBe(3)
    await stop(someone, { stream, sent: 0, ids: idsOf(stream) })
    rig.engine.playHelper(() => Promise.reject(new Error('No more parts.')))
    const { tokens, reserved } = await counted(agent)
    const most = sent.reduce((sum, one) => sum + one, 0)
    expect(sent).toHaveLength(3)
    expect(tokens).toBeGreaterThanOrEqual(most)
    expect(tokens).toBeLessThan(most * 2)
    expect(reserved).toBe(0)
  })
})
