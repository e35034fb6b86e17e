/**
 * The code interpreter: how long a process takes to start, and how much a cell takes in one that is warm.
 *   node bench/codeInterpreter.ts [--starts 10] [--cells 1000]
 * Exits with 1 if a start takes longer than 2 s, a warm cell adds more than 50 ms, or a cell doesn’t end as it should.
 */
import { GivenFiles } from '../server/src/features/codeInterpreter/givenFiles.ts'
import {
  type Interpreter,
  interpreterLimits,
  startInterpreter,
} from '../server/src/platform/sandbox/interpreter.ts'
import { probeSandbox } from '../server/src/platform/sandbox/programs.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST_START_MS = 2000
const MOST_CELL_MS = 50
const starts = Number(option('starts', '10'))
const cells = Number(option('cells', '1000'))

const { state, missing, programs } = await probeSandbox(interpreterLimits)
if (!programs) {
  say(`not configured: ${missing.join(', ')}`)
  process.exit(1)
}
if (state === 'Reduced') say(`without ${missing.join(', ')}`)
const given = await GivenFiles.create(0)
let failed = 0

async function run(interpreter: Interpreter, code: string, expected: string): Promise<number> {
  let text = ''
  const began = performance.now()
  const { outcome } = await interpreter.run({
    code,
    seconds: 60,
    signal: new AbortController().signal,
    on(event) {
      if ('text' in event) text += event.text
    },
  })
  if (outcome !== 'Completed' || text !== expected) failed += 1
  return performance.now() - began
}

async function start(): Promise<{ interpreter: Interpreter; ms: number }> {
  const began = performance.now()
  const interpreter = startInterpreter({ programs: programs!, slot: 0, givenFolder: given.folder })
  await interpreter.ready
  await run(interpreter, 'print(1)', '1\n')
  return { interpreter, ms: performance.now() - began }
}

const started: number[] = []
for (let at = 0; at < starts; at += 1) {
  const { interpreter, ms } = await start()
  started.push(ms)
  interpreter.close()
  await interpreter.closed
}
const { interpreter } = await start()
const warm: number[] = []
for (let at = 0; at < cells; at += 1) warm.push(await run(interpreter, `x = ${at}\nx`, String(at)))
interpreter.close()
await interpreter.closed
await given.remove()
say(
  `start and first cell: ${round(quantile(started, 0.5))} ms (p50), ${round(quantile(started, 1))} ms (slowest of ${starts})`,
)
say(
  `${cells} warm cells: ${quantile(warm, 0.5).toFixed(2)} ms (p50), ${quantile(warm, 0.95).toFixed(2)} ms (p95); ${failed} failed`,
)
const isFast = quantile(started, 1) <= MOST_START_MS && quantile(warm, 0.95) <= MOST_CELL_MS
say(isFast && failed === 0 ? 'all gates passed' : 'A GATE FAILED')
process.exit(isFast && failed === 0 ? 0 : 1)
