/**
 * Repeatedly kills the server, its embedded database, or both at a random moment of an answer, and counts what is
 * lost [F1].
 *   node bench/kills.ts [--kills 50] [--victim both|server|database] [--database postgres://…] [--nodes 2]
 * A killed database is started again by the server, and the answer continues. With --database, only the server is
 * killed. With two nodes, they take turns being killed during an answer, and
 * the other one is immediately asked for it. It ends the answer when the lease has expired. Exits 1 if a
 * question is lost, an answer contains text the provider didn't send, or more than 250 ms of shown text are
 * lost. Also exits 1 if a segment isn't terminal within 30 s of the restart (with two nodes, of the kill).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Product, startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishAgent } from './rig/agent.ts'
import { startUpstream } from './rig/yardstick.ts'
import { token as tokenText } from './yardstick/fake-upstream.mjs'

const kills = Number(option('kills', '50'))
const databaseUrl = option('database', '')
const nodes = Number(option('nodes', '1'))
const victim = option('victim', databaseUrl ? 'server' : 'both')
if (nodes === 2 && databaseUrl === '') throw new Error('Two nodes need --database because they share it.')
const TOKENS = 200
const EVERY_MS = 10
const LOST_MS = 250
const SIGN_IN_MS = 40 * 60_000
const TERMINAL_MS = 30_000
const model = `fake-t${TOKENS}-d${EVERY_MS}`
const whole = Array.from({ length: TOKENS }, (_, index) => tokenText(index)).join('')

interface Shown {
  conversationId: string
  question: string
  /** The length of the shown text, and when it reached that length. */
  lengths: { length: number; at: number }[]
}

const upstream = await startUpstream()
const environment = {
  COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  COMPATIBLE_DEPLOYMENTS: model,
}
let product = await startProduct({ environment, ...(databaseUrl ? { databaseUrl } : {}) })
const gptSystemId = await publishAgent(product, await product.token('admin'), model)
const { dataDir } = product
const start = (port?: number) =>
  startProduct({ dataDir, environment, ...(port ? { port } : {}), ...(databaseUrl ? { databaseUrl } : {}) })
let other = nodes === 2 ? await start() : null
let bearer = await product.token('anna')
let signedInAt = performance.now()
const victims: Record<string, string> = {
  both: 'server and embedded database',
  server: 'the server',
  database: 'the embedded database',
}
const lostMs: number[] = []
const terminalMs: number[] = []
const restartMs: number[] = []
let lostQuestions = 0
let wrongTexts = 0

for (let index = 0; index < kills; index += 1) {
  const asked = askUntilKilled(product)
  await wait(30 + Math.random() * TOKENS * EVERY_MS)
  const killedAt = performance.now()
  // The surviving process is asked, and is the next one to be killed.
  const restarting = strike(product)
  const shown = await asked
  product = other ?? (await restarting)
  const since = other ? killedAt : performance.now()
  // Sessions survive kills. A token is valid for an hour, and signing in has a limit.
  if (performance.now() - signedInAt > SIGN_IN_MS) {
    bearer = await product.token('anna')
    signedInAt = performance.now()
  }
  // Killed before the answer's first event: the question may have been stored or not, and was never
  // acknowledged.
  const segment = shown && (await terminalSegment(product, shown.conversationId, since))
  const ended = performance.now()
  const restarted = await restarting
  restartMs.push(restarted.readyMs)
  if (other) other = restarted
  if (!shown) continue
  if (!segment || segment.question !== shown.question) {
    lostQuestions += 1
    continue
  }
  terminalMs.push(ended - since)
  if (!whole.startsWith(segment.answer)) wrongTexts += 1
  const firstLost = shown.lengths.find((one) => one.length > segment.answer.length)
  lostMs.push(firstLost ? killedAt - firstLost.at : 0)
}
await Promise.all([product.stop(), other?.stop()])
upstream.stop()

const worst = Math.max(0, ...lostMs)
const latest = Math.max(0, ...terminalMs)
say(
  `${kills} kills of ${other ? 'one of two servers, on PostgreSQL' : databaseUrl ? 'the server, on PostgreSQL' : victims[victim]}, ${lostMs.length} in the middle of an answer`,
)
say(`questions lost ${lostQuestions}, wrong texts ${wrongTexts}`)
say(
  `shown text lost: p50 ${round(quantile(lostMs, 0.5))} ms, p95 ${round(quantile(lostMs, 0.95))} ms, max ${round(worst)} ms`,
)
say(
  `terminal after the ${other ? 'kill, by the other' : 'restart'}: at most ${round(latest)} ms; ready again p50 ${round(quantile(restartMs, 0.5))} ms, at most ${round(Math.max(...restartMs))} ms`,
)
const holds =
  lostQuestions === 0 &&
  wrongTexts === 0 &&
  worst <= LOST_MS &&
  latest <= TERMINAL_MS &&
  lostMs.length > kills / 2
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Kills the victim, and returns the product once it is ready again. */
async function strike(target: Product): Promise<Product> {
  if (victim !== 'database') {
    await (victim === 'both' ? target.kill() : target.killServer())
    return start(target.port)
  }
  const killedAt = performance.now()
  process.kill(target.databasePids()[0] ?? 0, 'SIGKILL')
  while (!(await answers(target))) await wait(10)
  return { ...target, readyMs: performance.now() - killedAt }
}

/** Whether a call that reads the database succeeds. */
async function answers({ origin }: Product): Promise<boolean> {
  const response = await fetch(`${origin}/api/internal/currentUser`, {
    headers: { authorization: `Bearer ${bearer}` },
  })
  await response.arrayBuffer()
  return response.status === 200
}

/** Asks and reads until the connection breaks or the answer ends; null if nothing was acknowledged. */
async function askUntilKilled(target: Product): Promise<Shown | null> {
  const question = `question ${randomUUID()}`
  const shown: Shown = { conversationId: '', question, lengths: [] }
  let length = 0
  let rest = ''
  try {
    const response = await fetch(
      `${target.origin}/api/internal/userConversations/byGptSystemId/${gptSystemId}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ question }),
      },
    )
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk, { stream: true })
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const block = rest.slice(0, end)
        rest = rest.slice(end + 2)
        const data = JSON.parse(block.slice(block.indexOf('data: ') + 6) || '{}') as {
          text?: string
          conversationId?: string
        }
        if (block.startsWith('event: conversation-and-segment-id'))
          shown.conversationId = data.conversationId ?? ''
        if (!block.startsWith('event: response-updated')) continue
        length += data.text?.length ?? 0
        shown.lengths.push({ length, at: performance.now() })
      }
    }
  } catch {
    // The kill: everything received so far was shown.
  }
  return shown.conversationId === '' ? null : shown
}

async function terminalSegment(target: Product, conversationId: string, since: number) {
  while (performance.now() - since < TERMINAL_MS) {
    const response = await fetch(
      `${target.origin}/api/internal/userConversations/${conversationId}/segments`,
      {
        headers: { authorization: `Bearer ${bearer}` },
      },
    )
    if (response.status === 404) return null
    const { items } = (await response.json()) as {
      items: { question: string; answer: string; status: string }[]
    }
    const [segment] = items
    if (segment && segment.status !== 'Pending') return segment
    await wait(50)
  }
  return null
}
