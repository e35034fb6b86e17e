import type { Answer } from '@parlance/contract/endpoint'
import { reportNames } from '@parlance/contract/reports'
import type { snapshots } from '@parlance/contract/snapshots'
import type { unansweredQuestions } from '@parlance/contract/unansweredQuestions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, base, detailsOf, libraryOf } from '../features/conversations/testing/asking.ts'
import { publishAgent } from './agents.ts'
import { startTestApplication, type TestApplication } from './application.ts'
import { call, send } from './client.ts'
import { setCompliance } from './compliance.ts'
import { approveTool, setDeployment } from './instanceSettings.ts'
import { person, type TestPerson } from './people.ts'
import { operations } from './routeTable.ts'
import { createScriptedEngine } from './scriptedEngine.ts'
import { allowSnapshots } from './snapshots.ts'

/** The calls whose files have no personal data in the mode Strict. Each is tested below. */
const redacting = ['analytics.exportReport']
/** Why the others return it. */
const complete: Record<string, string> = {
  'conversations.export': 'one’s own conversation',
  'publicConversations.export': 'the visitor’s own conversation',
  'attachments.get': 'one’s own file',
  'publicChat.getAttachment': 'the visitor’s own file',
  'conversations.getOpenAIFile': 'what code wrote for their own answers',
  'configStateConversations.getOpenAIFile': 'what code wrote for their own answers',
  'adminConversations.getOpenAIFile': 'what code wrote for their own answers',
  'conversations.getCitedFile': 'a document as it was uploaded, for those who can read it',
  'configStateConversations.getCitedFile': 'a document as it was uploaded, for those who can read it',
  'adminConversations.getCitedFile': 'a document as it was uploaded, for those who can read it',
  'publicConversations.getCitedFile': 'a document as it was uploaded, for those who can read it',
  'dataSources.getFileContent': 'a document as it was uploaded, for those who manage it',
  'speech.synthesize': 'text that the person sent, as speech',
  'brands.export': 'colors, texts, and images of a brand, which administrators wrote',
  'announcements.exportReaders': 'a register of people',
  'performanceTests.exportCases': 'cases that administrators wrote; questions of people are redacted before',
  'personalData.downloadOwnExport': 'one’s own data',
  'personalData.downloadExport': 'the data of a person, who sees who asked for it and why',
  'personalData.downloadStatement': 'counts, which don’t say of whom',
  'guidelinesDocuments.exportConsents': 'a register of people',
  'configurationAuditLogs.export': 'evidence of who changed what, whose hashes cover its text',
}

const said = 'Anna Lindqvist, anna@example.com, +49 30 1234567'
const placeholders = '[name], [email], [phone]'
const engine = createScriptedEngine()
let app: TestApplication
let admin: string
let owner: TestPerson
let agent: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
  owner = await person(app)
  await allowSnapshots(app)
  const library = await libraryOf(app, 'Towers', {
    'Tower of Anna Lindqvist.txt': `The lighthouse of Vela belongs to ${said}.`,
  })
  agent = await publishAgent(
    app,
    'Agent of Anna Lindqvist',
    {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
      systemPrompt: `Instructions by ${said}.`,
    },
    [library],
  )
  engine.play(async (writer) => writer.text(`It belongs to ${said} [1].`))
  await setDeployment(app, 'scripted', { purposes: ['Chat'] })
  await approveTool(app, 'FileSearch')
  await setCompliance(app, { mode: 'Strict', retentionDays: 365 })
})
afterAll(() => app?.remove())

const question = `Does the lighthouse of Vela belong to ${said}?`
const redacted = `Does the lighthouse of Vela belong to ${placeholders}?`

test('each call that returns a file redacts personal data, or it is known why not', () => {
  const returning = operations.flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []))
  expect(returning.toSorted()).toEqual([...redacting, ...Object.keys(complete)].toSorted())
})

describe('in the mode Strict', () => {
  test('the details of an answer have no personal data, except the question as it was asked', async () => {
    const asked = await ask(app, admin, { gptSystemId: agent }, question)
    expect(asked.segment.answer).toBe(`It belongs to ${said} [1].`)
    const { questionAsAsked, ...details } = await detailsOf(app, admin, asked)
    expect(questionAsAsked).toBe(question)
    expect(JSON.stringify(details)).not.toMatch(/Lindqvist|anna@|1234567/)
    expect(details.questionAsSearched).toBe(redacted)
    expect(details.prompt?.at(-1)?.content).toContain(redacted)
    expect(details.prompt?.[0]?.content).toContain(`Instructions by ${placeholders}.`)
    expect(details.passages).toMatchObject([
      { fileName: 'Tower of [name].txt', text: `The lighthouse of Vela belongs to ${placeholders}.` },
    ])
    const path = `${base}/${asked.conversationId}/segments/${asked.conversationSegmentId}/traceLogs`
    const { body: trace } = await call(app, path, { token: admin })
    expect(JSON.stringify(trace)).not.toMatch(/Lindqvist|anna@|1234567/)
  })

  test('a shared conversation has no personal data for others, and says so', async () => {
    const asked = await ask(app, owner.token, { gptSystemId: agent }, question)
    const { body: made } = await call<{ snapshotId: string }>(
      app,
      `${base}/${asked.conversationId}/snapshots`,
      {
        token: owner.token,
        body: {},
      },
    )
    const read = async (token: string) =>
      (
        await call<Answer<typeof snapshots.get>>(
          app,
          `/api/internal/conversationSnapshots/${made.snapshotId}`,
          { token },
        )
      ).body
    const shown = await read((await person(app)).token)
    expect(shown).toMatchObject({
      redacted: true,
      turns: [{ question: redacted, answer: `It belongs to ${placeholders} [1].` }],
    })
    const { sharedBy: _, turns, ...rest } = shown
    expect(JSON.stringify([rest, turns.map(({ agentName: _name, ...turn }) => turn)])).not.toMatch(
      /Lindqvist|anna@|1234567/,
    )
    expect(turns[0]?.citations).toMatchObject([{ title: 'Tower of [name].txt' }])
    expect(await read(owner.token)).toMatchObject({ redacted: false, turns: [{ question }] })
  })

  test('one’s own export is complete', async () => {
    const asked = await ask(app, owner.token, { gptSystemId: agent }, question)
    const file = await send(app, `${base}/${asked.conversationId}/export?format=txt`, { token: owner.token })
    expect(await file.text()).toContain(question)
  })

  test.each(reportNames)('the exported report %s has no personal data', async (name) => {
    const path = `/api/internal/analytics/reports/${name}/export?reportingPeriod=Last7Days`
    const file = await send(app, path, { token: admin })
    expect(file.status).toBe(200)
    expect(await file.text()).not.toMatch(/Lindqvist|anna@|1234567/)
  })

  test('the exported report on agents has their names without personal data', async () => {
    const path = '/api/internal/analytics/reports/Agents/export?reportingPeriod=Last7Days'
    expect(await (await send(app, path, { token: admin })).text()).toContain('Agent of [name]')
  })
})

test('unanswered questions are listed except in the mode Strict, which the list says', async () => {
  await setCompliance(app, { mode: 'Standard', retentionDays: 365 })
  const library = await libraryOf(app, 'Ships', { 'ships.txt': 'The ships of Vela are blue.' })
  const own = await publishAgent(app, 'Ships', {}, [library])
  for (let at = 0; at < 5; at += 1)
    await ask(app, (await person(app)).token, { gptSystemId: own }, 'Where can badgers park a bicycle?')
  await app.platform.jobs.send('unansweredQuestions.group', {})
  const list = async () =>
    (
      await call<Answer<typeof unansweredQuestions.listUnansweredQuestions>>(
        app,
        '/api/internal/analytics/unansweredQuestions?reportingPeriod=Today',
        { token: admin },
      )
    ).body
  const report = async () =>
    (
      await call<{ rows: object[] }>(
        app,
        '/api/internal/analytics/reports/UnansweredQuestions?reportingPeriod=Today',
        { token: admin },
      )
    ).body.rows
  await expect.poll(async () => (await list()).total).toBe(1)
  expect(await list()).toMatchObject({ withheld: false })
  expect(await report()).toHaveLength(1)
  const [listed] = (await list()).items
  await setCompliance(app, { mode: 'Strict', retentionDays: 365 })
  expect(await list()).toEqual({ items: [], total: 0, withheld: true })
  expect(await report()).toEqual([])
  const path = `/api/internal/analytics/unansweredQuestions/${listed?.unansweredQuestionId}/request`
  const headers = { 'if-match': `"${listed?.version}"` }
  const requested = await call<{ code: string }>(app, path, { token: admin, body: {}, headers })
  expect(requested.body.code).toBe('unansweredQuestion.notFound')
  for (let at = 0; at < 3; at += 1)
    await ask(app, (await person(app)).token, { gptSystemId: own }, 'How many otters live in the castle?')
  await app.platform.jobs.send('unansweredQuestions.group', {})
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const stored = await sql<{ shown: string }>`select shown from unanswered_question`.execute(
    app.platform.database.db,
  )
  expect(stored.rows.map(({ shown }) => shown).join()).not.toContain('otters')
})
