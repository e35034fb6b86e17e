import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest, Message } from '../../../engines/engine.ts'
import { AppError } from '../../../platform/errors.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { ask, base, detailsOf, idsOf, libraryOf, opened, segmentOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let token: string
let plain: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('anna')
  plain = await publishAgent(app, 'Plain', { ...scripted, maxTokens: 500 })
})
afterAll(() => app?.remove())
beforeEach(() => {
  requests = []
  answerWith('An answer.')
  engine.playHelper(() => Promise.reject(new AppError('engine.refused')))
})

/** Makes every answer this text and records what the model was asked. */
function answerWith(text: string): void {
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    writer.text(text)
  })
}

const contents = (messages: Message[]) => messages.map((message) => message.content)
const lastPrompt = () => contents(requests.at(-1)?.messages ?? [])

describe('the history of a question', () => {
  test('is the selected branch alone, with a note if an answer was stopped or failed', async () => {
    const first = await ask(app, token, { gptSystemId: plain }, 'First?')
    const { conversationId } = first
    const parentSegmentId = first.conversationSegmentId
    await ask(app, token, { conversationId }, 'A side path?', { parentSegmentId })
    engine.play(() => Promise.reject(new AppError('engine.failed')))
    await ask(app, token, { conversationId }, 'Fails?', { parentSegmentId })
    engine.play(async (writer) => {
      writer.text('Half')
      throw new AppError('engine.broken')
    })
    await ask(app, token, { conversationId }, 'Breaks?')
    answerWith('Done.')
    await ask(app, token, { conversationId }, 'Last?')
    expect(lastPrompt()).toEqual([
      'First?',
      'An answer.',
      'Fails?',
      '(This question was not answered.)',
      'Breaks?',
      'Half\n\n(The answer ended here before it was complete.)',
      'Last?',
    ])
  })

  test('is summarized after an answer, before it outgrows the context, so that no question waits for it', async () => {
    let summaries = 0
    const release = Promise.withResolvers<void>()
    engine.playHelper(async (purpose, writer, _signal, request) => {
      if (purpose !== 'Summary') throw new AppError('engine.refused')
      summaries += 1
      expect(request.messages[1]?.content).toContain('Question: Turn 0')
      await release.promise
      writer.text('They spoke of turns.')
      return { usage: { inputTokens: 100, outputTokens: 10 } }
    })
    engine.play(async (writer, _signal, request) => {
      requests.push(request)
      writer.text(`${'word '.repeat(450)}end`)
      return { usage: { inputTokens: 1000, outputTokens: 100 } }
    })
    const first = await ask(app, token, { gptSystemId: plain }, 'Turn 0')
    const { conversationId } = first
    let last = first
    for (let turn = 1; summaries === 0; turn += 1) {
      expect(turn).toBeLessThan(10)
      last = await ask(app, token, { conversationId }, `Turn ${turn}`)
      // Everything still fits when the summary is written.
      expect((await detailsOf(app, token, last)).history).toMatchObject({ summarised: 0, leftOut: 0 })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // The answer ended without the summary, and so does the next one.
    expect(last.segment).toMatchObject({ status: 'Completed', usage: { inputTokens: 1000 } })
    release.resolve()
    await expect
      .poll(async () => (await segmentOf(app, token, last)).usage)
      .toEqual({ inputTokens: 1100, outputTokens: 110 })
    expect((await detailsOf(app, token, last)).calls.map((one) => one.purpose)).toEqual(['Answer', 'Summary'])
    let asked = last
    let details = await detailsOf(app, token, last)
    for (let turn = 0; details.history.summarised === 0; turn += 1) {
      expect(turn).toBeLessThan(5)
      asked = await ask(app, token, { conversationId }, `Next ${turn}`)
      details = await detailsOf(app, token, asked)
    }
    expect(details.history.leftOut).toBe(0)
    expect(details.calls.map((one) => one.purpose)).toEqual(['Answer'])
    expect(asked.segment.steps).toContainEqual(
      expect.objectContaining({
        title: `Earlier messages summarized: ${details.history.summarised}`,
        state: 'Done',
      }),
    )
    expect(lastPrompt()[0]).toContain('They spoke of turns.')
    expect(lastPrompt()).not.toContain('Turn 0')
    // The next summary is due when the turns since this one fill the room too.
    expect(summaries).toBeLessThanOrEqual(2)
  })

  test('whose summary fails is not summarized again after every answer, and the failed call counts', async () => {
    let summaries = 0
    engine.playHelper(async (purpose) => {
      if (purpose !== 'Summary') throw new AppError('engine.refused')
      summaries += 1
      return { usage: { inputTokens: 100, outputTokens: 10 } }
    })
    engine.play(async (writer) => {
      writer.text('word '.repeat(900))
      return { usage: { inputTokens: 1000, outputTokens: 100 } }
    })
    const asked = [await ask(app, token, { gptSystemId: plain }, 'Turn 0')]
    const { conversationId } = asked[0]!
    while (summaries === 0) {
      asked.push(await ask(app, token, { conversationId }, 'Another turn'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // The summary can begin only after another turn.
    const lastTokens = async () => {
      const last = await Promise.all(asked.slice(-2).map((one) => segmentOf(app, token, one)))
      return last.map(({ usage }) => usage?.inputTokens)
    }
    await expect.poll(lastTokens).toContain(1100)
    for (let turn = 0; turn < 3; turn += 1) {
      await ask(app, token, { conversationId }, `Later ${turn}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(summaries).toBe(1)
  })

  test('is cut while there is no summary, and the step says by how much', async () => {
    answerWith('word '.repeat(3000))
    const { conversationId } = await ask(app, token, { gptSystemId: plain }, 'One')
    await ask(app, token, { conversationId }, 'Two')
    const asked = await ask(app, token, { conversationId }, 'Three')
    const { history } = await detailsOf(app, token, asked)
    expect(history).toEqual({ turns: 1, summarised: 0, leftOut: 1 })
    expect(asked.segment.status).toBe('Completed')
    expect(asked.segment.steps.at(-1)?.title).toBe('Earlier messages left out: 1')
  })

  test('is cut in the middle, with a note, if its newest turn alone is too long', async () => {
    answerWith(`${'begin '.repeat(4000)}the very end`)
    const { conversationId } = await ask(app, token, { gptSystemId: plain }, 'Long?')
    await ask(app, token, { conversationId }, 'And now?')
    const [question, answer] = lastPrompt()
    expect(question).toBe('Long?')
    expect(answer).toMatch(/^begin .*\n\(… a part is omitted here …\)\n.*the very end$/s)
    expect(answer?.length).toBeLessThan(24_000)
  })
})

describe('the question used for searching', () => {
  let dataSourceId: string
  let agent: string
  beforeAll(async () => {
    dataSourceId = await libraryOf(app, 'Trains', {
      'fares.txt': 'A train ticket to Paris costs 40 euros. A train ticket to Lyon costs 25 euros.',
      'food.txt': 'The kitchen serves soup on Mondays and bread every day.',
    })
    agent = await publishAgent(app, 'Trains', { ...scripted, maxTokens: 500 }, [dataSourceId])
  })

  test('gets words of the conversation at once; no model call precedes the answer', async () => {
    const called: string[] = []
    engine.playHelper(async (purpose) => {
      called.push(purpose)
      throw new AppError('engine.refused')
    })
    engine.play(async (writer, _signal, request) => {
      called.push('Answer')
      requests.push(request)
      writer.text('25 euros.')
    })
    const first = await ask(app, token, { gptSystemId: agent }, 'What does a train ticket cost?')
    expect((await detailsOf(app, token, first)).questionAsSearched).toBe('What does a train ticket cost?')
    await expect.poll(() => called).toEqual(['Answer', 'Title'])
    called.length = 0
    const second = await ask(app, token, first, 'and to Lyon?')
    expect(called[0]).toBe('Answer')
    const details = await detailsOf(app, token, second)
    expect(details.questionAsAsked).toBe('and to Lyon?')
    expect(details.questionAsSearched).toMatch(/^and to Lyon\? \(.*ticket.*\)$/)
    expect(details.passages[0]).toMatchObject({ fileName: 'fares.txt', number: 1 })
    expect(second.segment.steps[0]?.title).toBe(`Searching for: ${details.questionAsSearched}`)
    // The model answers the question as it was asked.
    expect(lastPrompt().at(-1)).toMatch(/\n\nThe question:\nand to Lyon\?$/)
  })

  test('is not rewritten by the model if it says what it is about', async () => {
    const helped: string[] = []
    engine.playHelper(async (purpose) => {
      helped.push(purpose)
    })
    const first = await ask(app, token, { gptSystemId: agent }, 'What does a train ticket to Paris cost?')
    const second = await ask(app, token, first, 'Which bread and soup does the kitchen serve on Mondays?')
    expect((await detailsOf(app, token, second)).questionAsSearched).toBe(second.segment.question)
    expect(helped).not.toContain('Question')
  })

  test('is rewritten by the model meanwhile, for its next search alone, and the cost counts', async () => {
    let rewrittenFrom = ''
    const rewritten = Promise.withResolvers<void>()
    engine.playHelper(async (purpose, writer, _signal, request) => {
      if (purpose !== 'Question') throw new AppError('engine.refused')
      rewrittenFrom = request.messages[1]?.content ?? ''
      expect(request).toMatchObject({ temperature: 0, tools: [] })
      writer.text('“What does the kitchen serve on Mondays?”\n')
      setImmediate(rewritten.resolve)
      return { usage: { inputTokens: 20, outputTokens: 5 } }
    })
    const first = await ask(app, token, { gptSystemId: agent }, 'What does a train ticket to Paris cost?')
    const searches = ['Lyon', 'Paris']
    engine.play(async (writer, _signal, request) => {
      requests.push(request)
      await rewritten.promise
      const query = searches.shift()
      if (!query) return writer.text('Soup. [2]')
      const input = JSON.stringify({ query })
      return { finish: 'ToolCalls', toolCalls: [{ id: query, name: 'search_files', input }] }
    })
    const second = await ask(app, token, first, 'and there?')
    expect(rewrittenFrom).toContain('What does a train ticket to Paris cost?')
    const results = (requests.at(-1)?.messages ?? []).filter((one) => one.role === 'tool')
    expect(results[0]?.content).toContain('The kitchen serves soup')
    expect(results[1]?.content).not.toContain('The kitchen serves soup')
    const details = await detailsOf(app, token, second)
    expect(details.steps).toContainEqual(
      expect.objectContaining({ title: 'Searching for: What does the kitchen serve on Mondays?' }),
    )
    expect(details.calls).toContainEqual(
      expect.objectContaining({ purpose: 'Question', usage: { inputTokens: 20, outputTokens: 5 } }),
    )
  })

  test.each([
    ['fails', () => Promise.reject(new AppError('engine.busy'))],
    ['returns nothing', async () => undefined],
    ['throws an unexpected error', () => Promise.reject(new Error('odd'))],
  ])('does not affect the answer if rewriting it %s', async (_name, helper) => {
    engine.playHelper(helper)
    const first = await ask(app, token, { gptSystemId: agent }, 'What does a train ticket cost?')
    const second = await ask(app, token, first, 'and to Lyon?')
    expect(second.segment.status).toBe('Completed')
  })

  test('ends with the answer if it is still being rewritten, and costs what was used until then', async () => {
    const first = await ask(app, token, { gptSystemId: agent }, 'What does a train ticket cost?')
    const called = Promise.withResolvers<void>()
    engine.playHelper((purpose, writer, signal) => {
      // The title of the first question may be requested only now, and nothing would end its call.
      if (purpose !== 'Question') return Promise.reject(new AppError('engine.refused'))
      writer.usage?.({ inputTokens: 20, outputTokens: 3 })
      called.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    engine.play(async (writer) => {
      await called.promise
      writer.text('25 euros.')
      return { usage: { inputTokens: 100, outputTokens: 10 } }
    })
    const second = await ask(app, token, first, 'and to Lyon?')
    expect(second.segment).toMatchObject({
      status: 'Completed',
      usage: { inputTokens: 120, outputTokens: 13 },
    })
    const { calls } = await detailsOf(app, token, second)
    expect(calls).toMatchObject([
      { purpose: 'Answer' },
      { purpose: 'Question', usage: { inputTokens: 20, outputTokens: 3 } },
    ])
  })

  test('is built by BuiltIn from the words of the previous question', async () => {
    const builtIn = await publishAgent(app, 'Extracts trains', {}, [dataSourceId])
    const first = await ask(app, token, { gptSystemId: builtIn }, 'What does a train ticket to Paris cost?')
    const second = await ask(app, token, first, 'and to Lyon?')
    expect(second.segment.citations[0]?.title).toBe('fares.txt')
    expect((await detailsOf(app, token, second)).questionAsSearched).toContain('ticket')
  })
})

describe('the title of a conversation', () => {
  const titleOf = async (conversationId: string) => {
    const { body } = await call<{ title: string }>(app, `${base}/${conversationId}`, { token })
    return body.title
  }

  test('is written by the model after the first answer, without delaying it, and its cost is counted', async () => {
    let release: () => void = () => undefined
    let titles = 0
    engine.playHelper(async (purpose, writer, _signal, request) => {
      if (purpose !== 'Title') throw new AppError('engine.refused')
      titles += 1
      expect(request.messages[1]?.content).toContain('Why is the sky blue')
      await new Promise<void>((resolve) => {
        release = resolve
      })
      writer.text('Title: "Color of the sky."\nSecond line')
      return { usage: { inputTokens: 30, outputTokens: 6 } }
    })
    engine.play(async (writer) => {
      writer.text('Because of scattering.')
      return { usage: { inputTokens: 10, outputTokens: 4 } }
    })
    const first = await ask(app, token, { gptSystemId: plain }, 'Why is the sky blue at noon?')
    expect(first.segment.status).toBe('Completed')
    expect(await titleOf(first.conversationId)).toBe('Why is the sky blue at noon?')
    await expect.poll(() => titles).toBe(1)
    release()
    await expect.poll(() => titleOf(first.conversationId)).toBe('Color of the sky')
    expect((await segmentOf(app, token, first)).usage).toEqual({ inputTokens: 40, outputTokens: 10 })
    expect((await detailsOf(app, token, first)).calls.map((one) => one.purpose)).toEqual(['Answer', 'Title'])
    // The second question does not create another title.
    await ask(app, token, first, 'And at night?')
    await new Promise((resolve) => setImmediate(resolve))
    expect(titles).toBe(1)
  })

  test('[R-7-036] is stored when set by a person and never overwritten, and both IDs must agree', async () => {
    let write: () => void = () => undefined
    const written: string[] = []
    engine.playHelper(async (_purpose, writer) => {
      await new Promise<void>((resolve) => {
        write = resolve
      })
      writer.text('By the model')
      written.push('title')
      return { usage: { inputTokens: 1, outputTokens: 1 } }
    })
    engine.play(async (writer) => {
      writer.text('Yes.')
      return { usage: { inputTokens: 2, outputTokens: 2 } }
    })
    const asked = await ask(app, token, { gptSystemId: plain }, 'Is it so?')
    const { conversationId } = asked
    const path = `${base}/${conversationId}/updateTitle`
    const body = { conversationId, title: '  Chosen  ' }
    const renamed = await call<{ title: string }>(app, path, { token, method: 'PUT', body })
    expect(renamed.body.title).toBe('Chosen')
    await expect.poll(() => write.name).not.toBe('write')
    write()
    await expect
      .poll(async () => (await segmentOf(app, token, asked)).usage)
      .toEqual({ inputTokens: 3, outputTokens: 3 })
    expect(written).toEqual(['title'])
    expect(await titleOf(conversationId)).toBe('Chosen')
    const other = { conversationId: asked.conversationSegmentId, title: 'x' }
    expect((await call(app, path, { token, method: 'PUT', body: other })).status).toBe(400)
    for (const title of ['', '   ', 'x'.repeat(51)]) {
      const refused = await call(app, path, { token, method: 'PUT', body: { conversationId, title } })
      expect(refused.status).toBe(400)
    }
    const longest = await call(app, path, {
      token,
      method: 'PUT',
      body: { conversationId, title: 'x'.repeat(50) },
    })
    expect(longest.status).toBe(200)
    const foreign = await call(app, path, {
      token: await app.token('ben'),
      method: 'PUT',
      body: { conversationId, title: 'Mine' },
    })
    expect(foreign.status).toBe(404)
  })

  test('stays the start of the question if writing one fails or the first answer failed', async () => {
    const tried: string[] = []
    engine.playHelper((purpose) => {
      tried.push(purpose)
      return Promise.reject(new AppError('engine.failed'))
    })
    const { conversationId } = await ask(app, token, { gptSystemId: plain }, 'Will it fail?')
    await expect.poll(() => tried).toEqual(['Title'])
    engine.play(() => Promise.reject(new AppError('engine.failed')))
    const failed = await ask(app, token, { gptSystemId: plain }, 'Does it fail?')
    expect(failed.segment.status).toBe('Failed')
    answerWith('fine')
    // The first answer that completes provides the title.
    engine.playHelper(async (_purpose, writer) => writer.text('A late title'))
    await ask(app, token, failed, 'And now?')
    await expect.poll(() => titleOf(failed.conversationId)).toBe('A late title')
    expect(await titleOf(conversationId)).toBe('Will it fail?')
  })

  test('is not rewritten for another first question or another answer to it', async () => {
    const titles: string[] = []
    engine.playHelper(async (_purpose, writer) => {
      titles.push('made')
      writer.text('The first title')
    })
    const first = await ask(app, token, { gptSystemId: plain }, 'What is it called?')
    await expect.poll(() => titleOf(first.conversationId)).toBe('The first title')
    for (const question of ['What is it called?', 'What was it called?'])
      await ask(app, token, first, question, { parentSegmentId: null })
    // Titles are written in order, so once this one exists, earlier ones would have been requested.
    const other = await ask(app, token, { gptSystemId: plain }, 'And this one?')
    await expect.poll(() => titleOf(other.conversationId)).toBe('The first title')
    expect(titles).toHaveLength(2)
  })

  test('is built from key terms by BuiltIn', async () => {
    const builtIn = await publishAgent(app, 'Extracts nothing', {})
    const { conversationId } = await ask(
      app,
      token,
      { gptSystemId: builtIn },
      'What is the refund policy for damaged goods?',
    )
    await expect.poll(() => titleOf(conversationId)).toBe('Refund policy for damaged goods')
  })

  test('is stored even if no one is listening any more', async () => {
    engine.playHelper(async (_purpose, writer) => writer.text('Nobody there'))
    let finish: () => void = () => undefined
    engine.play(async (writer) => {
      writer.text('begun')
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    })
    const stream = await opened(app, token, { gptSystemId: plain }, { question: 'Anybody there?' })
    await stream.until((event) => event.event === 'response-updated')
    stream.close()
    finish()
    await expect.poll(() => titleOf(idsOf(stream).conversationId)).toBe('Nobody there')
  })
})

test('the log has no content of questions, answers, helper calls, or details', async () => {
  engine.playHelper(async (_purpose, writer) => writer.text('planted-helper'))
  answerWith('planted-answer')
  const first = await ask(app, token, { gptSystemId: plain }, 'planted-question')
  await ask(app, token, first, 'planted-followup')
  await sql`select 1`.execute(app.platform.database.db)
  expect(app.logged.join('\n')).not.toMatch(/planted-/)
})
