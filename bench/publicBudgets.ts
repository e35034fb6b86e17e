/**
 * Lets many visitors ask at the same moment on public pages whose budget holds far fewer answers: one page limited by
 * messages, one by tokens, one by US dollars.
 *   node bench/publicBudgets.ts [--visitors 200] [--room 40] [--rounds 3]
 * Each round takes new sessions, because that must not reset anything. Exits 1 if a page used more than was released,
 * if the provider was asked for more answers than fit, if a question got anything but an answer or the budget's
 * refusal, or if none was answered.
 */
import { randomUUID } from 'node:crypto'
import type { TestApplication } from '../server/src/testing/application.ts'
import { setDeployment } from '../server/src/testing/instanceSettings.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'
import { publishPage, type Visitor, visit } from '../server/src/testing/visitors.ts'
import { publishAgent } from './rig/agent.ts'
import { startUpstream } from './rig/yardstick.ts'

const visitors = Number(option('visitors', '200'))
/** Roughly how many answers each budget holds in the current hour. */
const room = Number(option('room', '40'))
const rounds = Number(option('rounds', '3'))
// An answer of 200 tokens. Other calls, such as for titles, are as short as they ask for.
const model = 'fake-t200-d1-m1'
/** What an answer's question and 200 tokens come to, to size the budgets. */
const TOKENS = 400
const PRICE = { inputPerMillion: 1000, outputPerMillion: 1000 }

interface Usage {
  messages: number
  tokens: number
  costUsd: number
  refusedByBudget: number
}

const upstream = await startUpstream()
const product = await startProduct({
  environment: { COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`, COMPATIBLE_DEPLOYMENTS: model },
})
// The helpers use only its origin and tokens.
const app = product as unknown as TestApplication
const admin = await product.token('admin')
await setDeployment(app, model, { purposes: ['Chat'], price: PRICE })

/** The share of a day's budget that is released in the current hour. */
const released = () => (new Date().getUTCHours() + 1) / 24
const perDay = (now: number) => now / released()
const budgets = [
  { unit: 'messages', key: 'messagesPerDay', amount: Math.floor(perDay(room)) },
  { unit: 'tokens', key: 'tokensPerDay', amount: Math.floor(perDay(room * TOKENS)) },
  { unit: 'costUsd', key: 'costPerDayUsd', amount: Math.floor(perDay(room * TOKENS * 0.001)) },
] as const

say(`${visitors} visitors at once, ${rounds} rounds, room for about ${room} answers`)
let holds = true
for (const { unit, key, amount } of budgets) {
  const agent = await publishAgent(product, admin, model)
  const page = await publishPage(app, agent, { [key]: amount })
  const counts: Record<string, number> = {}
  const streamsBefore = await streamsOf()
  for (let index = 0; index < rounds; index += 1) {
    const sessions: Visitor[] = []
    while (sessions.length < visitors) sessions.push(await visit(app, page))
    const outcomes = await Promise.all(sessions.map((visitor) => ask(visitor)))
    for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  const usage = await usageOf(agent)
  const most = key === 'costPerDayUsd' ? amount * released() : Math.ceil(amount * released())
  const asked = (await streamsOf()) - streamsBefore
  const { answered = 0, 'publicChat.budget': refused = 0 } = counts
  const fits =
    usage[unit] <= most + 1e-9 &&
    usage.messages === answered &&
    usage.refusedByBudget === refused &&
    asked === answered &&
    answered > 0 &&
    answered + refused === visitors * rounds
  holds &&= fits
  say(
    `${key}: ${Object.entries(counts)
      .map(([outcome, count]) => `${count} × ${outcome}`)
      .join(
        ', ',
      )}; used ${round(usage[unit], 2)} of ${round(most, 2)} released; the provider streamed ${asked} answers`,
  )
}
await product.stop()
upstream.stop()
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Asks one question and reads the answer to its end. Returns `answered`, or the code of the refusal. */
async function ask({ page, secret }: Visitor): Promise<string> {
  const response = await fetch(
    `${product.origin}/api/internal/publicConversations/byGptPublicEndpoint/${page}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-public-session': secret,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ question: 'When do you open?' }),
    },
  )
  const text = await response.text()
  if (response.ok) return /"status":"Completed"/.test(text) ? 'answered' : 'ended without an answer'
  return String((JSON.parse(text) as { code: string }).code)
}

async function usageOf(agent: string): Promise<Usage> {
  const path = `/api/internal/gptSystems/system/management/${agent}/publicEndpoint`
  const answer = await fetch(product.origin + path, { headers: { authorization: `Bearer ${admin}` } })
  return ((await answer.json()) as { usageToday: Usage }).usageToday
}

/** How many answers the provider has streamed. */
async function streamsOf(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${upstream.port}/_stats`)
  return ((await answer.json()) as { streams: number }).streams
}
