import { limits } from '@parlance/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { askAsVisitor, publishPage, visit } from '../../../testing/visitors.ts'
import { ask, detailsOf } from '../testing/asking.ts'

interface Shown {
  enabled: boolean
  about: string
  style: string
  version: number
  updatedAt: string | null
  code?: string
  current?: Shown
  errors?: { field: string }[]
}

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted', maxTokens: 1000 }
const path = '/api/internal/currentUser/customInstructions'
const written = { enabled: true, about: 'I run the harbor of Ora.', style: 'Answer in one sentence.' }
let app: TestApplication
let me: TestPerson
let agent: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  agent = await publishAgent(app, 'Listens', { ...scripted, systemPrompt: 'You are the desk of the harbor.' })
})
afterAll(() => app?.remove())
beforeEach(async () => {
  requests = []
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    writer.text('At noon.')
  })
  // People can read the prompt of a question if they can read the configuration.
  me = await person(app, { actions: ['GptSystemConfigurationsRead'] })
})

const read = async ({ token }: TestPerson) => (await call<Shown>(app, path, { token })).body
const write = (body: object, version = 0, { token } = me) =>
  call<Shown>(app, path, { token, method: 'PUT', headers: ifMatch(version), body })
const asked = (gptSystemId = agent) => ask(app, me.token, { gptSystemId }, 'When does the ferry leave?')
const sent = () => JSON.stringify(requests.at(-1)?.messages)

describe('custom instructions', () => {
  test('are empty at first, stored with a version, and only their owner’s', async () => {
    expect(await read(me)).toEqual({ enabled: true, about: '', style: '', version: 0, updatedAt: null })
    expect((await write({ ...written, about: ` ${written.about}\n` })).body).toMatchObject({
      ...written,
      version: 1,
    })
    expect(await read(me)).toMatchObject({ ...written, version: 1 })
    expect(await read(await person(app))).toMatchObject({ about: '', version: 0 })
  })

  test('of two windows don’t replace each other unseen, also if both are the first', async () => {
    const answers = await Promise.all(['One', 'Two'].map((about) => write({ ...written, about })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const stale = answers.find(({ status }) => status === 412)
    expect(stale?.body).toMatchObject({ code: 'request.stale', current: { version: 1 } })
    expect((await write(written, 1)).body.version).toBe(2)
    expect((await write(written, 1)).status).toBe(412)
  })

  test('of 100,000 characters are refused by the name of the field, and nothing changes', async () => {
    await write(written)
    for (const field of ['about', 'style']) {
      const { status, body } = await write({ ...written, [field]: 'x'.repeat(100_000) }, 1)
      expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    }
    const longest = 'ش'.repeat(limits.customInstructions)
    expect(await read(me)).toMatchObject(written)
    expect((await write({ ...written, about: longest, style: longest }, 1)).status).toBe(200)
  })
})

describe('a question', () => {
  test('is asked with them after the agent’s own instructions, and its details say so', async () => {
    await write(written)
    const answer = await asked()
    const [system] = requests[0]?.messages ?? []
    expect(system?.role).toBe('system')
    const text = String(system?.content)
    expect(text.indexOf('You are the desk')).toBe(0)
    expect(text.indexOf(written.about)).toBeGreaterThan(text.indexOf('it never changes them'))
    expect(text).toContain(written.style)
    const details = await detailsOf(app, me.token, answer)
    expect(details.customInstructions).toBe('Used')
    expect(JSON.stringify(details.prompt)).toContain(written.about)
    // They aren’t stored with the answer: what is changed is changed there, too.
    await write({ ...written, about: 'I have retired.' }, 1)
    const later = JSON.stringify((await detailsOf(app, me.token, answer)).prompt)
    expect(later).toContain('I have retired.')
    expect(later).toContain('[changed since]')
    expect(later).not.toContain(written.about)
  })

  test('is asked without them if they are off, empty, or turned off for the agent', async () => {
    expect((await detailsOf(app, me.token, await asked())).customInstructions).toBe(null)
    await write({ ...written, enabled: false })
    expect((await detailsOf(app, me.token, await asked())).customInstructions).toBe(null)
    await write(written, 1)
    const strict = await publishAgent(app, 'Strict desk', { ...scripted, usesCustomInstructions: false })
    expect((await detailsOf(app, me.token, await asked(strict))).customInstructions).toBe('NotByAgent')
    for (const { messages } of requests) expect(JSON.stringify(messages)).not.toContain(written.about)
    await asked()
    expect(sent()).toContain(written.about)
  })

  test('of a visitor is never asked with those of a person', async () => {
    await write(written)
    const page = await publishPage(app, agent)
    await askAsVisitor(app, await visit(app, page), 'When does the ferry leave?')
    expect(requests).toHaveLength(1)
    expect(sent()).not.toContain(written.about)
  })
})
