/**
 * Tests read-your-writes against a real streaming replica: a PostgreSQL server and its replica on loopback, two
 * server processes, one writer. Needs PostgreSQL's programs on the PATH.
 *   node bench/replicas.ts [--writes 200]
 * Each write is read immediately with its token on the other process: while the replica follows, while its
 * replay is paused, and while it is dead. Prints how many reads missed the write, how many failed, and how many
 * the replica served. Exits 1 if any missed the write or failed, or if the replica serves none although it
 * follows.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { startCluster } from './rig/postgres.ts'

const TOKEN = 'x-cosmos-session-token'
const writes = Number(option('writes', '200'))

const primary = await startCluster()
const replica = await primary.startReplica()
const databaseUrl = await primary.createDatabase()
const database = new URL(databaseUrl).pathname.slice(1)
const environment = { DATABASE_REPLICA_URLS: replica.url(database) }
const writer = await startProduct({ databaseUrl, environment })
const reader = await startProduct({ databaseUrl, environment, dataDir: writer.dataDir })
const bearer = { writer: await writer.token('admin'), reader: await reader.token('admin') }

interface Outcome {
  lacked: number
  failed: number
  ms: number[]
}

async function read(
  search: string,
  token: string | null,
): Promise<{ names: string[]; ok: boolean; ms: number }> {
  const begun = performance.now()
  const answer = await fetch(`${reader.origin}/api/internal/dataSources?search=${search}`, {
    headers: { authorization: `Bearer ${bearer.reader}`, ...(token ? { [TOKEN]: token } : {}) },
  })
  const { items = [] } = (await answer.json()) as { items?: { name: string }[] }
  return { names: items.map(({ name }) => name), ok: answer.status === 200, ms: performance.now() - begun }
}

/** Writes and immediately reads the result. `pauseMs` between writes lets the replica catch up. */
async function readBack(count: number, pauseMs: number): Promise<Outcome> {
  const outcome: Outcome = { lacked: 0, failed: 0, ms: [] }
  for (let index = 0; index < count; index += 1) {
    const name = `library-${randomUUID()}`
    const created = await fetch(`${writer.origin}/api/internal/fileLibraries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer.writer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    const token = created.headers.get(TOKEN)
    await created.arrayBuffer()
    if (pauseMs > 0) await wait(pauseMs)
    const { names, ok, ms } = await read(name, token)
    if (!ok) outcome.failed += 1
    else if (!names.includes(name)) outcome.lacked += 1
    outcome.ms.push(ms)
  }
  return outcome
}

/** Returns the number of statements that the replica has finished so far. */
async function served(): Promise<number> {
  const [row] = await replica.ask<{ n: string }>(
    `select tup_returned + tup_fetched as n from pg_stat_database where datname = '${database}'`,
  )
  return Number(row?.n ?? 0)
}

function tell(name: string, outcome: Outcome, more: string): void {
  say(
    `${name}: ${outcome.ms.length} writes read at once, lacked ${outcome.lacked}, failed ${outcome.failed}, read p50 ${round(quantile(outcome.ms, 0.5))} ms, most ${round(Math.max(...outcome.ms))} ms${more}`,
  )
}

const outcomes: Outcome[] = []
// Its statistics are delayed by about a second.
await wait(3000)
const before = await served()
const follows = await readBack(writes, 0)
const patient = await readBack(Math.ceil(writes / 10), 500)
await wait(3000)
const rowsServed = (await served()) - before
outcomes.push(follows, patient)
tell('the replica follows', follows, '')
tell(
  'the replica follows, read half a second later',
  patient,
  `; the replica has read ${rowsServed} rows for both`,
)

await replica.ask('select pg_wal_replay_pause()')
const paused = await readBack(writes, 0)
// A caller without writes sees the replica's data while it is fresh, and the primary's after that.
const stale = `stale-${randomUUID()}`
await fetch(`${writer.origin}/api/internal/fileLibraries`, {
  method: 'POST',
  headers: { authorization: `Bearer ${bearer.writer}`, 'content-type': 'application/json' },
  body: JSON.stringify({ name: stale }),
})
const since = performance.now()
while (!(await read(stale, null)).names.includes(stale)) await wait(50)
const staleMs = performance.now() - since
await replica.ask('select pg_wal_replay_resume()')
outcomes.push(paused)
tell('replay paused', paused, `; without a token the write showed after ${round(staleMs / 1000)} s`)

const crash = replica.crash()
const dead = await readBack(writes, 0)
await crash
outcomes.push(dead)
tell('replica killed and restarted', dead, '')

await Promise.all([writer.stop(), reader.stop()])
await primary.stop()
const holds =
  outcomes.every(({ lacked, failed }) => lacked === 0 && failed === 0) && rowsServed > 0 && staleMs < 6000
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)
