/**
 * Measures how far a reader on another process lags behind the owner's own client, with two processes on one
 * PostgreSQL database.
 *   node bench/followers.ts --database postgres://… [--streams 20]
 * Prints the lag of each token, and whether both texts are the same. Exits 1 if they aren't.
 */
import { randomUUID } from 'node:crypto'
import { type Product, startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishAgent } from './rig/agent.ts'
import { startUpstream } from './rig/yardstick.ts'

const databaseUrl = option('database', '')
const streams = Number(option('streams', '20'))
const model = 'fake-t200-d20'
const LAG_MS = 300
if (databaseUrl === '') throw new Error('--database names a PostgreSQL database')

const upstream = await startUpstream()
const environment = {
  COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  COMPATIBLE_DEPLOYMENTS: model,
}
const owner = await startProduct({ databaseUrl, environment })
const other = await startProduct({ databaseUrl, environment, dataDir: owner.dataDir })
const gptSystemId = await publishAgent(owner, await owner.token('admin'), model)
const tokens = { owner: await owner.token('anna'), other: await other.token('anna') }

interface Reading {
  text: string
  /** When the text reached each length, in milliseconds. */
  lengths: { length: number; at: number }[]
}

const lags: number[] = []
let different = 0
await Promise.all(
  Array.from({ length: streams }, async () => {
    let follow: Promise<Reading> | null = null
    const question = { question: `question ${randomUUID()}` }
    const own = await read(owner, tokens.owner, `byGptSystemId/${gptSystemId}`, question, (ids) => {
      follow = read(
        other,
        tokens.other,
        `${ids.conversationId}/segments/${ids.conversationSegmentId}/stream`,
        null,
      )
    })
    const elsewhere = await (follow as Promise<Reading> | null)
    if (!elsewhere || elsewhere.text !== own.text || own.text.length === 0) different += 1
    for (const { length, at } of own.lengths) {
      const there = elsewhere?.lengths.find((one) => one.length >= length)
      if (there) lags.push(there.at - at)
    }
  }),
)
await Promise.all([owner.stop(), other.stop()])
upstream.stop()
say(
  `${streams} answers followed on another process: lag p50 ${round(quantile(lags, 0.5))} ms, p95 ${round(quantile(lags, 0.95))} ms (at most ${LAG_MS}), texts that differ ${different}`,
)
process.exit(different === 0 ? 0 : 1)

async function read(
  product: Product,
  bearer: string,
  path: string,
  body: object | null,
  onIds: (ids: { conversationId: string; conversationSegmentId: string }) => void = () => undefined,
): Promise<Reading> {
  const response = await fetch(`${product.origin}/api/internal/userConversations/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const reading: Reading = { text: '', lengths: [] }
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (!block.startsWith('event: ')) continue
      const data = JSON.parse(block.slice(block.indexOf('data: ') + 6)) as {
        text?: string
        conversationId: string
        conversationSegmentId: string
      }
      if (block.startsWith('event: conversation-and-segment-id')) onIds(data)
      if (!block.startsWith('event: response-updated')) continue
      reading.text += data.text ?? ''
      reading.lengths.push({ length: reading.text.length, at: performance.now() })
    }
  }
  return reading
}
