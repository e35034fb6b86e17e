import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { dataTasks } from './testing/dataTasks.ts'
import { failureOf } from './testing/runDataTask.ts'

// All of them: node bench/dataTasks.ts
const some = [
  'join: total by country',
  'plot: two charts in one cell',
  'files: a workbook that the next question reads',
]

const engine = createScriptedEngine()
let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', CODE_INTERPRETER: 'auto' },
  })
})
afterAll(() => app?.remove())
beforeEach(async ({ skip }) => {
  if ((await app.platform.sandbox.state()).state !== 'Available') skip()
})

test.each(dataTasks.filter(({ name }) => some.includes(name)).map((task) => [task.name, task] as const))(
  '[R-3-077] data tasks: %s',
  async (_name, task) => {
    const gptSystemId = await publishAgent(app, 'Analyst', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
      capabilityTypes: ['CodeInterpreter'],
    })
    expect(await failureOf({ app, engine, token: await app.token('anna'), gptSystemId }, task)).toBeNull()
  },
)

test('there are twenty data tasks with names of their own', () => {
  expect(new Set(dataTasks.map(({ name }) => name)).size).toBe(20)
})
