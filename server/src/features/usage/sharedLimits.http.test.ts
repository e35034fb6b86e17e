import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { limitAgent } from '../../testing/agents.ts'
import { getEntry, newestEntry, restore } from '../../testing/auditLog.ts'
import { call, openStream } from '../../testing/client.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { ask } from '../conversations/testing/asking.ts'
import type { Limit } from './limits.ts'
import { aDay, dollars, useUsageRig } from './testing/usageRig.ts'

const rig = useUsageRig()

async function limitInstance(limits: Limit[]): Promise<void> {
  expect((await changeSettings(rig.app, { limits })).status).toBe(200)
  // Resets the usage of earlier tests. Their titles can still be counted, so the counters are locked in order.
  await sql`with locked as (select c.scope, c.per, c.period_start, c.subject from usage_counter c
      where c.scope = 'instance' order by c.scope, c.per, c.period_start, c.subject for update)
    delete from usage_counter c using locked l
    where (c.scope, c.per, c.period_start, c.subject) = (l.scope, l.per, l.period_start, l.subject)`.execute(
    rig.app.platform.database.db,
  )
}
afterEach(() => limitInstance([]))

async function askings(someone: TestPerson, agent: string, times: number): Promise<string[]> {
  const said: string[] = []
  for (let asked = 0; asked < times; asked += 1) {
    rig.answering()
    said.push(await rig.ask(someone, agent))
  }
  return said
}

describe('an agent limit', () => {
  test('applies to its managers and to people whose policy has no limits', async () => {
    const [manager, free] = [await person(rig.app, { actions: ['GptSystemsWrite'] }), await person(rig.app)]
    const agent = await rig.limited([free], [])
    expect(await rig.limitAgent(agent, [aDay(2)])).toBe(200)
    expect(await askings(manager, agent, 3)).toEqual(['answered', 'answered', 'usage.agentLimit'])
    expect(await askings(free, agent, 1)).toEqual(['answered'])
    await expect
      .poll(() => rig.usageOf(free, agent))
      .toMatchObject({
        whose: 'Agent',
        policy: null,
        limits: [{ used: 1 }],
      })
    await expect.poll(() => rig.usageOf(manager, agent)).toMatchObject({ whose: 'Agent', state: 'Used' })
  })

  test('applies in addition to a policy, and whichever is closer to being reached is shown', async () => {
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [aDay(10)])
    await rig.limitAgent(agent, [aDay(5, 'Pool')])
    await askings(someone, agent, 4)
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({
        whose: 'Agent',
        state: 'NearEnd',
        limits: [{ counted: 'Pool', amount: 5, used: 4 }],
      })
    await rig.limitAgent(agent, [aDay(100, 'Pool')])
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({ whose: 'Policy', limits: [{ used: 4 }] })
  })

  test('in money needs a price, for every user', async () => {
    await rig.setPrice(null)
    const manager = await person(rig.app, { actions: ['GptSystemsWrite'] })
    const agent = await rig.limited([])
    await rig.limitAgent(agent, [dollars(1, 'Pool')])
    expect(await askings(manager, agent, 1)).toEqual(['usage.unpriced'])
    await rig.setPrice({ inputPerMillion: 10_000, outputPerMillion: 100_000 })
    expect(await askings(manager, agent, 2)).toEqual(['answered', 'usage.agentLimit'])
  })

  test('is set by users who can change the agent, is recorded, and can be restored', async () => {
    const agent = await rig.limited([])
    const specific = await person(rig.app, {
      specific: [{ action: 'GptSystemsWriteSpecific', entityId: agent }],
    })
    const put = ({ token }: { token: string }, id: string, limits: Limit[]) =>
      limitAgent(rig.app, id, limits, token)
    expect((await put(specific, agent, [aDay(7)])).body).toMatchObject({
      gptSystemId: agent,
      limits: [aDay(7)],
    })
    const entry = await newestEntry(rig.app, agent)
    expect(entry).toMatchObject({ area: 'gptSystem', changes: [{ field: 'limits' }] })
    expect((await restore(rig.app, await getEntry(rig.app, entry.auditEntryId))).status).toBe(200)
    const manager = await person(rig.app, { actions: ['GptSystemsWrite'] })
    await expect.poll(() => rig.usageOf(manager, agent)).toMatchObject({ state: 'Unlimited' })
    expect((await put(specific, await rig.limited([]), [aDay(7)])).status).toBe(403)
    expect((await put(await person(rig.app), agent, [])).status).toBe(403)
    expect((await put(specific, agent, [aDay(1), aDay(2)])).body).toMatchObject({
      errors: [{ field: 'limits.1' }],
    })
  })
})

describe('an instance limit', () => {
  test('applies to all agents combined, including owners of personal agents', async () => {
    const owner = await person(rig.app)
    const [one, other] = [await rig.limited([owner], []), await rig.limited([owner], [])]
    await sql`update gpt_system set gpt_system_type = 'User', owner_user_id = ${owner.userId}::uuid
      where id = ${other}::uuid`.execute(rig.app.platform.database.db)
    await limitInstance([aDay(2)])
    expect(await askings(owner, one, 1)).toEqual(['answered'])
    expect(await askings(owner, other, 2)).toEqual(['answered', 'usage.instanceLimit'])
    await expect.poll(() => rig.usageOf(owner, one)).toMatchObject({ whose: 'Instance', state: 'Used' })
    expect(await askings(await person(rig.app, { actions: ['GptSystemsWrite'] }), one, 1)).toEqual([
      'answered',
    ])
  })

  test('a refused question leaves nothing behind, and a retry with its key gets the same answer', async () => {
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [])
    await limitInstance([aDay(1, 'Pool')])
    rig.answering()
    const request = {
      token: someone.token,
      body: { question: 'A question' },
      headers: { 'idempotency-key': 'the-same-question' },
    }
    const path = `/api/internal/userConversations/byGptSystemId/${agent}`
    const first = await openStream(rig.app, path, request)
    await first.ended
    expect(await rig.ask(someone, agent)).toBe('usage.instanceLimit')
    const again = await openStream(rig.app, path, request)
    await again.ended
    expect(again.events[0]?.data).toEqual(first.events[0]?.data)
    const { body } = await call<{ items: unknown[] }>(rig.app, '/api/internal/userConversations', {
      token: someone.token,
    })
    expect(body.items).toHaveLength(1)
  })

  test('together with agent and policy limits, a hundred parallel questions are answered up to the limit and no further', async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => person(rig.app)))
    const agents = [
      await rig.limited(people, [aDay(90, 'Pool')]),
      await rig.limited(people, [aDay(90, 'Pool')]),
    ]
    await limitInstance([aDay(30, 'Pool'), { ...aDay(3), per: 'Month' }])
    for (const agent of agents) await rig.limitAgent(agent, [aDay(20, 'Pool'), aDay(2)])
    rig.answering()
    const said = await Promise.all(people.map((someone, at) => rig.ask(someone, agents[at % 2] ?? '')))
    const count = (code: string) => said.filter((one) => one === code).length
    expect(count('answered')).toBe(30)
    expect(count('usage.instanceLimit') + count('usage.agentLimit')).toBe(70)
    const pools = await sql<{ scope: string; messages: number; reserved: number }>`
      select split_part(scope, ':', 1) as scope, sum(messages)::int as messages,
        sum(reserved_messages)::int as reserved from usage_counter
      where subject = 'Pool' and per = 'Day' and scope in ('instance', ${`agent:${agents[0]}`}, ${`agent:${agents[1]}`})
      group by 1 order by 1`.execute(rig.app.platform.database.db)
    expect(pools.rows).toEqual([
      { scope: 'agent', messages: 30, reserved: 0 },
      { scope: 'instance', messages: 30, reserved: 0 },
    ])
    expect(await rig.openReservations()).toBe(0)
  })

  test('questions and answers that end in one conversation at the same time do not block each other', async () => {
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [])
    await limitInstance([aDay(1000, 'Pool'), aDay(1000), { ...aDay(1000, 'Pool'), per: 'Month' }])
    await rig.limitAgent(agent, [aDay(1000, 'Pool'), aDay(1000)])
    rig.answering()
    const { conversationId } = await ask(rig.app, someone.token, { gptSystemId: agent }, 'The first')
    const path = `/api/internal/userConversations/${conversationId}/segments`
    const statuses: number[] = []
    const line = async () => {
      for (let asked = 0; asked < 10; asked += 1) {
        const body = { question: 'Beside the first', parentSegmentId: null }
        const stream = await openStream(rig.app, path, { token: someone.token, body })
        statuses.push(stream.status)
        await stream.ended
      }
    }
    await Promise.all(Array.from({ length: 8 }, line))
    expect(statuses).toEqual(Array.from({ length: 80 }, () => 200))
    const { limits } = await rig.usageOf(someone, agent)
    expect(limits.map(({ used }) => used)).toEqual([81, 81, 81])
    expect(await rig.openReservations()).toBe(0)
  })
})
