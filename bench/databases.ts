/**
 * Compares the two embedded databases, PostgreSQL and its fallback PGlite, in one run.
 *   node bench/databases.ts [--rounds 3] [--starts 3]
 * Both products answer the same questions in turns: 20 clients, bursts of 50 and of 300, and the questions about the
 * product. Times to first token are what the product adds to the provider's own (p50, best round). Exits 1 if an
 * answer is wrong, or if the two databases lead to different citations.
 */
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Product, startProduct, wholeMemoryMib } from '../server/src/testing/product.ts'
import { askAgent } from '../server/src/testing/retrieval/answers.ts'
import { ask } from '../server/src/testing/retrieval/library.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { untilIndexed } from './faults/injection.ts'
import { publishAgent } from './rig/agent.ts'
import { type Load, measure, modelOf, productSide, type Round } from './rig/streamed.ts'
import { startUpstream } from './rig/yardstick.ts'

const kinds = ['postgres', 'pglite'] as const
type Kind = (typeof kinds)[number]

const rounds = Number(option('rounds', '3'))
const starts = Number(option('starts', '3'))
const answer = { tokens: 200, every: 5 }
const loads: Record<string, Load> = {
  '20 clients': { ...answer, clients: 20, turns: 2, isBurst: false },
  '50 at once': { ...answer, clients: 50, turns: 2, isBurst: true },
  '300 at once': { ...answer, clients: 300, turns: 1, isBurst: true },
}

const upstream = await startUpstream()
const folders: Record<Kind, string> = { postgres: '', pglite: '' }
const readyMs: Record<Kind, number[]> = { postgres: [], pglite: [] }
for (const kind of kinds) {
  const first = await start(kind)
  folders[kind] = first.dataDir
  await first.stop()
}
for (let index = 0; index < starts; index += 1) {
  for (const kind of kinds) {
    const again = await start(kind)
    readyMs[kind].push(again.readyMs)
    await again.stop()
  }
}
print('ready with existing data, median of the starts, ms', (kind) => round(quantile(readyMs[kind], 0.5), 0))

const products = { postgres: await start('postgres'), pglite: await start('pglite') }
const sides = { postgres: await sideOf(products.postgres), pglite: await sideOf(products.pglite) }
let wrong = 0
for (const [name, load] of Object.entries(loads)) {
  const measured: Record<Kind, Round[]> = { postgres: [], pglite: [] }
  // The first round warms up both.
  for (let index = 0; index <= rounds; index += 1) {
    for (const kind of kinds) {
      const one = await measure(sides[kind], load, upstream)
      wrong += one.wrong
      if (index > 0) measured[kind].push(one)
    }
  }
  const best = (kind: Kind) => Math.min(...measured[kind].map(({ added }) => quantile(added, 0.5)))
  const cpu = (kind: Kind) =>
    (quantile(
      measured[kind].map(({ databaseCpuPerThousand }) => databaseCpuPerThousand),
      0.5,
    ) *
      load.tokens) /
    1000
  print(`${name}: added time to first token, ms`, (kind) => round(best(kind)))
  print(`${name}: CPU time of the database per question, ms`, (kind) => round(cpu(kind)))
}
print('memory of server + database afterwards, MiB', (kind) => {
  const { server, database } = wholeMemoryMib(products[kind])
  return `${round(server, 0)} + ${round(database, 0)}`
})

const questions = (
  JSON.parse(await readFile(path.join(import.meta.dirname, 'guideQuestions.json'), 'utf8')) as {
    question: string
  }[]
).map(({ question }) => question)
const cited = { postgres: await citationsOf('postgres'), pglite: await citationsOf('pglite') }
const different = questions.filter(
  (_, index) => cited.postgres.files[index] !== cited.pglite.files[index],
).length
print(`${questions.length} questions about the product, time of an answer, p50, ms`, (kind) =>
  round(quantile(cited[kind].ms, 0.5)),
)
say(`answers with different citations: ${different}; wrong answers: ${wrong}`)

for (const kind of kinds) {
  await products[kind].stop()
  await rm(folders[kind], { recursive: true, force: true })
}
upstream.stop()
const holds = wrong === 0 && different === 0
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

function print(what: string, shown: (kind: Kind) => string | number): void {
  say(`${what}: PostgreSQL ${shown('postgres')} · PGlite ${shown('pglite')}`)
}

function start(kind: Kind): Promise<Product> {
  return startProduct({
    ...(folders[kind] ? { dataDir: folders[kind] } : {}),
    environment: {
      EMBEDDED_DATABASE: kind,
      COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
      COMPATIBLE_DEPLOYMENTS: modelOf(answer),
    },
  })
}

async function sideOf(product: Product) {
  const gptSystemId = await publishAgent(product, await product.token('admin'), modelOf(answer))
  return productSide(product, await product.token('anna'), gptSystemId)
}

/** Asks all questions one after the other. Returns what each answer cites, and its time. */
async function citationsOf(kind: Kind): Promise<{ files: string[]; ms: number[] }> {
  const product = products[kind]
  await untilIndexed(product)
  const reached = { origin: product.origin, token: await product.token('anna') }
  const { items } = await ask<{ items: { gptSystemId: string; name: string }[] }>(
    reached,
    '/currentUser/gptSystems',
  )
  const guide = items.find(({ name }) => name === 'Product guide')
  if (!guide) throw new Error('The demo has no agent named Product guide.')
  const files: string[] = []
  const ms: number[] = []
  for (const question of questions) {
    const begun = performance.now()
    const { citations } = await askAgent(reached, guide, question)
    ms.push(performance.now() - begun)
    files.push(citations.map(({ title, quote }) => `${title}: ${quote}`).join('\n'))
  }
  return { files, ms }
}
