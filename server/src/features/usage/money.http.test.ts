import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ownProcessBus } from '../../platform/database/bus.ts'
import { createRuns } from '../../platform/runs/runs.ts'
import { createSinks } from '../../platform/streaming/sinks.ts'
import { createPolicy } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { call, openStream } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { finishSegment } from '../conversations/record/finishStore.ts'
import { ask as askWhole } from '../conversations/testing/asking.ts'
import { aDay, dollars, useUsageRig } from './testing/usageRig.ts'

const rig = useUsageRig()

/** An answer with 30 input and 12 output tokens costs 0.0105 dollars: 30 × 50 + 12 × 750 micro-dollars. */
const price = { inputPerMillion: 50, outputPerMillion: 750 }
const COST = 0.0105

/** Starts an answer that hangs after its first text. */
async function hanging({ token }: TestPerson, agent: string, said: string) {
  rig.engine.play(async (writer, signal) => {
    writer.text(said)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return {}
  })
  const stream = await openStream(rig.app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
    token,
    body: { question: 'A question' },
  })
  const first = await stream.until((event) => event.event === 'conversation-and-segment-id')
  await stream.until((event) => event.event === 'response-updated')
  const ids = first.data as { conversationId: string; conversationSegmentId: string }
  return {
    stream,
    ids,
    async stop() {
      const path = `/api/internal/userConversations/${ids.conversationId}/segments/${ids.conversationSegmentId}/abort`
      await call(rig.app, path, { token, body: {} })
      await stream.ended
    },
  }
}
const used = async (someone: TestPerson, agent: string) => (await rig.usageOf(someone, agent)).limits[0]?.used
const counted = async (gptSystemId: string) => {
  const found = await sql<{ cost: number; reserved: number }>`
    select cost, reserved_cost as reserved from usage_counter c
    where c.scope in (select 'policy:' || policy_id from chat_access_policy_gpt_system
      where gpt_system_id = ${gptSystemId}::uuid)`.execute(rig.app.platform.database.db)
  return found.rows
}

describe('money limits', () => {
  test('use the counted tokens and the deployment’s price, warn, and end', async () => {
    await rig.setPrice(price)
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(0.02)])
    rig.answering()
    const { segment } = await askWhole(rig.app, someone.token, { gptSystemId: agent }, 'A question')
    expect(segment.usage).toEqual({ inputTokens: 30, outputTokens: 12, costUsd: COST })
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({
        whose: 'Policy',
        state: 'Within',
        limits: [{ kind: 'Money', amount: 0.02, used: COST }],
      })
    await expect.poll(() => counted(agent)).toEqual([{ cost: 10_500, reserved: 0 }])
    rig.answering()
    expect(await rig.ask(someone, agent)).toBe('answered')
    await expect
      .poll(() => rig.usageOf(someone, agent))
      .toMatchObject({ state: 'Used', limits: [{ used: 0.021 }] })
    expect(await rig.ask(someone, agent)).toBe('usage.limit')
    expect(await rig.openReservations()).toBe(0)
  })

  test('a fraction of a micro-dollar counts as a whole one', async () => {
    await rig.setPrice({ inputPerMillion: 0.000001, outputPerMillion: 0 })
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(1)])
    rig.answering()
    await rig.ask(someone, agent)
    await expect.poll(() => counted(agent)).toEqual([{ cost: 1, reserved: 0 }])
    await rig.setPrice({ inputPerMillion: 0, outputPerMillion: 0 })
    const free = await rig.limited([someone], [dollars(1)])
    rig.answering()
    await rig.ask(someone, free)
    await expect.poll(() => counted(free)).toEqual([{ cost: 0, reserved: 0 }])
  })

  test('an answer reserves its maximum cost; if stopped, it costs what was sent and shown', async () => {
    await rig.setPrice(price)
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(1)])
    const answer = await hanging(
      someone,
      agent,
      'Many words that were shown before somebody stopped the answer.',
    )
    // 100 tokens is the maximum output of this agent.
    await expect.poll(() => used(someone, agent)).toBeGreaterThan(0.075)
    await answer.stop()
    const [stopped] = await counted(agent)
    expect(stopped?.reserved).toBe(0)
    expect(stopped?.cost).toBeGreaterThan(15 * 750)
    expect(stopped?.cost).toBeLessThan(75_000)
  })

  test('a price change does not affect answers in progress', async () => {
    await rig.setPrice(price)
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(1)])
    let go = () => {}
    rig.engine.play(async (writer) => {
      writer.text('Ten words.')
      await new Promise<void>((resolve) => {
        go = resolve
      })
      return { usage: { inputTokens: 30, outputTokens: 12 } }
    })
    const under = askWhole(rig.app, someone.token, { gptSystemId: agent }, 'A question')
    await expect.poll(() => rig.openReservations()).toBe(1)
    await rig.setPrice({ inputPerMillion: 1, outputPerMillion: 1 })
    go()
    expect((await under).segment.usage).toMatchObject({ costUsd: COST })
    await expect.poll(() => counted(agent)).toEqual([{ cost: 10_500, reserved: 0 }])
    rig.answering()
    await rig.ask(someone, agent)
    await expect.poll(() => counted(agent)).toEqual([{ cost: 10_542, reserved: 0 }])
  })

  test('an answer whose process crashed is settled at its price, once', async () => {
    await rig.setPrice(price)
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(1)])
    const answer = await hanging(someone, agent, 'Text that is stored before the process dies.')
    const { database, log, clock } = rig.app.platform
    await expect
      .poll(
        async () =>
          (
            await sql`select from run_event e join run r on r.id = e.run_id
        where r.subject_id = ${answer.ids.conversationSegmentId}::uuid and e.event = 'response-updated'`.execute(
              database.db,
            )
          ).rows.length,
      )
      .toBeGreaterThan(0)
    await sql`update run set lease_until = now() - interval '1 minute', process = gen_random_uuid()
      where phase <> 'Ended'`.execute(database.db)
    const other = createRuns({ database, bus: ownProcessBus, log, clock, sinks: createSinks(clock) })
    other.onEnd(finishSegment)
    expect(await other.reap(false)).toBe(1)
    const [reaped] = await counted(agent)
    expect(reaped?.reserved).toBe(0)
    expect(reaped?.cost).toBeGreaterThan(10 * 750)
    await answer.stop()
    await expect.poll(() => counted(agent)).toEqual([reaped])
    await other.drain(0)
  })

  test('the cost of a title is counted too', async () => {
    await rig.setPrice(price)
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(1)])
    rig.answering()
    rig.engine.playHelper(async (_, writer) => {
      writer.text('A title')
      return { usage: { inputTokens: 100, outputTokens: 3 } }
    })
    await rig.ask(someone, agent)
    // 100 × 50 + 3 × 750 more.
    await expect.poll(() => counted(agent)).toEqual([{ cost: 10_500 + 7_250, reserved: 0 }])
    rig.engine.playHelper(() => Promise.reject(new Error('No more titles.')))
  })
})

describe('without a price', () => {
  test('only money limits are refused, as something an administrator has to set', async () => {
    await rig.setPrice(null)
    const someone = await person(rig.app)
    const agent = await rig.limited([someone], [dollars(1)])
    expect(await rig.ask(someone, agent)).toBe('usage.unpriced')
    await expect.poll(() => rig.usageOf(someone, agent)).toMatchObject({ state: 'Unpriced' })
    const generous = await rig.limited([someone], [dollars(1)], [aDay(1)])
    rig.answering()
    const { segment } = await askWhole(rig.app, someone.token, { gptSystemId: generous }, 'A question')
    expect(segment.usage).toEqual({ inputTokens: 30, outputTokens: 12 })
    expect(await rig.ask(someone, generous)).toBe('usage.limit')
    await rig.setPrice(price)
    rig.answering()
    expect(await rig.ask(someone, agent)).toBe('answered')
  })

  test('the built-in engine answers at no cost', async () => {
    await rig.setPrice(null)
    const someone = await person(rig.app)

    const agent = await publishAgent(rig.app, `Built in ${randomUUID()}`, { languageEngine: 'BuiltIn' })
    const subjects = [{ kind: 'User', id: someone.userId }]
    await createPolicy(rig.app, { subjects, gptSystems: [agent], limits: [dollars(0.01)] })
    expect(await rig.ask(someone, agent)).toBe('answered')
    await expect.poll(() => counted(agent)).toEqual([{ cost: 0, reserved: 0 }])
  })
})

test('an amount of money has two decimals, a price has six', async () => {
  const subjects = [{ kind: 'EveryoneSignedIn' }]
  const created = await createPolicy(rig.app, { subjects, limits: [dollars(0.015)] })
  expect(created.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'limits.0.amount' }] })
  const token = await rig.app.token('admin')
  const path = '/api/internal/instanceSettings/deployments/scripted'
  for (const inputPerMillion of [-1, 1_000_001, 0.0000001]) {
    const refused = await call(rig.app, path, {
      token,
      method: 'PUT',
      body: {
        languageEngine: 'OpenAICompatible',
        approved: true,
        purposes: ['Chat'],
        price: { inputPerMillion, outputPerMillion: 1 },
      },
      headers: { 'if-match': '"0"' },
    })
    expect(refused.body).toMatchObject({ errors: [{ field: 'price.inputPerMillion' }] })
  }
})
