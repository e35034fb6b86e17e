import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '@parlance/contract/endpoint'
import type { injectionTests } from '@parlance/contract/injectionTests'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import { newAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, World } from '../../../testing/case.ts'
import { call, ifMatch, openStream } from '../../../testing/client.ts'
import { newLibrary } from '../../../testing/libraries.ts'

type Test = Answer<typeof performanceTests.createPerformanceTest>
type TestCase = Answer<typeof performanceTests.createCase>
type Run = Answer<typeof performanceTests.startRun>
type InjectionRun = Answer<typeof injectionTests.startInjectionRun>
type In = Pick<World, 'app' | 'gptSystemId'>

const readers = ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'] as const
const makers = ['AnalyticsCreate', 'AnalyticsWrite'] as const
const path = '/api/internal/performanceTests'
const question = 'Where is the key?'

async function post<T>(app: TestApplication, at: string, body: object): Promise<T> {
  const token = await app.token('admin')
  const created = await call<T>(app, at, { token, method: 'POST', body })
  if (created.status !== 200)
    throw new Error(`${at} answered ${created.status} ${JSON.stringify(created.body)}.`)
  return created.body
}

/** One test of the agent serves all calls that leave it, because an agent can have only so many. */
const known = new WeakMap<TestApplication, Promise<Test>>()

function testOf({ app, gptSystemId }: In): Promise<Test> {
  const made = known.get(app) ?? post<Test>(app, path, { gptSystemId, name: `Test ${randomUUID()}` })
  known.set(app, made)
  return made
}

async function paramsOf(world: In) {
  return { params: { performanceTestId: (await testOf(world)).performanceTestId } }
}

async function caseOf(world: In): Promise<{ params: Record<string, string>; one: TestCase }> {
  const { performanceTestId } = await testOf(world)
  const one = await post<TestCase>(world.app, `${path}/${performanceTestId}/cases`, { question })
  return { params: { performanceTestId, caseId: one.caseId }, one }
}

/** A test of an agent that can cite a passage of a file. */
async function citableOf(
  world: World,
): Promise<{ performanceTestId: string; passageId: string; fileId: string }> {
  const { app } = world
  const dataSourceId = await newLibrary(app, 'keys.txt', 'The key is under the mat.')
  const { gptSystemId } = await newAgent({ ...world, dataSourceId }, { linked: true })
  const { performanceTestId } = await post<Test>(app, path, { gptSystemId, name: 'Keys' })
  const { passages } = await post<{ passages: { passageId: string; fileId: string }[] }>(
    app,
    '/api/internal/retrievalDebugger',
    { question, dataSourceIds: [dataSourceId] },
  )
  const { passageId = '', fileId = '' } = passages[0] ?? {}
  return { performanceTestId, passageId, fileId }
}

/** A question that the administrator asked. */
async function turnOf({ app, gptSystemId }: In) {
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('admin'),
    body: { question },
  })
  await stream.ended
  const [first] = stream.events
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The question was not answered.')
  return { params: { conversationSegmentId: first.data.conversationSegmentId } }
}

async function stateOf({ app, gptSystemId }: In): Promise<{ gptSystemConfigurationStateId: string }> {
  const at = `/api/internal/gptSystems/system/management/${gptSystemId}`
  const { body } = await call<{ shownStateId: string }>(app, at, { token: await app.token('admin') })
  return { gptSystemConfigurationStateId: body.shownStateId }
}

/** A run of a test of its own, because a test has one run at a time. */
async function runOf(world: In): Promise<{ params: Record<string, string> }> {
  const params = await runnable(world)
  const input = await stateOf(world)
  const { runId } = await post<Run>(world.app, `${path}/${params.performanceTestId}/runs`, input)
  return { params: { ...params, runId } }
}

async function runnable({ app, gptSystemId }: In): Promise<{ performanceTestId: string }> {
  const { performanceTestId } = await removable({ app, gptSystemId })
  await post(app, `${path}/${performanceTestId}/cases`, { question })
  return { performanceTestId }
}

/** A new test. The one before is deleted, because an agent can have only so many. */
const before = new WeakMap<TestApplication, string>()
async function removable({ app, gptSystemId }: Pick<In, 'app' | 'gptSystemId'>): Promise<Test> {
  const last = before.get(app)
  if (last)
    await call(app, `${path}/${last}`, { token: await app.token('admin'), method: 'DELETE', body: {} })
  const test = await post<Test>(app, path, { gptSystemId, name: `Test ${randomUUID()}` })
  before.set(app, test.performanceTestId)
  return test
}

/** A test with a judge, whose agent has an answer that someone rated. */
async function judged(world: World): Promise<{ performanceTestId: string }> {
  const { performanceTestId } = await runnable(world)
  const judge = { languageEngine: 'OpenAI', deploymentName: 'judge', rubric: '', minimumScore: 3 }
  const { db } = world.app.platform.database
  await sql`update performance_test set judge = ${JSON.stringify(judge)}::jsonb
    where id = ${performanceTestId}::uuid`.execute(db)
  await sql`with c as (insert into conversation (id, owner_user_id, gpt_system_id, title)
      select ${randomUUID()}::uuid, u.id, ${world.gptSystemId}::uuid, 'Rated' from app_user u
      where u.user_name = 'anna' returning id, owner_user_id),
    q as (insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, answer, status,
        started_at, finished_at, idempotency_key, body_hash)
      select ${randomUUID()}::uuid, c.id, c.owner_user_id, g.published_state_id, ${question}, 'Here.', 'Completed',
        now(), now(), ${randomUUID()}, '' from c, gpt_system g where g.id = ${world.gptSystemId}::uuid returning id)
    insert into segment_feedback (segment_id, rating, may_be_used_for_tests) select q.id, 'Good', true from q`.execute(
    db,
  )
  return { performanceTestId }
}

/** Two completed runs of a test with a judge. */
async function comparable(world: World) {
  const params = await judged(world)
  const { db } = world.app.platform.database
  const [left, right] = [randomUUID(), randomUUID()]
  await sql`insert into performance_run (id, performance_test_id, state_id, state_version, was_published, phase,
      test_version, total, repeats)
    select one.id, ${params.performanceTestId}::uuid, g.published_state_id, 1, true, 'Completed', 1, 1, 1
    from unnest(${[left, right]}::uuid[]) one (id), gpt_system g where g.id = ${world.gptSystemId}::uuid`.execute(
    db,
  )
  return { params, input: { left, right } }
}

const agentOnly = async ({ gptSystemId }: In) => ({ params: { gptSystemId } })

/** An agent has one run of its built-in test at a time. */
async function stopInjections({ app, gptSystemId }: In): Promise<void> {
  const token = await app.token('admin')
  const at = `/api/internal/gptSystems/system/management/${gptSystemId}/injectionTest/runs`
  const isOpen = ({ phase }: InjectionRun) => phase === 'Queued' || phase === 'Running'
  for (;;) {
    const { body } = await call<{ items: InjectionRun[] }>(app, at, { token })
    const open = body.items.find(isOpen)
    if (!open) return
    await call(app, `${at}/${open.runId}`, { token, method: 'DELETE', body: {} })
    await wait(20)
  }
}

async function injectionRun(world: In): Promise<{ params: Record<string, string> }> {
  const { app, gptSystemId } = world
  await stopInjections(world)
  const at = `/api/internal/gptSystems/system/management/${gptSystemId}/injectionTest/runs`
  const { runId } = await post<InjectionRun>(app, at, await stateOf(world))
  return { params: { gptSystemId, runId } }
}

const file = { name: 'cases.csv', text: `question\n${question}\n` }

export default {
  'performanceTests.listPerformanceTests': { access: readers, make: async () => ({}) },
  'performanceTests.createPerformanceTest': {
    access: ['AnalyticsCreate'],
    async make(world) {
      await removable(world)
      const { gptSystemId, performanceTestId } = await removable(world)
      const token = await world.app.token('admin')
      await call(world.app, `${path}/${performanceTestId}`, { token, method: 'DELETE', body: {} })
      return { input: { gptSystemId, name: `Test ${randomUUID()}` } }
    },
  },
  'performanceTests.getPerformanceTest': { access: readers, make: paramsOf },
  'performanceTests.updatePerformanceTest': {
    access: ['AnalyticsWrite'],
    async make(world) {
      const { params } = await paramsOf(world)
      const token = await world.app.token('admin')
      const { body } = await call<Test>(world.app, `${path}/${params.performanceTestId}`, { token })
      const input = { name: `Test ${randomUUID()}`, passPercent: 90 }
      return { params, input, headers: ifMatch(body.version) }
    },
  },
  'performanceTests.listJudges': { access: readers, make: async () => ({}) },
  'performanceTests.getLiveAnswers': {
    access: readers,
    make: async ({ gptSystemId }) => ({ input: { gptSystemId, days: '30' } }),
  },
  'performanceTests.getJudgeCheck': { access: readers, make: paramsOf },
  'performanceTests.checkJudge': {
    access: makers,
    make: async (world) => ({ params: await judged(world) }),
  },
  'performanceTests.judgeComparison': { access: makers, make: comparable },
  'performanceTests.removePerformanceTest': {
    access: ['AnalyticsWrite'],
    make: async (world) => ({
      params: { performanceTestId: (await removable(world)).performanceTestId },
    }),
  },
  'performanceTests.listCases': { access: readers, make: paramsOf },
  'performanceTests.createCase': {
    access: makers,
    make: async (world) => ({ ...(await paramsOf(world)), input: { question } }),
  },
  'retrievalDebugger.expectPassage': {
    access: makers,
    async make(world) {
      const { performanceTestId, passageId } = await citableOf(world)
      return { input: { question, performanceTestId, passageId } }
    },
  },
  'performanceTests.generateCases': {
    access: makers,
    async make(world) {
      const { performanceTestId, fileId } = await citableOf(world)
      return { params: { performanceTestId }, input: { fileId } }
    },
  },
  'performanceTests.getCase': {
    access: readers,
    make: async (world) => ({ params: (await caseOf(world)).params }),
  },
  'performanceTests.listCitableFiles': { access: makers, make: paramsOf },
  'performanceTests.listCandidates': {
    access: makers,
    make: async (world) => ({ ...(await paramsOf(world)), input: { origin: 'Feedback' } }),
  },
  'performanceTests.proposeCase': { access: makers, make: turnOf },
  'performanceTests.updateCase': {
    access: makers,
    async make(world) {
      const { params, one } = await caseOf(world)
      return { params, input: { question: 'Who has the key?' }, headers: ifMatch(one.version) }
    },
  },
  'performanceTests.removeCase': {
    access: makers,
    make: async (world) => ({ params: (await caseOf(world)).params }),
  },
  'performanceTests.previewCases': {
    access: makers,
    make: async (world) => ({ ...(await paramsOf(world)), file }),
  },
  'performanceTests.importCases': {
    access: makers,
    make: async (world) => ({ ...(await paramsOf(world)), file }),
  },
  'performanceTests.exportCases': {
    access: readers,
    make: async (world) => ({ ...(await paramsOf(world)), input: { format: 'Csv' } }),
  },
  'performanceTests.estimateRun': {
    access: makers,
    make: async (world) => ({
      ...(await paramsOf(world)),
      input: await stateOf(world),
    }),
  },
  'performanceTests.startRun': {
    access: makers,
    make: async (world) => ({
      params: await runnable(world),
      input: await stateOf(world),
    }),
  },
  'performanceTests.listRuns': { access: readers, make: paramsOf },
  'performanceTests.compareRuns': {
    access: readers,
    async make(world) {
      const { params } = await runOf(world)
      const { runId, ...test } = params
      return { params: test, input: { left: runId ?? '', right: runId ?? '' } }
    },
  },
  'performanceTests.getRun': { access: readers, make: runOf },
  'performanceTests.listResults': { access: readers, make: runOf },
  'performanceTests.stopRun': { access: makers, make: runOf },
  'injectionTests.getInjectionTest': { access: readers, make: agentOnly },
  'injectionTests.estimateInjectionRun': {
    access: makers,
    make: async (world) => ({ ...(await agentOnly(world)), input: await stateOf(world) }),
  },
  'injectionTests.startInjectionRun': {
    access: makers,
    async make(world) {
      await stopInjections(world)
      return { ...(await agentOnly(world)), input: await stateOf(world) }
    },
  },
  'injectionTests.listInjectionRuns': { access: readers, make: agentOnly },
  'injectionTests.getInjectionRun': { access: readers, make: injectionRun },
  'injectionTests.listInjectionResults': { access: readers, make: injectionRun },
  'injectionTests.stopInjectionRun': { access: makers, make: injectionRun },
} satisfies Calls
