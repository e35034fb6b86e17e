/**
 * Whether questions stay cheap and streams stay smooth on the embedded database.
 *   node bench/endurance.ts [--questions 10000] [--clients 20]
 * Asks questions in one process, each with the two reads of the page after its answer, and compares the CPU time
 * of server and database per question in the first and the last 1,000. Then streams 20 answers without and with a
 * statement beside them that keeps the database busy for 5 seconds. Exits 1 if the last questions cost more than 1.2
 * times the first, if the 95th percentile of the pauses between frames grows by more than 50 ms, if server and
 * database together take more than 450 MiB, or if an answer is wrong.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { runningConnection } from '../server/src/platform/database/embedded/postgres/postgres.ts'
import { cpuMs, databaseCpuMs, startProduct, wholeMemoryMib } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishAgent } from './rig/agent.ts'
import { converse } from './rig/reader.ts'
import { startUpstream } from './rig/yardstick.ts'
import { token as tokenText } from './yardstick/fake-upstream.mjs'

const BLOCK = 1000
const WARMING = 500
const COST_RATIO = 1.2
const STREAMS = 20
const BUSY_SECONDS = 5
const MOST_LONGER_MS = 50
const MOST_MIB = 450
const questions = Number(option('questions', '10000'))
const clients = Number(option('clients', '20'))
const [short, long] = [
  { tokens: 20, model: 'fake-t20-d5' },
  // Eight seconds at 50 tokens per second.
  { tokens: 400, model: 'fake-t400-d20' },
]

const upstream = await startUpstream()
const product = await startProduct({
  environment: {
    COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    COMPATIBLE_DEPLOYMENTS: `${short.model},${long.model}`,
  },
})
const token = await product.token('anna')
const admin = await product.token('admin')
const quick = await publishAgent(product, admin, short.model)
const slow = await publishAgent(product, admin, long.model)
let wrong = 0

await askMany(WARMING)
const costs: number[] = []
for (let asked = 0; asked < questions; asked += BLOCK) {
  const before = spentMs()
  await askMany(BLOCK)
  costs.push((spentMs() - before) / BLOCK)
}
const [first = 0, last = 0] = [costs[0], costs.at(-1)]
const memory = wholeMemoryMib(product)
say(`${questions} questions by ${clients} clients: CPU time per question, by thousands:`)
say(`  ${costs.map((cost) => round(cost)).join(' · ')} ms; last to first ${round(last / first, 2)} x`)
say(`memory: server ${round(memory.server)} MiB, database ${round(memory.database)} MiB`)

const quiet = await pauses()
const busy = await Promise.all([pauses(), keepBusy()]).then(([all]) => all)
const p95 = { quiet: quantile(quiet, 0.95), busy: quantile(busy, 0.95) }
say(
  `${STREAMS} streams, pauses between frames p50/p95/max: ${shown(quiet)} ms; beside a statement of ${BUSY_SECONDS} s ${shown(busy)} ms`,
)
await product.stop()
upstream.stop()
const holds =
  wrong === 0 &&
  last <= COST_RATIO * first &&
  p95.busy - p95.quiet <= MOST_LONGER_MS &&
  memory.server + memory.database <= MOST_MIB
say(`wrong answers ${wrong}`)
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

function spentMs(): number {
  return cpuMs(product.pid) + databaseCpuMs(product)
}

async function askMany(count: number): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1
        const { conversationId } = await ask(quick, short.tokens)
        await read(`/${conversationId}/segments`)
        await read('')
      }
    }),
  )
}

/** Asks one question, and returns the conversation and the times of its frames. */
async function ask(
  gptSystemId: string,
  tokens: number,
): Promise<{ conversationId: string; times: number[] }> {
  const one = await converse({ origins: [product.origin], token, gptSystemId }, { ms: 60_000 })
  const whole = Array.from({ length: tokens }, (_, index) => tokenText(index)).join('')
  if (one.status !== 'Completed' || one.text !== whole) wrong += 1
  return { conversationId: one.conversationId, times: one.lengths.map(({ at }) => at) }
}

async function read(path: string): Promise<void> {
  const answer = await fetch(`${product.origin}/api/internal/userConversations${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The read answered ${answer.status}.`)
}

async function pauses(): Promise<number[]> {
  const all = await Promise.all(Array.from({ length: STREAMS }, () => ask(slow, long.tokens)))
  return all.flatMap(({ times }) => times.slice(1).map((at, index) => at - (times[index] ?? at)))
}

/** Runs a statement that computes for some seconds while the streams run. */
async function keepBusy(): Promise<void> {
  await wait(1000)
  const client = new pg.Client(runningConnection(product.dataDir) ?? {})
  await client.connect()
  await client.query(`do $$ declare until timestamptz := clock_timestamp() + interval '${BUSY_SECONDS} seconds';
    begin while clock_timestamp() < until loop perform count(*) from generate_series(1, 1000); end loop; end $$`)
  await client.end()
}

function shown(values: number[]): string {
  return [0.5, 0.95, 1].map((part) => round(quantile(values, part))).join('/')
}
