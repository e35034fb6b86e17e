/**
 * Measures file libraries with very many passages, through the HTTP API, each row with its target.
 *   node bench/scale.ts FILE [--passages 100000] [--libraries 50] [--parts without,latency,graph,with]
 *     [--database embedded|pglite|postgres]
 * FILE is a set as for `bench/retrieval.ts`, whose sentences the passages are composed of. `without` uploads them to
 * libraries without a graph, and measures other calls and the memory of the server meanwhile. `latency` asks questions
 * over these libraries. `graph` then turns their graphs on, asks questions meanwhile, and kills the server in the middle.
 * `with` uploads the passages again, to a new instance with graphs. `postgres` starts a server of the programs on the
 * PATH. Exits 1 if a target is missed. 100,000 passages take half an hour on each database.
 */

import { setTimeout as wait } from 'node:timers/promises'
import {
  cpuMs,
  databaseCpuMs,
  type Product,
  type ProductOptions,
  readersCpuMs,
  startProduct,
} from '../server/src/testing/product.ts'
import {
  allReady,
  ask,
  createLibrary,
  graphReady,
  type Reached,
  setGraph,
  upload,
} from '../server/src/testing/retrieval/library.ts'
import { readQuestionSet } from '../server/src/testing/retrieval/questionSet.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'
import { untilIndexed } from './faults/injection.ts'
import { composedFiles, passageWriter } from './retrieval/composed.ts'
import { latencyRows, questionsOf, timed } from './retrieval/latency.ts'
import { type Cluster, startCluster } from './rig/postgres.ts'
import { memoryRow, watchMemory } from './scale/memory.ts'
import { comparedRows, createOthers, p95Of, type Round } from './scale/others.ts'

const file = process.argv[2]
if (!file || file.startsWith('--')) throw new Error('usage: node bench/scale.ts FILE [--passages 100000] …')
const passages = Number(option('passages', '100000'))
const libraries = Number(option('libraries', '50'))
const database = option('database', 'embedded')
const parts = new Set(option('parts', 'without,latency,graph,with').split(','))
const UPLOADS_AT_ONCE = 4
const IDLE_ROUNDS = 3
const QUESTIONS_A_ROUND = 40

const QUESTIONS = 'questions over all libraries'
/** A new instance gathers statistics two seconds after its last file. */
const SETTLED_MS = 5000
const LOOK_MS = 500

let missed = 0
const rows = (all: Row[]) => {
  for (const row of all) {
    print(row)
    if (!isMet(row)) missed += 1
  }
}

/** A product whose server can be replaced. */
interface Running {
  product: Product
  options: ProductOptions
  reached: Reached
}

const set = await readQuestionSet(file)
const cluster: Cluster | null = database === 'postgres' ? await startCluster() : null
say(`${passages} passages in ${libraries} libraries, ${database}`)
if (parts.has('without')) {
  const running = await start()
  const ids = await measureIndexing(running, false)
  if (parts.has('latency'))
    rows(await latencyRows(running.reached, set, ids, `${passages} passages`, latencyTargets()))
  if (parts.has('graph')) rows(await measureGraph(running, ids))
  console.log(running.options.databaseUrl); if (Date.now() > 0) await wait(3_000_000); await running.product.stop()
}
if (parts.has('with')) {
  const running = await start()
  await measureIndexing(running, true)
  console.log(running.options.databaseUrl); if (Date.now() > 0) await wait(3_000_000); await running.product.stop()
}
console.log(cluster); await wait(3_000_000); await cluster?.stop()
say(missed === 0 ? 'all targets met' : `${missed} TARGETS MISSED`)
process.exit(missed === 0 ? 0 : 1)

async function start(): Promise<Running> {
  const options: ProductOptions = {
    ...(cluster ? { databaseUrl: await cluster.createDatabase() } : {}),
    ...(database === 'pglite' ? { environment: { EMBEDDED_DATABASE: 'pglite' } } : {}),
  }
  const product = await startProduct(options)
  await untilIndexed(product)
  const { dataDir, port } = product
  return { product, options: { ...options, dataDir, port }, reached: await reach(product) }
}

async function reach(product: Product): Promise<Reached> {
  const { origin, pid } = product
  const usedMs = () => cpuMs(pid) + databaseCpuMs(product)
  return { origin, token: await product.token('admin'), usedMs }
}

function latencyTargets() {
  if (passages <= 10_000) return { all: 60, one: 20 }
  return database === 'pglite' ? { all: 700, quarter: 150 } : { all: 120 }
}

/** Uploads all passages while other calls are made. Returns the libraries. */
async function measureIndexing({ product, reached }: Running, graphIndex: boolean): Promise<string[]> {
  const what = `${passages} passages ${graphIndex ? 'with' : 'without'} a graph`
  const others = await createOthers(reached)
  await wait(SETTLED_MS)
  await others.rounds(1)
  const before = await others.rounds(IDLE_ROUNDS)
  const write = passageWriter(set)
  const files = new Map<string, number>()
  const left: (() => Promise<void>)[] = []
  for (let library = 1; library <= libraries; library += 1) {
    const dataSourceId = await createLibrary(reached, `Library ${library}`, graphIndex)
    const composed = composedFiles(write, Math.ceil(passages / libraries))
    files.set(dataSourceId, composed.length)
    left.push(...composed.map((one) => () => upload(reached, dataSourceId, one)))
  }
  const used = usedBy(product)
  const endMemory = watchMemory(product.pid)
  const endOthers = others.watch()
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await next()
    }),
  )
  const stored = await allReady(reached, files)
  const seconds = (performance.now() - begun) / 1000
  const during = await endOthers()
  const memory = endMemory()
  const spent = usedBy(product)
  const ids = [...files.keys()]
  if (graphIndex) for (const id of ids) await graphReady(reached, id)
  const inGraph = (performance.now() - begun) / 1000
  await wait(SETTLED_MS)
  const after = await others.rounds(IDLE_ROUNDS)
  const perPassage = (of: keyof typeof used) => (spent[of] - used[of]) / stored
  rows([
    { what: `${what}: upload to searchable`, value: stored / seconds, unit: '/s', target: 300 },
    ...(graphIndex
      ? ([{ what: `${what}: upload to graph`, value: stored / inGraph, unit: '/s' }] satisfies Row[])
      : []),
    { what: `${what}: processor time of the server per passage`, value: perPassage('server'), unit: ' ms' },
    {
      what: `${what}: processor time of the reading processes per passage`,
      value: perPassage('readers'),
      unit: ' ms',
    },
    ...(cluster
      ? []
      : ([
          {
            what: `${what}: processor time of the database per passage`,
            value: perPassage('database'),
            unit: ' ms',
          },
        ] satisfies Row[])),
    ...comparedRows(`${what}, while they are indexed`, during, [...before, ...after]),
    memoryRow(what, memory),
  ])
  return ids
}

function usedBy(product: Product) {
  const { pid } = product
  return { server: cpuMs(pid), readers: readersCpuMs(product), database: databaseCpuMs(product) }
}

/** Turns all graphs on, and kills the server when half of the files are in them. */
async function measureGraph(running: Running, ids: readonly string[]): Promise<Row[]> {
  const what = `${passages} passages, graphs`
  running.reached = await reach(running.product)
  const { questions, read } = asker(running, ids)
  await read()
  const before = await questions(IDLE_ROUNDS)
  const files = await filesOf(running.reached, ids)
  const all = files.values().reduce((sum, count) => sum + count, 0)
  const begun = performance.now()
  for (const id of ids) await setGraph(running.reached, id, true)
  let isOver = false
  const asking = questions(Number.POSITIVE_INFINITY, () => isOver)
  while ((await doneOf(running.reached, files)) < all / 2) await wait(LOOK_MS)
  isOver = true
  const during = await asking
  const doneBefore = await doneOf(running.reached, files)
  await running.product.killServer()
  running.product = await startProduct(running.options)
  running.reached = await reach(running.product)
  const doneAfter = await doneOf(running.reached, files)
  isOver = false
  const askingAgain = questions(Number.POSITIVE_INFINITY, () => isOver)
  while ((await doneOf(running.reached, files)) < all) await wait(LOOK_MS)
  const seconds = (performance.now() - begun) / 1000
  isOver = true
  during.push(...(await askingAgain))
  await wait(SETTLED_MS)
  const after = await questions(IDLE_ROUNDS)
  say(`${what}: ${doneBefore} of ${all} files before the kill, ${doneAfter} after it`)
  const p95 = (rounds: Round[]) => p95Of(rounds, QUESTIONS)
  const idle = p95([...before, ...after])
  return [
    {
      what: `${what}: files lost by the kill`,
      value: Math.max(0, doneBefore - doneAfter),
      unit: '',
      target: 0,
      atMost: true,
    },
    {
      what: `${what}: built while questions are asked, with the kill`,
      value: passages / seconds,
      unit: '/s',
      target: 100_000 / 1200,
    },
    { what: `${what}: built after`, value: seconds, unit: ' s', target: 1200, atMost: true },
    { what: `${what}: ${QUESTIONS} meanwhile, p95`, value: p95(during), unit: ' ms' },
    {
      what: `${what}: ${QUESTIONS} meanwhile, p95 compared to idle (${idle.toFixed(1)} ms)`,
      value: p95(during) / idle,
      unit: '',
      target: 2,
      atMost: true,
    },
  ]
}

/** Asks questions in rounds, without widening, which would itself depend on how much of the graphs is there. */
function asker(running: Running, ids: readonly string[]) {
  const all = questionsOf(set, QUESTIONS_A_ROUND * 10)
  let next = 0
  const read = async (isDone = () => false) => {
    const asked = Array.from({ length: QUESTIONS_A_ROUND }, () => all[next++ % all.length]!)
    return timed(running.reached, ids, asked, { useGraph: false, isDone })
  }
  return {
    read,
    async questions(count: number, isDone = () => false): Promise<Round[]> {
      const rounds: Round[] = []
      while (rounds.length < count && !isDone()) rounds.push(new Map([[QUESTIONS, await read(isDone)]]))
      return rounds
    },
  }
}

/** Returns how many files each of these libraries has. */
async function filesOf(reached: Reached, ids: readonly string[]): Promise<Map<string, number>> {
  const { items } = await ask<{ items: { dataSourceId: string; files: number }[] }>(
    reached,
    '/dataSources?pageSize=200',
  )
  return new Map(
    items.flatMap(({ dataSourceId, files }) => (ids.includes(dataSourceId) ? [[dataSourceId, files]] : [])),
  )
}

/** Returns how many of these files are in the graphs of their libraries. */
async function doneOf(reached: Reached, files: ReadonlyMap<string, number>): Promise<number> {
  let done = 0
  for (const [id, count] of files) {
    const path = `/dataSources/${id}/graph?pageSize=1`
    const { state, waitingFiles } = await ask<{ state: string; waitingFiles: number }>(reached, path)
    // While none waits, but the graph isn’t ready, the files aren’t queued yet.
    if (state === 'Ready') done += count
    else if (waitingFiles > 0) done += count - waitingFiles
  }
  return done
}
