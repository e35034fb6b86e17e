/**
 * Data tasks for the code interpreter: joins, pivot tables, charts, cleaning, and statistics over files, with a scripted
 * model, in real conversations. What must come of them is computed without Python. Then a file of 49 MB, which code reads by
 * its path: the model gets its name alone.
 *   node bench/dataTasks.ts [--only join]
 * Exits with 1 if a result is wrong, or if the model gets more than 20 kB for the large file.
 */

import { dataTasks } from '../server/src/features/conversations/code/testing/dataTasks.ts'
import { failureOf } from '../server/src/features/conversations/code/testing/runDataTask.ts'
import { ask, attach } from '../server/src/features/conversations/testing/asking.ts'
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
const MOST_SENT = 20_000
const LARGE_BYTES = 49 * 2 ** 20
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
  if ('large file'.includes(only)) failed += await largeFile(token, gptSystemId)
} finally {
  await app.remove()
}
say(failed === 0 ? 'all gates passed' : `${failed} FAILED`)
process.exit(failed === 0 ? 0 : 1)

/** Returns the number of failures. */
async function largeFile(token: string, gptSystemId: string): Promise<number> {
  const line = (at: number) => `${at},${(at * 7919) % 1000},${'x'.repeat(60)}\n`
  let [text, rows, sum, size] = ['id,value,text\n', 0, 0, 0]
  const parts: string[] = []
  for (; size < LARGE_BYTES; rows += 1) {
    text += line(rows)
    sum += (rows * 7919) % 1000
    if (text.length < 1_000_000) continue
    size += text.length
    parts.push(text)
    text = ''
  }
  const attachmentIds = [await attach(app, token, 'large.csv', parts.join('') + text, 'CodeInterpreter')]
  let sent = 0
  engine.play(async (writer, _signal, request) => {
    sent = Math.max(sent, JSON.stringify(request).length)
    if (request.messages.at(-1)?.role === 'tool') return writer.text('Done.')
    const code = "import pandas as pd\nd = pd.read_csv('large.csv')\nprint(len(d), d['value'].sum())"
    return {
      finish: 'ToolCalls',
      toolCalls: [{ id: crypto.randomUUID(), name: 'run_python', input: JSON.stringify({ code }) }],
    }
  })
  const began = performance.now()
  const { segment } = await ask(app, token, { gptSystemId }, 'How many rows?', { attachmentIds })
  const isRight = segment.codeInterpreterResponse.includes(`output\n${rows} ${sum}\n`)
  say(
    `large file of ${round(size / 2 ** 20)} MB: ${isRight ? 'as expected' : segment.codeInterpreterResponse}, ${round(performance.now() - began)} ms, ${sent} characters sent to the model`,
  )
  return isRight && sent <= MOST_SENT ? 0 : 1
}
