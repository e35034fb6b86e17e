/**
 * Measures how often performance tests judge rightly whether an answer says a statement, by kind of statement and
 * answer, and the CPU time that takes, the best of five rounds.
 *   node bench/scoring.ts [--set FILE.json] [--misses]
 * A set is a list of pairs of a statement and an answer with a label: `{ kind, language, statement, answer, says }`.
 * bench/scoring/first.json by default, which was written together with the scorer. With `--misses`, prints what was
 * judged wrongly. Exits 1 if less than nine tenths are right.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { says } from '../server/src/features/performanceTests/scoring/says.ts'
import { scoreAnswer } from '../server/src/features/performanceTests/scoring/scoreAnswer.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'

interface Pair {
  kind: string
  language: string
  statement: string
  answer: string
  says: boolean
}

const LONG = 100_000
const FACTS = 10
const ROUNDS = 5

const set: Pair[] = JSON.parse(
  readFileSync(option('set', path.join(import.meta.dirname, 'scoring/first.json')), 'utf8'),
)
const judged = set.map((pair) => ({ ...pair, isRight: says(pair.answer, pair.statement) === pair.says }))

function table(name: string, keyOf: (pair: Pair) => string): void {
  say(`${name.padEnd(18)} right  of   said wrongly  missed`)
  for (const key of [...new Set(judged.map(keyOf))]) {
    const own = judged.filter((pair) => keyOf(pair) === key)
    const wrong = own.filter(({ isRight }) => !isRight)
    const counts = [own.length - wrong.length, own.length, wrong.filter((pair) => !pair.says).length]
    const [right = 0, all = 0, added = 0] = counts
    say(
      `${key.padEnd(18)} ${String(right).padStart(5)} ${String(all).padStart(3)} ${String(added).padStart(14)} ${String(wrong.length - added).padStart(7)}`,
    )
  }
}

table('kind', ({ kind }) => kind)
say('')
table('language', ({ language }) => language)
say('')
if (process.argv.includes('--misses'))
  for (const { isRight, statement, answer, says: isSaid } of judged)
    if (!isRight)
      say(`${isSaid ? 'missed' : 'said wrongly'}: ${statement}\n  ${answer.replaceAll('\n', '\n  ')}`)

const long = set
  .map(({ answer }) => answer)
  .join('\n\n')
  .repeat(20)
  .slice(0, LONG)
const facts = set.slice(0, FACTS).map(({ statement }) => statement)
const times = Array.from({ length: ROUNDS }, () => {
  const start = process.cpuUsage()
  scoreAnswer(
    { expectedFacts: facts, forbidden: [], expectedCitations: [], expectRefusal: false },
    { text: long, refused: false, citations: [] },
  )
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
})
const rows: Row[] = [
  {
    what: `${set.length} pairs judged rightly`,
    value: (judged.filter(({ isRight }) => isRight).length / set.length) * 100,
    unit: '%',
    target: 90,
  },
  {
    what: `an answer of ${long.length} characters with ${FACTS} facts, CPU time`,
    value: Math.min(...times),
    unit: ' ms',
    target: 1000,
    atMost: true,
  },
]
for (const row of rows) print(row)
if (!rows.every(isMet)) process.exitCode = 1
