/**
 * Fills the disk of the data folder while answers stream, frees it again, and looks what was refused and what is lost.
 *   node bench/fullDisk.ts [--seconds 30] [--size 256]
 * The disk is a file system in memory of `--size` MB, so this needs Linux and the right to mount. While it is full,
 * users go on asking. In the second half of that time, the write-ahead log is used up too, which ends PostgreSQL. Exits 1 if an acknowledged question or an ended answer is lost, an answer contains text the
 * provider didn't send, or the process ends. Also exits 1 if a refusal doesn't say that the storage is full, with a
 * request ID, if the log and `npm run doctor` don't say so in one line, or if questions aren't answered within 30 s
 * after space was freed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { runningConnection } from '../server/src/platform/database/embedded/postgres/postgres.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'
import { publishAgent } from './rig/agent.ts'
import { readEvents, storedSegment } from './rig/reader.ts'
import { startUpstream } from './rig/yardstick.ts'
import { token as tokenText } from './yardstick/fake-upstream.mjs'

const seconds = Number(option('seconds', '30'))
const size = Number(option('size', '256'))
const ASKERS = 8
const TOKENS = 100
const EVERY_MS = 20
/** Random, so that it takes this much space in the database. */
const QUESTION_BYTES = 15_000
const RECOVERY_MS = 30_000
const PAUSE_MS = 200
const model = `fake-t${TOKENS}-d${EVERY_MS}`
const whole = Array.from({ length: TOKENS }, (_, index) => tokenText(index)).join('')

const disk = mkdtempSync(path.join(tmpdir(), 'parlance-disk-'))
try {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'parlance', disk], { stdio: 'pipe' })
} catch (cause) {
  rmdirSync(disk)
  say(
    `Skipped: this needs the right to mount a file system (${(cause as Error).message.trim().split('\n').at(-1)}).`,
  )
  process.exit(0)
}
process.once('exit', () => {
  execFileSync('umount', ['--lazy', disk])
  rmdirSync(disk)
})

interface Asked {
  conversationId: string
  question: string
  text: string
  status: string | null
}
interface Refused {
  status: number
  code: string
  title: string
  hasRequestId: boolean
  /** False while PostgreSQL starts again after space was freed. */
  wasFull: boolean
}

const dataDir = path.join(disk, 'data')
const upstream = await startUpstream()
const environment = {
  COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  COMPATIBLE_DEPLOYMENTS: model,
}
const logs: string[] = []
const product = await startProduct({ dataDir, environment, onLog: (text) => logs.push(text) })
let hasEnded = false
void product.ended.then(() => {
  hasEnded = true
})
const gptSystemId = await publishAgent(product, await product.token('admin'), model)
const token = await product.token('anna')
const acknowledged: Asked[] = []
const refused: Refused[] = []
let unanswered = 0
let isFull = false
let isOver = false
const askers = Array.from({ length: ASKERS }, askAlways)

await untilCompleted(0)
while (!acknowledged.some(({ text, status }) => text !== '' && status === null)) await wait(1)

const fill = path.join(disk, 'fill')
const filler = openSync(fill, 'w')
const filledAt = performance.now()
isFull = true
const filled = acknowledged.length
const streaming = acknowledged.filter(({ status }) => status === null).length
let live = 0
let ends = 0
let pid = product.databasePids()[0]
while (performance.now() - filledAt < seconds * 1000) {
  fillUp(filler)
  const answer = await fetch(`${product.origin}/health/live`).catch(() => null)
  await answer?.arrayBuffer()
  if (answer?.status === 200) live += 1
  // PostgreSQL can't go on without space for its write-ahead log, which takes a while to use up.
  if (performance.now() - filledAt > seconds * 500) await takeLogFile()
  const [now] = product.databasePids()
  if (now !== pid) ends += 1
  pid = now
  await wait(PAUSE_MS)
}
const doctor = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/doctor.ts'], {
  cwd: path.join(import.meta.dirname, '..'),
  encoding: 'utf8',
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(product.port), ...environment },
})
isFull = false
closeSync(filler)
rmSync(fill)
const freedAt = performance.now()
const before = acknowledged.length
await untilCompleted(before)
const recoveredMs = performance.now() - freedAt
isOver = true
await Promise.all(askers)

let lost = 0
let wrong = 0
let hung = 0
const statuses: Record<string, number> = {}
for (const one of acknowledged) {
  const caller = { origins: [product.origin], token, gptSystemId }
  const segment = await storedSegment(caller, one.conversationId, RECOVERY_MS)
  if (!segment || segment.question !== one.question) {
    lost += 1
    continue
  }
  statuses[segment.status] = (statuses[segment.status] ?? 0) + 1
  if (segment.status === 'Pending') hung += 1
  if (!whole.startsWith(segment.answer) || !segment.answer.startsWith(one.text)) wrong += 1
  if (one.status === 'Completed' && segment.answer !== whole) lost += 1
}
const ended = hasEnded
await product.stop()
upstream.stop()

const unclear = refused.filter(
  ({ code, hasRequestId, wasFull }) => !hasRequestId || (wasFull && code !== 'storage.full'),
)
const lines = logs
  .join('')
  .split('\n')
  .filter((line) => line.includes('storage.full'))
const told = doctor.stdout.split('\n').filter((line) => /full/.test(line))
say(
  `${seconds} s with a full disk while ${ASKERS} users ask: ${acknowledged.length} questions acknowledged (${filled} before, ${streaming} of them streaming), ${refused.length} refused`,
)
say(`lost ${lost}, wrong ${wrong}, not ended ${hung}; ${JSON.stringify(statuses)}`)
const kinds = new Map(refused.map((one) => [`${one.status} ${one.code}`, one]))
for (const [kind, one] of kinds) {
  const count = refused.filter(({ status, code }) => `${status} ${code}` === kind).length
  say(`refused ${count} times: ${kind}: ${one.title}${one.hasRequestId ? '' : ' (no request ID)'}`)
}
say(
  `without a response ${unanswered}; live ${live} times; the process ${ended ? 'ended' : 'kept running'}; the database ended or started ${ends} times`,
)
say(`answers again ${round(recoveredMs / 1000)} s after space was freed`)
say(`log: ${lines[0] ?? 'nothing about a full disk'}`)
say(`doctor: ${told.join(' / ') || doctor.stdout + doctor.stderr}`)
const holds =
  lost + wrong + hung + unanswered + unclear.length === 0 &&
  refused.length > 0 &&
  !ended &&
  recoveredMs < RECOVERY_MS &&
  lines.length > 0 &&
  told.length === 1
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Takes all space that is left, in pieces that get smaller. */
function fillUp(file: number): void {
  for (let bytes = 1 << 20; bytes >= 4096; bytes >>= 1) {
    try {
      for (;;) if (writeSync(file, Buffer.alloc(bytes, 1)) < bytes) break
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
    }
  }
}

/** Makes PostgreSQL start another file of its write-ahead log. */
async function takeLogFile(): Promise<void> {
  const connection = runningConnection(dataDir)
  if (!connection) return
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_switch_wal()')
  } catch {
    // It has ended.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Resolves when an answer to a question after the first ones is complete. */
async function untilCompleted(from: number): Promise<void> {
  while (!acknowledged.slice(from).some(({ status }) => status === 'Completed')) await wait(PAUSE_MS)
}

async function askAlways(): Promise<void> {
  while (!isOver) {
    await ask().catch(() => {
      unanswered += 1
    })
    await wait(PAUSE_MS)
  }
}

async function ask(): Promise<void> {
  const asked: Asked = {
    conversationId: '',
    question: randomBytes(QUESTION_BYTES).toString('base64'),
    text: '',
    status: null,
  }
  const response = await fetch(
    `${product.origin}/api/internal/userConversations/byGptSystemId/${gptSystemId}`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ question: asked.question }),
    },
  )
  if (response.status !== 200) {
    const problem = (await response.json()) as { code: string; title: string; requestId?: string }
    const { code, title, requestId } = problem
    refused.push({ status: response.status, code, title, hasRequestId: Boolean(requestId), wasFull: isFull })
    return
  }
  await readEvents(response, (_id, event, data) => {
    if (event === 'conversation-and-segment-id') {
      asked.conversationId = String(data.conversationId)
      acknowledged.push(asked)
    }
    if (event === 'response-updated') asked.text += String(data.text)
    if (event === 'no-more-data') asked.status = String(data.status)
  })
}
