import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Product, startProduct } from '../../server/src/testing/product.ts'
import { quantile, round } from '../../server/src/testing/statistics.ts'
import { type Caller, converse, isClean, lineOf, type Tally, tallyOf } from '../rig/reader.ts'
import {
  type Finding,
  type Ground,
  type Injection,
  isAlive,
  many,
  startFor,
  untilIndexed,
  wholeOf,
} from './injection.ts'

const TOKENS = 200
const MODEL = `fake-t${TOKENS}-d20`
/** The age of answer text that a kill can lose. */
const LOST_MS = 250
const READERS = 10

const sum = (tallies: Tally[]): Tally =>
  tallies.reduce((all, one) => ({
    answers: all.answers + one.answers,
    lost: all.lost + one.lost,
    wrong: all.wrong + one.wrong,
    hung: all.hung + one.hung,
    errors: all.errors + one.errors,
    lostMs: Math.max(all.lostMs, one.lostMs),
    statuses: Object.fromEntries(
      [...Object.keys(all.statuses), ...Object.keys(one.statuses)].map((status) => [
        status,
        (all.statuses[status] ?? 0) + (one.statuses[status] ?? 0),
      ]),
    ),
  }))

const randomMoment = () => wait(300 + Math.random() * TOKENS * 15)

/** Sends SIGKILL to the server, its database, or both at a random moment of ten answers, then restarts. */
function kills(name: string, victims: (product: Product) => number[], needs?: Injection['needs']): Injection {
  return {
    name,
    ...(needs ? { needs } : {}),
    async run(ground) {
      const tallies: Tally[] = []
      const endedMs: number[] = []
      let { product, caller, options } = await startFor(ground, MODEL)
      await untilIndexed(product)
      for (let time = 0; time < 2 * ground.scale; time += 1) {
        const asked = many(READERS, () => converse(caller, { ms: 90_000 }))
        await randomMoment()
        const killedAt = performance.now()
        for (const pid of victims(product)) process.kill(pid, 'SIGKILL')
        if (victims(product).includes(product.pid)) {
          await product.ended
          product = await startProduct(options)
        }
        const done = await asked
        endedMs.push(...done.map(({ endedAt }) => endedAt - killedAt))
        tallies.push(await tallyOf(caller, done, wholeOf(TOKENS), { killedAt, lostMs: LOST_MS }))
      }
      const tally = sum(tallies)
      const line = lineOf(
        name,
        tally,
        `, shown text lost at most ${round(tally.lostMs, 0)} ms, the last end ${round(Math.max(...endedMs) / 1000)} s after the kill${isAlive(product.pid) ? ', process alive' : ', PROCESS GONE'}`,
      )
      const clean = isClean(tally) && isAlive(product.pid)
      await product.stop()
      return [{ line, clean }]
    },
  }
}

export const killedServer = kills('[F1] kill -9 of the server', (product) => [product.pid])
export const killedDatabase = kills(
  '[F10] kill -9 of the database',
  (product) => product.databasePids().slice(0, 1),
  'embedded',
)
export const killedBoth = kills(
  '[F1] kill -9 of server and database',
  (product) => [product.pid, ...product.databasePids()],
  'embedded',
)

/** Two processes on one database: one dies or is paused for longer than its lease, while both have readers. */
export const twoNodes: Injection = {
  name: '[F1] [F2] two processes',
  needs: 'postgres',
  async run(ground) {
    return [await oneDies(ground), await onePauses(ground), await oneDrains(ground)]
  },
}

async function startTwo(ground: Ground) {
  const first = await startFor(ground, MODEL)
  const { port: _port, ...options } = first.options
  const other = await startProduct(options)
  return { first, other }
}

async function oneDies(ground: Ground): Promise<Finding> {
  const { first, other: second } = await startTwo(ground)
  let [one, other] = [first.product, second]
  const tallies: Tally[] = []
  const endedMs: number[] = []
  for (let time = 0; time < 2 * ground.scale; time += 1) {
    const both: Caller = { ...first.caller, origins: [one.origin, other.origin] }
    const back: Caller = { ...both, origins: [other.origin, one.origin] }
    // Half of the answers run on the process that dies; their readers continue on the other.
    const asked = many(2 * READERS, (index) => converse(index % 2 === 0 ? both : back, { ms: 90_000 }))
    await randomMoment()
    const killedAt = performance.now()
    process.kill(one.pid, 'SIGKILL')
    const done = await asked
    endedMs.push(...done.map(({ endedAt }) => endedAt - killedAt))
    tallies.push(
      await tallyOf({ ...both, origins: [other.origin] }, done, wholeOf(TOKENS), {
        killedAt,
        lostMs: LOST_MS,
      }),
    )
    // Next time, the other process dies.
    const again = await startProduct({ ...first.options, port: one.port })
    ;[one, other] = [other, again]
  }
  const tally = sum(tallies)
  const latest = Math.max(...endedMs) / 1000
  await Promise.all([one.stop(), other.stop()])
  return {
    line: lineOf(
      'kill -9 of one of two processes',
      tally,
      `, the last end ${round(latest)} s after the kill`,
    ),
    // A lease lasts 10 s and is checked every 5 s.
    clean: isClean(tally) && latest < 30,
  }
}

/** A process hangs for longer than its lease and then continues, after the other one has ended its answers. */
async function onePauses(ground: Ground): Promise<Finding> {
  const { first, other } = await startTwo(ground)
  const caller: Caller = { ...first.caller, origins: [first.product.origin] }
  const asked = many(READERS, () => converse(caller, { ms: 90_000 }))
  await wait(1500)
  process.kill(first.product.pid, 'SIGSTOP')
  const pausedAt = performance.now()
  await wait(20_000)
  process.kill(first.product.pid, 'SIGCONT')
  const done = await asked
  const tally = await tallyOf({ ...caller, origins: [other.origin] }, done, wholeOf(TOKENS), {
    killedAt: pausedAt,
    // Text read before the process noticed was shown, but isn't part of the answer that the other process
    // ended.
    lostMs: Number.POSITIVE_INFINITY,
  })
  const alive = [first.product, other].every(({ pid }) => isAlive(pid))
  const states = tally.statuses['Interrupted run.interrupted'] ?? 0
  await Promise.all([first.product.stop(), other.stop()])
  return {
    line: lineOf(
      'one of two processes stopped for 20 s',
      tally,
      alive ? ', processes alive' : ', A PROCESS IS GONE',
    ),
    clean: isClean(tally) && alive && states === READERS,
  }
}

/** A rolling restart: one process gets SIGTERM, and its readers and callers continue on the other. */
async function oneDrains(ground: Ground): Promise<Finding> {
  const { first, other } = await startTwo(ground)
  const caller: Caller = { ...first.caller, origins: [first.product.origin, other.origin] }
  const asked = many(READERS, () => converse(caller, { ms: 90_000 }))
  await wait(1500)
  const begun = performance.now()
  process.kill(first.product.pid, 'SIGTERM')
  const late = many(READERS, () => converse(caller, { ms: 90_000 }))
  const code = await first.product.ended
  const seconds = (performance.now() - begun) / 1000
  const done = [...(await asked), ...(await late)]
  const tally = await tallyOf({ ...caller, origins: [other.origin] }, done, wholeOf(TOKENS))
  const connections = quantile(
    done.map((one) => one.connections),
    1,
  )
  await other.stop()
  return {
    line: lineOf(
      'one of two processes drains',
      tally,
      `, exit ${code} after ${round(seconds)} s, at most ${connections} connections an answer`,
    ),
    clean: isClean(tally) && code === 0 && seconds <= 25 && tally.statuses.Completed === done.length,
  }
}

const BLOCKED_MS = 30_000
/** These answers last longer than the pool is blocked. */
const LONG_TOKENS = 1000
const LONG_MODEL = `fake-t${LONG_TOKENS}-d40`
/** More than a process has connections for requests. */
const BLOCKING_CALLS = 30

/**
 * Lets calls of one of two processes wait for a locked table until all its connections for requests are taken, and
 * checks that none of its answers is taken for dead, by itself or by the other process.
 */
export const blockedPool: Injection = {
  name: '[F9] two processes, one with its request pool blocked for 30 s',
  needs: 'postgres',
  async run(ground) {
    if (!ground.cluster) throw new Error('No PostgreSQL server is available.')
    const databaseUrl = await ground.cluster.createDatabase()
    const { product, caller, options } = await startFor(ground, LONG_MODEL, { databaseUrl })
    const { port: _port, ...shared } = options
    const other = await startProduct(shared)
    const asked = many(20, () => converse(caller, { ms: 120_000 }))
    await wait(2000)

    const locker = new pg.Client({ connectionString: databaseUrl })
    await locker.connect()
    await locker.query('begin; lock table user_prompt in access exclusive mode')
    const begun = performance.now()
    const headers = { authorization: `Bearer ${caller.token}` }
    const statuses: Record<string, number> = {}
    let [readyProbes, notReady] = [0, 0]
    const isOver = () => performance.now() - begun > BLOCKED_MS
    const blocking = many(BLOCKING_CALLS, async () => {
      while (!isOver()) {
        const answer = await fetch(`${product.origin}/api/internal/currentUser/prompts`, { headers })
        await answer.arrayBuffer()
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        await wait(100)
      }
    })
    while (!isOver()) {
      const { status } = await fetch(`${product.origin}/health/ready`)
      readyProbes += 1
      if (status !== 200) notReady += 1
      await wait(500)
    }
    await locker.query('rollback')
    await locker.end()
    await blocking
    const done = await asked
    const tally = await tallyOf(caller, done, wholeOf(LONG_TOKENS))
    await Promise.all([product.stop(), other.stop()])
    const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
    const interrupted = done.filter(({ status }) => status !== 'Completed').length
    return [
      {
        line: lineOf(
          this.name,
          tally,
          `; ${interrupted} interrupted, calls meanwhile ${told.join(', ')}, not ready in ${notReady} of ${readyProbes} probes`,
        ),
        // Without refused calls, the pool wasn't blocked.
        clean: isClean(tally) && interrupted === 0 && notReady === 0 && (statuses[503] ?? 0) > 0,
      },
    ]
  },
}
