/**
 * Measures questions over tables, each row with its target.
 *   node bench/tables.ts [--parts queries,builtIn] [--rows 1000000] [--questions FILE.json]
 * Queries: 60 scripted queries over 10 generated tables, the largest with `--rows` rows, in the confined process that
 * answers them in the product. The right answers are computed without a database. Each query runs five times.
 * BuiltIn: asks an agent without a model through the HTTP API. FILE.json: { files: [names of tables in its folder],
 * questions: [{ question, expected: [texts that the answer must contain] }] }; bench/tables/questions.json by default.
 * An answer that cites no table says that it isn’t sure. Exits 1 if a target is missed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createTablePool, type TableFile } from '../server/src/features/knowledge/typedTables/tablePool.ts'
import {
  customerQuestions,
  isExpected,
  makeSales,
  questionsOver,
  type Style,
  typeOf,
  writeCustomers,
  writeSales,
} from '../server/src/testing/generatedTables.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { askAgent } from '../server/src/testing/retrieval/answers.ts'
import { addAgent, addLibrary } from '../server/src/testing/retrieval/library.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const parts = new Set(option('parts', 'queries,builtIn').split(','))
const most = Number(option('rows', '1000000'))
const questionsFile = option('questions', path.join(import.meta.dirname, 'tables/questions.json'))
const TIMES = 5
/** The limits of the confined process: its heap, its tables, and what a query sorts. */
const LIMIT_MB = 2126
const sizes: readonly (readonly [number, Style])[] = [
  [most, 'Plain'],
  [most / 4, 'American'],
  [most / 10, 'European'],
  [most / 20, 'Tabs'],
  [most / 50, 'Arabic'],
  [most / 100, 'Plain'],
  [most / 200, 'American'],
  [most / 500, 'European'],
  [most / 1000, 'Tabs'],
]

let areMet = true
for (const [part, measure] of [
  ['queries', measureQueries],
  ['builtIn', measureBuiltIn],
] as const) {
  if (!parts.has(part)) continue
  for (const row of await measure()) {
    print(row)
    areMet &&= isMet(row)
  }
}
say(areMet ? 'all targets met' : 'A TARGET WAS MISSED')
process.exit(areMet ? 0 : 1)

async function measureQueries(): Promise<Row[]> {
  const pool = createTablePool()
  const file = (name: string, pieces: readonly string[], mimeType: TableFile['mimeType']): TableFile => {
    const bytes = pieces.map((piece) => Buffer.from(piece))
    const size = bytes.reduce((sum, piece) => sum + piece.length, 0)
    return { key: name, name, size, mimeType, read: () => Readable.from(bytes) }
  }
  const customers = file('customers.csv', [writeCustomers()], 'text/csv')
  const [known] = await pool.tablesOf(customers)
  const loads: number[] = []
  const times: number[] = []
  let right = 0
  let asked = 0
  const ask = async (own: TableFile, questions: ReturnType<typeof questionsOver>) => {
    const [table] = await pool.tablesOf(own)
    for (const { sql, isJoin, expected } of questions) {
      asked += 1
      const used = [
        { file: own, names: [{ table: table!.name, as: 'sales' }] },
        ...(isJoin ? [{ file: customers, names: [{ table: known!.name, as: 'customers' }] }] : []),
      ]
      // The first time can load a table again.
      let result = await pool.query(used, sql)
      for (let time = 0; time < TIMES; time += 1) {
        const begun = performance.now()
        result = await pool.query(used, sql)
        times.push(performance.now() - begun)
      }
      if (isExpected(result.rows, expected)) right += 1
      else say(`wrong: ${own.name}: ${sql}: ${JSON.stringify(result.rows).slice(0, 200)}`)
    }
  }
  for (const [at, [count, style]] of sizes.entries()) {
    const sales = makeSales(count, at + 1)
    const own = file(`sales-${at}`, [...writeSales(sales, style)], typeOf(style))
    const begun = performance.now()
    await pool.tablesOf(own)
    loads.push(performance.now() - begun)
    say(
      `${count} rows, ${style}, ${round(own.size / 1e6)} MB: loaded in ${round((loads.at(-1) ?? 0) / 1000)} s`,
    )
    await ask(own, questionsOver(sales))
  }
  await ask(customers, customerQuestions())
  const memory = memoryOfProcesses()
  pool.close()
  return [
    { what: `${asked} queries: right`, value: (100 * right) / asked, unit: '%', target: 100 },
    { what: 'query, once loaded: p50', value: quantile(times, 0.5), unit: ' ms' },
    {
      what: 'query, once loaded: p95',
      value: quantile(times, 0.95),
      unit: ' ms',
      target: 2000,
      atMost: true,
    },
    { what: `loading ${most} rows`, value: (loads[0] ?? 0) / 1000, unit: ' s', target: 60, atMost: true },
    { what: 'memory of a process, at most', value: memory, unit: ' MB', target: LIMIT_MB, atMost: true },
  ]
}

/** Returns the most memory that one of the confined processes has used, in MB. */
function memoryOfProcesses(): number {
  const used = readdirSync('/proc').map((name) => {
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('tableProcess.ts')) return 0
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // Not a process, or one that has ended.
      return 0
    }
  })
  return Math.max(...used) / 1024
}

interface QuestionSet {
  files: string[]
  questions: { question: string; expected: string[] }[]
}

function isGuess(answer: string): boolean {
  return /My best guess:|أفضل تخمين لدي:/.test(answer)
}

function outcomeOf(isRight: boolean, isGuessed: boolean): 'right' | 'guessed' | 'wrong' | 'wrongGuess' {
  if (isGuessed) return isRight ? 'guessed' : 'wrongGuess'
  return isRight ? 'right' : 'wrong'
}

async function measureBuiltIn(): Promise<Row[]> {
  const { files, questions }: QuestionSet = JSON.parse(readFileSync(questionsFile, 'utf8'))
  const folder = path.dirname(questionsFile)
  const product = await startProduct()
  const reached = { origin: product.origin, token: await product.token('admin') }
  const texts = files.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  const { dataSourceId } = await addLibrary(reached, 'Tables', texts)
  const gptSystemId = await addAgent(reached, dataSourceId)
  const count = { right: 0, guessed: 0, wrongGuess: 0, wrong: 0, unsure: 0 }
  const times: number[] = []
  for (const { question, expected } of questions) {
    const begun = performance.now()
    const { answer, citations } = await askAgent(reached, { gptSystemId }, question)
    times.push(performance.now() - begun)
    const isCalculated = citations.some(({ kind }) => kind === 'Table')
    const isRight = expected.every((part) => answer.includes(part))
    const outcome = !isCalculated ? 'unsure' : outcomeOf(isRight, isGuess(answer))
    count[outcome] += 1
    if (outcome !== 'right') say(`${outcome}: ${question}: ${answer.slice(0, 300).replaceAll('\n', ' ')}`)
  }
  await product.stop()
  const all = questions.length
  return [
    {
      what: `${all} questions for BuiltIn: right`,
      value: (100 * (count.right + count.guessed)) / all,
      unit: '%',
      target: 90,
    },
    { what: 'of these, called a guess', value: count.guessed, unit: '' },
    { what: 'wrong, and called a guess', value: count.wrongGuess, unit: '' },
    { what: 'wrong numbers without saying so', value: count.wrong, unit: '', target: 0, atMost: true },
    { what: 'not sure', value: count.unsure, unit: '' },
    { what: 'answer: p95', value: quantile(times, 0.95), unit: ' ms' },
  ]
}
