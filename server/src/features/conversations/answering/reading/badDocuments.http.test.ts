import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import { createScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { endlessLines, scannedPdf, scrambledPdf } from '../../../knowledge/testing/badDocuments.ts'
import { ask, attach } from '../../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'm', maxTokens: 100 }
const question = 'What does the second warden ring?'
let app: TestApplication
let token: string
let builtIn: string
let calls = 0

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'm', COMPATIBLE_CONTEXT_TOKENS: '500' },
  })
  token = await app.token('anna')
  builtIn = await publishAgent(app, 'Quotes files', { languageEngine: 'BuiltIn' })
  engine.play(async (writer) => {
    calls += 1
    writer.text('ok')
    return undefined
  })
})
afterAll(() => app?.remove())

test.each([
  ['words', 'a.txt'],
  ['sentences', 'a.txt'],
  ['markup', 'a.md'],
] as const)('a file that is one line of %s is read and quoted', async (kind, name) => {
  const attachmentIds = [await attach(app, token, name, endlessLines[kind](300_000))]
  const { segment } = await ask(app, token, { gptSystemId: builtIn }, question, { attachmentIds })
  expect(segment).toMatchObject({ status: 'Completed', answer: expect.stringContaining('warden rings') })
})

test.each(['page', 'line'] as const)(
  'a PDF whose letters are drawn in random order on the %s is read by position',
  async (order) => {
    const attachmentIds = [await attach(app, token, 'a.pdf', scrambledPdf(1, order))]
    const { segment } = await ask(app, token, { gptSystemId: builtIn }, question, { attachmentIds })
    expect(segment).toMatchObject({ status: 'Completed', answer: expect.stringContaining('warden rings') })
  },
)

test('a scanned PDF of tiny images is named as such, and the question is still answered', async () => {
  const attachmentIds = [await attach(app, token, 'scans.pdf', scannedPdf(30))]
  const { segment } = await ask(app, token, { gptSystemId: builtIn }, 'Summarize this document', {
    attachmentIds,
  })
  expect(segment.status).toBe('Completed')
  expect(segment.answer).not.toBe('')
  expect(segment.steps).toMatchObject([
    {
      state: 'Failed',
      title:
        'scans.pdf couldn’t be read: it contains only images of pages, without text. Run text recognition (OCR) on it and attach it again',
    },
  ])
})

test.each(['What is this?', 'Summarize this document'])(
  'instructions that exceed the context are named as the cause, and no model is called: %s',
  async (asked) => {
    const systemPrompt = 'Answer kindly and cite what you have read in full. '.repeat(320)
    const agent = await publishAgent(app, `Talks much ${asked}`, { ...scripted, systemPrompt })
    const attachmentIds = [await attach(app, token, 'a.txt', endlessLines.words(50_000))]
    calls = 0
    const { segment } = await ask(app, token, { gptSystemId: agent }, asked, { attachmentIds })
    expect(segment).toMatchObject({
      status: 'Failed',
      question: asked,
      attachments: [{ originalFileName: 'a.txt' }],
      errors: [{ code: 'engine.instructions', requestId: expect.stringMatching(/./) }],
    })
    expect(calls).toBe(0)
  },
)
