/**
 * Data tasks for the code interpreter: joins, pivot tables, charts, cleaning, and statistics over files, with a scripted
 * model, in real conversations. What must come of them is computed without Python.
 *   node bench/dataTasks.ts [--only join]
 * Exits with 1 if a result is wrong.
 */
import { dataTasks } from '../server/src/features/conversations/code/testing/dataTasks.ts'
import { failureOf } from '../server/src/features/conversations/code/testing/runDataTask.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { createScriptedEngine } from '../server/src/testing/scriptedEngine.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const only = option('only', '')
const engine = createScriptedEngine()
const app = await startTestApplication({
  engines: { OpenAICompatible: engine },
  environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', CODE_INTERPRETER: 'auto', LOG_LEVEL: 'ERROR' },
})
let failed = 0
try {
  const { state, missing } = await app.platform.sandbox.state()
  if (state !== 'Available') throw new Error(`The code interpreter lacks ${missing.join(', ')}.`)
  const token = await app.token('anna')
  const gptSystemId = await publishAgent(app, 'Analyst', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    capabilityTypes: ['CodeInterpreter'],
  })
  for (const task of dataTasks.filter(({ name }) => name.includes(only))) {
    const began = performance.now()
    const failure = await failureOf({ app, engine, token, gptSystemId }, task)
    if (failure !== null) failed += 1
    say(`${task.name}: ${failure ?? `as expected, ${round(performance.now() - began)} ms`}`)
  }
} finally {
  await app.remove()
}
say(failed === 0 ? 'all gates passed' : `${failed} FAILED`)
process.exit(failed === 0 ? 0 : 1)
