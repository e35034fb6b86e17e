import { addLibrary, find, type Reached } from '../../server/src/testing/retrieval/library.ts'
import { type QuestionSet, spread } from '../../server/src/testing/retrieval/questionSet.ts'
import type { Row } from '../../server/src/testing/retrieval/rows.ts'
import { quantile } from '../../server/src/testing/statistics.ts'

const LIBRARIES = 20
const QUESTIONS = 300
const WARM_UP = 30
const PASSAGES_A_FILE = 250
const SENTENCES_A_PASSAGE = 5

export interface Targets {
  all: number
  quarter?: number
  one?: number
}

/**
 * Measures the duration of a question with this many passages, composed of the set's own sentences, in twenty
 * libraries.
 */
export async function measureLatency(
  product: Reached,
  set: QuestionSet,
  passages: number,
  targets: Targets,
): Promise<Row[]> {
  const write = passageWriter(set)
  const libraries: string[] = []
  let seconds = 0
  for (let library = 0; library < LIBRARIES; library++) {
    const count = Math.ceil(passages / LIBRARIES)
    const files = Array.from({ length: Math.ceil(count / PASSAGES_A_FILE) }, (_, file) => {
      const pages = Math.min(PASSAGES_A_FILE, count - file * PASSAGES_A_FILE)
      return { name: `part ${file + 1}.txt`, text: `${Array.from({ length: pages }, write).join('\f')}\f` }
    })
    const created = await addLibrary(product, `Library ${library + 1}`, files)
    libraries.push(created.dataSourceId)
    seconds += created.seconds
  }
  const scopes = [
    { name: 'all of 20 libraries', ids: libraries, target: targets.all },
    { name: 'a quarter', ids: libraries.slice(0, LIBRARIES / 4), target: targets.quarter },
    { name: 'one library', ids: libraries.slice(0, 1), target: targets.one },
  ]
  const what = `${passages} passages`
  const rows: Row[] = [{ what: `${what}: indexing`, value: passages / seconds, unit: '/s' }]
  const asked = spread(set.queries, QUESTIONS + WARM_UP).map((query) => query.q)
  for (const { name, ids, target } of scopes) {
    const before = product.usedMs?.() ?? 0
    const times = await timed(product, ids, asked)
    const used = ((product.usedMs?.() ?? 0) - before) / asked.length
    if (used > 0)
      rows.push({ what: `${what}, ${name}: processor time per question`, value: used, unit: ' ms' })
    rows.push({ what: `${what}, ${name}: retrieval p50`, value: quantile(times, 0.5), unit: ' ms' })
    const limit = target === undefined ? {} : { target, atMost: true }
    rows.push({
      what: `${what}, ${name}: retrieval p95`,
      value: quantile(times, 0.95),
      unit: ' ms',
      ...limit,
    })
  }
  return rows
}

async function timed(product: Reached, ids: string[], asked: string[]): Promise<number[]> {
  const times: number[] = []
  for (const question of asked) {
    const begun = performance.now()
    await find(product, ids, question, 20)
    times.push(performance.now() - begun)
  }
  return times.slice(WARM_UP)
}

/** Composes passages of real sentences in a shuffled order that is the same in every run. */
export function passageWriter(set: QuestionSet): () => string {
  const sentences = set.passages
    .flatMap((passage) => passage.text.split(/(?<=[.!?؟])\s+/))
    .filter((one) => one.length > 40)
  let state = 20250903
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return sentences[state % sentences.length]!
  }
  return () => Array.from({ length: SENTENCES_A_PASSAGE }, next).join(' ').replaceAll('\f', ' ')
}
