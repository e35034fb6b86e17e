import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { ask, base, segmentOf } from '../testing/asking.ts'

let app: TestApplication
let owner: TestPerson
let gptSystemId: string
let otherAgent: string

const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
const createPrompt = async (path: string, token: string) => {
  const { body } = await call<{ promptId: string }>(app, `/api/internal/${path}`, {
    token,
    body: { title: `Summary ${randomUUID()}`, text: 'Sum it up.' },
  })
  return body.promptId
}
const ownPrompt = ({ token }: TestPerson) => createPrompt('currentUser/prompts', token)
const promptOf = async (agent: string) =>
  createPrompt(`gptSystems/system/management/${agent}/prompts`, await app.token('admin'))
const askWith = (promptId: string, path = `byGptSystemId/${gptSystemId}`, more: object = {}) =>
  call<{ code: string }>(app, `${base}/${path}`, {
    token: owner.token,
    body: { question: 'Sum it up.', promptId, ...more },
    headers: { 'idempotency-key': randomUUID() },
  })

beforeAll(async () => {
  const engine = createScriptedEngine()
  engine.play(async (writer) => void writer.text('Here it is.'))
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  gptSystemId = await publishAgent(app, 'Scripted', scripted)
  otherAgent = await publishAgent(app, 'Another', scripted)
  owner = await person(app)
})
afterAll(() => app?.remove())

describe('[R-7-026] the prompt of a question', () => {
  test('is stored with it, whether it is the user’s own or the agent’s', async () => {
    const own = await ownPrompt(owner)
    const asked = await ask(app, owner.token, { gptSystemId }, 'Sum it up.', { promptId: own })
    expect(asked.segment).toMatchObject({ promptId: own, answer: 'Here it is.' })
    const offered = await promptOf(gptSystemId)
    const next = await ask(app, owner.token, asked, 'Again.', { promptId: offered })
    expect(next.segment.promptId).toBe(offered)
    const without = await ask(app, owner.token, asked, 'And without?')
    expect(without.segment.promptId).toBeUndefined()
    await call(app, `/api/internal/currentUser/prompts/${own}`, { token: owner.token, method: 'DELETE' })
    expect((await segmentOf(app, owner.token, asked)).promptId).toBe(own)
  })

  test('is the answering agent’s if the question goes to another one', async () => {
    const [offered, promptOfOther] = [await promptOf(gptSystemId), await promptOf(otherAgent)]
    const { conversationId } = await ask(app, owner.token, { gptSystemId }, 'Hello')
    const target = { conversationId }
    const more = { gptSystemId: otherAgent, promptId: promptOfOther }
    expect((await ask(app, owner.token, target, 'Yours.', more)).segment.promptId).toBe(promptOfOther)
    const refused = await askWith(offered, `${conversationId}/segments`, { gptSystemId: otherAgent })
    expect(refused).toMatchObject({ status: 404, body: { code: 'prompt.notFound' } })
  })

  test('is refused if it is someone else’s, another agent’s, or deleted, and nothing is stored', async () => {
    const deleted = await ownPrompt(owner)
    await call(app, `/api/internal/currentUser/prompts/${deleted}`, { token: owner.token, method: 'DELETE' })
    const listed = async () =>
      (await call<{ items: unknown[] }>(app, base, { token: owner.token })).body.items.length
    const before = await listed()
    for (const promptId of [
      await ownPrompt(await person(app)),
      await promptOf(otherAgent),
      deleted,
      randomUUID(),
    ])
      expect(await askWith(promptId)).toMatchObject({ status: 404, body: { code: 'prompt.notFound' } })
    expect(await listed()).toBe(before)
  })
})
