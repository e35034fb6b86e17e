import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type AzureCodePool, startAzureCodePool } from '../../../testing/azureCodeSessions.ts'
import { call } from '../../../testing/client.ts'
import { setCompliance } from '../../../testing/compliance.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { ask } from '../testing/asking.ts'

const engine = createScriptedEngine()
let pool: AzureCodePool
let app: TestApplication
let token: string
let agent: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  pool = await startAzureCodePool()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', ...pool.environment },
  })
  token = await app.token('anna')
  agent = await publishAgent(app, 'Analyst', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    capabilityTypes: ['CodeInterpreter'],
  })
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    if (!request.tools?.length || request.messages.at(-1)?.role === 'tool') return writer.text('Done.')
    const input = JSON.stringify({ code: 'open("sum.txt", "w").write("42")\n6 * 7' })
    return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'run_python', input }] }
  })
})
afterAll(async () => {
  await app?.remove()
  await pool?.close()
})

interface Tools {
  items: { tool: string; state: string; missing: string[] }[]
}
const codeTool = async () => {
  const { body } = await call<Tools>(app, '/api/internal/instanceSettings/tools', {
    token: await app.token('admin'),
  })
  const found = body.items.find(({ tool }) => tool === 'CodeInterpreter')
  return found && { state: found.state, missing: found.missing }
}

describe('[R-3-077] with sessions of Azure', () => {
  test('code runs there, and what it writes is offered', async () => {
    expect(await codeTool()).toEqual({ state: 'Available', missing: [] })
    const { segment } = await ask(app, token, { gptSystemId: agent }, 'What is six times seven?')
    expect(segment.codeInterpreterResponse).toContain('~~~~~~~~output\n42')
    expect(segment.codeInterpreterResponse).toContain('[sum.txt](code-file:')
    expect(requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool' })
    expect(pool.names()).toHaveLength(1)
  })

  test('nothing is sent there while personal data is redacted for providers', async () => {
    await setCompliance(app, { redactsForProviders: true })
    expect(await codeTool()).toEqual({ state: 'NotConfigured', missing: ['redaction'] })
    const calls = pool.calls.length
    requests = []
    await ask(app, token, { gptSystemId: agent }, 'What is six times seven?')
    expect(requests.map(({ tools }) => tools?.map(({ name }) => name) ?? [])).toEqual([[]])
    expect(pool.calls).toHaveLength(calls)
  })
})
