/**
 * Measures the search by meaning with a scripted provider of embeddings on loopback, through the HTTP API.
 *   node bench/vectors.ts [--passages 5000] [--dimensions 1536] [--questions 100] [--kills 10]
 * Prints how long embedding takes, and a question's time with vectors as a ratio of that without them, in the same run.
 * Then kills the server and its database while passages are being embedded, and compares the vectors with the passages.
 * Exits 1 if a vector is missing or left over.
 */

import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Sql } from '../server/src/platform/database/database.ts'
import { withEmbeddedIn } from '../server/src/testing/embedded.ts'
import { startEmbeddingProvider } from '../server/src/testing/embeddingProvider.ts'
import { changeSettings, setDeployment } from '../server/src/testing/instanceSettings.ts'
import { type Product, type ProductOptions, startProduct } from '../server/src/testing/product.ts'
import { addLibrary, ask, find, type Reached } from '../server/src/testing/retrieval/library.ts'
import { option, quantile, say } from '../server/src/testing/statistics.ts'

const passages = Number(option('passages', '5000'))
const dimensions = Number(option('dimensions', '1536'))
const questions = Number(option('questions', '100'))
const kills = Number(option('kills', '10'))
const WARM_UP = 10
const PASSAGES_A_FILE = 250
const deployment = { languageEngine: 'OpenAICompatible', deploymentName: 'meanings' }

const provider = await startEmbeddingProvider([], dimensions)
const environment = {
  EGRESS_ALLOW: '127.0.0.1',
  COMPATIBLE_BASE_URL: provider.baseUrl,
  COMPATIBLE_DEPLOYMENTS: 'meanings',
}

interface Status {
  state: string
  waitingFiles: number
}

/** Text of words that occur in other passages too, the same in every run. */
let state = 20261128
const next = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state % below
}
const word = () => `w${next(26).toString(36)}${next(400).toString(36)}rd`
const words = (count: number) => Array.from({ length: count }, word).join(' ')

let product = await start()
const files = Array.from({ length: Math.ceil(passages / PASSAGES_A_FILE) }, (_, file) => ({
  name: `part ${file + 1}.txt`,
  text: `${Array.from({ length: Math.min(PASSAGES_A_FILE, passages - file * PASSAGES_A_FILE) }, () => words(100)).join('\f')}\f`,
}))
const { dataSourceId } = await addLibrary(await reached(product), 'Words', files)
const asked = Array.from({ length: questions + WARM_UP }, () => words(6))

const without = await timed()
const begun = performance.now()
await choose()
await ready()
const seconds = (performance.now() - begun) / 1000
const withVectors = await timed()
say(`${passages} passages, ${dimensions} dimensions`)
say(`embedding with a provider that answers at once: ${Math.round(passages / seconds)} passages/s`)
for (const share of [0.5, 0.95]) {
  const [before, after] = [quantile(without, share), quantile(withVectors, share)]
  const ratio = (after / before).toFixed(2)
  say(
    `question p${share * 100}: ${before.toFixed(1)} ms by words, ${after.toFixed(1)} ms with vectors (${ratio} x)`,
  )
}

let wrong = 0
for (let kill = 1; kill <= kills; kill += 1) {
  // Another number of dimensions begins a new space.
  provider.dimensions = dimensions + kill
  await choose(false)
  await until(({ state: reachedState }) => reachedState === 'Off')
  await choose()
  await until(({ waitingFiles }) => waitingFiles > 0)
  await wait(randomInt(0, 1500))
  const { waitingFiles } = await until(() => true)
  const { dataDir, port } = product
  await product.kill()
  product = await start({ dataDir, port })
  await ready()
  await product.stop()
  const counted = await withEmbeddedIn(dataDir, async ({ db }) => (await countDifferences(db)).rows[0]!)
  if (counted.missing + counted.left > 0) wrong += 1
  say(
    `kill ${kill} with ${waitingFiles} files left: ${counted.right} right, ${counted.missing} missing, ${counted.left} left over`,
  )
  product = await start({ dataDir, port })
  await ready()
}
await product.stop()
await provider.close()
say(wrong === 0 ? 'all vectors are there' : `${wrong} TIMES VECTORS WERE MISSING OR LEFT OVER`)
process.exit(wrong === 0 ? 0 : 1)

/** Signs in once for each process, because sign-ins are limited. */
async function start(options: Pick<ProductOptions, 'dataDir' | 'port'> = {}): Promise<Product> {
  const started = await startProduct({ environment, ...options })
  let token: Promise<string> | null = null
  return { ...started, token: (userName) => (token ??= started.token(userName)) }
}

async function reached(of: Product): Promise<Reached> {
  return { origin: of.origin, token: await of.token('admin') }
}

/** Compares the vectors of the space that searches use with the searchable passages of file libraries. */
function countDifferences(db: Sql) {
  return sql<{ right: number; missing: number; left: number }>`
  with wanted as (select p.passage_id from passage p join file f on f.file_id = p.file_id
      and f.ready_version = p.file_version and f.removed_at is null
    join data_source d on d.number = p.library_id and d.data_source_type = 'UploadedFiles'),
  stored as (select v.passage_id from passage_vector v join vector_space s using (vector_space_id)
      join passage_signs c using (passage_id, vector_space_id)
    where s.state = 'Current' and length(c.signs) = s.dimensions and length(v.vector) = s.dimensions)
  select (select count(*) from wanted join stored using (passage_id))::int as "right",
    (select count(*) from wanted where passage_id not in (select passage_id from stored))::int as missing,
    (select count(*) from stored where passage_id not in (select passage_id from wanted))::int as "left"`.execute(
    db,
  )
}

async function timed(): Promise<number[]> {
  const from = await reached(product)
  const times: number[] = []
  for (const question of asked) {
    const start = performance.now()
    await find(from, [dataSourceId], question, 20)
    times.push(performance.now() - start)
  }
  return times.slice(WARM_UP)
}

/** Turns the search by meaning on or off. */
async function choose(isOn = true): Promise<void> {
  await setDeployment(product, deployment.deploymentName, { purposes: ['Embedding'], price: null })
  const { status: answered } = await changeSettings(product, {
    embeddingDeployment: isOn ? deployment : null,
  })
  if (answered !== 200) throw new Error(`The settings were answered with ${answered}.`)
}

function ready(): Promise<Status> {
  return until(({ state: reachedState, waitingFiles }) => reachedState === 'Ready' && waitingFiles === 0)
}

/** Waits for a status, and returns it. */
async function until(isReached: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const status = await ask<Status>(await reached(product), '/instanceSettings/vectorIndex')
    if (isReached(status)) return status
    await wait(100)
  }
}
