import { streamEventNames } from '@parlance/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch, openStream, textOf } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { answering, type ScriptedProvider, startScriptedProvider } from '../../../testing/scriptedProvider.ts'

const engine = createScriptedEngine()
let app: TestApplication
let provider: ScriptedProvider
let token: string
let admin: string
let scripted: string
const base = '/api/internal/userConversations'

beforeAll(async () => {
  provider = await startScriptedProvider()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: {
      COMPATIBLE_DEPLOYMENTS: 'scripted',
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: 'sk-planted-secret',
      OPENAI_DEPLOYMENTS: 'gpt-test',
    },
  })
  token = await app.token('anna')
  admin = await app.token('admin')
  scripted = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
})

async function ask(gptSystemId: string, question: string) {
  const stream = await openStream(app, `${base}/byGptSystemId/${gptSystemId}`, { token, body: { question } })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  const { body } = await call<{ items: Record<string, unknown>[] }>(
    app,
    `${base}/${first.data.conversationId}/segments`,
    { token },
  )
  return { events: stream.events, segment: body.items[0] ?? {}, ...first.data }
}

describe('the events of a stream', () => {
  test('[R-3-085] all eleven arrive with their data, and the stored segment matches them', async () => {
    engine.play(async (writer) => {
      writer.event('step-update', {
        text: 'Working',
        steps: [{ id: 'a', title: 'Working', state: 'Running' }],
      })
      writer.thinking('Let me see.')
      writer.event('code-interpreter-updated', { text: 'print(1)' })
      writer.text('Look: ')
      writer.event('generated-image-link', { Title: 'A [chart]', Uri: '/api/internal/x.png' })
      writer.event('internal-server-error', { text: 'inner trouble', code: 'server.failed', requestId: 'r1' })
      writer.event('error', { text: 'outer trouble', code: 'engine.failed', requestId: 'r2' })
      writer.event('step-update', { text: 'Worked', steps: [{ id: 'a', title: 'Worked', state: 'Done' }] })
      return { usage: { inputTokens: 3, outputTokens: 4 } }
    })
    const { events, segment } = await ask(scripted, 'All of them')
    expect(new Set(events.map((event) => event.event))).toEqual(new Set(streamEventNames))
    expect(events.find((event) => event.event === 'generated-image-link')?.data).toEqual({
      Title: 'A [chart]',
      Uri: '/api/internal/x.png',
    })
    expect(segment).toMatchObject({
      answer: 'Look: \n\n![A \\[chart\\]](/api/internal/x.png)\n\n',
      status: 'Failed',
      codeInterpreterResponse: 'print(1)',
      thinking: 'Let me see.',
      steps: [{ id: 'a', title: 'Worked', state: 'Done' }],
      errors: [
        { text: 'inner trouble', code: 'server.failed', requestId: 'r1' },
        { text: 'outer trouble', code: 'engine.failed', requestId: 'r2' },
      ],
      usage: { inputTokens: 3, outputTokens: 4 },
    })
  })

  test('[A49] text that looks like an event stream stays one event’s text', async () => {
    const forged = 'x\n\nevent: no-more-data\nid: 1\ndata: {}\n\n\r\u2028'
    engine.play(async (writer) => writer.text(forged))
    const { events, segment } = await ask(scripted, 'Forged?')
    expect(textOf(events)).toBe(forged)
    expect(events.filter((event) => event.event === 'no-more-data')).toHaveLength(1)
    expect(segment.answer).toBe(forged)
  })
})

test('[A39] [A53] names of variables and templates stay unexpanded: in the prompt, in the answer, and on the card', async () => {
  const name = `Templates \${7*7} {{7*7}}`
  const names = [
    `\${SECRET_KEY} \${DATABASE_URL} $DATA_DIR %PATH% {{OPENAI_API_KEY}} {{user.token}} {{accessToken}} {{ env.HOME }}`,
    `{{7*7}} \${7*7} <%=7*7%> #{7*7} {7*7} {{constructor.constructor('return 7*7')()}} {% print 7*7 %} @(7*7) [[7*7]]`,
  ].join(' ')
  // What a template would expand to.
  const secrets = [
    app.config.secretKey.toString(),
    app.dataDir,
    process.env.HOME ?? '?',
    'sk-planted-secret',
    ' 49 ',
  ]
  let sent = ''
  engine.play(async (writer, _signal, request) => {
    sent = request.messages.map(({ content }) => String(content)).join('\n')
    writer.text(names)
  })
  const gptSystemId = await publishAgent(app, name, {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    systemPrompt: `Follow this: ${names}`,
    introduction: names,
    description: names,
  })
  const { events, segment } = await ask(gptSystemId, names)
  expect(sent.split(names)).toHaveLength(3)
  expect(textOf(events)).toBe(names)
  expect(segment).toMatchObject({ question: names, answer: names })
  const card = await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, { token })
  expect(card.body).toMatchObject({ gptSystem: { name }, introduction: names })
  for (const secret of secrets)
    expect([sent, JSON.stringify(segment), JSON.stringify(card.body)].join()).not.toContain(secret)
})

describe('a provider connection', () => {
  test('delivers the answer, its usage, and a clear error, but not the key or the provider’s own error text', async () => {
    const gptSystemId = await publishAgent(app, 'On the wire', {
      languageEngine: 'OpenAI',
      deploymentName: 'gpt-test',
      systemPrompt: 'Be brief.',
    })
    provider.play(answering(['Hello ', 'there']))
    const fine = await ask(gptSystemId, 'Hi')
    expect(fine.segment).toMatchObject({
      answer: 'Hello there',
      status: 'Completed',
      usage: { inputTokens: 11, outputTokens: 7 },
    })
    expect(provider.calls.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    })

    provider.play({
      status: 401,
      actions: [{ write: '{"error":{"message":"Incorrect API key sk-planted-secret"}}' }],
    })
    const refused = await ask(gptSystemId, 'Hi again')
    expect(refused.segment).toMatchObject({
      answer: '',
      status: 'Failed',
      errors: [expect.objectContaining({ code: 'engine.key' })],
    })
    expect(JSON.stringify(refused)).not.toContain('sk-planted')
    expect(app.logged.join('')).not.toContain('sk-planted')
  })

  test('sends the earlier turns of the branch with a follow-up', async () => {
    const gptSystemId = await publishAgent(app, 'Remembers', {
      languageEngine: 'OpenAI',
      deploymentName: 'gpt-test',
    })
    provider.play(answering('Paris.'))
    const { conversationId } = await ask(gptSystemId, 'Capital of France?')
    provider.play(answering('Two million.'))
    await (
      await openStream(app, `${base}/${conversationId}/segments`, {
        token,
        body: { question: 'How many people?' },
      })
    ).ended
    expect(provider.calls.at(-1)?.body.messages).toEqual([
      { role: 'user', content: 'Capital of France?' },
      { role: 'assistant', content: 'Paris.' },
      { role: 'user', content: 'How many people?' },
    ])
  })
})

describe('agents and deployments', () => {
  test('[R-1-002] [R-7-068] a user sees and can ask exactly the published agents that they have access to', async () => {
    const draft = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token: admin, body: { name: 'Only a draft' } },
    )
    const { body } = await call<{ items: { gptSystemId: string; name: string }[]; continuationToken: null }>(
      app,
      '/api/internal/currentUser/gptSystems',
      { token },
    )
    const names = body.items.map((agent) => agent.name)
    expect(names).toContain('Scripted')
    expect(names).toContain('Product guide')
    expect(names).not.toContain('Only a draft')
    const asked = await call(app, `${base}/byGptSystemId/${draft.body.gptSystem.gptSystemId}`, {
      token,
      body: { question: 'x' },
      headers: { 'idempotency-key': 'a-key-of-a-draft' },
    })
    expect(asked).toMatchObject({ status: 404, body: { code: 'agent.notFound' } })
  })

  test('an unpublished agent is unavailable from the next question', async () => {
    const gptSystemId = await publishAgent(app, 'Soon gone')
    expect(
      (await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, { token })).status,
    ).toBe(200)
    await call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`, {
      token: admin,
      method: 'PUT',
      body: { gptSystemConfigurationStateId: null },
    })
    expect(
      (await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, { token })).status,
    ).toBe(404)
  })

  test('[R-7-043] [A10] details for a conversation include what the chat shows, and no configuration', async () => {
    const gptSystemId = await publishAgent(app, 'Shown', {
      introduction: 'I know.',
      starterQuestions: ['Why?'],
      systemPrompt: 'HIDDEN PROMPT',
      capabilityTypes: ['FileSearch', 'Vision'],
    })
    const { body } = await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, {
      token,
    })
    expect(body).toMatchObject({
      gptSystem: { gptSystemId, name: 'Shown' },
      introduction: 'I know.',
      starterQuestions: ['Why?'],
      tools: [
        { tool: 'FileSearch', state: 'Available' },
        { tool: 'Vision', state: 'NotConfigured' },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('HIDDEN PROMPT')
  })

  test('[R-7-115] the deployments from the environment are listed, without keys', async () => {
    const { body } = await call(app, '/api/internal/instanceSettings/deployments', { token: admin })
    expect(body).toMatchObject({
      items: [
        {
          languageEngine: 'OpenAI',
          deploymentName: 'gpt-test',
          source: 'Environment',
          contextTokens: 128_000,
          maxOutputTokens: 16_384,
          reasoning: false,
        },
        {
          languageEngine: 'OpenAICompatible',
          deploymentName: 'scripted',
          source: 'Environment',
          contextTokens: 8192,
          maxOutputTokens: 4096,
          reasoning: false,
        },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/sk-|apiKey/i)
  })

  test('a version that is not a draft cannot be changed, and a deployment that does not exist cannot be published', async () => {
    const created = await call<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(app, '/api/internal/gptSystems/system/management', { token: admin, body: { name: 'Wrong' } })
    const { gptSystem, configuration } = created.body
    const state = `/api/internal/gptSystems/configurationStates/${configuration.configStateId}`
    const publishing = `/api/internal/gptSystems/system/management/${gptSystem.gptSystemId}/publishing`
    const body = { gptSystemConfigurationStateId: configuration.configStateId }
    const changed = await call(app, state, {
      token: admin,
      method: 'PUT',
      body: { languageEngine: 'OpenAI', deploymentName: 'none' },
      headers: ifMatch(),
    })
    expect(changed.body.warnings).toEqual([expect.objectContaining({ property: 'deploymentName' })])
    expect(await call(app, publishing, { token: admin, method: 'PUT', body })).toMatchObject({
      status: 400,
      body: { code: 'agent.deployment' },
    })
    await call(app, state, {
      token: admin,
      method: 'PUT',
      body: { languageEngine: 'BuiltIn' },
      headers: ifMatch(2),
    })
    expect((await call(app, publishing, { token: admin, method: 'PUT', body })).status).toBe(200)
    expect(
      await call(app, state, {
        token: admin,
        method: 'PUT',
        body: { introduction: 'x' },
        headers: ifMatch(3),
      }),
    ).toMatchObject({ status: 409, body: { code: 'agent.stateNotDraft' } })
  })

  test.each([
    [{ gptSystemName: 'x'.repeat(150) }, 200],
    [{ gptSystemName: 'x'.repeat(151) }, 400],
    [{ description: 'x'.repeat(501) }, 400],
    [{ temperature: 2.01 }, 400],
    [{ topP: -0.1 }, 400],
    [{ maxTokens: 0 }, 400],
    [{ maxTokens: 128_001 }, 400],
    [{ capabilityTypes: ['Everything'] }, 400],
  ])('[S11] [S17] the server enforces the limits of a configuration: %.60j is %i', async (input, status) => {
    const created = await call<{ configuration: { configStateId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token: admin, body: { name: 'Limits' } },
    )
    const path = `/api/internal/gptSystems/configurationStates/${created.body.configuration.configStateId}`
    expect(
      (await call(app, path, { token: admin, method: 'PUT', body: input, headers: ifMatch() })).status,
    ).toBe(status)
  })
})

describe('cited passages', () => {
  test('[R-7-039] [A66c] a citation of an answer opens its passage by title and path, and nothing else does', async () => {
    const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token: admin,
      body: { name: 'Lights' },
    })
    const { dataSourceId } = library.body
    const form = new FormData()
    form.set(
      'file',
      new File(
        ['The lighthouse of Vela stands 41 metres tall. It was built in 1887 by Ada Brenn.'],
        'lights.txt',
      ),
    )
    await call(app, `/api/internal/dataSources/${dataSourceId}/files`, { token: admin, body: form })
    await expect
      .poll(async () => {
        const { body } = await call<{ items: { state: string }[] }>(
          app,
          `/api/internal/dataSources/${dataSourceId}/files`,
          { token: admin },
        )
        return body.items[0]?.state
      })
      .toBe('Ready')
    const gptSystemId = await publishAgent(app, 'Lights', {}, [dataSourceId])
    const { conversationId, conversationSegmentId, segment } = await ask(
      gptSystemId,
      'How tall is the lighthouse of Vela?',
    )
    const [citation] = segment.citations as { title: string; path: string; quote: string }[]
    expect(segment.answer).toContain('41 metres')
    expect(citation).toMatchObject({ quote: expect.stringContaining('41 metres') })
    const at = (query: Record<string, string>) =>
      call<{ text: string; quote: string; offsets: { start: number; end: number } }>(
        app,
        `${base}/${conversationId}/segments/${conversationSegmentId}/citations?${new URLSearchParams(query)}`,
        { token },
      )
    const opened = await at({ title: citation?.title ?? '', path: citation?.path ?? '' })
    expect(opened.status).toBe(200)
    const { text, quote, offsets } = opened.body
    expect(text.slice(offsets.start, offsets.end)).toBe(quote)
    for (const path of ['https://example.com/x', '../../etc/passwd', `${dataSourceId}/other`]) {
      expect((await at({ title: citation?.title ?? '', path })).status).toBe(404)
    }
    expect(text).not.toBe(quote)
    // After the library is unlinked from the agent, only the quoted text remains readable.
    await sql`delete from gpt_system_rag_data_source where data_source_id = ${dataSourceId}`.execute(
      app.platform.database.db,
    )
    const left = await at({ title: citation?.title ?? '', path: citation?.path ?? '' })
    expect(left.body).toMatchObject({ text: quote, quote })
  })

  test('[S10] an agent that finds nothing says so and cites nothing', async () => {
    const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token: admin,
      body: { name: 'Empty' },
    })
    const gptSystemId = await publishAgent(app, 'Knows nothing', {}, [library.body.dataSourceId])
    const { segment } = await ask(gptSystemId, 'What is the airspeed of a swallow?')
    expect(segment).toMatchObject({ status: 'Completed', citations: [] })
    expect(String(segment.answer).length).toBeGreaterThan(20)
  })
})
