/**
 * Compares the cost of a streamed and stored answer with a bare proxy that stores nothing, in one run.
 *   node bench/streaming.ts [--clients 20] [--turns 5] [--rounds 5] [--tokens 200] [--every 5] [--burst] [--visitors]
 *     [--database postgres://…] [--profile folder]
 * Clients begin at different moments of an answer's duration; with --burst, they all begin at once, and do so in
 * each turn. With --visitors, they are visitors of a public page, each in a session of their own. --profile writes the server's CPU profile to a folder.
 * Exits 1 above the limits: 20 clients p50 10 ms and 1.5 times the proxy's processor time,
 * no token lost, duplicated, or out of order. With --burst: p50 40 ms for up to 50 clients, 1 s for more.
 */
import pg from 'pg'
import type { TestApplication } from '../server/src/testing/application.ts'
import { memoryMib, type Product, startProduct, wholeMemoryMib } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishPage, type Visitor, visit } from '../server/src/testing/visitors.ts'
import { publishAgent } from './rig/agent.ts'
import { measure, modelOf, productSide, proxySide, type Round, visitorSide } from './rig/streamed.ts'
import { startBareProxy, startUpstream } from './rig/yardstick.ts'

const clients = Number(option('clients', '20'))
const turns = Number(option('turns', '5'))
const rounds = Number(option('rounds', '5'))
const tokens = Number(option('tokens', '200'))
const every = Number(option('every', '5'))
const isBurst = process.argv.includes('--burst')
const asVisitors = process.argv.includes('--visitors')
const databaseUrl = option('database', '')
const profiles = option('profile', '')
const load = { clients, turns, tokens, every, isBurst }
const warming = { ...load, turns: 4 * turns }
const model = modelOf(load)
/** The longest added time to first token (p50) when all clients begin at once. */
const burstMs = clients <= 50 ? 40 : 1000

const upstream = await startUpstream()
const proxy = await startBareProxy(upstream.port)
const product = await startProduct({
  ...(databaseUrl ? { databaseUrl } : {}),
  environment: {
    COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    COMPATIBLE_DEPLOYMENTS: model,
    ...(profiles ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {}),
  },
})
const gptSystemId = await publishAgent(product, await product.token('admin'), model)
const sides = {
  bare: proxySide(proxy),
  ours: asVisitors
    ? visitorSide(product, await visitorsOf(product))
    : productSide(product, await product.token('anna'), gptSystemId),
}

const walBefore = databaseUrl ? await walBytes() : 0
const bare: Round[] = []
const ours: Round[] = []
say(
  `${clients} ${asVisitors ? 'visitors' : 'clients'}${isBurst ? ' at once' : ''}, ${turns} turns, ${tokens} tokens ${every} ms apart, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}`,
)
// Both are warmed up, because compilation in the first seconds isn't counted.
await measure(sides.bare, warming, upstream)
await measure(sides.ours, warming, upstream)
for (let index = 1; index <= rounds; index += 1) {
  const one = {
    bare: await measure(sides.bare, load, upstream),
    ours: await measure(sides.ours, load, upstream),
  }
  bare.push(one.bare)
  ours.push(one.ours)
  show(`round ${index} bare `, one.bare)
  show(`round ${index} ours `, one.ours)
}
if (databaseUrl) {
  const written = (await walBytes()) - walBefore
  say(
    `written ahead: ${round(written / 1000 / ((rounds * turns + warming.turns) * clients * (tokens / 1000)))} kB per 1k tokens, including questions and ends`,
  )
}
// A machine's speed varies over time. For ratios, whose halves are measured together, the median round counts;
// for milliseconds, the best one.
const ratio = quantile(
  ours.map((one, index) => one.cpuPerThousand / (bare[index] as Round).cpuPerThousand),
  0.5,
)
const addedP50 = Math.min(...ours.map((one) => quantile(one.added, 0.5)))
const wrong = ours.reduce((sum, one) => sum + one.wrong, 0)
say(
  `added TTFT p50 ${round(addedP50)} ms in the best of ${rounds} rounds, processor time ${round(ratio, 2)} x bare in the middle one, ${wrong} wrong answers`,
)
const memory = wholeMemoryMib(product)
say(
  `memory: ours ${round(memory.server)} MiB and database ${round(memory.database)} MiB, bare ${round(memoryMib(proxy.pid))} MiB`,
)
await product.stop()
proxy.stop()
upstream.stop()
const holds =
  wrong === 0 && (isBurst ? addedP50 <= burstMs : clients > 20 || (addedP50 <= 10 && ratio <= 1.5))
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Publishes the agent's page, and starts the session of each visitor. */
async function visitorsOf(product: Product): Promise<Visitor[]> {
  // The helpers use only its origin and tokens.
  const app = product as unknown as TestApplication
  const page = await publishPage(app, gptSystemId)
  const visitors: Visitor[] = []
  while (visitors.length < clients) visitors.push(await visit(app, page))
  return visitors
}

function show(name: string, one: Round): void {
  const part = (values: number[]) => `${round(quantile(values, 0.5))}/${round(quantile(values, 0.95))}`
  say(
    `${name} added TTFT p50/p95 ${part(one.added)} ms (before the provider ${part(one.before)}), relay ${part(one.relay)} ms, ` +
      `CPU ${round(one.cpuPerThousand)} ms per 1k tokens (database ${round(one.databaseCpuPerThousand)}), wrong ${one.wrong}`,
  )
}

/** Returns the end of PostgreSQL's write-ahead log, in bytes. */
async function walBytes(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const found = await client.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`,
  )
  await client.end()
  return Number(found.rows[0]?.bytes ?? 0)
}
