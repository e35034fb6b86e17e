import { randomUUID } from 'node:crypto'
import type { budgets } from '@parlance/contract/budgets'
import type { Answer } from '@parlance/contract/endpoint'
import type { notifications } from '@parlance/contract/notifications'
import { sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createPolicy } from '../../testing/access.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { getEntry, newestEntry, restore } from '../../testing/auditLog.ts'
import { createBrand } from '../../testing/brands.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { publishPage, visit } from '../../testing/visitors.ts'
import { DEPLOYMENT, useUsageRig } from '../usage/testing/usageRig.ts'
import { readBudgets } from './index.ts'
import { takeReached } from './store.ts'

type Budget = Answer<typeof budgets.createBudget>
type Subject = Budget['subject']
type Notification = Answer<typeof notifications.listNotifications>['items'][number]

const rig = useUsageRig()
const path = '/api/internal/budgets'
const db = () => rig.app.platform.database.db

/** An answer with 30 input and 12 output tokens costs 0.105 dollars: 30 × 500 + 12 × 7,500 micro-dollars. */
const price = { inputPerMillion: 500, outputPerMillion: 7500 }
const COST = 0.105

afterEach(async () => {
  for (const { budgetId } of await list()) await as('admin', `${path}/${budgetId}`, { method: 'DELETE' })
})

async function as<T>(userName: string, of: string, options: CallOptions = {}): Promise<T> {
  const answered = await call<T>(rig.app, of, { token: await rig.app.token(userName), ...options })
  expect(answered.status, `${of} ${JSON.stringify(answered.body)}`).toBeLessThan(300)
  return answered.body
}
const list = async () => (await as<{ items: Budget[] }>('admin', path)).items
const create = (subject: Subject, amountUsd: number) =>
  as<Budget>('admin', path, { body: { subject, amountUsd } })
const change = ({ budgetId, version }: Budget, amountUsd: number) =>
  as<Budget>('admin', `${path}/${budgetId}`, {
    method: 'PUT',
    body: { amountUsd },
    headers: ifMatch(version),
  })
const found = async ({ budgetId }: Budget) => (await list()).find((one) => one.budgetId === budgetId)
const used = async (budget: Budget) => (await found(budget))?.usedUsd
const ofAgent = (gptSystemId: string): Subject => ({ kind: 'Agent', gptSystemId })
const ofGroup = (groupId: string): Subject => ({ kind: 'Group', groupId })
const ofBrand = (brandKey: string): Subject => ({ kind: 'Brand', brandKey })

/** What administrators were last notified of. */
async function toldOf({ budgetId }: Budget) {
  const told = await sql<{
    percent: number | null
    isThisMonth: boolean | null
  }>`select told_percent as percent,
    told_month = date_trunc('month', now() at time zone 'UTC')::date as "isThisMonth"
    from budget where id = ${budgetId}::uuid`.execute(db())
  return told.rows[0]
}

async function ask(someone: TestPerson, agent: string): Promise<string> {
  rig.answering()
  return rig.ask(someone, agent)
}

/** An agent that answers, and a user of it with these groups. */
async function asker(groups: string[] = []) {
  await rig.setPrice(price)
  const someone = await person(rig.app, { groups })
  return { someone, agent: await rig.limited([someone], []) }
}

/** Assigns an agent to a brand, as its page does. */
async function setBrand(gptSystemId: string, brandKey: string): Promise<void> {
  await sql`update gpt_system set brand_key = ${brandKey} where id = ${gptSystemId}::uuid`.execute(db())
}

describe('budgets', () => {
  test('are created, changed, and deleted, and each change is recorded and can be restored', async () => {
    const { agent } = await asker()
    const created = await create(ofAgent(agent), 12.5)
    expect(created).toEqual({
      budgetId: expect.any(String),
      subject: ofAgent(agent),
      name: expect.stringMatching(/^Limited /),
      isDeleted: false,
      amountUsd: 12.5,
      usedUsd: 0,
      percent: 0,
      state: 'Within',
      countedSince: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const changed = await change(created, 20)
    expect(changed).toMatchObject({ amountUsd: 20, version: 2 })
    const update = await newestEntry(rig.app, created.budgetId)
    expect(update).toMatchObject({
      area: 'budget',
      changes: [{ field: 'amountUsd', before: 12.5, after: 20 }],
    })
    const stale = await call<{ code: string; current: Budget }>(rig.app, `${path}/${created.budgetId}`, {
      token: await rig.app.token('admin'),
      method: 'PUT',
      body: { amountUsd: 30 },
      headers: ifMatch(1),
    })
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'request.stale', current: { amountUsd: 20, version: 2 } },
    })
    expect((await restore(rig.app, await getEntry(rig.app, update.auditEntryId))).status).toBe(200)
    expect(await list()).toMatchObject([{ amountUsd: 12.5 }])
    await as('admin', `${path}/${created.budgetId}`, { method: 'DELETE' })
    expect(await list()).toEqual([])
    const removal = await newestEntry(rig.app, created.budgetId)
    expect((await restore(rig.app, await getEntry(rig.app, removal.auditEntryId))).status).toBe(200)
    expect(await list()).toMatchObject([
      { budgetId: created.budgetId, subject: ofAgent(agent), amountUsd: 12.5 },
    ])
  })

  test('have one subject each, which must exist', async () => {
    const { agent } = await asker()
    const refused = async (subject: Subject, amountUsd = 5) => {
      const token = await rig.app.token('admin')
      const answer = await call<{ code: string; errors?: { field: string }[] }>(rig.app, path, {
        token,
        body: { subject, amountUsd },
      })
      return [answer.status, answer.body.code, ...(answer.body.errors ?? []).map(({ field }) => field)]
    }
    await create(ofAgent(agent), 5)
    expect(await refused(ofAgent(agent))).toEqual([409, 'budget.exists'])
    expect(await refused(ofAgent(randomUUID()))).toEqual([400, 'request.invalid', 'subject'])
    expect(await refused(ofBrand('nowhere'))).toEqual([400, 'request.invalid', 'subject'])
    expect(await refused(ofGroup(randomUUID()), 0.001)).toEqual([400, 'request.invalid', 'amountUsd'])
    expect(await refused(ofGroup(randomUUID()), 0)).toEqual([400, 'request.invalid', 'amountUsd'])
    await sql`update gpt_system set gpt_system_type = 'User', owner_user_id = (select id from app_user limit 1)
      where id = ${(await asker()).agent}::uuid`.execute(db())
    const personal = await sql<{ id: string }>`select id from gpt_system where gpt_system_type = 'User'
      limit 1`.execute(db())
    expect(await refused(ofAgent(personal.rows[0]?.id ?? ''))).toEqual([400, 'request.invalid', 'subject'])
  })

  test('of the same subject are created once, also at the same time', async () => {
    const subject = ofGroup(randomUUID())
    const token = await rig.app.token('admin')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(rig.app, path, { token, body: { subject, amountUsd: 5 } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('can be listed with the permission for settings alone, also while their page is turned off', async () => {
    await create(ofGroup(randomUUID()), 5)
    const [analyst, reader, other] = await Promise.all([
      person(rig.app, { actions: ['AnalyticsRead'] }),
      person(rig.app, { actions: ['InstanceSettingsRead'] }),
      person(rig.app, { actions: ['UserRead'] }),
    ])
    const flag = '/api/internal/featureFlags/ShowInstanceSettingsPage'
    await as('admin', flag, { method: 'PUT', body: { enabled: false } })
    const status = async ({ token }: { token: string }, body?: object) =>
      (await call(rig.app, path, { token, ...(body ? { body } : {}) })).status
    expect(await Promise.all([analyst, reader, other].map((one) => status(one)))).toEqual([403, 200, 403])
    const budget = { subject: ofGroup(randomUUID()), amountUsd: 5 }
    expect(await status({ token: await rig.app.token('admin') }, budget)).toBe(403)
    await as('admin', flag, { method: 'PUT', body: { enabled: true } })
    expect(await status(reader, budget)).toBe(403)
  })

  test('of a deleted agent or brand are shown as such, and can be deleted', async () => {
    const { agent } = await asker()
    const { brandKey } = (await createBrand(rig.app)).body
    const [one, other] = [await create(ofAgent(agent), 5), await create(ofBrand(brandKey), 5)]
    const management = `/api/internal/gptSystems/system/management/${agent}`
    await as('admin', management, { method: 'DELETE', body: {} })
    await as('admin', `/api/internal/brands/${brandKey}`, { method: 'DELETE', body: {} })
    expect(await found(one)).toMatchObject({ isDeleted: true, name: null, amountUsd: 5 })
    expect(await found(other)).toMatchObject({ isDeleted: true, name: null, amountUsd: 5 })
    await as('admin', `${path}/${one.budgetId}`, { method: 'DELETE' })
    expect(await found(one)).toBeUndefined()
  })
})

describe('a budget', () => {
  test('warns, refuses without amounts, and lets people go on when it is raised', async () => {
    const group = randomUUID()
    const { someone, agent } = await asker([group])
    const budget = await create(ofGroup(group), 0.2)
    expect(await ask(someone, agent)).toBe('answered')
    await expect.poll(() => used(budget)).toBe(COST)
    expect(await rig.usageOf(someone, agent)).toMatchObject({ whose: 'Budget', state: 'Within' })
    const raised = await change(budget, 0.1)
    expect(raised).toMatchObject({ state: 'Used', percent: 105 })
    expect(await rig.usageOf(someone, agent)).toEqual({
      whose: 'Budget',
      policy: null,
      limits: [],
      budgetResetsAt: expect.stringMatching(/-01T00:00:00.000Z$/),
      state: 'Used',
    })
    const refused = await openStream(rig.app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
      token: someone.token,
      body: { question: 'A question' },
    })
    await refused.ended
    expect([refused.status, refused.raw()]).toEqual([429, expect.stringContaining('"usage.budget"')])
    expect(refused.raw()).not.toMatch(/0\.1|USD|errors":\[\{/)
    const again = await change(raised, 0.13)
    expect(again).toMatchObject({ state: 'NearEnd', percent: 80 })
    expect(await rig.usageOf(someone, agent)).toMatchObject({ whose: 'Budget', state: 'NearEnd' })
    expect(await ask(someone, agent)).toBe('answered')
    expect(await rig.openReservations()).toBe(0)
  })

  test('applies whatever policies allow, also to managers and owners', async () => {
    const { someone, agent } = await asker()
    await create(ofAgent(agent), 0.1)
    const manager = await person(rig.app, { actions: ['GptSystemsWrite'] })
    expect(await ask(manager, agent)).toBe('answered')
    await expect.poll(() => ask(someone, agent)).toBe('usage.budget')
    expect(await ask(manager, agent)).toBe('usage.budget')
  })

  test('of every group of a person must have room', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const { someone, agent } = await asker([one, other])
    const colleague = await person(rig.app, { groups: [one] })
    await createPolicy(rig.app, {
      subjects: [{ kind: 'User', id: colleague.userId }],
      gptSystems: [agent],
    })
    const [large, small] = [await create(ofGroup(one), 10), await create(ofGroup(other), 0.1)]
    expect(await ask(someone, agent)).toBe('answered')
    await expect.poll(async () => [await used(large), await used(small)]).toEqual([COST, COST])
    expect(await ask(someone, agent)).toBe('usage.budget')
    expect(await ask(colleague, agent)).toBe('answered')
    await expect.poll(async () => [await used(large), await used(small)]).toEqual([2 * COST, COST])
  })

  test('of a group does not apply while memberships are unknown or older than a day', async () => {
    const group = randomUUID()
    const { agent } = await asker()
    const budget = await create(ofGroup(group), 0.1)
    const old = await person(rig.app, { groups: [group], groupsHoursAgo: 25, actions: ['GptSystemsWrite'] })
    const unknown = await person(rig.app, { groups: null, actions: ['GptSystemsWrite'] })
    for (const someone of [old, unknown]) expect(await ask(someone, agent)).toBe('answered')
    expect(await used(budget)).toBe(0)
  })

  test('is exceeded by one of many questions at the same time, and not by others', async () => {
    const { agent } = await asker()
    const people = await Promise.all(
      Array.from({ length: 12 }, () => person(rig.app, { actions: ['GptSystemsWrite'] })),
    )
    // Each question reserves more than this, so only one has room.
    const budget = await create(ofAgent(agent), 0.5)
    rig.answering()
    const said = await Promise.all(people.map((someone) => rig.ask(someone, agent)))
    const answered = said.filter((one) => one === 'answered').length
    expect(new Set(said)).toEqual(new Set(['answered', 'usage.budget']))
    await expect.poll(() => used(budget)).toBeCloseTo(answered * COST, 6)
    expect(answered * COST).toBeLessThanOrEqual(0.5 + COST)
    expect(await rig.openReservations()).toBe(0)
  })

  test('of an agent starts with what the agent used before in this month', async () => {
    const { someone, agent } = await asker()
    for (let times = 0; times < 2; times += 1) expect(await ask(someone, agent)).toBe('answered')
    const spent = async () =>
      (
        await sql<{ cost: number }>`select coalesce(sum(cost), 0)::float8 as cost from model_usage
          where gpt_system_id = ${agent}::uuid`.execute(db())
      ).rows[0]?.cost
    // The titles cost something too.
    await expect.poll(spent).toBeGreaterThanOrEqual(2 * COST * 1_000_000)
    await sql`insert into model_usage select day - 40, gpt_system_id, language_engine, deployment_name, purpose, calls,
      input_tokens, output_tokens, cost from model_usage where gpt_system_id = ${agent}::uuid`.execute(db())
    const budget = await create(ofAgent(agent), 0.2)
    expect(budget.usedUsd).toBeGreaterThanOrEqual(2 * COST)
    expect(budget.usedUsd).toBeLessThan(4 * COST)
    expect(budget).toMatchObject({ state: 'Used', countedSince: null })
    expect(await ask(someone, agent)).toBe('usage.budget')
  })

  test('of a group counts from its creation, and says so', async () => {
    const group = randomUUID()
    const { someone, agent } = await asker([group])
    expect(await ask(someone, agent)).toBe('answered')
    const budget = await create(ofGroup(group), 1)
    expect(budget).toMatchObject({ usedUsd: 0, countedSince: expect.any(String) })
    await sql`update budget set counted_since = counted_since - interval '32 days'
      where id = ${budget.budgetId}::uuid`.execute(db())
    expect(await found(budget)).toMatchObject({ countedSince: null })
  })

  test('starts again in the next month', async () => {
    const { someone, agent } = await asker()
    const budget = await create(ofAgent(agent), 0.1)
    expect(await ask(someone, agent)).toBe('answered')
    await expect.poll(() => ask(someone, agent)).toBe('usage.budget')
    await sql`update usage_counter set period_start = (period_start - interval '1 month')::date
      where scope = ${`budget:${budget.budgetId}`}`.execute(db())
    expect(await found(budget)).toMatchObject({ usedUsd: 0, state: 'Within' })
    expect(await ask(someone, agent)).toBe('answered')
  })

  test('needs a price, so that nothing is left out', async () => {
    const { someone, agent } = await asker()
    await create(ofAgent(agent), 1)
    await rig.setPrice(null)
    expect(await rig.usageOf(someone, agent)).toMatchObject({ whose: 'Budget', state: 'Unpriced' })
    expect(await ask(someone, agent)).toBe('usage.unpriced')
    await rig.setPrice(price)
    expect(await ask(someone, agent)).toBe('answered')
  })

  test('counts test chats', async () => {
    const { agent } = await asker()
    const state = await sql<{ id: string }>`select published_state_id as id from gpt_system
      where id = ${agent}::uuid`.execute(db())
    const group = randomUUID()
    const manager = await person(rig.app, { actions: ['GptSystemsWrite'], groups: [group] })
    const budgets = [await create(ofAgent(agent), 5), await create(ofGroup(group), 0.1)]
    const test = async () => {
      rig.answering()
      const stream = await openStream(
        rig.app,
        `/api/internal/gptSystems/configurationStates/${state.rows[0]?.id}/conversations`,
        { token: manager.token, body: { question: 'A test' } },
      )
      await stream.ended
      return stream.status === 200 ? 'answered' : (JSON.parse(stream.raw()) as { code: string }).code
    }
    expect(await test()).toBe('answered')
    await expect.poll(async () => Promise.all(budgets.map(used))).toEqual([COST, COST])
    expect(await test()).toBe('usage.budget')
  })
})

describe('with two processes', () => {
  test('a budget set in one applies in the other from the next question, and one of them reports it', async () => {
    const { someone, agent } = await asker()
    const other = await startTestApplication({
      databaseUrl: rig.app.databaseUrl,
      dataDir: rig.app.dataDir,
      engines: { OpenAICompatible: rig.engine },
      environment: { COMPATIBLE_DEPLOYMENTS: DEPLOYMENT },
    })
    onTestFinished(() => other.stop())
    const askOther = async () => {
      rig.answering()
      const conversations = `/api/internal/userConversations/byGptSystemId/${agent}`
      const { token } = someone
      const stream = await openStream(other, conversations, { token, body: { question: 'A question' } })
      await stream.ended
      return stream.status === 200 ? 'answered' : (JSON.parse(stream.raw()) as { code: string }).code
    }
    expect(await askOther()).toBe('answered')
    const budget = await create(ofAgent(agent), 0.1)
    expect(budget.state).toBe('Used')
    expect(await askOther()).toBe('usage.budget')
    const raised = await change(budget, 5)
    expect(await askOther()).toBe('answered')
    await expect.poll(() => rig.openReservations()).toBe(0)
    await change(raised, 0.1)
    const take = ({ platform }: TestApplication) => platform.database.transaction((tx) => takeReached(tx, 10))
    const taken = await Promise.all([rig.app, other, rig.app, other].map(take))
    // The job can be faster than all of them.
    expect(taken.flat().length).toBeLessThanOrEqual(1)
    expect(await toldOf(budget)).toEqual({ percent: 100, isThisMonth: true })
  })
})

describe('the budget of a brand', () => {
  test('counts the questions to its agents; those to agents without a brand count toward the default brand', async () => {
    const { someone, agent } = await asker()
    const plain = await rig.limited([someone], [])
    const { brandKey } = (await createBrand(rig.app)).body
    await setBrand(agent, brandKey)
    for (const one of [agent, plain]) expect(await ask(someone, one)).toBe('answered')
    const [own, other] = [await create(ofBrand(brandKey), 50), await create(ofBrand('default'), 50)]
    expect(own.usedUsd).toBeGreaterThanOrEqual(COST)
    expect(other.usedUsd).toBeGreaterThanOrEqual(COST)
    const before = await Promise.all([own, other].map(used))
    expect(await ask(someone, agent)).toBe('answered')
    await expect.poll(async () => (await used(own))! - before[0]!).toBeCloseTo(COST, 6)
    expect(await used(other)).toBe(before[1])
    expect(await ask(someone, plain)).toBe('answered')
    await expect.poll(async () => (await used(other))! - before[1]!).toBeCloseTo(COST, 6)
  })

  test('of a public page counts its visitors, who aren’t told of budgets', async () => {
    const { agent } = await asker()
    const [ofPage, own] = [(await createBrand(rig.app)).body, (await createBrand(rig.app)).body]
    await setBrand(agent, own.brandKey)
    const [page, brand] = [
      await create(ofBrand(ofPage.brandKey), 0.1),
      await create(ofBrand(own.brandKey), 5),
    ]
    const visitor = await visit(rig.app, await publishPage(rig.app, agent, { brandKey: ofPage.brandKey }))
    const askAsVisitor = async () => {
      rig.answering()
      const stream = await openStream(
        rig.app,
        `/api/internal/publicConversations/byGptPublicEndpoint/${visitor.page}`,
        { token: visitor.token, body: { question: 'A question' } },
      )
      await stream.ended
      return stream.status === 200 ? 'answered' : stream.raw()
    }
    expect(await askAsVisitor()).toBe('answered')
    await expect.poll(() => used(page)).toBe(COST)
    expect(await used(brand)).toBe(0)
    const refused = await askAsVisitor()
    expect(JSON.parse(refused)).toMatchObject({ code: 'publicChat.budget' })
    expect(refused).not.toMatch(/usage\.|0\.1/)
  })

  test('of a public page counts its tester as a user, with their groups', async () => {
    const group = randomUUID()
    const { someone, agent } = await asker([group])
    const { brandKey } = (await createBrand(rig.app)).body
    const [brand, members] = [await create(ofBrand(brandKey), 5), await create(ofGroup(group), 0.1)]
    const page = await publishPage(rig.app, agent, { brandKey })
    await sql`insert into user_role_assignment (id, user_role_id, user_id)
      select gen_random_uuid(), id, ${someone.userId}::uuid from user_role where name = 'Administrator'`.execute(
      db(),
    )
    const tester = await visit(rig.app, page, someone.token)
    const test = async () => {
      rig.answering()
      const stream = await openStream(
        rig.app,
        `/api/internal/publicConversations/byGptPublicEndpoint/${page}`,
        {
          token: tester.token,
          body: { question: 'A question' },
        },
      )
      await stream.ended
      return stream.status === 200 ? 'answered' : (JSON.parse(stream.raw()) as { code: string }).code
    }
    expect(await test()).toBe('answered')
    await expect.poll(async () => Promise.all([brand, members].map(used))).toEqual([COST, COST])
    expect(await test()).toBe('usage.budget')
  })
})

describe('notifications', () => {
  const own = async ({ token }: { token: string }) => {
    const answer = await call<{ items: Notification[] }>(rig.app, '/api/internal/currentUser/notifications', {
      token,
    })
    return answer.body.items.filter(({ kind }) => kind === 'BudgetUsed')
  }
  const check = () => rig.app.platform.jobs.send('budgets.warn', {})
  /** Sets what was used, as answers do. */
  const spend = ({ budgetId }: Budget, dollars: number) =>
    sql`update usage_counter set cost = ${Math.round(dollars * 1_000_000)} where scope = ${`budget:${budgetId}`}`.execute(
      db(),
    )

  test('are sent to administrators once for each threshold, and again for a higher amount', async () => {
    const administrator = await person(rig.app, { actions: ['InstanceSettingsWrite'] })
    const [reader, disabled] = await Promise.all([
      person(rig.app, { actions: ['InstanceSettingsRead'] }),
      person(rig.app, { actions: ['InstanceSettingsWrite'], disabled: true }),
    ])
    const budget = await create(ofGroup('engineering'), 10)
    await spend(budget, 7.99)
    await check()
    await spend(budget, 8)
    await check()
    await expect.poll(() => own(administrator)).toHaveLength(1)
    // What is reserved for answers in progress isn’t reported.
    const reserve = (dollars: number) =>
      sql`update usage_counter set reserved_cost = ${dollars * 1_000_000}
        where scope = ${`budget:${budget.budgetId}`}`.execute(db())
    await reserve(5)
    expect(await found(budget)).toMatchObject({ usedUsd: 13, state: 'Used' })
    expect(await takeReached(db(), 10)).toEqual([])
    await reserve(0)
    const [near] = await own(administrator)
    expect(near).toMatchObject({
      params: { subject: 'Group', name: '', state: 'NearEnd' },
      path: '/admin/instanceSettings?tab=budgets',
    })
    await check()
    await spend(budget, 11)
    await check()
    await expect.poll(() => own(administrator)).toMatchObject([{ params: { state: 'Used' } }])
    expect(await own(reader)).toEqual([])
    const told = await sql`select from notification n where n.user_id = ${disabled.userId}::uuid`.execute(
      db(),
    )
    expect(told.rows).toEqual([])
    await change((await found(budget))!, 13)
    expect(await own(administrator)).toEqual([])
    expect(await takeReached(db(), 10)).toEqual([])
    await spend(budget, 14)
    await check()
    await expect.poll(() => own(administrator)).toMatchObject([{ params: { state: 'Used' } }])
    await as('admin', `${path}/${budget.budgetId}`, { method: 'DELETE' })
    expect(await own(administrator)).toEqual([])
  })

  test('are taken by one of several processes, and again in the next month', async () => {
    const budget = await create(ofGroup(randomUUID()), 10)
    await spend(budget, 9)
    const take = () => rig.app.platform.database.transaction((tx) => takeReached(tx, 10))
    const taken = await Promise.all(Array.from({ length: 6 }, take))
    // The job can be faster than all of them.
    expect(taken.flat().length).toBeLessThanOrEqual(1)
    expect(await toldOf(budget)).toEqual({ percent: 80, isThisMonth: true })
    expect(await take()).toEqual([])
    await sql`update budget set told_month = (told_month - interval '1 month')::date`.execute(db())
    await take()
    expect(await toldOf(budget)).toEqual({ percent: 80, isThisMonth: true })
  })

  test('come soon after a budget has refused a question, to administrators by a group, too', async () => {
    const [group, admins] = [randomUUID(), randomUUID()]
    const { someone, agent } = await asker([group])
    const administrator = await person(rig.app, { groups: [admins] })
    await sql`insert into user_role_assignment (id, user_role_id, group_id)
      select gen_random_uuid(), id, ${admins} from user_role where name = 'Administrator'`.execute(db())
    await create(ofGroup(group), 0.1)
    expect(await ask(someone, agent)).toBe('answered')
    await expect.poll(() => ask(someone, agent)).toBe('usage.budget')
    await expect.poll(() => own(administrator)).toMatchObject([{ params: { state: 'Used' } }])
  })
})

test('reports list all budgets, the most used first', async () => {
  const { someone, agent } = await asker()
  await create(ofGroup('engineering'), 5)
  await create(ofAgent(agent), 0.1)
  expect(await ask(someone, agent)).toBe('answered')
  await expect.poll(async () => (await readBudgets(db()))[0]?.usedUsd).toBe(COST)
  expect(await readBudgets(db())).toEqual([
    {
      kind: 'Agent',
      id: agent,
      name: expect.stringMatching(/^Limited /),
      amountUsd: 0.1,
      usedUsd: COST,
      state: 'Used',
    },
    { kind: 'Group', id: 'engineering', name: null, amountUsd: 5, usedUsd: 0, state: 'Within' },
  ])
})
