import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { performanceTests } from '@parlance/contract/performanceTests'
import type { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { ask, detailsOf, libraryOf } from '../conversations/testing/asking.ts'

type Debugged = Answer<typeof retrievalDebugger.debugRetrieval>
type Steps = NonNullable<Debugged['steps']>
type TestCase = Answer<typeof performanceTests.createCase>

const question = 'How tall is the lighthouse of Vela?'
const files = {
  'vela.txt': 'The lighthouse of Vela stands 41 metres tall.',
  'ora.txt': 'The lighthouse of Ora stands 12 metres tall.',
  'keepers.txt': 'The keeper of a lighthouse trims the wick at dusk.',
  'ships.txt': 'Ships moor at the quay until nine.',
}

let app: TestApplication
let admin: string
let library: string
let other: string
let agent: string
let stateId: string

beforeAll(async () => {
  const engine = createScriptedEngine()
  engine.play(async (writer) => writer.text('It is 41 metres tall [1].'))
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
  library = await libraryOf(app, 'Towers', files)
  other = await libraryOf(app, 'Vaults', { 'vault.txt': 'The vault of Ora opens with the code 7713.' })
  agent = await publishAgent(
    app,
    'Towers',
    { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
    [library],
  )
  const at = `/api/internal/gptSystems/system/management/${agent}`
  stateId = (await call<{ publishedStateId: string }>(app, at, { token: admin })).body.publishedStateId
})
afterAll(() => app?.remove())

const path = '/api/internal/retrievalDebugger'
const send = (input: object, token = admin) =>
  call<Debugged & { code?: string }>(app, path, {
    token,
    body: { question, ...('stateId' in input ? {} : { dataSourceIds: [library] }), ...input },
  })
async function debug(input: object = {}, token = admin): Promise<Debugged & { steps: Steps }> {
  const { status, body } = await send({ withSteps: true, ...input }, token)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Debugged & { steps: Steps }
}
async function passageIn(dataSourceId: string, fileName: string): Promise<string> {
  const found = await sql<{ id: string }>`select p.passage_id::text as id from passage p
    join file f on f.file_id = p.file_id where f.data_source_id = ${dataSourceId}::uuid and f.name = ${fileName}`.execute(
    app.platform.database.db,
  )
  return found.rows[0]!.id
}
async function expected(fileName: string, input: object = {}, token = admin) {
  const expectedPassageId = await passageIn(library, fileName)
  return (await debug({ expectedPassageId, ...input }, token)).steps.expected!
}
const names = (passages: readonly { fileName: string }[]) => passages.map(({ fileName }) => fileName)

describe('[R-7-112] the steps of a search', () => {
  test('are returned only on request, and the result is the same', async () => {
    const { body } = await send({})
    const { steps, ...debugged } = await debug()
    expect(body).toEqual(debugged)
    expect(steps.searched).toBe(4)
    expect(steps.libraries).toEqual([
      { dataSourceId: library, name: 'Towers', folders: [], isSearched: true },
    ])
  })

  test('list the terms with how many passages contain them, also those that none contains', async () => {
    const { steps } = await debug({ question: 'lighthouse unicorn' })
    expect(steps.terms.map(({ passages }) => passages)).toEqual([3, 0])
    expect(steps.terms.map(({ word }) => word)).toEqual(['lighthouse', 'unicorn'])
    expect(steps.terms[1]!.idf).toBeGreaterThan(steps.terms[0]!.idf)
  })

  test('give each passage its rank and score, the last of which is the score returned', async () => {
    const { passages, steps } = await debug()
    expect(steps.stages.map(({ stage }) => stage)).toEqual([
      'Words',
      'Reranked',
      'Varied',
      'Widened',
      'Final',
    ])
    expect(names(passages)[0]).toBe('vela.txt')
    for (const [at, { passageId, score }] of passages.entries()) {
      const { scores } = steps.candidates.find((one) => one.passageId === passageId)!
      expect(scores.at(-1)).toEqual({ stage: 'Final', rank: at + 1, score })
    }
    const first = steps.candidates.find((one) => one.fileName === 'vela.txt')!
    expect(first.scores[0]).toMatchObject({ stage: 'Words', rank: 1 })
  })

  test('end with no more passages than were asked for, and none below the minimum of the score that is shown', async () => {
    const all = await debug()
    expect(all.passages.length).toBeGreaterThan(1)
    expect((await debug({ limit: 1 })).passages).toHaveLength(1)
    const minimumScore = all.passages[1]!.score
    const limited = await debug({ minimumScore })
    expect(limited.passages.map(({ score }) => score >= minimumScore)).toEqual(
      limited.passages.map(() => true),
    )
    expect(limited.passages).toEqual(all.passages.filter(({ score }) => score >= minimumScore))
    expect(limited.steps.minimumScore).toBe(minimumScore)
  })

  test('need either libraries or a configuration', async () => {
    const both = await send({ dataSourceIds: [library], stateId })
    expect([both.status, both.body.code]).toEqual([400, 'request.invalid'])
    const neither = await call<{ code: string }>(app, path, { token: admin, body: { question } })
    expect([neither.status, neither.body.code]).toEqual([400, 'request.invalid'])
  })
})

describe('[R-7-112] an agent’s configuration', () => {
  test('gets the passages that its chats get, in the same order', async () => {
    const asked = await ask(app, admin, { gptSystemId: agent }, question)
    const { passages } = await detailsOf(app, admin, asked)
    const { steps } = await debug({ stateId })
    expect(steps.prompt).toMatchObject({ kind: 'Model', files: [] })
    const included = steps.prompt!.passages.filter(({ fate }) => fate === 'Included')
    expect(included.length).toBeGreaterThan(1)
    expect(passages.map(({ passageId }) => passageId)).toEqual(included.map(({ passageId }) => passageId))
  })

  test('shows which passages have no room in the prompt', async () => {
    const leftAfter = async (words: number) =>
      (await debug({ stateId, question: `${question}${' please'.repeat(words)}` })).steps.prompt!.leftTokens!
    const [left, less] = [await leftAfter(0), await leftAfter(100)]
    // Half a passage too many.
    const words = Math.ceil((left + 40) / ((left - less) / 100))
    const expectedPassageId = await passageIn(library, 'keepers.txt')
    const long = { stateId, question: `${question}${' please'.repeat(words)}`, expectedPassageId }
    const { steps } = await debug(long)
    expect(steps.prompt!.passages.map(({ fate }) => fate)).toEqual(['Included', 'Included', 'NoRoom'])
    expect(steps.expected).toMatchObject({ outcome: 'NoRoom', passage: { fileName: 'keepers.txt' } })
  })

  test('never finds more than its link allows', async () => {
    const { passages, steps } = await debug({ stateId, limit: 2 })
    expect([passages.length, steps.limit]).toEqual([2, 2])
    expect((await debug({ stateId, limit: 50 })).steps.limit).toBe(5)
  })

  test('is tested only by those who can chat with it before it is published', async () => {
    const reader = await person(app, { actions: ['DataSourcesRead'] })
    expect((await send({ stateId }, reader.token)).status).toBe(404)
    const editor = await person(app, { specific: [{ action: 'GptSystemsWriteSpecific', entityId: agent }] })
    const { passages, steps } = await debug({ stateId }, editor.token)
    expect(names(passages)[0]).toBe('vela.txt')
    expect(steps.libraries).toMatchObject([{ name: null, isSearched: true }])
    expect((await send({}, editor.token)).status).toBe(404)
  })
})

describe('[R-7-112] an expected passage', () => {
  test('is found, or outranked with the score that it would need', async () => {
    expect(await expected('vela.txt')).toMatchObject({ outcome: 'Found', lost: null, otherScript: false })
    const outranked = await expected('keepers.txt', { limit: 1 })
    expect(outranked).toMatchObject({ outcome: 'Outranked', lost: { stage: 'Final' } })
    expect(outranked.lost!.score!).toBeLessThan(outranked.lost!.needed!)
    const minimumScore = (await debug()).passages[0]!.score
    expect(await expected('keepers.txt', { minimumScore })).toMatchObject({
      outcome: 'BelowMinimum',
      lost: { needed: minimumScore },
    })
  })

  test('shares no word with the question', async () => {
    const lost = await expected('ships.txt', { question: 'lighthouse unicorn', useGraph: false })
    expect(lost).toMatchObject({ outcome: 'NoCommonTerm', commonWords: [], lost: { score: null } })
    expect(lost.missingWords).toHaveLength(2)
    const arabic = await expected('ships.txt', { question: 'كم يبلغ ارتفاع المنارة؟' })
    expect(arabic).toMatchObject({ outcome: 'NoCommonTerm', otherScript: true })
  })

  test('is in another library, which only those who can read it learn', async () => {
    const expectedPassageId = await passageIn(other, 'vault.txt')
    const seen = await debug({ expectedPassageId })
    expect(seen.steps.expected).toMatchObject({ outcome: 'OtherLibrary', passage: { fileName: 'vault.txt' } })
    const reader = await person(app, { specific: [{ action: 'DataSourcesReadSpecific', entityId: library }] })
    const unseen = await debug({ expectedPassageId }, reader.token)
    const missing = await debug({ expectedPassageId: '999999999' }, reader.token)
    expect(unseen.steps.expected).toEqual({ ...missing.steps.expected, passageId: expectedPassageId })
    expect(unseen.steps.expected?.outcome).toBe('NotFound')
  })

  test('isn’t searchable while its file is replaced', async () => {
    const { db } = app.platform.database
    const id = await passageIn(library, 'ships.txt')
    await sql`update passage set file_version = 9 where passage_id = ${id}::bigint`.execute(db)
    expect(await expected('ships.txt')).toMatchObject({ outcome: 'NotSearchable', fileState: 'Ready' })
    await sql`update passage set file_version = 1 where passage_id = ${id}::bigint`.execute(db)
  })
})

describe('[R-7-112] a search as another person', () => {
  test('needs permission to read users', async () => {
    const { userId } = await person(app)
    const reader = await person(app, { actions: ['DataSourcesRead'] })
    const { status, body } = await send({ asUserId: userId }, reader.token)
    expect([status, body.code]).toEqual([403, 'access.denied'])
    expect((await send({ asUserId: randomUUID() })).status).toBe(404)
  })

  test('finds only what both can see', async () => {
    const stranger = await person(app)
    // The policy of the demo names everyone.
    expect((await debug({ asUserId: stranger.userId })).passages).toEqual((await debug()).passages)
    await sql`delete from chat_access_policy`.execute(app.platform.database.db)
    const expectedPassageId = await passageIn(library, 'vela.txt')
    const hidden = await debug({ asUserId: stranger.userId, expectedPassageId })
    expect([hidden.passages, hidden.coverage, hidden.steps.searched]).toEqual([[], 0, 0])
    expect(hidden.steps.libraries).toMatchObject([{ isSearched: false }])
    expect(hidden.steps.expected?.outcome).toBe('NotFound')
    const reader = await person(app, { specific: [{ action: 'DataSourcesReadSpecific', entityId: library }] })
    const seen = await debug({ asUserId: reader.userId, dataSourceIds: [library, other] })
    expect(seen.passages).toEqual((await debug()).passages)
    const narrow = await person(app, {
      actions: ['UserRead'],
      specific: [{ action: 'DataSourcesReadSpecific', entityId: library }],
    })
    const everyone = await person(app, { actions: ['DataSourcesRead'] })
    const both = { asUserId: everyone.userId, dataSourceIds: [library, other] }
    expect((await send(both, narrow.token)).status).toBe(404)
  })

  test('finds what they get through agents, and only in the folders of those', async () => {
    const { db } = app.platform.database
    const manager = await person(app, { specific: [{ action: 'GptSystemsWriteSpecific', entityId: agent }] })
    const stranger = await person(app)
    expect((await debug({ asUserId: manager.userId })).passages).toEqual((await debug()).passages)
    expect((await debug({ asUserId: manager.userId, stateId })).passages.length).toBeGreaterThan(1)
    expect((await debug({ asUserId: stranger.userId, stateId })).passages).toEqual([])
    const limitTo = (folders: string[]) =>
      sql`update gpt_system_rag_data_source set folders = ${folders}::text[]
        where data_source_id = ${library}::uuid`.execute(db)
    await limitTo(['Elsewhere'])
    const limited = await debug({ asUserId: manager.userId })
    expect([limited.passages, limited.steps.libraries]).toMatchObject([[], [{ folders: ['Elsewhere'] }]])
    const ofAgent = await debug({ stateId, expectedPassageId: await passageIn(library, 'vela.txt') })
    expect(ofAgent.steps.expected?.outcome).toBe('OtherFolder')
    await limitTo([])
  })
})

describe('[R-7-112] a passage that should have been found', () => {
  test('becomes a case of a test', async () => {
    const tests = '/api/internal/performanceTests'
    const { performanceTestId } = (
      await call<{ performanceTestId: string }>(app, tests, {
        token: admin,
        body: { gptSystemId: agent, name: 'Towers' },
      })
    ).body
    const passageId = await passageIn(library, 'keepers.txt')
    const input = { performanceTestId, question, passageId }
    const made = await call<TestCase>(app, `${path}/cases`, { token: admin, body: input })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(made.body).toMatchObject({
      question,
      origin: 'Debugger',
      expectedCitations: [{ fileName: 'keepers.txt', page: null, passageId }],
    })
    const listed = await call<{ items: TestCase[] }>(app, `${tests}/${performanceTestId}/cases`, {
      token: admin,
    })
    expect(listed.body.items).toEqual([made.body])
    const unlinked = { ...input, passageId: await passageIn(other, 'vault.txt') }
    const refused = await call<{ code: string }>(app, `${path}/cases`, { token: admin, body: unlinked })
    expect([refused.status, refused.body.code]).toEqual([400, 'request.invalid'])
    const stranger = await person(app, { actions: ['AnalyticsCreate'] })
    expect((await call(app, `${path}/cases`, { token: stranger.token, body: input })).status).toBe(404)
  })
})
