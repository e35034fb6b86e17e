import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { Problem } from '@parlance/contract/errors'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'
import { createLibrary, upload } from '../knowledge/testing/library.ts'

type Group = typeof performanceTests
type Test = Answer<Group['createPerformanceTest']>
type TestCase = Answer<Group['createCase']>
type Run = Answer<Group['startRun']>
type Results = Answer<Group['listResults']>

let app: TestApplication
let engine: ScriptedEngine
let admin: string
let gptSystemId: string
let stateId: string
beforeAll(async () => {
  engine = createScriptedEngine()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
  gptSystemId = await publishAgent(app, 'Helper', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  stateId = (await as<{ publishedStateId: string }>(`gptSystems/system/management/${gptSystemId}`))
    .publishedStateId
})
afterAll(() => app?.remove())

async function as<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${path}`, { token: admin, ...options })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const refusal = async (path: string, options: CallOptions = {}) => {
  const { status, body } = await call<Problem>(app, `/api/internal/${path}`, { token: admin, ...options })
  return { status, code: body.code }
}
const newTest = () => as<Test>('performanceTests', { body: { gptSystemId, name: `Test ${randomUUID()}` } })
const add = ({ performanceTestId }: Test, fields: object) =>
  as<TestCase>(`performanceTests/${performanceTestId}/cases`, { body: fields })
async function run({ performanceTestId }: Test, options: object = {}): Promise<Run> {
  const at = `performanceTests/${performanceTestId}/runs`
  const { runId } = await as<Run>(at, { body: { gptSystemConfigurationStateId: stateId, ...options } })
  await expect.poll(async () => (await as<Run>(`${at}/${runId}`)).phase).not.toMatch(/Queued|Running/)
  return as<Run>(`${at}/${runId}`)
}
const results = ({ performanceTestId }: Test, { runId }: Run) =>
  as<Results>(`performanceTests/${performanceTestId}/runs/${runId}/results`)

describe('[R-7-112] performance tests', () => {
  test('are created, listed with their agent, changed, and deleted', async () => {
    const created = await newTest()
    expect(created).toMatchObject({
      agentName: 'Helper',
      passPercent: 80,
      cases: 0,
      lastRun: null,
      mayChange: true,
    })
    expect(
      await refusal('performanceTests', { body: { gptSystemId, name: created.name.toUpperCase() } }),
    ).toEqual({
      status: 409,
      code: 'performanceTest.nameTaken',
    })
    const at = `performanceTests/${created.performanceTestId}`
    const input = { name: 'Renamed', passPercent: 90 }
    const changed = await as<Test>(at, { method: 'PUT', body: input, headers: ifMatch(created.version) })
    expect(changed).toMatchObject(input)
    expect(
      await refusal(at, { method: 'PUT', body: input, headers: ifMatch(created.version) }),
    ).toMatchObject({
      code: 'request.stale',
    })
    const listed = await as<{ items: Test[] }>(`performanceTests?gptSystemId=${gptSystemId}&search=renamed`)
    expect(listed.items).toEqual([changed])
    await as(at, { method: 'DELETE', body: {} })
    expect(await refusal(at)).toEqual({ status: 404, code: 'performanceTest.notFound' })
  })

  test('keep the cases that a run asked, while others change', async () => {
    engine.play(async (writer) => writer.text('It costs 30 dollars.'))
    const test = await newTest()
    const one = await add(test, {
      question: 'What does it cost?',
      expectedFacts: ['30 dollars'],
      tags: ['price'],
    })
    const before = await run(test)
    const path = `performanceTests/${test.performanceTestId}/cases`
    const changed = await as<TestCase>(`${path}/${one.caseId}`, {
      method: 'PUT',
      body: { question: 'What does it cost today?', expectedFacts: ['40 dollars'] },
      headers: ifMatch(one.version),
    })
    expect(changed).toMatchObject({ version: 2, expectedFacts: ['40 dollars'] })
    const { items } = await as<{ items: TestCase[] }>(`${path}?testVersion=${before.testVersion}`)
    expect(items).toEqual([one])
    expect((await results(test, before)).items).toMatchObject([
      { question: 'What does it cost?', passed: true },
    ])
    const after = await run(test)
    expect((await results(test, after)).items).toMatchObject([
      { question: 'What does it cost today?', passed: false },
    ])
    await as(`${path}/${one.caseId}`, { method: 'DELETE', body: {} })
    expect((await as<{ items: TestCase[] }>(path)).items).toEqual([])
    expect((await results(test, after)).items).toHaveLength(1)
  })
})

describe('[R-7-112] a case', () => {
  test('is read alone, in the version that a change replaces', async () => {
    const test = await newTest()
    const one = await add(test, { question: 'Where is the key?', expectedFacts: ['key'] })
    const at = `performanceTests/${test.performanceTestId}/cases/${one.caseId}`
    expect(await as<TestCase>(at)).toEqual(one)
    await as(at, { method: 'DELETE', body: {} })
    expect(await refusal(at)).toEqual({ status: 404, code: 'performanceCase.notFound' })
  })

  test('can expect a file of the agent’s libraries, found by its name, and no other', async () => {
    const [linked, other] = [await createLibrary(app, 'Travel'), await createLibrary(app, 'Elsewhere')]
    const { fileId } = (await upload(app, linked, 'Travel policy.txt', 'Five days.')).body
    await upload(app, other, 'Old travel policy.txt', 'Six days.')
    const state = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
    const agent = await publishAgent(app, 'Traveller', state, [linked])
    const test = await as<Test>('performanceTests', { body: { gptSystemId: agent, name: 'Travel' } })
    const found = (search: string) =>
      as<Answer<Group['listCitableFiles']>>(
        `performanceTests/${test.performanceTestId}/files?search=${encodeURIComponent(search)}`,
      )
    const file = { fileId, name: 'Travel policy.txt', folder: '', libraryName: 'Travel' }
    expect([(await found('POLICY')).items, (await found('')).items]).toEqual([[file], [file]])
    expect((await found('nothing')).items).toEqual([])
    expect(await add(test, { question: 'How many days?', expectedCitations: [{ fileId }] })).toMatchObject({
      expectedCitations: [{ fileId, fileName: 'Travel policy.txt', page: null }],
    })
    await upload(app, linked, 'Rules.txt', 'Six days.')
    const form = new FormData()
    form.append(
      'file',
      new Blob([`question,expectedCitations\nA?,${fileId}#page=2\nB?,Rules.txt\nC?,Old travel policy.txt`]),
    )
    const preview = `performanceTests/${test.performanceTestId}/cases/preview`
    expect(await as(preview, { method: 'POST', body: form })).toMatchObject({
      cases: 2,
      items: [{ expectedCitations: [{ fileId, page: 2 }] }, { question: 'B?' }],
      problems: [{ line: 4, code: 'FileMissing', fileName: 'Old travel policy.txt' }],
    })
  })
})

describe('[R-7-112] a run', () => {
  test('asks each case as often as wanted, and says what was found, what it cost, and the score', async () => {
    engine.play(async (writer) => writer.text('The limit is 1,204 euros. It applies from 5 March 2026.'))
    const test = await newTest()
    await add(test, {
      question: 'What is the limit?',
      expectedFacts: ['1204 euros', '2026-03-05'],
      weight: 3,
    })
    await add(test, { question: 'Is it a secret?', forbidden: ['1204 euros'] })
    const ended = await run(test, { repeats: 2 })
    expect(ended).toMatchObject({ phase: 'Completed', total: 4, done: 4, passed: 2, failed: 2, broken: 0 })
    expect(ended.scorePercent).toBe(75)
    expect(ended.marginPercent).toBeGreaterThan(0)
    const { lastRun } = await as<Test>(`performanceTests/${test.performanceTestId}`)
    expect(lastRun).toMatchObject({
      runId: ended.runId,
      scorePercent: 75,
      marginPercent: ended.marginPercent,
    })
    const { items } = await results(test, ended)
    expect(items.map(({ repeat, passed, score }) => [repeat, passed, score])).toEqual([
      [1, true, 1],
      [2, true, 1],
      [1, false, 0],
      [2, false, 0],
    ])
    expect(items[0]).toMatchObject({ facts: [{ found: true }, { found: true }], refused: false })
    expect(items[2]).toMatchObject({ forbidden: [{ text: '1204 euros', found: true }] })
  })

  test('asks the questions before it in the same conversation', async () => {
    const seen: string[][] = []
    engine.play(async (writer, _signal, request) => {
      seen.push(request.messages.filter(({ role }) => role === 'user').map(({ content }) => content))
      writer.text('Answer.')
    })
    const test = await newTest()
    await add(test, { question: 'And tomorrow?', turns: ['What is open today?'], expectedFacts: ['Answer'] })
    await run(test)
    expect(seen).toEqual([['What is open today?'], ['What is open today?', 'And tomorrow?']])
  })

  test('asks again if the provider fails for a moment, and ends if it can’t answer at all', async () => {
    let asked = 0
    engine.play(async (writer) => {
      asked += 1
      if (asked === 1) throw new AppError('engine.unreachable')
      writer.text('The key is here.')
    })
    const test = await newTest()
    await add(test, { question: 'Where is the key?', expectedFacts: ['key'] })
    expect(await run(test)).toMatchObject({ phase: 'Completed', broken: 0, passed: 1 })
    engine.play(async () => {
      throw new AppError('engine.key')
    })
    expect(await run(test)).toMatchObject({ phase: 'Failed', errorCode: 'engine.key', done: 0 })
  })

  test('says which answers could not be made, and counts them as failed', async () => {
    engine.play(async () => {
      throw new Error('The provider fails.')
    })
    const test = await newTest()
    await add(test, { question: 'Where is the key?', expectedFacts: ['key'] })
    const ended = await run(test)
    expect(ended).toMatchObject({ phase: 'Completed', broken: 1, scorePercent: 0 })
    expect((await results(test, ended)).items).toMatchObject([{ passed: false, errorCode: 'server.failed' }])
  })

  test('is stopped, and keeps what was answered', async () => {
    let release: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    engine.play(async (writer) => {
      asked += 1
      if (asked > 2) await waiting
      writer.text('Answer.')
    })
    const test = await newTest()
    for (let at = 0; at < 6; at += 1)
      await add(test, { question: `Question ${at}?`, expectedFacts: ['Answer'] })
    const at = `performanceTests/${test.performanceTestId}/runs`
    const { runId } = await as<Run>(at, { body: { gptSystemConfigurationStateId: stateId } })
    await expect.poll(async () => (await as<Run>(`${at}/${runId}`)).done).toBe(2)
    expect(await refusal(at, { body: { gptSystemConfigurationStateId: stateId } })).toMatchObject({
      code: 'performanceRun.running',
    })
    await as(`${at}/${runId}`, { method: 'DELETE', body: {} })
    release()
    await expect.poll(async () => (await as<Run>(`${at}/${runId}`)).phase).toBe('Stopped')
    const stopped = await as<Run>(`${at}/${runId}`)
    expect(stopped.done).toBeGreaterThanOrEqual(2)
    expect(stopped).toMatchObject({ scorePercent: null, errorCode: null })
  })
})

test('[R-7-112] two runs are compared case by case, without those that were changed in between', async () => {
  const answers = new Map<string, string>()
  engine.play(async (writer, _signal, request) =>
    writer.text(answers.get(request.messages.at(-1)?.content ?? '') ?? 'No.'),
  )
  const test = await newTest()
  for (const question of ['A?', 'B?', 'C?']) await add(test, { question, expectedFacts: ['yes'] })
  const changing = await add(test, { question: 'D?', expectedFacts: ['yes'] })
  answers.set('A?', 'Yes.').set('C?', 'Yes.')
  const left = await run(test)
  const path = `performanceTests/${test.performanceTestId}`
  await as(`${path}/cases/${changing.caseId}`, {
    method: 'PUT',
    body: { question: 'Other?', expectedFacts: ['no'] },
    headers: ifMatch(changing.version),
  })
  await add(test, { question: 'New?', expectedFacts: ['no'] })
  answers.set('A?', 'No.').set('B?', 'Yes.')
  const right = await run(test)
  const at = `${path}/runs/compare?left=${left.runId}&right=${right.runId}`
  const all = await as<Answer<Group['compareRuns']>>(at)
  expect(all.items.map(({ question, outcome }) => [question, outcome])).toEqual([
    ['A?', 'Worse'],
    ['B?', 'Improved'],
    ['C?', 'Unchanged'],
    ['Other?', 'Changed'],
    ['New?', 'Missing'],
  ])
  expect(all.counts).toEqual({ Worse: 1, Improved: 1, Unchanged: 1, Changed: 1, Missing: 1 })
  expect(all.difference).toMatchObject({ points: 0, mayBeChance: true, cases: 3 })
  expect(all.items[0]).toMatchObject({
    left: { result: { answer: 'Yes.' } },
    right: { result: { answer: 'No.' } },
  })
  expect(all.items[3]).toMatchObject({
    left: { result: { question: 'D?' } },
    right: { result: { question: 'Other?' } },
  })
  expect(all.items[4]?.left).toBeNull()
  const worse = await as<Answer<Group['compareRuns']>>(`${at}&outcome=Worse&pageSize=1`)
  expect(worse.items.map(({ question }) => question)).toEqual(['A?'])
  // To find a run to compare, runs are listed by version and phase.
  const listed = async (input: string) =>
    (await as<Answer<Group['listRuns']>>(`${path}/runs?${input}`)).items.map(({ runId }) => runId)
  const version = `gptSystemConfigurationStateId=${left.gptSystemConfigurationStateId}`
  expect(await listed(`${version}&phase=Completed`)).toEqual([right.runId, left.runId])
  expect(await listed(`${version}&phase=Stopped`)).toEqual([])
  expect(await listed(`gptSystemConfigurationStateId=${test.performanceTestId}`)).toEqual([])
})

test('[R-7-112] a case is made from a bad rating that may be used for tests, without personal data', async () => {
  const { token, userId } = await person(app, { actions: ['GptSystemsWrite'] })
  await sql`update app_user set name = 'Marina Kowalska' where id = ${userId}`.execute(
    app.platform.database.db,
  )
  engine.play(async (writer) => writer.text('I told marina@parlance.example.'))
  const rate = async (question: string, mayBeUsedForTests: boolean) => {
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
      token,
      body: { question },
    })
    await stream.ended
    const place = stream.events.find(({ event }) => event === 'conversation-and-segment-id')?.data as {
      conversationId: string
      conversationSegmentId: string
    }
    await as(`userConversations/${place.conversationId}/segments/${place.conversationSegmentId}/feedback`, {
      token,
      body: { rating: 'Bad', reason: 'Incorrect', text: 'Call +49 30 901820', mayBeUsedForTests },
    })
    return place
  }
  const place = await rate('What does Marina Kowalska earn?', true)
  await rate('What must no one see?', false)
  const test = await newTest()
  const at = `performanceTests/${test.performanceTestId}`
  const { items } = await as<Answer<Group['listCandidates']>>(`${at}/candidates?origin=Feedback`)
  expect(items).toMatchObject([
    {
      candidateId: place.conversationSegmentId,
      question: 'What does [name] earn?',
      answer: 'I told [email].',
      comment: 'Call [phone]',
      reason: 'Incorrect',
    },
  ])
  const candidate = { origin: 'Feedback', candidateId: place.conversationSegmentId }
  const body = { question: 'What does a manager earn?', expectRefusal: true, candidate }
  expect(await as<TestCase>(`${at}/cases`, { body })).toMatchObject({ origin: 'Feedback' })
  expect(await as(`${at}/candidates?origin=Feedback`)).toEqual({ items: [], withheld: false })
  expect(await refusal(`${at}/cases`, { body })).toMatchObject({ code: 'performanceCase.candidate' })
})

describe('[R-7-112] a file of cases', () => {
  const upload = <T>(test: Test, what: string, text: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'cases.csv')
    return call<T & Problem>(app, `/api/internal/performanceTests/${test.performanceTestId}/cases/${what}`, {
      token: admin,
      method: 'POST',
      body: form,
    })
  }

  test('is exported and imported again without a change, formulae included', async () => {
    const [one, other] = [await newTest(), await newTest()]
    const hard = {
      question: '=1+1, or "so"?\nIn two lines',
      turns: ['+ before', 'then'],
      expectedFacts: ['@fact, with comma', '-5 °C'],
      forbidden: ["'quoted"],
      expectRefusal: true,
      weight: 4,
      tags: ['a', 'b; c'],
    }
    await add(one, hard)
    for (const format of ['Csv', 'JsonLines']) {
      const file = await fetch(
        `${app.origin}/api/internal/performanceTests/${one.performanceTestId}/cases/export?format=${format}`,
        { headers: { authorization: `Bearer ${admin}` } },
      )
      const imported = await upload(other, 'import', new Uint8Array(await file.arrayBuffer()))
      expect(imported).toMatchObject({ status: 200, body: { imported: 1, leftOut: 0 } })
    }
    const { items } = await as<{ items: TestCase[] }>(`performanceTests/${other.performanceTestId}/cases`)
    expect(items).toMatchObject([hard, hard])
  })

  test('is shown before it is imported, with its problems by line', async () => {
    const test = await newTest()
    const text =
      'question,weight,odd,expectedFacts\nFirst?,2,x,a\n,1,,b\n"Third?\nstill third",eleven,,\nLast?,,,c\n'
    const { body } = await upload<Answer<Group['previewCases']>>(test, 'preview', text)
    expect(body).toMatchObject({ format: 'Csv', cases: 2, linesWithProblems: 2 })
    expect(body.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [1, 'odd', 'UnknownColumn'],
      [3, 'question', 'Value'],
      [4, 'weight', 'Value'],
    ])
    expect(await upload(test, 'import', text)).toMatchObject({
      status: 400,
      body: { code: 'performanceTest.lines' },
    })
    expect((await as<Test>(`performanceTests/${test.performanceTestId}`)).cases).toBe(0)
    expect(await upload(test, 'import?leaveOut=true', text)).toMatchObject({
      body: { imported: 2, leftOut: 2 },
    })
  })

  test('names a line whose file has a name that no file can have', async () => {
    const text = `${JSON.stringify({ question: 'Why?', expectedCitations: ['a\u0000b'] })}\n`
    const { status, body } = await upload<Answer<Group['previewCases']>>(await newTest(), 'preview', text)
    expect([status, body.problems?.map(({ code }) => code)]).toEqual([200, ['Citations']])
  })

  test.each([
    ['tabs', 'question\texpectedFacts\nWhy, and how?\t5, or 6\nWhat?\tthat\n\n'],
    ['semicolons', 'question;expectedFacts\n\nWhy, and how?;5, or 6\nWhat?;that\n'],
    ['nothing', 'question\nWhy, and how?\nWhat?; not that\n'],
  ])('with %s between columns keeps the commas of its cells', async (_, text) => {
    const { body } = await upload<Answer<Group['previewCases']>>(await newTest(), 'preview', text)
    expect(body).toMatchObject({ cases: 2, problems: [] })
    expect(body.items[0]).toMatchObject({ question: 'Why, and how?' })
  })

  test.each([
    [
      'in another encoding',
      new Uint8Array(Buffer.from('question\nCafé?\n', 'latin1')),
      'performanceTest.encoding',
    ],
    ['of 100,000 rows', `question\n${'Why?\n'.repeat(100_000)}`, 'performanceTest.tooManyCases'],
    ['without questions', 'a,b\n1,2\n', 'performanceTest.file'],
    ['of nothing but columns', `question${','.repeat(10_000)}\nWhy?\n`, 'performanceTest.file'],
  ])('%s is refused', async (_, text, code) => {
    expect(await upload(await newTest(), 'preview', text)).toMatchObject({ body: { code } })
  })
})
