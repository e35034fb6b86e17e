import { addLibrary, find, type Reached } from '../../server/src/testing/retrieval/library.ts'
import { type QuestionSet, spread } from '../../server/src/testing/retrieval/questionSet.ts'
import type { Row } from '../../server/src/testing/retrieval/rows.ts'
import { quantile } from '../../server/src/testing/statistics.ts'
import { composedFiles, passageWriter } from './composed.ts'

const LIBRARIES = 20
const QUESTIONS = 300
const WARM_UP = 30

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
    const files = composedFiles(write, Math.ceil(passages / LIBRARIES))
    const created = await addLibrary(product, `Library ${library + 1}`, files)
    libraries.push(created.dataSourceId)
    seconds += created.seconds
  }
  const what = `${passages} passages`
  return [
    { what: `${what}: indexing`, value: passages / seconds, unit: '/s' },
    ...(await latencyRows(product, set, libraries, what, targets)),
  ]
}

/** Measures the duration of a question over these libraries, a quarter of them, and one. */
export async function latencyRows(
  product: Reached,
  set: QuestionSet,
  libraries: readonly string[],
  what: string,
  targets: Targets,
): Promise<Row[]> {
  const scopes = [
    { name: `all of ${libraries.length} libraries`, ids: libraries, target: targets.all },
    {
      name: 'a quarter',
      ids: libraries.slice(0, Math.ceil(libraries.length / 4)),
      target: targets.quarter,
    },
    { name: 'one library', ids: libraries.slice(0, 1), target: targets.one },
  ]
  const rows: Row[] = []
  const asked = questionsOf(set, QUESTIONS + WARM_UP)
  for (const { name, ids, target } of scopes) {
    const before = product.usedMs?.() ?? 0
    const times = (await timed(product, ids, asked)).slice(WARM_UP)
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

export const questionsOf = (set: QuestionSet, count: number): string[] =>
  spread(set.queries, count).map((query) => query.q)

/** Returns the milliseconds of each question, asked one after another until `isDone`. */
export async function timed(
  product: Reached,
  ids: readonly string[],
  asked: readonly string[],
  { useGraph, isDone }: { useGraph?: boolean; isDone?: () => boolean } = {},
): Promise<number[]> {
  const times: number[] = []
  for (const question of asked) {
    if (isDone?.()) break
    const begun = performance.now()
    await find(product, [...ids], question, 20, useGraph)
    times.push(performance.now() - begun)
  }
  return times
}
