/**
 * Lets many visitors ask at the same moment on public pages whose budget holds far fewer answers: one page limited by
 * messages, one by tokens, one by US dollars.
 *   node bench/publicBudgets.ts [--visitors 200] [--room 40] [--rounds 3]
 * Each round takes new sessions, because that must not reset anything. It is the last hour of the day for the program,
 * when all of a budget is released, and titles count, too. Exits 1 if a page used more than its budget or counted less
 * than the provider wrote, if a question got anything but an answer or the budget's refusal, or if none was answered.
 */
import { randomUUID } from 'node:crypto'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { setDeployment } from '../server/src/testing/instanceSettings.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'
import { publishPage, type Visitor, visit } from '../server/src/testing/visitors.ts'
import { startUpstream } from './rig/yardstick.ts'

const visitors = Number(option('visitors', '200'))
/** Roughly how many answers each budget holds. */
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
/** The current moment, in the last hour of a day. */
class LastHour extends Date {
  override getUTCHours(): number {
    return 23
  }
}
const app = await startTestApplication({
  databaseUrl: null,
  clock: { now: () => new LastHour(), monotonicMs: () => performance.now() },
  environment: { COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`, COMPATIBLE_DEPLOYMENTS: model },
})
const admin = await app.token('admin')
await setDeployment(app, model, { purposes: ['Chat'], price: PRICE })

const budgets = [
  { unit: 'messages', key: 'messagesPerDay', amount: room },
  { unit: 'tokens', key: 'tokensPerDay', amount: room * TOKENS },
  { unit: 'costUsd', key: 'costPerDayUsd', amount: (room * TOKENS * PRICE.outputPerMillion) / 1_000_000 },
] as const

say(`${visitors} visitors at once, ${rounds} rounds, room for about ${room} answers`)
let holds = true
for (const { unit, key, amount } of budgets) {
  const agent = await publishAgent(app, key, { languageEngine: 'OpenAICompatible', deploymentName: model })
  const page = await publishPage(app, agent, { [key]: amount })
  const counts: Record<string, number> = {}
  const writtenBefore = await writtenTokens()
  for (let index = 0; index < rounds; index += 1) {
    const sessions: Visitor[] = []
    while (sessions.length < visitors) sessions.push(await visit(app, page))
    const outcomes = await Promise.all(sessions.map((visitor) => ask(visitor)))
    for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  const written = (await writtenTokens()) - writtenBefore
  const usage = await usageOf(agent)
  const { answered = 0, 'publicChat.budget': refused = 0 } = counts
  const fits =
    usage[unit] <= amount &&
    // What the provider itself counted.
    written <= usage.tokens &&
    usage.messages === answered &&
    usage.refusedByBudget === refused &&
    answered > 0 &&
    answered + refused === visitors * rounds
  holds &&= fits
  say(
    `${key}: ${Object.entries(counts)
      .map(([outcome, count]) => `${count} × ${outcome}`)
      .join(', ')}; used ${round(usage[unit], 2)} of ${amount}; the provider wrote ${written} tokens`,
  )
}
await app.remove()
upstream.stop()
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Asks one question and reads the answer to its end. Returns `answered`, or the code of the refusal. */
async function ask({ page, secret }: Visitor): Promise<string> {
  const response = await fetch(`${app.origin}/api/internal/publicConversations/byGptPublicEndpoint/${page}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-public-session': secret,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ question: 'When do you open?' }),
  })
  const text = await response.text()
  if (response.ok) return /"status":"Completed"/.test(text) ? 'answered' : 'ended without an answer'
  return String((JSON.parse(text) as { code: string }).code)
}

async function usageOf(agent: string): Promise<Usage> {
  const path = `/api/internal/gptSystems/system/management/${agent}/publicEndpoint`
  const answer = await fetch(app.origin + path, { headers: { authorization: `Bearer ${admin}` } })
  return ((await answer.json()) as { usageToday: Usage }).usageToday
}

/** How many tokens the provider has written so far. */
async function writtenTokens(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${upstream.port}/_stats`)
  return ((await answer.json()) as { tokens: number }).tokens
}
