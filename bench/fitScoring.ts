/**
 * Fits the weights in server/src/features/performanceTests/scoring/likelihood.ts to the labeled pairs in bench/scoring,
 * and prints them. The fit is a logistic regression with a penalty for large weights, and always gives the same result.
 *   node bench/fitScoring.ts
 * Also prints how many pairs are judged rightly by weights that were fitted without them: by tenths of all pairs, and for
 * each set by weights of the other sets. Words and rules were improved because of these pairs, so even that is more
 * than to expect of texts by others.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Evidence } from '../server/src/features/performanceTests/scoring/evidence.ts'
import { findingsIn } from '../server/src/features/performanceTests/scoring/says.ts'
import { readAnswer } from '../server/src/features/performanceTests/scoring/statement.ts'
import { say } from '../server/src/testing/statistics.ts'

interface Pair {
  set: string
  kind: string
  language: string
  isSaid: boolean
  /** What rules decided; null if the evidence decides. */
  verdict: boolean | null
  evidence: number[]
  hasAmounts: boolean
}

const PENALTY = 1
const FOLDS = 10
const ROUNDS = 12
const sets = ['first', 'further', 'second', 'third']
const keys: (keyof Evidence)[] = [
  'own',
  'near',
  'all',
  'clause',
  'missing',
  'names',
  'rivalName',
  'replaced',
  'opposed',
  'rivalAmount',
  'tail',
  'negated',
  'specific',
  'crowded',
]

const pairs: Pair[] = sets.flatMap((set) => {
  const file = path.join(import.meta.dirname, `scoring/${set}.json`)
  const read: { kind: string; language: string; statement: string; answer: string; says: boolean }[] =
    JSON.parse(readFileSync(file, 'utf8'))
  return read.map(({ kind, language, statement, answer, says: isSaid }) => {
    const text = readAnswer(answer)
    const { verdict, evidence: weigh, hasAmounts } = findingsIn(text, statement)
    const found = weigh()
    const evidence = found ? [1, ...keys.map((key) => found[key])] : []
    return { set, kind, language, isSaid, verdict, evidence, hasAmounts }
  })
})

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0)

/** Solves a linear system by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!])
  for (const [at, pivot] of rows.entries())
    for (const [other, row] of rows.entries()) {
      if (other === at) continue
      const factor = row[at]! / pivot[at]!
      for (let column = at; column < row.length; column += 1) row[column]! -= factor * pivot[column]!
    }
  return rows.map((row, at) => row.at(-1)! / row[at]!)
}

/** Newton's method. The first weight is the bias, which isn't penalized. */
function regress(data: readonly Pair[]): number[] {
  let weights = [0, ...keys.map(() => 0)]
  const penalty = (at: number) => (at === 0 ? 1e-3 : PENALTY)
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight, at) => penalty(at) * weight)
    const curve = weights.map((_, row) => weights.map((_, column) => (row === column ? penalty(row) : 0)))
    for (const { evidence, isSaid } of data) {
      const likelihood = 1 / (1 + Math.exp(-dot(weights, evidence)))
      for (const [row, value] of evidence.entries()) {
        slope[row]! += (likelihood - (isSaid ? 1 : 0)) * value
        for (const [column, other] of evidence.entries())
          curve[row]![column]! += likelihood * (1 - likelihood) * value * other
      }
    }
    const step = solve(curve, slope)
    weights = weights.map((weight, at) => weight - step[at]!)
  }
  return weights
}

interface Fitted {
  words: number[]
  amounts: number[]
}

/** Pairs that rules decide are fitted, too: without them, the rest looks more contrary than it is. */
const fitBoth = (data: readonly Pair[]): Fitted => {
  const weighed = data.filter(({ evidence }) => evidence.length > 0)
  return {
    words: regress(weighed.filter(({ hasAmounts }) => !hasAmounts)),
    amounts: regress(weighed.filter(({ hasAmounts }) => hasAmounts)),
  }
}

const judge = ({ verdict, evidence, hasAmounts }: Pair, weights: Fitted): boolean =>
  verdict ?? (evidence.length > 0 && dot(weights[hasAmounts ? 'amounts' : 'words'], evidence) > 0)

function print(name: string, data: readonly Pair[], judged: ReadonlyMap<Pair, boolean>): void {
  const added = data.filter((pair) => judged.get(pair) && !pair.isSaid).length
  const missed = data.filter((pair) => !judged.get(pair) && pair.isSaid).length
  const right = ((data.length - added - missed) / data.length) * 100
  say(`${name.padEnd(30)} ${right.toFixed(1)} % of ${data.length}, said wrongly ${added}, missed ${missed}`)
}

const tenths = new Map<Pair, boolean>()
for (let fold = 0; fold < FOLDS; fold += 1) {
  const weights = fitBoth(pairs.filter((_, at) => at % FOLDS !== fold))
  for (const [at, pair] of pairs.entries()) if (at % FOLDS === fold) tenths.set(pair, judge(pair, weights))
}
const others = new Map<Pair, boolean>()
for (const set of sets) {
  const weights = fitBoth(pairs.filter((pair) => pair.set !== set))
  for (const pair of pairs) if (pair.set === set) others.set(pair, judge(pair, weights))
}
print('all, by tenths', pairs, tenths)
for (const set of sets) {
  const own = pairs.filter((pair) => pair.set === set)
  print(`${set}, by tenths`, own, tenths)
  print(`${set}, by the other sets`, own, others)
}
/** The sets by people who hadn’t seen the scorer. */
const last = pairs.filter(({ set }) => set === 'second' || set === 'third')
for (const language of new Set(last.map((pair) => pair.language)))
  print(
    `by others, ${language}, by tenths`,
    last.filter((pair) => pair.language === language),
    tenths,
  )
for (const kind of new Set(last.map((pair) => pair.kind)))
  print(
    `by others, ${kind}, by tenths`,
    last.filter((pair) => pair.kind === kind),
    tenths,
  )

for (const [name, weights] of Object.entries(fitBoth(pairs)))
  say(`${name}: ${['bias', ...keys].map((key, at) => `${key}: ${weights[at]!.toFixed(2)}`).join(', ')}`)
