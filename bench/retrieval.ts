/**
 * Measures the quality and speed of retrieval through the HTTP API, each row with its target.
 *   node bench/retrieval.ts QUESTIONS.json [MORE.json …] [--parts paragraphs,articles,several,refusals,leak,latency]
 *     [--limit 1000] [--answers 2000] [--passages 10000] [--database postgres://…]
 * QUESTIONS.json: { name, lang, passages: [{ id, doc, title, text }], queries: [{ id, q, rel: [passage ids],
 * answers }] }. `--limit` asks that many of the questions, evenly distributed, and `--answers` asks that many
 * of an agent. Without them all are asked, which takes a quarter of an hour for ten thousand. Leak and latency
 * are measured only with the first file. `--passages 100000` measures the latency with that many; indexing
 * alone takes minutes. Targets apply to English. In other languages, they apply to recall at 5, and in Arabic,
 * German, and Chinese to the sentences of answers. Exits 1 if one is missed.
 */

import { cpuMs, databaseCpuMs, startProduct } from '../server/src/testing/product.ts'
import type { Reached } from '../server/src/testing/retrieval/library.ts'
import {
  measureArticles,
  measureParagraphs,
  measureRefusals,
  measureSeveral,
} from '../server/src/testing/retrieval/quality.ts'
import { readQuestionSet } from '../server/src/testing/retrieval/questionSet.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'
import { measureLatency, type Targets } from './retrieval/latency.ts'
import { measureLeak } from './retrieval/leak.ts'

const files = process.argv.slice(2, firstOption())
const [first] = files
if (!first)
  throw new Error('usage: node bench/retrieval.ts QUESTIONS.json [MORE.json …] [--parts …] [--limit N]')
const parts = new Set(option('parts', 'paragraphs,articles,several,refusals,leak,latency').split(','))
const limits = {
  questions: Number(option('limit', '0')),
  answers: Number(option('answers', option('limit', '0'))),
}
const databaseUrl = option('database', '')
const passages = Number(option('passages', '10000'))
let missed = 0

for (const file of files) {
  const set = await readQuestionSet(file)
  if (parts.has('paragraphs')) await withProduct((product) => measureParagraphs(product, set, limits))
  if (parts.has('articles')) await withProduct((product) => measureArticles(product, set, limits))
  if (parts.has('several')) await withProduct((product) => measureSeveral(product, set, limits))
  if (parts.has('refusals')) await withProduct((product) => measureRefusals(product, set, limits))
}
const set = await readQuestionSet(first)
if (parts.has('leak')) await withProduct((both) => withAnother((alone) => measureLeak(both, alone, set)))
if (parts.has('latency'))
  await withProduct((product) => measureLatency(product, set, passages, latencyTargets()))
say(missed === 0 ? 'all targets met' : `${missed} TARGETS MISSED`)
process.exit(missed === 0 ? 0 : 1)

function firstOption(): number {
  const at = process.argv.findIndex((word) => word.startsWith('--'))
  return at < 0 ? process.argv.length : at
}

function latencyTargets(): Targets {
  if (databaseUrl) return { all: 120 }
  return passages <= 10_000 ? { all: 60, one: 20 } : { all: 700, quarter: 150 }
}

async function withProduct(measure: (product: Reached) => Promise<Row[]>): Promise<void> {
  for (const row of await withAnother(measure)) {
    print(row)
    if (!isMet(row)) missed++
  }
}

/** Starts a new product for each part, so that none measures the leftovers of another. */
async function withAnother(measure: (product: Reached) => Promise<Row[]>): Promise<Row[]> {
  const product = await startProduct(databaseUrl ? { databaseUrl } : {})
  try {
    const { origin, pid } = product
    const usedMs = () => cpuMs(pid) + databaseCpuMs(product)
    return await measure({ origin, token: await product.token('admin'), usedMs })
  } finally {
    await product.stop()
  }
}
