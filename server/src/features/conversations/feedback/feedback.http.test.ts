import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { type Asked, ask, base, idsOf, segmentOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
let app: TestApplication
let anna: string
let ben: string
let gptSystemId: string
let rated: Asked

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  anna = await app.token('anna')
  ben = await app.token('ben')
  gptSystemId = await publishAgent(app, 'Rated', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  engine.play(async (writer) => {
    writer.text('The answer.')
  })
  rated = await ask(app, anna, { gptSystemId }, 'How tall is it?')
})
afterAll(() => app?.remove())

type Ids = Pick<Asked, 'conversationId' | 'conversationSegmentId'>
interface Problem {
  code: string
  errors?: { field: string }[]
}
const pathOf = (ids: Ids) => `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}`
const rate = (ids: Ids, body: object, token = anna) =>
  call<Problem & { rating: string; at: string }>(app, `${pathOf(ids)}/feedback`, { token, body })
const takeBack = (ids: Ids, token = anna) =>
  call<Problem>(app, `${pathOf(ids)}/removeFeedback`, { token, method: 'DELETE' })
const kept = async (ids: Ids = rated) => (await segmentOf(app, anna, ids)).feedback
const rows = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from segment_feedback`.execute(
      app.platform.database.db,
    )
  ).rows[0]?.n

describe('feedback on an answer', () => {
  afterEach(() => takeBack(rated))

  test('[R-1-007] [R-4-084] [R-7-041] is stored with its reason and text, and returned with the answer', async () => {
    expect(await kept()).toBeUndefined()
    const { status, body } = await rate(rated, {
      rating: 'Bad',
      reason: 'Incomplete',
      text: '  The height is missing. ',
      mayBeUsedForTests: true,
    })
    expect(status).toBe(200)
    const expected = {
      rating: 'Bad',
      reason: 'Incomplete',
      text: 'The height is missing.',
      mayBeUsedForTests: true,
    }
    expect(body).toMatchObject(expected)
    expect(await kept()).toEqual({ ...expected, at: body.at })
  })

  test('replaces earlier feedback: each answer has one rating', async () => {
    await rate(rated, { rating: 'Bad', reason: 'Incorrect', text: 'No.' })
    await rate(rated, { rating: 'Good' })
    expect(await kept()).toMatchObject({ rating: 'Good', reason: null, text: '', mayBeUsedForTests: false })
    expect(await rows()).toBe(1)
  })

  test('[R-1-007] [R-4-085] [R-7-042] can be deleted, and deleting it again does no harm', async () => {
    await rate(rated, { rating: 'Good' })
    expect((await takeBack(rated)).status).toBe(204)
    expect(await kept()).toBeUndefined()
    expect(await rows()).toBe(0)
    expect((await takeBack(rated)).status).toBe(204)
  })

  test('[A12] belongs to its owner: no one else can change it, through this or another conversation', async () => {
    await rate(rated, { rating: 'Good', text: 'Mine.' })
    const own = await ask(app, ben, { gptSystemId }, 'Mine')
    const mixed = { ...rated, conversationId: own.conversationId }
    for (const ids of [rated, mixed]) {
      const tries = [await rate(ids, { rating: 'Bad' }, ben), await takeBack(ids, ben)]
      for (const { status, body } of tries)
        expect([status, body.code]).toEqual([404, 'conversation.segmentNotFound'])
    }
    // A user's own conversation doesn't give access to a segment of another one either.
    const second = await ask(app, anna, { gptSystemId }, 'Another')
    const astray = { ...rated, conversationId: second.conversationId }
    expect((await rate(astray, { rating: 'Bad' })).status).toBe(404)
    expect((await takeBack(astray)).status).toBe(404)
    expect(await kept()).toMatchObject({ rating: 'Good', text: 'Mine.' })
  })

  test('returns validation errors and keeps the existing feedback', async () => {
    await rate(rated, { rating: 'Good', text: 'Kept.' })
    const invalid: [object, string][] = [
      [{}, 'rating'],
      [{ rating: 'Fine' }, 'rating'],
      [{ rating: 'Bad', reason: 'Boring' }, 'reason'],
      [{ rating: 'Good', reason: 'Incorrect' }, 'reason'],
      [{ rating: 'Bad', text: 'x'.repeat(2001) }, 'text'],
    ]
    for (const [body, field] of invalid) {
      const answer = await rate(rated, body)
      expect([answer.status, answer.body.code, answer.body.errors?.[0]?.field]).toEqual([
        400,
        'request.invalid',
        field,
      ])
    }
    expect((await rate(rated, { rating: 'Bad', text: 'x'.repeat(2000) })).status).toBe(200)
  })

  test('is accepted only after the answer ends', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    engine.play(async (writer) => {
      writer.text('Still ')
      await held
      writer.text('writing.')
    })
    const stream = await openStream(app, `${base}/byGptSystemId/${gptSystemId}`, {
      token: anna,
      body: { question: 'Slowly' },
    })
    await stream.until(({ event }) => event === 'conversation-and-segment-id')
    const ids = idsOf(stream)
    const early = await rate(ids, { rating: 'Good' })
    expect([early.status, early.body.code]).toEqual([409, 'conversation.answering'])
    release()
    await stream.ended
    expect((await rate(ids, { rating: 'Good' })).status).toBe(200)
  })

  test('is inaccessible after its conversation is deleted', async () => {
    const gone = await ask(app, anna, { gptSystemId }, 'To be removed')
    await rate(gone, { rating: 'Good' })
    await sql`update conversation set deleted_at = now() where id = ${gone.conversationId}`.execute(
      app.platform.database.db,
    )
    expect((await rate(gone, { rating: 'Bad' })).status).toBe(404)
    expect((await takeBack(gone)).status).toBe(404)
  })
})
