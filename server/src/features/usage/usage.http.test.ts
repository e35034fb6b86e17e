import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { call, openStream } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import type { Limit } from './limits.ts'
import { aDay, useUsageRig } from './testing/usageRig.ts'

const rig = useUsageRig()

describe('policy limits', () => {
  test('apply to each person, from the first question above the limit', async () => {
    const [one, other] = [await person(rig.app), await person(rig.app)]
    const agent = await rig.limited([one, other], [aDay(2)])
    for (const expected of ['answered', 'answered', 'usage.limit']) {
      rig.answering()
      expect(await rig.ask(one, agent)).toBe(expected)
    }
    rig.answering()
    expect(await rig.ask(other, agent)).toBe('answered')
    await expect
      .poll(() => rig.usageOf(one, agent))
      .toMatchObject({
        state: 'Used',
        limits: [
          { kind: 'Messages', amount: 2, used: 2, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
        ],
      })
    await expect
      .poll(() => rig.usageOf(other, agent))
      .toMatchObject({ state: 'Within', limits: [{ used: 1 }] })
    expect(await rig.openReservations()).toBe(0)
  })

  test('of a pool apply to everyone combined', async () => {
    const people = [await person(rig.app), await person(rig.app), await person(rig.app)]
    const agent = await rig.limited(people, [aDay(2, 'Pool')])
    const said: string[] = []
    for (const someone of people) {
      rig.answering()
      said.push(await rig.ask(someone, agent))
    }
    expect(said).toEqual(['answered', 'answered', 'usage.limit'])
  })

  test('the most generous of several decides, and they do not add up', async () => {
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [aDay(1)], [aDay(3)])
    const said: string[] = []
    for (let asked = 0; asked < 4; asked += 1) {
      rig.answering()
      said.push(await rig.ask(someone, agent))
    }
    expect(said).toEqual(['answered', 'answered', 'answered', 'usage.limit'])
  })

  test('a policy without limits, and managing the agent, mean unlimited use', async () => {
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [aDay(1)], [])
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toEqual({
        whose: null,
        policy: null,
        limits: [],
        budgetResetsAt: null,
        state: 'Unlimited',
      })
    const manager = await person(rig.app, { actions: ['GptSystemsWrite'] })
    const strict = await rig.limited([manager], [aDay(1)])
    for (let asked = 0; asked < 2; asked += 1) {
      rig.answering()
      expect(await rig.ask(manager, strict)).toBe('answered')
    }
  })

  test('in tokens use the provider’s count, and warn when four fifths are used', async () => {
    const someone = await person(rig.app)
    const tokens: Limit = { kind: 'Tokens', per: 'Month', amount: 100, counted: 'EachPerson' }
    const agent = await rig.limited([someone], [tokens])
    rig.answering()
    expect(await rig.ask(someone, agent)).toBe('answered')
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({ state: 'Within', limits: [{ used: 42 }] })
    rig.answering()
    expect(await rig.ask(someone, agent)).toBe('answered')
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({ state: 'NearEnd', limits: [{ used: 84 }] })
    rig.answering()
    expect(await rig.ask(someone, agent)).toBe('answered')
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({ state: 'Used', limits: [{ used: 126 }] })
    expect(await rig.ask(someone, agent)).toBe('usage.limit')
  })

  test('[B5] a stopped answer costs what was sent and shown; one that failed immediately costs nothing', async () => {
    const someone = await person(rig.app)
    const tokens: Limit = { kind: 'Tokens', per: 'Day', amount: 1_000_000, counted: 'EachPerson' }
    const agent = await rig.limited([someone], [aDay(10), tokens].slice(0, 2))
    rig.engine.play(async (writer, signal) => {
      writer.text('Many words that were shown before somebody stopped the answer.')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return {}
    })
    const stream = await openStream(rig.app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
      token: someone.token,
      body: { question: 'A question' },
    })
    const first = await stream.until((event) => event.event === 'conversation-and-segment-id')
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId, conversationSegmentId } = first.data as Record<string, string>
    const path = `/api/internal/userConversations/${conversationId}/segments/${conversationSegmentId}/abort`
    await call(rig.app, path, { token: someone.token, body: {} })
    await stream.ended
    const stopped = await rig.usageOf(someone, agent)
    const used = (kind: string, usage: typeof stopped) =>
      usage.limits.find((one) => one.kind === kind)?.used ?? 0
    expect(used('Messages', stopped)).toBe(1)
    expect(used('Tokens', stopped)).toBeGreaterThan(15)
    rig.engine.play(async () => {
      throw new Error('The provider is unavailable.')
    })
    await rig.ask(someone, agent)
    const failed = await rig.usageOf(someone, agent)
    expect([used('Messages', failed), used('Tokens', failed)]).toEqual([1, used('Tokens', stopped)])
    expect(await rig.openReservations()).toBe(0)
  })

  test('an answer that failed after thinking costs what was sent and shown', async () => {
    const someone = await person(rig.app)
    const tokens: Limit = { kind: 'Tokens', per: 'Day', amount: 1_000_000, counted: 'EachPerson' }
    const agent = await rig.limited([someone], [aDay(10), tokens])
    rig.engine.play(async (writer) => {
      writer.thinking('thought '.repeat(500))
      throw new Error('The provider is unavailable.')
    })
    await rig.ask(someone, agent)
    const { limits } = await rig.usageOf(someone, agent)
    expect(limits.find((one) => one.kind === 'Messages')?.used).toBe(1)
    expect(limits.find((one) => one.kind === 'Tokens')?.used).toBeGreaterThan(1000)
  })

  test('a hundred parallel questions are answered up to the limit and no further', async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => person(rig.app)))
    const agent = await rig.limited(people, [aDay(20, 'Pool')])
    for (let asked = 0; asked < 100; asked += 1) rig.answering()
    const said = await Promise.all(people.map((someone) => rig.ask(someone, agent)))
    expect(said.filter((one) => one === 'answered')).toHaveLength(20)
    expect(said.filter((one) => one === 'usage.limit')).toHaveLength(80)
    const counted = await sql<{ messages: number; reserved: number }>`
      select messages, reserved_messages as reserved from usage_counter where subject = 'Pool'
      order by messages desc limit 1`.execute(rig.app.platform.database.db)
    expect(counted.rows).toEqual([{ messages: 20, reserved: 0 }])
  })
})
