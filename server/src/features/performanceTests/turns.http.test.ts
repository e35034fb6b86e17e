import type { Answer } from '@parlance/contract/endpoint'
import type { Problem } from '@parlance/contract/errors'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, openStream } from '../../testing/client.ts'
import { setCompliance } from '../../testing/compliance.ts'
import { person } from '../../testing/people.ts'
import { createLibrary, settled, upload } from '../knowledge/testing/library.ts'

type Group = typeof performanceTests
type Turn = NonNullable<Answer<Group['proposeCase']>['turn']>
type TestCase = Answer<Group['createCase']>
interface Place {
  conversationId: string
  conversationSegmentId: string
}

let app: TestApplication
let admin: string
let agent: string
let testId: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  const library = await createLibrary(app, 'Pay')
  await upload(app, library, 'pay.txt', 'A manager earns 5,000 euros a month.')
  await settled(app, library)
  agent = await publishAgent(app, 'Pay', {}, [library])
  testId = (
    await as<{ performanceTestId: string }>('performanceTests', { body: { gptSystemId: agent, name: 'Pay' } })
  ).performanceTestId
})
afterAll(() => app?.remove())

async function as<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${path}`, { token: admin, ...options })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
async function refusal(path: string, options: CallOptions = {}) {
  const { status, body } = await call<Problem>(app, `/api/internal/${path}`, { token: admin, ...options })
  return { status, code: body.code }
}

async function ask(body: object, at = `byGptSystemId/${agent}`, token = admin): Promise<Place> {
  const stream = await openStream(app, `/api/internal/userConversations/${at}`, { token, body })
  await stream.ended
  return stream.events.find(({ event }) => event === 'conversation-and-segment-id')?.data as Place
}
const turnOf = ({ conversationSegmentId }: Place) => `performanceTests/turns/${conversationSegmentId}`
const proposed = async (place: Place) => (await as<{ turn: Turn | null }>(turnOf(place))).turn
const cases = () => `performanceTests/${testId}/cases`
const bodyOf = (place: Place, fields: object = {}) => ({
  body: {
    question: 'What does a manager earn?',
    candidate: { origin: 'Conversation', candidateId: place.conversationSegmentId },
    ...fields,
  },
})

describe('[R-7-112] a case from a question of a chat', () => {
  test('is proposed with the questions before it and the cited files, without personal data', async () => {
    const first = await ask({ question: 'I am kim@parlance.example. Who works here?' })
    const second = await ask(
      {
        question: 'How many euros does the manager kim@parlance.example earn a month?',
        parentSegmentId: first.conversationSegmentId,
      },
      `${first.conversationId}/segments`,
    )
    const turn = await proposed(second)
    expect(turn).toMatchObject({
      gptSystemId: agent,
      question: 'How many euros does the manager [email] earn a month?',
      turns: ['I am [email]. Who works here?'],
      expectedCitations: [{ fileName: 'pay.txt', page: null, passageId: null }],
      isShortened: false,
      hadAttachments: false,
    })
    expect(turn?.answer).toContain('5,000')
  })

  test('is saved without personal data in its questions', async () => {
    const place = await ask({ question: 'What does a manager earn?' })
    const fields = {
      question: 'What does kim@parlance.example earn?',
      turns: ['I am kim@parlance.example.'],
      expectedFacts: ['Ask pay@parlance.example'],
    }
    expect(await as<TestCase>(cases(), bodyOf(place, fields))).toMatchObject({
      origin: 'Conversation',
      question: 'What does [email] earn?',
      turns: ['I am [email].'],
      expectedFacts: ['Ask pay@parlance.example'],
    })
  })

  test('holds the latest questions of a long chat, and the start of a long question', async () => {
    let place = await ask({ question: 'Question 0?' })
    for (let at = 1; at <= 12; at += 1) {
      const body = { question: `Question ${at}?`, parentSegmentId: place.conversationSegmentId }
      place = await ask(body, `${place.conversationId}/segments`)
    }
    const turn = await proposed(place)
    expect(turn).toMatchObject({ question: 'Question 12?', isShortened: true })
    expect(turn?.turns).toEqual(Array.from({ length: 10 }, (_, at) => `Question ${at + 2}?`))
    const long = await proposed(await ask({ question: `${'pay '.repeat(1500)}?` }))
    expect(long?.isShortened).toBe(true)
    expect(long?.question).toHaveLength(4000)
  })

  test('says that files were sent with a question', async () => {
    const place = await ask({ question: 'What does a manager earn?' })
    await sql`update conversation_segment set reused_attachments = '["x"]'
      where id = ${place.conversationSegmentId}`.execute(app.platform.database.db)
    expect(await proposed(place)).toMatchObject({ hadAttachments: true })
  })

  test('is refused to other people, without permission for the tests of the agent, and from temporary chats', async () => {
    const gone = { status: 404, code: 'performanceCase.turn' }
    const place = await ask({ question: 'What does a manager earn?' })
    const other = await person(app, { actions: ['GptSystemsWrite', 'AnalyticsWrite'] })
    expect(await refusal(turnOf(place), { token: other.token })).toEqual(gone)
    expect(await refusal(cases(), { token: other.token, ...bodyOf(place) })).toEqual({
      status: 409,
      code: 'performanceCase.candidate',
    })
    const reader = await person(app, { actions: ['GptSystemsRead', 'AnalyticsWrite'] })
    const own = await ask({ question: 'What does a manager earn?' }, undefined, reader.token)
    expect(await refusal(turnOf(own), { token: reader.token })).toEqual(gone)
    const temporary = await ask({ question: 'What does a manager earn?', temporary: true })
    expect(await refusal(turnOf(temporary))).toEqual(gone)
    await as(`userConversations/${place.conversationId}`, { method: 'DELETE', body: {} })
    expect(await refusal(turnOf(place))).toEqual(gone)
  })

  test('is refused in a test of another agent, and for all real questions in strict mode', async () => {
    const place = await ask({ question: 'What does a manager earn?' })
    const another = await publishAgent(app, 'Other')
    const { performanceTestId } = await as<{ performanceTestId: string }>('performanceTests', {
      body: { gptSystemId: another, name: 'Other' },
    })
    const refused = { status: 409, code: 'performanceCase.candidate' }
    expect(await refusal(`performanceTests/${performanceTestId}/cases`, bodyOf(place))).toEqual(refused)
    await setCompliance(app, { mode: 'Strict', retentionDays: 365 })
    expect(await proposed(place)).toBeNull()
    expect(await refusal(cases(), bodyOf(place))).toEqual(refused)
    await setCompliance(app, { mode: 'Off' })
    expect(await as<TestCase>(cases(), bodyOf(place))).toMatchObject({ origin: 'Conversation' })
  })
})
