import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuMs, databaseCpuMs, type Product } from '../../server/src/testing/product.ts'
import type { Visitor } from '../../server/src/testing/visitors.ts'
import { token as tokenText } from '../yardstick/fake-upstream.mjs'
import type { Process } from './yardstick.ts'

/** A number of clients who ask the scripted provider's model `modelOf` some questions each, one after the other. */
export interface Load {
  clients: number
  turns: number
  /** The length of an answer, and the time between two tokens in milliseconds. */
  tokens: number
  every: number
  /** All clients ask in the same moment, in each turn. Otherwise, they begin within the duration of one answer. */
  isBurst: boolean
}

/** One answer. Times are in milliseconds. */
interface Measured {
  /**
   * (The provider got the call − the client posted) + (the client saw token 1 − the provider wrote it): the time that
   * the measured process adds to the provider's own.
   */
  addedMs: number
  /** The part before the provider received the call. */
  beforeMs: number
  relayMs: number[]
  right: boolean
}

export interface Round {
  added: number[]
  before: number[]
  relay: number[]
  wrong: number
  cpuPerThousand: number
  databaseCpuPerThousand: number
}

/** What is measured: the product, or the bare proxy. */
export interface Side {
  pid: number
  port: number
  database: Pick<Product, 'databasePids'> | null
  requestFor(nonce: string, model: string): { path: string; headers: Record<string, string>; body: object }
  /** Returns the text of an event's data. */
  read(data: string): string
}

const now = () => Number(process.hrtime.bigint()) / 1e6

export function modelOf({ tokens, every }: Pick<Load, 'tokens' | 'every'>): string {
  return `fake-t${tokens}-d${every}-m1`
}

export function proxySide(proxy: Process): Side {
  return {
    pid: proxy.pid,
    port: proxy.port,
    database: null,
    requestFor: (nonce, model) => ({
      path: '/v1/chat/completions',
      headers: {},
      body: { model, stream: true, messages: [{ role: 'user', content: `question [[${nonce}]]` }] },
    }),
    read: (data) => (data === '[DONE]' ? '' : textIn(data, 't')),
  }
}

/** Questions of one person to an agent with the load's model. */
export function productSide(product: Product, bearer: string, gptSystemId: string): Side {
  return {
    pid: product.pid,
    port: product.port,
    database: product,
    requestFor: (nonce) => ({
      path: `/api/internal/userConversations/byGptSystemId/${gptSystemId}`,
      headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': nonce },
      body: { question: `question [[${nonce}]]` },
    }),
    read: (data) => textIn(data, 'text'),
  }
}

/** Questions of visitors on a public page, each in turn. */
export function visitorSide(product: Product, visitors: readonly Visitor[]): Side {
  let asked = 0
  return {
    pid: product.pid,
    port: product.port,
    database: product,
    requestFor: (nonce) => {
      const { page, secret } = visitors[asked++ % visitors.length] as Visitor
      return {
        path: `/api/internal/publicConversations/byGptPublicEndpoint/${page}`,
        headers: { 'x-public-session': secret, 'idempotency-key': nonce },
        body: { question: `question [[${nonce}]]` },
      }
    },
    read: (data) => textIn(data, 'text'),
  }
}

/** Asks and reads all answers, and compares them with what the provider sent and when. */
export async function measure(side: Side, load: Load, upstream: Process): Promise<Round> {
  // Used for one round only: the other side could close idle connections just as they are reused.
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const before = cpuMs(side.pid)
  const databaseBefore = side.database ? databaseCpuMs(side.database) : 0
  const ask = () => stream(side, load, upstream, agent)
  const measured = load.isBurst ? await inBursts(ask, load) : await spread(ask, load)
  agent.destroy()
  const thousands = (measured.length * load.tokens) / 1000
  return {
    added: measured.map((one) => one.addedMs),
    before: measured.map((one) => one.beforeMs),
    relay: measured.flatMap((one) => one.relayMs),
    wrong: measured.filter((one) => !one.right).length,
    cpuPerThousand: (cpuMs(side.pid) - before) / thousands,
    databaseCpuPerThousand: side.database ? (databaseCpuMs(side.database) - databaseBefore) / thousands : 0,
  }
}

/** Distributed over one answer's duration, because users don't press Enter in the same millisecond. */
async function spread(ask: () => Promise<Measured>, load: Load): Promise<Measured[]> {
  const all = await Promise.all(
    Array.from({ length: load.clients }, async (_, client) => {
      await wait((client / load.clients) * load.tokens * load.every)
      const mine: Measured[] = []
      for (let turn = 0; turn < load.turns; turn += 1) mine.push(await ask())
      return mine
    }),
  )
  return all.flat()
}

async function inBursts(ask: () => Promise<Measured>, load: Load): Promise<Measured[]> {
  const all: Measured[] = []
  for (let turn = 0; turn < load.turns; turn += 1) {
    all.push(...(await Promise.all(Array.from({ length: load.clients }, ask))))
    await wait(load.tokens * load.every)
  }
  return all
}

function textIn(data: string, field: string): string {
  const value = (JSON.parse(data) as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : ''
}

function stream(side: Side, load: Load, upstream: Process, agent: Agent): Promise<Measured> {
  const nonce = randomUUID()
  const { path, headers, body } = side.requestFor(nonce, modelOf(load))
  const { port } = side
  const sent = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const posted = now()
    const seen: { length: number; at: number }[] = []
    let text = ''
    let rest = ''
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: {
          host: `localhost:${port}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent),
          ...headers,
        },
      },
      (response) => {
        response.setEncoding('utf8')
        if (response.statusCode !== 200) {
          let answer = ''
          response.on('data', (chunk: string) => {
            answer += chunk
          })
          response.on('end', () => reject(new Error(`${path} answered ${response.statusCode}: ${answer}`)))
          return
        }
        response.on('data', (chunk: string) => {
          const at = now()
          rest += chunk
          for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
            const block = rest.slice(0, end)
            rest = rest.slice(end + 2)
            const isText = !block.startsWith('event: ') || block.startsWith('event: response-updated')
            const line = block.slice(block.indexOf('data: ') + 6)
            const piece = isText && block.includes('data: ') ? side.read(line) : ''
            if (piece === '') continue
            text += piece
            seen.push({ length: text.length, at })
          }
        })
        response.on('end', async () => resolve(await compare(upstream, load, nonce, posted, seen, text)))
      },
    )
    call.on('error', reject)
    call.end(sent)
  })
}

async function compare(
  upstream: Process,
  load: Load,
  nonce: string,
  posted: number,
  seen: { length: number; at: number }[],
  text: string,
): Promise<Measured> {
  const answer = await fetch(`http://127.0.0.1:${upstream.port}/_trace/${nonce}`)
  const [trace] = (await answer.json()) as { received: number; emits: number[] }[]
  if (!trace || !seen[0]) return { addedMs: Number.NaN, beforeMs: Number.NaN, relayMs: [], right: false }
  const beforeMs = trace.received - posted
  const addedMs = beforeMs + (seen[0].at - (trace.emits[0] ?? Number.NaN))
  const relayMs: number[] = []
  let length = 0
  let at = 0
  for (const [index, emitted] of trace.emits.entries()) {
    length += tokenText(index).length
    while (at < seen.length && (seen[at]?.length ?? 0) < length) at += 1
    const arrived = seen[at]
    if (arrived) relayMs.push(arrived.at - emitted)
  }
  return { addedMs, beforeMs, relayMs, right: text === expectedOf(load) }
}

function expectedOf({ tokens }: Load): string {
  return Array.from({ length: tokens }, (_, index) => tokenText(index)).join('')
}
