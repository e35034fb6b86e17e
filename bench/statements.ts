/**
 * Lists every statement that a question causes, in order and with its time, and counts those of an idle program.
 * Both are read from the log of the embedded PostgreSQL.
 *   node bench/statements.ts [--idle 30] [--show]
 * A question counts from its post until a second after the client has read its conversation, as the client does
 * after each answer. With --show, texts are printed too. Exits 1 above 12 statements per question, 5 before the
 * first token, or 2 per second while idle.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { runningConnection } from '../server/src/platform/database/embedded/postgres/postgres.ts'
import type { TestApplication } from '../server/src/testing/application.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'
import { publishPage, visit } from '../server/src/testing/visitors.ts'
import { untilIndexed } from './faults/injection.ts'
import { publishAgent } from './rig/agent.ts'
import { readEvents } from './rig/reader.ts'
import { startUpstream } from './rig/yardstick.ts'

const MOST_PER_QUESTION = 12
const MOST_BEFORE_TOKEN = 5
const MOST_IDLE_PER_SECOND = 2
const SETTLED_MS = 1000
/** The answer is stored while it is shown, so these never delay its text. */
const STORES_ANSWER = /^with (stored|ended_run|titled) as/
const WIDTH = 110
const idleSeconds = Number(option('idle', '30'))
const shows = process.argv.includes('--show')
const QUESTION = 'How do I share a conversation with a colleague?'
const model = 'fake-t40-d5'

interface Logged {
  /** Milliseconds since the epoch. */
  at: number
  process: string
  text: string
}

const upstream = await startUpstream()
const product = await startProduct({
  environment: { COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`, COMPATIBLE_DEPLOYMENTS: model },
})
const bearer = await product.token('anna')
const gptSystemId = await publishAgent(product, await product.token('admin'), model)
await untilIndexed(product)
const guide = await guideId()
interface Asker {
  family: string
  proof: Record<string, string>
}
const user: Asker = { family: 'userConversations', proof: { authorization: `Bearer ${bearer}` } }
// The helpers use only its origin and tokens.
const app = product as unknown as TestApplication
const page = await publishPage(app, gptSystemId)
const { secret } = await visit(app, page)
const visitor: Asker = { family: 'publicConversations', proof: { 'x-public-session': secret } }
const logFile = path.join(product.dataDir, 'postgres.log')
await logStatements()

// The first ones fill caches and prepare statements.
const first = await ask(`byGptSystemId/${gptSystemId}`)
const sourced = await ask(`byGptSystemId/${guide}`)
for (const { conversationId } of [first, sourced]) await ask(`${conversationId}/segments`)
const visited = await ask(`byGptPublicEndpoint/${page}`, visitor)
await ask(`${visited.conversationId}/segments`, visitor)
let holds = true
const idleTexts = await countIdle()
await count('a new conversation', () => ask(`byGptSystemId/${gptSystemId}`))
await count('the next question', () => ask(`${first.conversationId}/segments`))
await count('a new conversation with a library', () => ask(`byGptSystemId/${guide}`))
await count('the next question with a library', () => ask(`${sourced.conversationId}/segments`))
await count('a visitor’s new conversation', () => ask(`byGptPublicEndpoint/${page}`, visitor))
await count('a visitor’s next question', () => ask(`${visited.conversationId}/segments`, visitor))
await product.stop()
upstream.stop()
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Asks, reads the answer, and then what a page reads after an answer: its conversation, and the list of all. */
async function ask(place: string, as = user): Promise<{ conversationId: string; tokenAt: number }> {
  const base = `${product.origin}/api/internal/${as.family}`
  const headers = { ...as.proof, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify({ question: QUESTION })
  const response = await fetch(`${base}/${place}`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${place} answered ${response.status}: ${await response.text()}`)
  let conversationId = ''
  let tokenAt = 0
  await readEvents(response, (_id, event, data) => {
    if (event === 'conversation-and-segment-id') conversationId = String(data.conversationId)
    if (event === 'response-updated') tokenAt ||= Date.now()
  })
  for (const read of [`${conversationId}/segments`, '']) {
    const answer = await fetch(`${base}/${read}`.replace(/\/$/, ''), { headers: as.proof })
    if (!answer.ok) throw new Error(`${read} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  return { conversationId, tokenAt }
}

/** It may belong to a question or to a timer, so it counts. */
function isTransaction(text: string): boolean {
  return /^(begin|commit|rollback)/i.test(text)
}

/** Returns the demo's agent that answers from the guide. */
async function guideId(): Promise<string> {
  const headers = { authorization: `Bearer ${bearer}` }
  const answer = await fetch(`${product.origin}/api/internal/currentUser/gptSystems`, { headers })
  const { items } = (await answer.json()) as { items: { gptSystemId: string; name: string }[] }
  const guide = items.find(({ name }) => name === 'Product guide')
  if (!guide) throw new Error('The demo has no agent named Product guide.')
  return guide.gptSystemId
}

async function logStatements(): Promise<void> {
  const client = new pg.Client(runningConnection(product.dataDir) ?? {})
  await client.connect()
  await client.query(`alter system set log_statement = 'all'`)
  // Texts without values.
  await client.query('alter system set log_parameter_max_length = 0')
  await client.query(`alter system set log_line_prefix = '@ %n %p '`)
  await client.query('select pg_reload_conf()')
  await client.end()
  await wait(SETTLED_MS)
}

function readLogFrom(from: number): Logged[] {
  const added = readFileSync(logFile).subarray(from).toString('utf8')
  return added.split(/^@ /m).flatMap((entry) => {
    const [, at, process, text] =
      /^([\d.]+) (\d+) LOG: +(?:statement|execute [^:]+): (.*)$/s.exec(entry) ?? []
    if (!at || !process || !text) return []
    return [{ at: Number(at) * 1000, process, text: text.replace(/\s+/g, ' ').trim() }]
  })
}

async function count(name: string, work: () => Promise<{ tokenAt: number }>): Promise<void> {
  await wait(SETTLED_MS)
  const from = statSync(logFile).size
  const begun = Date.now()
  const { tokenAt } = await work()
  await wait(SETTLED_MS)
  const all = readLogFrom(from).filter(({ text }) => !idleTexts.has(text) || isTransaction(text))
  const before = all.filter(({ at, text }) => at < tokenAt && !STORES_ANSWER.test(text)).length
  say(`${name}: ${all.length} statements, ${before} before the first token (${tokenAt - begun} ms)`)
  if (shows)
    for (const { at, process, text } of all)
      say(
        `  ${round(at - begun)
          .toString()
          .padStart(7)} ms  ${process}  ${text.slice(0, WIDTH)}`,
      )
  holds &&= all.length <= MOST_PER_QUESTION && before <= MOST_BEFORE_TOKEN
}

/** Returns the texts of the program's own timers, which no question causes. */
async function countIdle(): Promise<Set<string>> {
  const from = statSync(logFile).size
  await wait(idleSeconds * 1000)
  const all = readLogFrom(from)
  const perSecond = all.length / idleSeconds
  say(`idle: ${round(perSecond, 2)} statements per second`)
  const byText = Map.groupBy(all, ({ text }) => text)
  for (const [text, { length }] of [...byText].sort(([, a], [, b]) => b.length - a.length))
    if (shows) say(`  ${String(length).padStart(4)}  ${text.slice(0, WIDTH)}`)
  holds &&= perSecond <= MOST_IDLE_PER_SECOND
  return new Set(byText.keys())
}
