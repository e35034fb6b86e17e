/**
 * What the server adds to the time to the first token, with a provider that takes 300 ms to begin.
 *   node bench/firstToken.ts [--times 60] [--program FOLDER]
 * Asks an agent with the product guide as its library: first questions, follow-ups that name nothing, and, in
 * conversations that outgrow the model's context, every question from the first one that didn't fit. FOLDER is the
 * checkout of another release to measure instead. Exits 1 if more than 50 ms
 * (p50) or 150 ms (p95) are added in one of the three, or if an answer isn't completed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { startProduct } from '../server/src/testing/product.ts'
import { addAgent, addLibrary, type Reached } from '../server/src/testing/retrieval/library.ts'
import { answering, startScriptedProvider } from '../server/src/testing/scriptedProvider.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { readEvents } from './rig/reader.ts'

const PROVIDER_MS = 300
const MOST_P50_MS = 50
const MOST_P95_MS = 150
const CONTEXT_TOKENS = 8000
const OVERFLOWING_TURNS = 18
const MODEL = 'slow'
const times = Number(option('times', '60'))
const program = option('program', '')

const guide = path.join(import.meta.dirname, '../docs/guide')
const files = readdirSync(guide)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(path.join(guide, name), 'utf8') }))

const provider = await startScriptedProvider()
provider.play({ actions: [{ waitMs: PROVIDER_MS }, ...answering(paragraph(60)).actions] })
provider.playHelper({
  actions: [{ waitMs: PROVIDER_MS }, ...answering('How do I start the product?').actions],
})
const product = await startProduct({
  environment: {
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: MODEL,
    COMPATIBLE_CONTEXT_TOKENS: String(CONTEXT_TOKENS),
  },
  ...(program === '' ? {} : { program }),
})
const reached: Reached = { origin: product.origin, token: await product.token('admin') }
const { dataSourceId } = await addLibrary(reached, 'Guide', files)
const gptSystemId = await addAgent(reached, dataSourceId, {
  languageEngine: 'OpenAICompatible',
  deploymentName: MODEL,
  maxTokens: 1000,
})

let failed = 0
const first: number[] = []
const followUps: number[] = []
for (let turn = 0; turn < times; turn += 1) {
  const asked = await ask(null, 'How do I start the product on a new machine?')
  // The title of the conversation is written meanwhile, as for a reader.
  await new Promise((resolve) => setTimeout(resolve, 2 * PROVIDER_MS))
  const next = await ask(asked.conversationId, 'And what does it need for that?')
  // The first ones warm the program up.
  if (turn < 5) continue
  first.push(asked.addedMs)
  followUps.push(next.addedMs)
}

provider.play({ actions: [{ waitMs: PROVIDER_MS }, ...answering(paragraph(350)).actions] })
const overflowing: number[] = []
for (let conversation = 0; conversation < Math.ceil(times / 10); conversation += 1) {
  let conversationId: string | null = null
  let hasOverflown = false
  for (let turn = 0; turn < OVERFLOWING_TURNS; turn += 1) {
    const asked = await ask(
      conversationId,
      `Question ${turn}: which settings does the product have for brands?`,
    )
    conversationId = asked.conversationId
    hasOverflown ||= asked.steps.includes('Earlier messages')
    if (hasOverflown) overflowing.push(asked.addedMs)
  }
}
await product.stop()
await provider.close()

const isMet = [
  told('first questions', first),
  told('follow-ups', followUps),
  told('questions after the history outgrew the context', overflowing),
].every(Boolean)
say(`answers that weren't completed: ${failed}`)
const holds = isMet && failed === 0
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Asks a question, and returns how much later than the provider its first token came. */
async function ask(
  conversationId: string | null,
  question: string,
): Promise<{ conversationId: string; addedMs: number; steps: string }> {
  const base = `${product.origin}/api/internal/userConversations`
  const begun = performance.now()
  const response = await fetch(
    conversationId ? `${base}/${conversationId}/segments` : `${base}/byGptSystemId/${gptSystemId}`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${reached.token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ question }),
    },
  )
  let [id, firstMs, status, steps] = ['', Number.NaN, '', '']
  await readEvents(response, (_id, event, data) => {
    if (event === 'conversation-and-segment-id') id = String(data.conversationId)
    if (event === 'step-update') steps += `${data.text}\n`
    if (event === 'response-updated' && Number.isNaN(firstMs)) firstMs = performance.now() - begun
    if (event === 'no-more-data') status = String(data.status)
  })
  if (status !== 'Completed') failed += 1
  return { conversationId: id, addedMs: firstMs - PROVIDER_MS, steps }
}

function told(what: string, added: number[]): boolean {
  const [p50, p95] = [quantile(added, 0.5), quantile(added, 0.95)]
  say(`${what} (${added.length}): ${round(p50)} ms p50, ${round(p95)} ms p95 added to the first token`)
  return added.length > 0 && p50 <= MOST_P50_MS && p95 <= MOST_P95_MS
}

function paragraph(words: number): string {
  return 'The product has settings for this. '.repeat(Math.ceil(words / 6))
}
