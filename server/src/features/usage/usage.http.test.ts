import { randomUUID } from 'node:crypto'
import type { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPolicy, policiesPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 })
const engine = createScriptedEngine()
let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  const token = await app.token('admin')
  const { body } = await call<{ items: { chatAccessPolicyId: string }[] }>(app, policiesPath, { token })
  for (const { chatAccessPolicyId } of body.items)
    await call(app, `${policiesPath}/${chatAccessPolicyId}`, { token, method: 'DELETE', body: {} })
})
afterAll(() => app?.remove())

interface Limit {
  kind: 'Messages' | 'Tokens'
  per: 'Day' | 'Month'
  amount: number
  counted: 'EachPerson' | 'Pool'
}
const aDay = (amount: number, counted: Limit['counted'] = 'EachPerson'): Limit => ({
  kind: 'Messages',
  per: 'Day',
  amount,
  counted,
})

/** An agent of its own that these people have by a policy with these limits. */
async function limited(people: readonly TestPerson[], ...policies: Limit[][]): Promise<string> {
  const agent = await publishAgent(app, `Limited ${randomUUID()}`, {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    maxTokens: 100,
  })
  for (const limits of policies) {
    const subjects = people.map(({ userId }) => ({ kind: 'User', id: userId }))
    const made = await createPolicy(app, { subjects, gptSystems: [agent], limits })
    expect(made.status).toBe(200)
  }
  return agent
}

/** Asks and waits for the end; the refusal's code where nothing was answered. */
async function ask({ token }: TestPerson, agent: string): Promise<string> {
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
    token,
    body: { question: 'A question' },
  }).catch((error: unknown) => error as Error)
  if (stream instanceof Error) return stream.message.includes('usage.limit') ? 'usage.limit' : stream.message
  if (stream.status !== 200) return 'usage.limit'
  await stream.ended
  return 'answered'
}
const usageOf = async ({ token }: TestPerson, agent: string) =>
  (
    await call<Answer<typeof currentUser.getUsage>>(
      app,
      `/api/internal/currentUser/usage?gptSystemId=${agent}`,
      {
        token,
      },
    )
  ).body
const answering = () =>
  engine.play(async (writer) => {
    writer.text('Ten words.')
    return { usage: { inputTokens: 30, outputTokens: 12 } }
  })
const openReservations = async () =>
  (
    await sql<{ count: number }>`select count(*)::int as count from usage_reservation`.execute(
      app.platform.database.db,
    )
  ).rows[0]?.count

describe('limits of policies', () => {
  test('hold for each person, with the question that is one too many', async () => {
    const [one, other] = [await person(app), await person(app)]
    const agent = await limited([one, other], [aDay(2)])
    for (const expected of ['answered', 'answered', 'usage.limit']) {
      answering()
      expect(await ask(one, agent)).toBe(expected)
    }
    answering()
    expect(await ask(other, agent)).toBe('answered')
    expect(await usageOf(one, agent)).toMatchObject({
      state: 'Used',
      limits: [{ kind: 'Messages', amount: 2, used: 2, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) }],
    })
    expect(await usageOf(other, agent)).toMatchObject({ state: 'Within', limits: [{ used: 1 }] })
    expect(await openReservations()).toBe(0)
  })

  test('of a pool hold for all together', async () => {
    const people = [await person(app), await person(app), await person(app)]
    const agent = await limited(people, [aDay(2, 'Pool')])
    const said: string[] = []
    for (const someone of people) {
      answering()
      said.push(await ask(someone, agent))
    }
    expect(said).toEqual(['answered', 'answered', 'usage.limit'])
  })

  test('the most generous of several decides, and they do not add up', async () => {
    const someone = await person(app)
    const agent = await limited([someone], [aDay(1)], [aDay(3)])
    const said: string[] = []
    for (let asked = 0; asked < 4; asked += 1) {
      answering()
      said.push(await ask(someone, agent))
    }
    expect(said).toEqual(['answered', 'answered', 'answered', 'usage.limit'])
  })

  test('one without limits, and managing the agent, have no end', async () => {
    const someone = await person(app)
    const agent = await limited([someone], [aDay(1)], [])
    expect(await usageOf(someone, agent)).toEqual({ policy: null, limits: [], state: 'Unlimited' })
    const manager = await person(app, { actions: ['GptSystemsWrite'] })
    const strict = await limited([manager], [aDay(1)])
    for (let asked = 0; asked < 2; asked += 1) {
      answering()
      expect(await ask(manager, strict)).toBe('answered')
    }
  })

  test('of tokens settle by what the provider counted, and warn when four fifths are used', async () => {
    const someone = await person(app)
    const tokens: Limit = { kind: 'Tokens', per: 'Month', amount: 100, counted: 'EachPerson' }
    const agent = await limited([someone], [tokens])
    answering()
    expect(await ask(someone, agent)).toBe('answered')
    expect(await usageOf(someone, agent)).toMatchObject({ state: 'Within', limits: [{ used: 42 }] })
    answering()
    expect(await ask(someone, agent)).toBe('answered')
    expect(await usageOf(someone, agent)).toMatchObject({ state: 'NearEnd', limits: [{ used: 84 }] })
    answering()
    expect(await ask(someone, agent)).toBe('answered')
    expect(await usageOf(someone, agent)).toMatchObject({ state: 'Used', limits: [{ used: 126 }] })
    expect(await ask(someone, agent)).toBe('usage.limit')
  })

  test('an answer that is stopped costs what was sent and shown; one that failed at once costs nothing', async () => {
    const someone = await person(app)
    const tokens: Limit = { kind: 'Tokens', per: 'Day', amount: 1_000_000, counted: 'EachPerson' }
    const agent = await limited([someone], [aDay(10), tokens].slice(0, 2))
    engine.play(async (writer, signal) => {
      writer.text('Many words that were shown before somebody stopped the answer.')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return {}
    })
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
      token: someone.token,
      body: { question: 'A question' },
    })
    const first = await stream.until((event) => event.event === 'conversation-and-segment-id')
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId, conversationSegmentId } = first.data as Record<string, string>
    const path = `/api/internal/userConversations/${conversationId}/segments/${conversationSegmentId}/abort`
    await call(app, path, { token: someone.token, body: {} })
    await stream.ended
    const stopped = await usageOf(someone, agent)
    const used = (kind: string, usage: typeof stopped) =>
      usage.limits.find((one) => one.kind === kind)?.used ?? 0
    expect(used('Messages', stopped)).toBe(1)
    expect(used('Tokens', stopped)).toBeGreaterThan(15)
    engine.play(async () => {
      throw new Error('The provider is away.')
    })
    await ask(someone, agent)
    const failed = await usageOf(someone, agent)
    expect([used('Messages', failed), used('Tokens', failed)]).toEqual([1, used('Tokens', stopped)])
    expect(await openReservations()).toBe(0)
  })

  test('a hundred questions at once are answered up to the limit and no further', async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => person(app)))
    const agent = await limited(people, [aDay(20, 'Pool')])
    for (let asked = 0; asked < 100; asked += 1) answering()
    const said = await Promise.all(people.map((someone) => ask(someone, agent)))
    expect(said.filter((one) => one === 'answered')).toHaveLength(20)
    expect(said.filter((one) => one === 'usage.limit')).toHaveLength(80)
    const counted = await sql<{ messages: number; reserved: number }>`
      select messages, reserved_messages as reserved from usage_counter where subject = 'Pool'
      order by messages desc limit 1`.execute(app.platform.database.db)
    expect(counted.rows).toEqual([{ messages: 20, reserved: 0 }])
  })

  test('money is not counted yet, and not taken as a limit', async () => {
    const money = { kind: 'Money', per: 'Day', amount: 1, counted: 'Pool' }
    const made = await createPolicy(app, { limits: [money] })
    expect(made.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'limits.0' }] })
  })
})
