import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Interpreter, interpreterLimits, startInterpreter } from './interpreter.ts'
import { probeSandbox, type SandboxState } from './programs.ts'
import type { CellEnd, CellEvent } from './received.ts'

let state: SandboxState
beforeAll(async () => {
  state = await probeSandbox(interpreterLimits)
})

const open: { interpreter: Interpreter; folder: string }[] = []
afterEach(async () => {
  for (const { interpreter, folder } of open.splice(0)) {
    interpreter.close()
    await interpreter.closed
    await rm(folder, { recursive: true, force: true })
  }
})

async function start(files: Record<string, string> = {}, slot = 0): Promise<Interpreter> {
  const folder = await mkdtemp(path.join(tmpdir(), 'given-'))
  const interpreter = startInterpreter({ programs: state.programs!, slot, givenFolder: folder })
  open.push({ interpreter, folder })
  // Programs in the sandbox are another user.
  const { chmod } = await import('node:fs/promises')
  await chmod(folder, 0o755)
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  await interpreter.ready
  return interpreter
}

interface Ran extends CellEnd {
  events: CellEvent[]
  text: string
}

async function run(
  interpreter: Interpreter,
  code: string,
  seconds = 60,
  signal = new AbortController().signal,
): Promise<Ran> {
  const events: CellEvent[] = []
  const end = await interpreter.run({ code, seconds, signal, on: (event) => events.push(event) })
  const text = events.map((event) => ('text' in event ? event.text : '')).join('')
  return { ...end, events, text }
}

describe('cells', () => {
  it('end as lost if the process is closed while it starts', async ({ skip }) => {
    if (!state.programs) skip()
    const folder = await mkdtemp(path.join(tmpdir(), 'given-'))
    const interpreter = startInterpreter({ programs: state.programs!, slot: 0, givenFolder: folder })
    open.push({ interpreter, folder })
    const ran = run(interpreter, 'print(1)')
    interpreter.close()
    expect(await ran).toMatchObject({ outcome: 'Lost', text: '', files: [] })
  })

  it('keep variables, show what is printed and the last value', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start()
    expect(await run(interpreter, 'x = 20\nprint("a", x)')).toMatchObject({
      outcome: 'Completed',
      text: 'a 20\n',
    })
    expect((await run(interpreter, 'x + 1')).events).toEqual([{ kind: 'result', text: '21', table: null }])
  })
  it('read given files, and send the files that they write', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start({ 'sales.csv': 'city,sum\nUlm,3\nBonn,4\n' })
    const ran = await run(
      interpreter,
      "import pandas as pd\nd = pd.read_csv('sales.csv')\nd['sum'] *= 2\nd.to_csv('double.csv', index=False)\nd",
    )
    expect(ran.outcome).toBe('Completed')
    expect(ran.files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['double.csv', 'city,sum\nUlm,6\nBonn,8\n'],
    ])
    expect(ran.events.at(-1)).toMatchObject({ table: { columns: ['', 'city', 'sum'], total: 2 } })
  })
  it('show charts with their data', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start()
    const ran = await run(
      interpreter,
      "import matplotlib.pyplot as plt\nplt.bar(['Ulm', 'Bonn'], [3, 4], label='Sum')\nplt.title('Sales')\nplt.plot([0, 1], [5, 6])",
    )
    expect(ran.events).toMatchObject([
      {
        kind: 'chart',
        charts: [
          { title: 'Sales', series: [{ y: [5, 6] }, { label: 'Sum', x: ['Ulm', 'Bonn'], y: [3, 4] }] },
        ],
      },
    ])
    const [chart] = ran.events
    expect(chart && 'image' in chart && chart.image.subarray(1, 4).toString()).toBe('PNG')
  })
  it('say why they fail, with the line', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start()
    const { outcome, error } = await run(interpreter, 'a = 1\nb = a / 0')
    expect(outcome).toBe('Failed')
    expect(error).toContain('line 2')
    expect(error).toContain('b = a / 0')
    expect(error).toContain('ZeroDivisionError')
    expect(error).not.toContain('harness')
  })
  it('end at their time limit, and keep the variables', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start()
    await run(interpreter, 'x = 1')
    expect(await run(interpreter, 'while True: pass', 1)).toMatchObject({ outcome: 'TimeLimit' })
    expect(await run(interpreter, 'x')).toMatchObject({ text: '1' })
  })
  it('are stopped, and keep the variables', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start()
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 300)
    expect(await run(interpreter, 'x = 5\nimport time\ntime.sleep(30)', 30, stop.signal)).toMatchObject({
      outcome: 'Stopped',
    })
    expect(await run(interpreter, 'x')).toMatchObject({ text: '5' })
  })
  it('end with the process if they ignore that', async ({ skip }) => {
    if (!state.programs) skip()
    const interpreter = await start()
    const code =
      'import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True:\n  try: time.sleep(10)\n  except BaseException: pass'
    expect(await run(interpreter, code, 1)).toMatchObject({ outcome: 'TimeLost' })
    await interpreter.closed
    expect(interpreter.isGone).toBe(true)
  })
})
