/**
 * What other users notice while eight processes of the code interpreter run at their limits: of processors, memory, disk,
 * processes, and output.
 *   node bench/codeInterpreterLoad.ts [--questions 100]
 * Asks questions as another user, in turns alone and during the load, and compares the times to the first text. Exits with
 * 1 if the p95 is more than 1.5 times as long, or if fewer than eight processes ran.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { startProduct } from '../server/src/testing/product.ts'
import {
  answering,
  chunk,
  type Script,
  startScriptedProvider,
} from '../server/src/testing/scriptedProvider.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishAgent } from './rig/agent.ts'
import { readEvents } from './rig/reader.ts'

const MOST_RATIO = 1.5
const TURNS = 4
const questions = Number(option('questions', '100'))

/** Each runs until it is stopped. */
const loads = [
  'while True: pass',
  'import threading\nfor n in range(8): threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()\nwhile True: pass',
  'import os\nfor n in range(12):\n  if os.fork() == 0:\n    while True: pass\nwhile True: pass',
  'import numpy as np\na = np.ones(120_000_000)\nwhile True: a += 1',
  'import numpy as np\nwhile True: np.linalg.inv(np.random.rand(700, 700))',
  "while True:\n  with open('big', 'wb') as file:\n    for n in range(40): file.write(bytes(2**20))",
  "import time\nfor n in range(10**9):\n  print('x' * 100)\n  if n % 20 == 0: time.sleep(0.05)",
  'import pandas as pd, numpy as np\nwhile True: pd.DataFrame(np.random.rand(300_000, 8)).sort_values(0).groupby(1).sum()',
]

const call: Script = {
  actions: [
    chunk({
      tool_calls: [
        { index: 0, id: 'a', type: 'function', function: { name: 'run_python', arguments: '{"code":"1"}' } },
      ],
    }),
    chunk({}, 'tool_calls'),
    { write: 'data: [DONE]\n\n' },
  ],
}
const provider = await startScriptedProvider()
provider.play(({ tools, messages }) => {
  const last = (messages as { role: string }[]).at(-1)
  return JSON.stringify(tools ?? '').includes('run_python') && last?.role === 'user'
    ? call
    : answering('Fine.')
})
const product = await startProduct({
  environment: {
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: 'scripted',
    CODE_INTERPRETER: 'auto',
    CODE_INTERPRETER_MINUTES_PER_DAY: '0',
  },
})
const { origin } = product
const admin = await product.token('admin')
const analyst = await publishAgent(product, admin, 'scripted', 'OpenAICompatible', ['CodeInterpreter'])
const plain = await publishAgent(product, admin, 'scripted', 'OpenAICompatible', [])
const analystToken = await product.token('ben')
const token = await product.token('anna')

function post(path: string, by: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${origin}/api/internal/userConversations/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

/** Asks, and returns the IDs and when the first text came. */
async function ask(gptSystemId: string, by: string) {
  const begun = performance.now()
  let first = Number.NaN
  let ids: Record<string, unknown> = {}
  await readEvents(
    await post(`byGptSystemId/${gptSystemId}`, by, { question: 'How are you?' }),
    (_id, event, data) => {
      if (event === 'conversation-and-segment-id') ids = data
      if (event === 'response-updated' && Number.isNaN(first)) first = performance.now() - begun
    },
  )
  return { first, path: `${ids.conversationId}/segments/${ids.conversationSegmentId}/codeRuns` }
}

/** Runs code in a conversation again and again until it is stopped. Resolves when it has begun. */
async function keepBusy(path: string, code: string, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const run = async () => {
      let isFull = false
      while (!signal.aborted && !isFull)
        await readEvents(await post(path, analystToken, { code }, signal), (_id, event, data) => {
          if (event === 'code-interpreter-updated') resolve()
          else if (event === 'error') reject(new Error(String(data.code)))
          // The answer has no room for more output.
          isFull ||= event === 'error' && data.code === 'codeRun.full'
        })
    }
    run().catch((cause: unknown) => signal.aborted || reject(cause))
  })
}

async function timesOf(count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) times.push((await ask(plain, token)).first)
  return times
}

/** How many processes of the interpreter the product has. */
function sandboxes(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
        return (
          Number(parent) === product.pid &&
          readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('harness.py')
        )
      } catch {
        // It has just ended.
        return false
      }
    }).length
}

let fewest = Number.POSITIVE_INFINITY
const alone: number[] = []
const loaded: number[] = []
let failure: unknown = null
try {
  await timesOf(20)
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(...(await timesOf(questions / TURNS)))
    const stop = new AbortController()
    const paths: string[] = []
    for (const _ of loads) paths.push((await ask(analyst, analystToken)).path)
    await Promise.all(loads.map((code, at) => keepBusy(paths[at] as string, code, stop.signal)))
    await new Promise((resolve) => setTimeout(resolve, 2000))
    fewest = Math.min(fewest, sandboxes())
    loaded.push(...(await timesOf(questions / TURNS)))
    fewest = Math.min(fewest, sandboxes())
    stop.abort()
    await new Promise((resolve) => setTimeout(resolve, 4000))
  }
} catch (cause) {
  failure = cause
}
await product.stop()
await provider.close()
if (failure) throw failure
const line = (name: string, times: number[]) =>
  say(`${name}: ${round(quantile(times, 0.5))} ms (p50), ${round(quantile(times, 0.95))} ms (p95)`)
line('alone', alone)
line('while eight processes run at their limits', loaded)
const ratio = quantile(loaded, 0.95) / quantile(alone, 0.95)
say(`p95 ${ratio.toFixed(2)} times, p50 ${(quantile(loaded, 0.5) / quantile(alone, 0.5)).toFixed(2)} times`)
say(`at least ${fewest} processes`)
const isFine = ratio <= MOST_RATIO && fewest === loads.length
say(isFine ? 'all gates passed' : 'A GATE FAILED')
process.exit(isFine ? 0 : 1)
