/**
 * Takes what a power cut would leave of the data folder at random moments of writing, starts the product on each,
 * and looks for everything that was acknowledged before.
 *   node bench/powerCut.ts [--moments 50] [--fsync off]
 * Only what was flushed to disk is left: a library that is preloaded into the server and its database records
 * files and folders when they are flushed (bench/powerCut/durable.c, compiled with `cc`). Users ask, an
 * administrator renames brands, and files are attached, all at once. Exits 1 if an acknowledged question, ended
 * answer, change, or file is missing, or if the product doesn't open the folder or finds its audit log broken.
 * With `--fsync off`, PostgreSQL flushes nothing, which must fail: it shows that the measurement notices.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { runningConnection } from '../server/src/platform/database/embedded/postgres/postgres.ts'
import { auditPath } from '../server/src/testing/auditLog.ts'
import { brandsPath } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { type Product, startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { writeDurable } from './powerCut/afterCut.ts'
import { compileDurable } from './powerCut/durable.ts'
import { publishAgent } from './rig/agent.ts'
import { converse } from './rig/reader.ts'
import { startUpstream } from './rig/yardstick.ts'

const moments = Number(option('moments', '50'))
const fsync = option('fsync', 'on')
const ASKERS = 4
const MOST_WAIT_MS = 2000
const TOKENS = 60
const model = `fake-t${TOKENS}-d5`
const brandKey = 'power-cut'

/** What the product has confirmed so far. */
interface Acknowledged {
  questions: Map<string, string>
  /** Texts of ended answers by segment. */
  answers: Map<string, string>
  brandNames: string[]
  /** Contents of attached files by attachment. */
  files: Map<string, string>
}

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'parlance-power-')))
const dataDir = path.join(folder, 'data')
const store = path.join(folder, 'store')
mkdirSync(dataDir)
mkdirSync(store)
// The database has an account of its own, which has to reach the store.
writeFileSync(path.join(store, 'lock'), '')
for (const one of [folder, store, path.join(store, 'lock')]) chmodSync(one, 0o777)
const library = compileDurable(folder)

const upstream = await startUpstream()
const environment = {
  COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  COMPATIBLE_DEPLOYMENTS: model,
}
const preload = pathToFileURL(path.join(import.meta.dirname, 'powerCut/preload.mjs'))
const product = await startProduct({
  dataDir,
  environment: {
    ...environment,
    NODE_OPTIONS: `--import ${preload}`,
    LD_PRELOAD: library,
    DURABLE_ROOT: dataDir,
    DURABLE_STORE: store,
  },
})
if (fsync === 'off') await withDatabase(dataDir, 'alter system set fsync = off', 'select pg_reload_conf()')
const admin = await product.token('admin')
const anna = await product.token('anna')
const gptSystemId = await publishAgent(product, admin, model)
await call(product, brandsPath, { token: admin, body: { brandKey, name: 'Before' } })

const acknowledged: Acknowledged = {
  questions: new Map(),
  answers: new Map(),
  brandNames: [],
  files: new Map(),
}
const stopped = new AbortController()
/** Set while what is left is inspected, so that both don't compete for the machine. */
let isPaused = false
const writers = [...Array.from({ length: ASKERS }, ask), rename(), attach()].map((one) =>
  one.catch((cause: unknown) => {
    if (!stopped.signal.aborted) throw cause
  }),
)

const readyMs: number[] = []
let lost = 0
let unopened = 0
let broken = 0
let checked = 0
for (let moment = 1; moment <= moments; moment += 1) {
  await Promise.race([written(), ...writers])
  await Promise.race([wait(Math.random() * MOST_WAIT_MS), ...writers])
  const before = copyOf(acknowledged)
  const cut = path.join(folder, `cut-${moment}`)
  // Files of the store are replaced and never changed, so links keep them as they are now.
  execFileSync('flock', [path.join(store, 'lock'), 'cp', '-al', store, cut])
  isPaused = true
  await inspect(moment, cut, before)
  isPaused = false
}
stopped.abort()
await Promise.all(writers)
await product.kill()
upstream.stop()
rmSync(folder, { recursive: true, force: true })

say(`${moments} power cuts while ${ASKERS} users ask, brands change, and files are attached`)
say(`acknowledged at the last one: ${sizesOf(acknowledged)}`)
say(`checked ${checked}, lost ${lost}, not opened ${unopened}, audit logs that fail verification ${broken}`)
say(`ready again p50 ${round(quantile(readyMs, 0.5))} ms, at most ${round(Math.max(0, ...readyMs))} ms`)
const holds = lost === 0 && unopened === 0 && broken === 0 && checked >= 3 * moments
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Resolves when something of each kind was acknowledged since the last moment. */
async function written(): Promise<void> {
  const { answers, brandNames, files } = copyOf(acknowledged)
  while (
    acknowledged.answers.size <= answers.size ||
    acknowledged.brandNames.length <= brandNames.length ||
    acknowledged.files.size <= files.size
  )
    await wait(20)
}

/** Returns whether to write another time, once writing goes on. */
async function goesOn(): Promise<boolean> {
  while (isPaused && !stopped.signal.aborted) await wait(20)
  return !stopped.signal.aborted
}

async function ask(): Promise<void> {
  while (await goesOn()) {
    const caller = { origins: [product.origin], token: anna, gptSystemId }
    const one = await converse(caller, {
      ms: 60_000,
      signal: stopped.signal,
      onIds: ({ segmentId, question }) => acknowledged.questions.set(segmentId, question),
    })
    if (one.status === 'Completed') acknowledged.answers.set(one.segmentId, one.text)
  }
}

async function rename(): Promise<void> {
  for (let version = 1; await goesOn(); version += 1) {
    const name = `Brand ${version}`
    const { status } = await call(product, `${brandsPath}/${brandKey}`, {
      method: 'PUT',
      token: admin,
      body: { name, hostNames: [], theme: {} },
      headers: { 'if-match': `"${version}"` },
      signal: stopped.signal,
    })
    if (status !== 200) throw new Error(`The brand was refused: ${status}`)
    acknowledged.brandNames.push(name)
    await wait(20)
  }
}

async function attach(): Promise<void> {
  const query = 'attachmentType=FileSearch&context=Conversation'
  for (let number = 1; await goesOn(); number += 1) {
    const content = `File ${number}. ${'The lighthouse of Vela is 40 m tall. '.repeat(number % 50)}`
    const body = new FormData()
    body.set('file', new Blob([content]), `vela-${number}.md`)
    const { status, body: attached } = await call<{ attachmentId: string }>(
      product,
      `/api/internal/attachments?${query}`,
      { token: anna, body, signal: stopped.signal },
    )
    if (status !== 200) throw new Error(`The file was refused: ${status}`)
    acknowledged.files.set(attached.attachmentId, content)
    // A user can have 200 files that aren't sent, which must last for all moments.
    await wait(1000)
  }
}

async function inspect(moment: number, cut: string, before: Acknowledged): Promise<void> {
  const left = path.join(folder, `left-${moment}`)
  mkdirSync(left)
  let again: Product | null = null
  try {
    await writeDurable(cut, dataDir, left)
    again = await startProduct({ dataDir: left, environment })
    readyMs.push(again.readyMs)
    const missing = await missingIn(again, before)
    const { questions, answers, brandNames, files } = before
    checked += questions.size + answers.size + brandNames.length + files.size
    lost += missing.length
    for (const one of missing.slice(0, 5)) say(`moment ${moment}: lost ${one}`)
  } catch (cause) {
    unopened += 1
    say(`moment ${moment}: not opened: ${cause instanceof Error ? cause.message : String(cause)}`)
  } finally {
    await again?.stop()
    for (const one of [cut, left]) rmSync(one, { recursive: true, force: true })
  }
}

async function missingIn(again: Product, before: Acknowledged): Promise<string[]> {
  const missing: string[] = []
  const { status } = await call(again, '/api/internal/currentUser', { token: anna })
  if (status !== 200) missing.push(`a session (${status})`)
  const verified = await call<{ firstBroken: number | null }>(again, `${auditPath}/verify`, {
    token: await again.token('admin'),
    body: {},
  })
  if (verified.status !== 200 || verified.body.firstBroken !== null) broken += 1

  const [segments = [], names = [], files = []] = await withDatabase(
    again.dataDir,
    'select id, question, answer, status from conversation_segment',
    `select distinct entity_name as name from audit_entry where entity_id = '${brandKey}'`,
    `select a.attachment_id as id, f.blob_key as "blobKey" from attachment a
      join file f on f.data_source_id = a.data_source_id`,
  )
  const stored = new Map(segments.map((row) => [row.id, row]))
  for (const [id, question] of before.questions)
    if (stored.get(id)?.question !== question) missing.push(`question ${id}`)
  for (const [id, answer] of before.answers)
    if (stored.get(id)?.answer !== answer || stored.get(id)?.status !== 'Completed')
      missing.push(`answer ${id}`)
  const known = new Set(names.map((row) => row.name))
  for (const name of before.brandNames) if (!known.has(name)) missing.push(`change to ${name}`)
  const keys = new Map(files.map((row) => [row.id, row.blobKey]))
  for (const [id, content] of before.files)
    if (contentOf(again.dataDir, keys.get(id)) !== content) missing.push(`file ${id}`)
  return missing
}

function contentOf(of: string, blobKey: string | undefined): string | null {
  const file = blobKey && path.join(of, 'blobs', blobKey.slice(0, 2), blobKey)
  return file && existsSync(file) ? readFileSync(file, 'utf8') : null
}

async function withDatabase(of: string, ...statements: string[]): Promise<Record<string, string>[][]> {
  const client = new pg.Client(runningConnection(of) ?? {})
  await client.connect()
  const answers: Record<string, string>[][] = []
  for (const statement of statements) answers.push((await client.query(statement)).rows)
  await client.end()
  return answers
}

function copyOf({ questions, answers, brandNames, files }: Acknowledged): Acknowledged {
  return {
    questions: new Map(questions),
    answers: new Map(answers),
    brandNames: [...brandNames],
    files: new Map(files),
  }
}

function sizesOf({ questions, answers, brandNames, files }: Acknowledged): string {
  return `${questions.size} questions, ${answers.size} answers, ${brandNames.length} changes, ${files.size} files`
}
