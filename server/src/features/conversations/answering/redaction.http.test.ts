import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { placeholderRule } from '../../../engines/redaction/promptRedaction.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { setCompliance } from '../../../testing/compliance.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { uploadVisionImage } from '../../../testing/visionImages.ts'
import { ask, attach, base, detailsOf, idsOf, libraryOf, opened } from '../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = {
  languageEngine: 'OpenAICompatible',
  deploymentName: 'gpt-4o',
  maxTokens: 1000,
  systemPrompt: 'Ada Moreau, ada@example.com, wrote these instructions.',
}
const personal = /Anna|Lindqvist|Okafor|Haddad|Moreau|@example\.com|1234567|0532 0130|4111 1111 1111 1111/i

let app: TestApplication
let admin: string
let agent: string
let site: Server
let queries: string[] = []
let requests: AnswerRequest[] = []

beforeAll(async () => {
  site = createServer((request, response) => {
    queries.push(new URL(request.url ?? '/', 'http://site').searchParams.get('q') ?? '')
    response.setHeader('content-type', 'application/json')
    response.end('{"results":[]}')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const origin = `127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o', EGRESS_ALLOW: origin },
  })
  admin = await app.token('admin')
  const library = await libraryOf(app, 'People', {
    'Keys of Chloe Haddad.txt': 'Chloe Haddad, chloe@example.com, keeps the keys of the lighthouse of Vela.',
  })
  agent = await publishAgent(
    app,
    'Keys',
    { ...scripted, capabilityTypes: ['FileSearch', 'Vision', 'WebSearch'] },
    [library],
  )
  await call(app, '/api/internal/instanceSettings/searchApiKey', {
    token: admin,
    method: 'PUT',
    body: { provider: 'SearXNG', endpoint: `http://${origin}` },
  })
  await setCompliance(app, { redactsForProviders: true })
})
afterAll(async () => {
  await app?.remove()
  site?.close()
})
beforeEach(() => {
  requests = []
  queries = []
})

/** Scripts a model that writes these pieces. */
const says = (...pieces: string[]) =>
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    for (const piece of pieces) writer.text(piece)
  })
const sent = () => requests.map(({ messages }) => messages.map(({ content }) => content))
const textOf = (events: { event: string; data: unknown }[]) =>
  events.map(({ data }) => (data as { text?: string }).text ?? '').join('')

describe('while providers get placeholders', { shuffle: false }, () => {
  test('a provider gets no personal data of the question, the instructions, or the files, and the answer has it', async () => {
    says('Ask [na', 'me 4] (ema', 'il 3) [', '1], or 【Name 3】. [name 99] is no one, a[0] neither.')
    const question =
      'I am Anna Lindqvist, anna@example.com. Who has the keys of the lighthouse of Vela, Ben Okafor?'
    const { segment, events } = await ask(app, admin, { gptSystemId: agent }, question)
    const [first] = sent()
    expect(JSON.stringify(first)).not.toMatch(personal)
    expect(first![0]).toContain(placeholderRule)
    expect(first![0]).toContain('[name 1], [email 1], wrote these instructions.')
    const prompt = first!.at(-1)!
    expect(prompt).toContain('keeps the keys of the lighthouse')
    expect(prompt).toContain('[name 2], [email 2], keeps')
    expect(prompt).toContain('I am [name 3], [email 3].')
    expect(segment.question).toBe(question)
    expect(segment.answer).toBe(
      'Ask Ben Okafor anna@example.com [1], or Anna Lindqvist. [name 99] is no one, a[0] neither.',
    )
    expect(textOf(events)).toContain(segment.answer)
    expect(segment.citations).toMatchObject([
      { citationId: '1', title: 'Keys of Chloe Haddad.txt', quote: expect.stringContaining('Chloe Haddad') },
    ])
  })

  test('the stored prompt is what the provider got', async () => {
    says('Anna.')
    const asked = await ask(app, admin, { gptSystemId: agent }, 'Who is Ben Okafor? Call +49 30 1234567.')
    const { prompt, questionAsAsked } = await detailsOf(app, admin, asked)
    expect(prompt?.map(({ content }) => content)).toEqual(sent()[0])
    expect(questionAsAsked).toBe('Who is Ben Okafor? Call +49 30 1234567.')
  })

  test('people keep their numbers in a conversation, and its stored prompts too', async () => {
    says('[name 2] and [name 3].')
    const asked = await ask(app, admin, { gptSystemId: agent }, 'Are Ben Okafor and Anna Lindqvist here?')
    const { conversationId } = asked
    expect(asked.segment.answer).toBe('Ben Okafor and Anna Lindqvist.')
    const next = await ask(app, admin, { conversationId }, 'Is Anna Lindqvist early?')
    const [one, two] = sent()
    expect(JSON.stringify(two)).not.toMatch(personal)
    expect(two!.slice(1, 3)).toEqual(['Are [name 2] and [name 3] here?', '[name 2] and [name 3].'])
    expect(one!.at(-1)).toContain('Are [name 2] and [name 3] here?')
    expect(two!.at(-1)).toContain('Is [name 3] early?')
    expect(next.segment.answer).toBe('Ben Okafor and Anna Lindqvist.')
    const { prompt } = await detailsOf(app, admin, next)
    expect(prompt?.map(({ content }) => content)).toEqual(two)
  })

  test('a tool runs with originals, and the provider gets its result without', async () => {
    let isFirst = true
    engine.play(async (writer, _signal, request) => {
      requests.push(request)
      if (!isFirst) return writer.text('[name 2] has them [1].')
      isFirst = false
      const input = JSON.stringify({ query: 'the keys of [name 2]' })
      return { finish: 'ToolCalls', toolCalls: [{ id: 'c1', name: 'search_files', input }] }
    })
    const asked = await ask(app, admin, { gptSystemId: agent }, 'Does Chloe Haddad have any?')
    expect(JSON.stringify(requests.map(({ messages }) => messages))).not.toMatch(personal)
    expect(asked.segment.answer).toBe('Chloe Haddad has them [1].')
    expect(asked.segment.citations).toHaveLength(1)
    const { steps } = await detailsOf(app, admin, asked)
    const step = steps.find(({ kind }) => kind === 'Tool')
    expect(step?.input).toBe('{"query":"the keys of Chloe Haddad"}')
    expect(step?.output).toContain('Chloe Haddad, chloe@example.com')
    expect(requests[1]?.messages.at(-2)).toMatchObject({
      toolCalls: [{ input: '{"query":"the keys of [name 2]"}' }],
    })
  })

  test('a search provider gets neither personal data nor placeholders', async () => {
    const search = async (query: string) => {
      let isFirst = true
      engine.play(async (writer, _signal, request) => {
        requests.push(request)
        if (!isFirst) return writer.text('Done.')
        isFirst = false
        const input = JSON.stringify({ query })
        return { finish: 'ToolCalls', toolCalls: [{ id: 'c1', name: 'search_web', input }] }
      })
      const web = await publishAgent(app, 'Web', { ...scripted, capabilityTypes: ['WebSearch'] })
      return ask(app, admin, { gptSystemId: web }, 'What does Anna Lindqvist of anna@example.com publish?')
    }
    await search('publications of [name 2] [email 2] in harbors')
    expect(queries).toEqual(['publications of in harbors'])
    queries = []
    await search('[name 2] [email 2] [name 55]')
    expect(queries).toEqual([])
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain('can’t be searched for personal data alone')
  })

  test('titles are made from placeholders and shown with originals', async () => {
    let prompt = ''
    engine.playHelper(async (purpose, writer, _signal, request) => {
      if (purpose !== 'Title') throw new Error('not played')
      prompt = JSON.stringify(request.messages)
      writer.text('Keys of [na')
      writer.text('me 1]')
    })
    says('Yes.')
    const { conversationId } = await ask(
      app,
      admin,
      { gptSystemId: agent },
      'Has Anna Lindqvist the keys of the harbor?',
    )
    const title = async () =>
      (await call<{ title: string }>(app, `${base}/${conversationId}`, { token: admin })).body.title
    await expect.poll(title).toBe('Keys of Anna Lindqvist')
    expect(prompt).not.toMatch(personal)
    engine.playHelper(() => Promise.reject(new Error('not played')))
  })

  test('an attachment is read without personal data', async () => {
    const attachmentId = await attach(
      app,
      admin,
      'Okafor.txt',
      'Ben Okafor, 4111 1111 1111 1111, is on leave in May.',
    )
    says('In May.')
    const stream = await opened(
      app,
      admin,
      { gptSystemId: agent },
      {
        question: 'Who is on leave?',
        attachmentIds: [attachmentId],
      },
    )
    await stream.ended
    expect(JSON.stringify(sent()[0])).not.toMatch(personal)
    expect(JSON.stringify(sent()[0])).toContain('is on leave in May')
    const { prompt } = await detailsOf(app, admin, idsOf(stream))
    expect(JSON.stringify(prompt)).not.toMatch(personal)
  })

  test('a question with an image is refused with the reason', async () => {
    const { visionImageId } = (await uploadVisionImage(app, admin, base)).body
    const { status, body } = await call<{ code: string }>(app, `${base}/byGptSystemId/${agent}`, {
      token: admin,
      body: { question: 'What is this?', visionImageIds: [visionImageId] },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([status, body.code]).toEqual([422, 'conversation.imagesNotSent'])
    const policy = await call<{ imagesAllowed: boolean }>(app, '/api/internal/dataPolicy', {})
    expect(policy.body.imagesAllowed).toBe(false)
  })

  test('the built-in engine gets originals', async () => {
    const own = await publishAgent(app, 'Own', { languageEngine: 'BuiltIn', deploymentName: null }, [
      await libraryOf(app, 'Other', { 'okafor.txt': 'Ben Okafor keeps the bells of the tower of Halden.' }),
    ])
    const { segment } = await ask(
      app,
      admin,
      { gptSystemId: own },
      'Who keeps the bells of the tower of Halden?',
    )
    expect(segment.answer).toContain('Ben Okafor')
  })
})

test('otherwise a provider gets everything as it is', async () => {
  await setCompliance(app, { redactsForProviders: false })
  says('Ask [name 1] or Ben Okafor.')
  const { segment } = await ask(app, admin, { gptSystemId: agent }, 'Who is Ben Okafor, ben@example.com?')
  expect(sent()[0]!.at(-1)).toContain('Who is Ben Okafor, ben@example.com?')
  expect(JSON.stringify(sent()[0])).not.toContain('placeholder')
  expect(segment.answer).toBe('Ask [name 1] or Ben Okafor.')
})

test('an image that was shown before isn’t sent again once providers get placeholders, which a step says', async () => {
  const { visionImageId } = (await uploadVisionImage(app, admin, base)).body
  says('A lighthouse.')
  const asked = await ask(app, admin, { gptSystemId: agent }, 'What is this?', {
    visionImageIds: [visionImageId],
  })
  const pictures = () => requests.flatMap(({ messages }) => messages).filter((one) => 'pictures' in one)
  expect(pictures()).toHaveLength(1)
  await setCompliance(app, { redactsForProviders: true })
  requests = []
  const next = await ask(app, admin, { conversationId: asked.conversationId }, 'How tall is it?')
  expect(requests).toHaveLength(1)
  expect(pictures()).toEqual([])
  expect(next.segment.steps).toContainEqual(
    expect.objectContaining({
      id: 'images',
      state: 'Failed',
      title: expect.stringContaining('personal data in images'),
    }),
  )
})
