import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { ask, base, type Details, detailsOf, idsOf, libraryOf, opened } from '../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted', maxTokens: 500 }
let app: TestApplication
let anna: string
let admin: string
let agent: string
let library: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  anna = await app.token('anna')
  admin = await app.token('admin')
  library = await libraryOf(app, 'Towers', { 'vela.txt': 'The lighthouse of Vela stands 41 metres tall.' })
  agent = await publishAgent(app, 'Details', { ...scripted, systemPrompt: 'Secret instructions.' }, [library])
  engine.play(async (writer) => {
    writer.text('41 metres [1].')
    return { usage: { inputTokens: 50, outputTokens: 7 } }
  })
})
afterAll(() => app?.remove())

const question = 'How tall is the lighthouse of Vela?'
type Ids = { conversationId: string; conversationSegmentId: string }
const traceOf = (ids: Ids, token: string) =>
  call<{ items: { seq: number; name: string; fields: object }[]; errors?: { message: string }[] }>(
    app,
    `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}/traceLogs`,
    { token },
  )

describe('the execution details of an answer', () => {
  test('[R-7-045] [A10] show its owner the steps, passages, tokens, and times, but no prompt', async () => {
    const asked = await ask(app, anna, { gptSystemId: agent }, question)
    const details = await detailsOf(app, anna, asked)
    expect(details).toMatchObject({
      conversationSegmentId: asked.conversationSegmentId,
      status: 'Completed',
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
      questionAsAsked: question,
      questionAsSearched: question,
      history: { turns: 0, summarised: 0, leftOut: 0 },
      usage: { inputTokens: 50, outputTokens: 7 },
      prompt: null,
      promptNeeds: [
        'GptSystemsWrite',
        'GptSystemsReadSpecific',
        'GptSystemsWriteSpecific',
        'GptSystemConfigurationsRead',
      ],
    })
    expect(details.steps).toEqual([
      {
        id: 'search',
        title: 'Searched the libraries, 1 passage found',
        state: 'Done',
        startedAt: expect.any(String),
        ms: expect.any(Number),
        kind: 'Step',
        input: question,
        output: null,
      },
    ])
    expect(details.passages).toEqual([
      {
        number: 1,
        passageId: asked.segment.citations[0]?.passageId,
        fileName: 'vela.txt',
        page: null,
        heading: expect.any(String),
        text: 'The lighthouse of Vela stands 41 metres tall.',
        score: expect.any(Number),
        cited: true,
      },
    ])
    expect(details.calls).toEqual([
      {
        purpose: 'Answer',
        usage: { inputTokens: 50, outputTokens: 7 },
        ms: expect.any(Number),
        languageEngine: 'OpenAICompatible',
        deploymentName: 'scripted',
      },
    ])
    expect(details.firstTextMs).toBeLessThanOrEqual(details.totalMs ?? -1)
    // The stream reported the same steps with their times.
    expect(asked.segment.steps).toEqual(
      details.steps.map(({ kind: _kind, input: _input, output: _output, ...step }) => step),
    )
  })

  test('show the prompt to people who can read the configuration, with the earlier turns as they were', async () => {
    const first = await ask(app, admin, { gptSystemId: agent }, question)
    const second = await ask(app, admin, first, 'And how old is the lighthouse of Vela?')
    const { prompt, promptNeeds } = await detailsOf(app, admin, second)
    expect(promptNeeds).toEqual([])
    expect(prompt?.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(prompt?.[0]?.content).toMatch(/^Secret instructions\./)
    expect(prompt?.slice(1, 3).map((message) => message.content)).toEqual([question, '41 metres [1].'])
    expect(prompt?.[3]?.content).toMatch(/41 metres tall.*And how old is the lighthouse of Vela\?$/s)
    const stored = await sql<{ prompt: string }>`select prompt from segment_execution
      where segment_id = ${second.conversationSegmentId}`.execute(app.platform.database.db)
    // The prompt references turns instead of storing them twice.
    expect(stored.rows[0]?.prompt).not.toContain('41 metres [1].')
  })

  test('hide passages from people who can no longer read them, and keep quotes', async () => {
    const other = await publishAgent(app, 'Loses its library', scripted, [library])
    const asked = await ask(app, admin, { gptSystemId: other }, question)
    await sql`delete from gpt_system_rag_data_source r using gpt_system g
      where g.id = ${other} and r.state_id = g.published_state_id`.execute(app.platform.database.db)
    const details = await detailsOf(app, admin, asked)
    expect(details.passages[0]?.text).toBe(asked.segment.citations[0]?.quote)
    expect(JSON.stringify(details.prompt)).not.toContain('stands 41 metres')
  })

  test('hide each of any number of passages found by the model’s own searches', async () => {
    const pages = Array.from({ length: 160 }, (_, n) => `The treasure of place${n} lies under the oak.`)
    const map = await libraryOf(app, 'Treasures', { 'map.txt': pages.join('\f') })
    const seeker = await publishAgent(app, 'Seeks', scripted, [map])
    const queries = Array.from({ length: 32 }, (_, n) =>
      [0, 1, 2, 3, 4].map((k) => `place${n * 5 + k}`).join(' '),
    )
    let at = 0
    engine.play(async (writer) => {
      const next = queries.slice(at, at + 8)
      at += 8
      if (next.length === 0) return writer.text('Under the oak [1].')
      const toolCalls = next.map((query) => ({
        id: query,
        name: 'search_files',
        input: JSON.stringify({ query }),
      }))
      return { finish: 'ToolCalls', toolCalls }
    })
    const asked = await ask(app, admin, { gptSystemId: seeker }, 'Where does the treasure of place0 lie?')
    const outputs = (details: Details) => details.steps.map((step) => step.output ?? '').join('\n')
    const before = await detailsOf(app, admin, asked)
    expect(outputs(before)).toContain('treasure of place9 lies')
    expect(before.passages.length).toBeGreaterThan(40)
    await sql`delete from gpt_system_rag_data_source r using gpt_system g
      where g.id = ${seeker} and r.state_id = g.published_state_id`.execute(app.platform.database.db)
    expect(outputs(await detailsOf(app, admin, asked))).not.toMatch(/treasure of place\d+ lies/)
    engine.play(async (writer) => {
      writer.text('41 metres [1].')
      return { usage: { inputTokens: 50, outputTokens: 7 } }
    })
  })

  test('hide what the model read of a file on its own', async () => {
    const long = Array.from({ length: 80 }, (_, n) => `Treasure ${n} lies under the oak of place ${n}.`).join(
      ' ',
    )
    const map = await libraryOf(app, 'Long maps', { 'long.txt': long })
    const reader = await publishAgent(app, 'Reads maps', scripted, [map])
    const toolCall = { id: 'read', name: 'read_file', input: JSON.stringify({ fileName: 'long.txt' }) }
    let turn = 0
    engine.play(async (writer) => {
      turn += 1
      if (turn === 1) return { finish: 'ToolCalls', toolCalls: [toolCall] }
      return writer.text('Under an oak.')
    })
    const asked = await ask(app, admin, { gptSystemId: reader }, 'Where is the pier?')
    const before = await detailsOf(app, admin, asked)
    expect(JSON.stringify(before.passages)).toContain('Treasure 79 lies')
    await sql`delete from gpt_system_rag_data_source r using gpt_system g
      where g.id = ${reader} and r.state_id = g.published_state_id`.execute(app.platform.database.db)
    expect(JSON.stringify(await detailsOf(app, admin, asked))).not.toMatch(/Treasure \d+ lies/)
    engine.play(async (writer) => {
      writer.text('41 metres [1].')
      return { usage: { inputTokens: 50, outputTokens: 7 } }
    })
  })

  test('are available while the answer runs, and after its server was killed', async () => {
    let release: () => void = () => undefined
    engine.play(async (writer) => {
      writer.text('Begun')
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    const stream = await opened(app, admin, { gptSystemId: agent }, { question })
    await stream.until((event) => event.event === 'response-updated')
    const ids = idsOf(stream)
    const running = await detailsOf(app, admin, ids)
    expect(running).toMatchObject({ status: 'Pending', totalMs: null, questionAsSearched: question })
    expect(running.firstTextMs).not.toBeNull()
    expect(running.prompt?.at(-1)?.content).toContain(question)
    const { db } = app.platform.database
    const row = async () =>
      (
        await sql<{ details: string; prompt: string | null }>`select details, prompt from segment_execution
          where segment_id = ${ids.conversationSegmentId}`.execute(db)
      ).rows[0]
    // Stored before the end without any request: this is what survives a kill.
    await expect.poll(async () => (await row())?.prompt ?? '').toContain(question)
    expect(JSON.parse((await row())?.details ?? '{}')).toMatchObject({
      questionAsSearched: question,
      steps: [expect.objectContaining({ id: 'search', state: 'Done' })],
      passages: [expect.objectContaining({ fileName: 'vela.txt' })],
    })
    release()
    await stream.ended
    engine.play(async (writer) => {
      writer.text('41 metres [1].')
      return { usage: { inputTokens: 50, outputTokens: 7 } }
    })
    await expect.poll(async () => (await detailsOf(app, admin, ids)).totalMs).not.toBeNull()
  })

  test('fall back to the segment for an answer without stored details', async () => {
    const asked = await ask(app, anna, { gptSystemId: agent }, question)
    await wait(0)
    await expect
      .poll(async () => {
        const { db } = app.platform.database
        await sql`delete from segment_execution where segment_id = ${asked.conversationSegmentId}`.execute(db)
        const details = await detailsOf(app, anna, asked)
        return { steps: details.steps.length, passages: details.passages.length, usage: details.usage }
      })
      .toEqual({ steps: 1, passages: 0, usage: { inputTokens: 50, outputTokens: 7 } })
  })
})

describe('the trace of an answer', () => {
  test('[R-7-046] is shown to an owner who can read the configuration, and contains no content', async () => {
    const asked = await ask(app, admin, { gptSystemId: agent }, question)
    const { status, body } = await traceOf(asked, admin)
    expect(status).toBe(200)
    expect(body.items.map((line) => line.seq)).toEqual(body.items.map((_line, at) => at + 1))
    expect(body.items.map((line) => line.name)).toEqual(
      expect.arrayContaining([
        'question.asked',
        'search.finished',
        'prompt.composed',
        'model.called',
        'answer.ended',
      ]),
    )
    expect(JSON.stringify(body)).not.toMatch(/lighthouse|41 metres|Secret/)
  })

  test('[R-7-046] [A14] is refused to other owners with the required permissions, and to strangers with a 404', async () => {
    const asked = await ask(app, anna, { gptSystemId: agent }, question)
    const refused = await traceOf(asked, anna)
    expect(refused.status).toBe(403)
    expect(refused.body.errors?.map((error) => error.message)).toContain('GptSystemsWrite')
    // The permissions alone don't open another user's conversation.
    expect((await traceOf(asked, admin)).status).toBe(404)
    expect((await traceOf(asked, await app.token('ben'))).status).toBe(404)
  })
})
