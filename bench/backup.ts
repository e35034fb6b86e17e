/**
 * Measures the duration of a backup and a restore, and their effect on answers that stream in the meantime.
 *   node bench/backup.ts QUESTIONS.json [--passages 20000] [--database postgres://… --target postgres://…]
 * QUESTIONS.json is a set as for bench/retrieval.ts. Its articles are uploaded repeatedly until there are
 * enough passages. Five answers with 100 tokens per second are read without and then with a backup. Prints the
 * longest pauses between two tokens at the reader, and between two stored pieces of an answer in the database.
 * Exits 1 if the backup makes a reader wait more than 50 ms longer, or if the restored data differs from the
 * backed-up data.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { withEmbeddedIn } from '../server/src/testing/embedded.ts'
import { type Product, startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishAgent } from './rig/agent.ts'
import { startUpstream } from './rig/yardstick.ts'

const wanted = Number(option('passages', '20000'))
const databaseUrl = option('database', '')
const file = process.argv[2]
if (!file || file.startsWith('--'))
  throw new Error('usage: node bench/backup.ts QUESTIONS.json [--passages N]')

const STREAMS = 5
const TOKENS = 4000
const EVERY_MS = 10
const STALL_MS = 50
const FILES_AT_ONCE = 150
const QUIET_MS = 25_000
const model = `fake-t${TOKENS}-d${EVERY_MS}`
const root = path.join(import.meta.dirname, '..')
const folder = await mkdtemp(path.join(tmpdir(), 'parlance-bench-backup-'))
const database = databaseUrl ? { databaseUrl } : {}

const upstream = await startUpstream()
const environment = {
  COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  COMPATIBLE_DEPLOYMENTS: model,
  LOG_LEVEL: 'WARN',
}
const product = await startProduct({ environment, ...database })
const admin = await product.token('admin')
const gptSystemId = await publishAgent(product, admin, model)
const anna = await product.token('anna')

const seedFile = path.join(folder, 'seed.tgz')
const seedSeconds = await backUp(seedFile)
say(
  `new instance with seed data: backup ${round(seedSeconds)} s, ${round((await stat(seedFile)).size / 1e6, 2)} MB`,
)
if (wanted > 0) say(`${await fill(file)} passages in ${wanted} wanted`)

const quiet = await streams(async () => wait(QUIET_MS))
const archive = path.join(folder, 'full.tgz')
let seconds = 0
const during = await streams(async () => {
  seconds = await backUp(archive)
})
await product.stop()
upstream.stop()
say(`backup completed in ${round(seconds)} s, ${round((await stat(archive)).size / 1e6)} MB`)
say(`without a backup: ${told(quiet, await storedPauses(quiet))}`)
say(`during a backup: ${told(during, await storedPauses(during))}`)

const target = path.join(folder, 'restored')
const restoreSeconds = await tool('restore', archive, {
  DATA_DIR: target,
  DATABASE_URL: option('target', ''),
  BACKUP_PASSPHRASE: passphrase(),
})
say(`restored in ${round(restoreSeconds)} s`)
for (const used of [folder, product.dataDir]) await rm(used, { recursive: true, force: true })
const holds = during.worst - quiet.worst <= STALL_MS
say(holds ? 'gate passed' : `GATE FAILED (${STALL_MS} ms longer than without a backup)`)
process.exit(holds ? 0 : 1)

function passphrase(): string {
  return 'a passphrase for the benchmark'
}

/** Runs an operator command. Returns its duration in seconds. */
async function tool(name: string, archive: string, settings: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `tools/${name}.ts`, archive],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...settings },
    },
  )
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${name} exited with ${code}.`)
  return (performance.now() - begun) / 1000
}

function backUp(archive: string): Promise<number> {
  return tool('backup', archive, {
    DATA_DIR: product.dataDir,
    BACKUP_PASSPHRASE: passphrase(),
    ...(databaseUrl
      ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'for-benchmarks-only-0123456789-abcdefghijklmnop' }
      : {}),
  })
}

/** Uploads the articles repeatedly, into a new library each time. */
async function fill(from: string): Promise<number> {
  const set = JSON.parse(await readFile(from, 'utf8')) as { passages: { doc: string; text: string }[] }
  const articles = Map.groupBy(set.passages, (passage) => passage.doc)
  let passages = 0
  for (let round = 1; passages < wanted; round += 1) {
    const { dataSourceId } = await call<{ dataSourceId: string }>(admin, '/fileLibraries', {
      name: `Round ${round}`,
    })
    let files = 0
    for (const [article, pages] of articles) {
      if (files >= FILES_AT_ONCE || passages >= wanted) break
      const form = new FormData()
      const name = `${article.replaceAll(/[/\\]/g, ' ').slice(0, 200)}.txt`
      form.append('file', new Blob([`${pages.map((page) => page.text).join('\f')}\f`]), name)
      await call(admin, `/dataSources/${dataSourceId}/files`, form)
      files += 1
      passages += pages.length
    }
    for (;;) {
      const { items } = await call<{ items: { state: string }[] }>(
        admin,
        `/dataSources/${dataSourceId}/files?pageSize=200`,
      )
      if (items.length === files && items.every((item) => item.state === 'Ready')) break
      await wait(200)
    }
  }
  return passages
}

interface Pauses {
  worst: number
  p99: number
  begun: Date
  ended: Date
}

function told({ worst, p99 }: Pauses, stored: number): string {
  return `longest pause between two tokens ${round(worst)} ms (p99 ${round(p99)} ms), between two stored pieces ${round(stored)} ms`
}

/**
 * Returns the longest time between two rows of an answer, which are stored every 200 ms, according to the
 * database.
 */
async function storedPauses({ begun, ended }: Pauses): Promise<number> {
  const text = `select coalesce(max(extract(epoch from pause) * 1000), 0)::float8 as worst from (
    select at - lag(at) over (partition by run_id order by seq) as pause, at from run_event
    where event = 'response-updated') as rows where at between $1 and $2`
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ worst: number }>(text, [begun, ended])
    await client.end()
    return rows[0]?.worst ?? 0
  }
  return withEmbeddedIn(product.dataDir, async ({ pool }) => {
    const { rows } = await pool.query<{ worst: number }>(text, [begun, ended])
    return rows[0]?.worst ?? 0
  })
}

/** Reads answers while `work` runs, then disconnects. */
async function streams(work: () => Promise<void>): Promise<Pauses> {
  const pauses: number[] = []
  const stop = new AbortController()
  const state = { measuring: false }
  const reading = Array.from({ length: STREAMS }, () => read(product, pauses, state, stop.signal))
  await wait(2000)
  const begun = new Date()
  state.measuring = true
  await work()
  state.measuring = false
  const ended = new Date()
  stop.abort()
  await Promise.all(reading)
  return { worst: Math.max(...pauses), p99: quantile(pauses, 0.99), begun, ended }
}

/** Asks again when an answer ends. The pause between two answers isn't counted. */
async function read(
  from: Product,
  pauses: number[],
  state: { measuring: boolean },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let before: number | null = null
    try {
      const answer = await fetch(
        `${from.origin}/api/internal/userConversations/byGptSystemId/${gptSystemId}`,
        {
          method: 'POST',
          signal,
          headers: {
            authorization: `Bearer ${anna}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ question: `question ${randomUUID()}` }),
        },
      )
      if (!answer.ok) throw new Error(`The question returned ${answer.status}: ${await answer.text()}`)
      for await (const _chunk of answer.body ?? []) {
        const now = performance.now()
        if (state.measuring && before !== null) pauses.push(now - before)
        before = now
      }
    } catch (cause) {
      if (!signal.aborted) throw cause
    }
  }
}

async function call<T>(bearer: string, route: string, body?: object): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${product.origin}/api/internal${route}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
