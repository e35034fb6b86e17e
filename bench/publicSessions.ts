/**
 * Starts visitors' sessions from many networks at once, while users work and an honest visitor comes.
 *   node bench/publicSessions.ts [--rate 600] [--networks 500] [--seconds 30]
 * Compares the p95 of a signed-in user's calls with the same calls while the generator floods a bare server instead, in
 * the same run, so that the generator's own work is in both. Exits 1 if the p95 is more than 1.5 times as high, if an
 * honest visitor waits more than 2 s for a session, or if an answer has a status other than 200, 404, and 429.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { publishAgent } from '../server/src/testing/agents.ts'
import type { TestApplication } from '../server/src/testing/application.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishPage } from '../server/src/testing/visitors.ts'

const MOST_RATIO = 1.5
const MOST_WAIT_MS = 2000
const USER_EVERY_MS = 50
const VISITOR_EVERY_MS = 1000
const rate = Number(option('rate', '600'))
const networks = Number(option('networks', '500'))
const seconds = Number(option('seconds', '30'))

const product = await startProduct({ environment: { TRUST_PROXY: '1', RATE_LIMITS: 'on' } })
// The helpers use only its origin and tokens.
const app = product as unknown as TestApplication
const page = await publishPage(app, await publishAgent(app, 'Public'))
const token = await product.token('anna')
const start = `/api/internal/publicConversations/sessions/byGptPublicEndpoint/${page}`

const bare = createServer((_, response) => response.end('{}'))
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const bareOrigin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`

/** A network of its own: /64 is what one household or server gets. */
const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:0:${network.toString(16)}::1` })

async function startSession(origin: string, network: number): Promise<number> {
  const response = await fetch(`${origin}${start}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.origin, ...from(network) },
    body: '{}',
  })
  await response.arrayBuffer()
  return response.status
}

/** Calls at a steady pace until the time is over; a call that is late doesn't delay the next ones. */
async function everyMs(ms: number, until: number, call: (index: number) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  const begun = performance.now()
  for (let index = 0; performance.now() < until; index += 1) {
    const one = call(index).finally(() => running.delete(one))
    running.add(one)
    const next = begun + (index + 1) * ms
    if (next > performance.now()) await wait(next - performance.now())
  }
  await Promise.all(running)
}

/** Floods a server, and measures what users and an honest visitor of the product notice. */
async function measure(flooded: string) {
  const until = performance.now() + seconds * 1000
  const statuses: Record<string, number> = {}
  const [userMs, visitorMs]: [number[], number[]] = [[], []]
  await Promise.all([
    everyMs(1000 / rate, until, async (index) => {
      const status = await startSession(flooded, index % networks).catch(() => 0)
      statuses[status] = (statuses[status] ?? 0) + 1
    }),
    everyMs(USER_EVERY_MS, until, async () => {
      const begun = performance.now()
      const response = await fetch(`${product.origin}/api/internal/userConversations`, {
        headers: { authorization: `Bearer ${token}`, ...from(0xfffe) },
      })
      await response.arrayBuffer()
      if (response.ok) userMs.push(performance.now() - begun)
      else statuses[`user ${response.status}`] = (statuses[`user ${response.status}`] ?? 0) + 1
    }),
    everyMs(VISITOR_EVERY_MS, until, async () => {
      const begun = performance.now()
      if ((await startSession(product.origin, 0xffff)) === 200) visitorMs.push(performance.now() - begun)
    }),
  ])
  return { statuses, userMs, visitorMs }
}

await measure(bareOrigin)
const idle = await measure(bareOrigin)
const flood = await measure(product.origin)
await product.stop()
bare.close()

const [before, during] = [quantile(idle.userMs, 0.95), quantile(flood.userMs, 0.95)]
const ratio = during / before
const slowest = Math.max(...flood.visitorMs)
const told = Object.entries(flood.statuses).map(([status, count]) => `${count} × ${status}`)
say(`sessions started by the flood, ${rate} a second from ${networks} networks: ${told.join(', ')}`)
say(
  `users: p95 ${round(before, 1)} ms idle, ${round(during, 1)} ms during the flood, ratio ${round(ratio, 2)}`,
)
say(`honest visitor: ${flood.visitorMs.length} of ${seconds} sessions, slowest ${round(slowest, 0)} ms`)
const odd = Object.keys(flood.statuses).filter((status) => !['200', '404', '429'].includes(status))
const holds =
  ratio <= MOST_RATIO &&
  slowest <= MOST_WAIT_MS &&
  flood.visitorMs.length >= seconds * 0.9 &&
  odd.length === 0
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)
