import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownAgent, publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { newestEntry } from '../../testing/auditLog.ts'
import { call, ifMatch } from '../../testing/client.ts'
import { publicLibrary } from '../../testing/libraries.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { askAsVisitor, publishPage, visit } from '../../testing/visitors.ts'
import { ask, base } from '../conversations/testing/asking.ts'

interface Listed {
  unansweredQuestionId: string
  question: string
  gptSystemId: string
  agentName: string
  questions: number | string
  people: number | string
  state: string
  decidedAt: string | null
  version: number
}

const path = '/api/internal/analytics/unansweredQuestions'
let app: TestApplication
let admin: string
let library: string
let agent: string
let people: TestPerson[]

beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  library = await publicLibrary(app, 'lights.txt', 'The lighthouse of Vela is 41 metres tall.')
  agent = await publishAgent(app, 'Welcome Desk', {}, [library])
  people = []
  for (let at = 0; at < 6; at += 1) people.push(await person(app))
})
afterAll(() => app?.remove())

async function list(state = 'Open', more = ''): Promise<Listed[]> {
  const { status, body } = await call<{ items: Listed[]; total: number }>(
    app,
    `${path}?reportingPeriod=Today&state=${state}${more}`,
    { token: admin },
  )
  expect(status).toBe(200)
  expect(body.total).toBe(body.items.length)
  return body.items
}
const find = async (word: string, state = 'Open') =>
  (await list(state)).find(({ question }) => question.includes(word))

/** Groups what was asked, and waits until all has been compared. */
async function grouped(): Promise<void> {
  await app.platform.jobs.send('unansweredQuestions.group', {})
  const waiting = async () =>
    (
      await sql`select from asked_question where is_unanswered and not compared`.execute(
        app.platform.database.db,
      )
    ).rows.length
  await expect.poll(waiting).toBe(0)
}

const asks = (who: TestPerson, question: string, gptSystemId = agent) =>
  ask(app, who.token, { gptSystemId }, question)

const change = (listed: Listed, name: string, body: object = {}) =>
  call<Listed & { code?: string; current?: Listed }>(app, `${path}/${listed.unansweredQuestionId}/${name}`, {
    token: admin,
    body,
    headers: ifMatch(listed.version),
  })

describe('an unanswered question', { shuffle: false }, () => {
  test('is listed once three people asked it in similar words, and counted once five did', async () => {
    await asks(people[0]!, 'Where can badgers park a bicycle?')
    await asks(people[0]!, 'Where can badgers park their bicycle?')
    await asks(people[1]!, 'where do badgers park bicycles')
    await asks(people[5]!, 'How tall is the lighthouse of Vela?')
    await grouped()
    expect(await list()).toEqual([])
    await asks(people[2]!, 'Can badgers park bicycles here?')
    await grouped()
    expect(await list()).toMatchObject([
      {
        ...{ gptSystemId: agent, agentName: 'Welcome Desk', state: 'Open', decidedAt: null, version: 1 },
        ...{ questions: 'FewerThan5', people: 'FewerThan5' },
      },
    ])
    await asks(people[3]!, 'Where can badgers park a bicycle?')
    await asks(people[4]!, 'Where can badgers park a bicycle?')
    await grouped()
    expect(await list('Open', `&gptSystemId=${agent}`)).toMatchObject([
      { question: 'Where can badgers park a bicycle?', questions: 6, people: 5 },
    ])
    const other = await publishAgent(app, 'Another', {}, [library])
    expect(await list('Open', `&gptSystemId=${other}`)).toEqual([])
  })

  test('is shown without personal data', async () => {
    for (const who of people.slice(0, 3))
      await asks(who, 'Which wombat received the parcel of ada.moreau@parlance.example?')
    await grouped()
    expect((await find('wombat'))?.question).toBe('Which wombat received the parcel of [email]?')
  })

  test('of visitors counts, and one of a test, a temporary chat or a personal agent doesn’t', async () => {
    const page = await publishPage(app, agent)
    const question = 'Which newts collect foreign postage stamps?'
    for (let at = 0; at < 2; at += 1) await askAsVisitor(app, await visit(app, page), question)
    await askAsVisitor(app, await visit(app, page, admin), question)
    await ask(app, people[1]!.token, { gptSystemId: agent }, question, { temporary: true })
    const { configStateId, gptSystemId } = await ownAgent(app)
    const anna = await app.token('anna')
    await call(app, `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`, {
      token: anna,
      body: {},
    })
    await ask(app, anna, { gptSystemId }, question)
    await grouped()
    expect(await find('newts')).toBeUndefined()
    await askAsVisitor(app, await visit(app, page), question)
    await grouped()
    expect(await find('newts')).toMatchObject({ question })
  })

  test('goes with the chats in which it was asked', async () => {
    const asked = []
    for (const who of people.slice(0, 3)) asked.push(await asks(who, 'Do otters knit woollen scarves?'))
    await grouped()
    expect(await find('otters')).toBeDefined()
    await call(app, `${base}/${asked[0]!.conversationId}`, { token: people[0]!.token, method: 'DELETE' })
    expect(await find('otters')).toBeUndefined()
  })

  test('can be dismissed with those that follow, and reopened', async () => {
    const listed = (await find('newts'))!
    const dismissed = await change(listed, 'dismiss')
    expect(dismissed.body).toMatchObject({ state: 'Dismissed', version: 2, decidedAt: expect.any(String) })
    await asks(people[3]!, 'Which newts collect foreign postage stamps?')
    await grouped()
    expect(await find('newts')).toBeUndefined()
    expect(await find('newts', 'Dismissed')).toMatchObject({ version: 2 })
    expect(await newestEntry(app, listed.unansweredQuestionId)).toMatchObject({
      ...{ area: 'unansweredQuestion', verb: 'dismiss', entityName: 'Welcome Desk' },
    })
    const stale = await change(listed, 'reopen')
    expect([stale.status, stale.body.code]).toEqual([412, 'request.stale'])
    expect((await change({ ...listed, version: 2 }, 'reopen')).body).toMatchObject({
      state: 'Open',
      decidedAt: null,
    })
    expect(await find('newts')).toBeDefined()
  })

  test('is sent to those who can add files to the agent’s libraries', async () => {
    const keeper = await person(app, {
      specific: [{ action: 'DataSourcesWriteSpecific', entityId: library }],
    })
    const reader = await person(app, { actions: ['DataSourcesRead'] })
    const requested = await change((await find('badgers'))!, 'request', {
      note: 'The parking rules, please.',
    })
    expect(requested.body).toMatchObject({ state: 'Requested' })
    const notices = async ({ token }: { token: string }) =>
      (
        await call<{ items: { kind: string; params: object; path: string }[] }>(
          app,
          '/api/internal/currentUser/notifications',
          { token },
        )
      ).body.items
    expect(await notices(keeper)).toMatchObject([
      {
        kind: 'DocumentRequested',
        params: {
          ...{ agentName: 'Welcome Desk', question: 'Where can badgers park a bicycle?' },
          note: 'The parking rules, please.',
        },
        path: `/admin/datasource/${library}/edit`,
      },
    ])
    expect(await notices(reader)).toEqual([])
    expect(await notices({ token: admin })).toContainEqual(
      expect.objectContaining({ kind: 'DocumentRequested' }),
    )
    await change((await find('badgers', 'Requested'))!, 'reopen')
    expect(await notices(keeper)).toEqual([])
  })

  test('needs an analytics permission, and one to change it', async () => {
    const reader = await person(app, { actions: ['AnalyticsRead'] })
    const listed = (await find('badgers'))!
    const changed = await call(app, `${path}/${listed.unansweredQuestionId}/dismiss`, {
      token: reader.token,
      body: {},
      headers: ifMatch(listed.version),
    })
    expect(changed.status).toBe(403)
    const read = await call(app, `${path}?reportingPeriod=Today`, { token: people[0]!.token })
    expect(read.status).toBe(403)
  })
})
