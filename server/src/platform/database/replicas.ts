import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import { type Position, positionOf } from './positions.ts'
import { createReplica, type Replica } from './replica.ts'

const PROBE_MS = 200
const MARK_MS = 500
/** A replica that is left out is probed less often. */
const LEFT_OUT_PROBE_MS = 1000
/**
 * The maximum delay until another user's change is visible, and so the time within which a revoked permission
 * must end everywhere. Permissions themselves are read from the primary.
 */
const STALE_MS = 4000
const MARKS = 20

interface Reading {
  pool: PostgresPool
  /** Set when the call is over: anything it left running reads from the primary. */
  over: boolean
}

/** Copies of the database that can serve reads. */
export interface Replicas {
  /**
   * Lets `work` read from a replica that has replayed `written`, or from the primary if none has or `written`
   * is null. Anything that fails on a replica is retried on the primary, so errors come only from there.
   */
  reading<T>(written: Position | null, work: () => Promise<T>): Promise<T>
  /** Lets `work` use the primary, even inside `reading`. */
  writing<T>(work: () => Promise<T>): Promise<T>
  /** Returns the pool for the current statement. */
  pool(primary: PostgresPool): PostgresPool
  start(): void
  stop(): Promise<void>
}

export function createReplicas(urls: readonly string[], primary: pg.Pool, log: Log): Replicas {
  const replicas = urls.map((url) => createReplica(url, log))
  const storage = new AsyncLocalStorage<Reading | null>()
  const timers: NodeJS.Timeout[] = []
  /** The ends of the primary's log with their times, newest last. */
  const marks: { position: Position; at: number }[] = []
  let turn = 0

  async function mark(): Promise<void> {
    const at = performance.now()
    const { rows } = await primary.query<{ position: string }>(
      'select pg_current_wal_flush_lsn()::text as position',
    )
    marks.push({ position: positionOf(rows[0]?.position ?? '0/0'), at })
    if (marks.length > MARKS) marks.shift()
  }

  async function probe(replica: Replica): Promise<void> {
    await replica.probe()
    const { replayed } = replica
    if (replayed === null) return
    const reached = marks.findLast(({ position }) => position <= replayed)
    replica.freshAt = Math.max(replica.freshAt, reached?.at ?? Number.NEGATIVE_INFINITY)
  }

  /** Returns the next replica in turn that has replayed `written` and is fresh enough. */
  function choose(written: Position): Replica | null {
    const freshSince = performance.now() - STALE_MS
    for (let tried = 0; tried < replicas.length; tried += 1) {
      turn = (turn + 1) % replicas.length
      const replica = replicas[turn] as Replica
      if (replica.replayed !== null && replica.replayed >= written && replica.freshAt >= freshSince)
        return replica
    }
    return null
  }

  function every(ms: () => number, task: () => Promise<void>): void {
    const next = () => {
      const timer = setTimeout(async () => {
        timers.splice(timers.indexOf(timer), 1)
        await task().catch((cause: unknown) => log.warn('database.replica.unknown', {}, cause))
        if (!stopped) next()
      }, ms())
      timers.push(timer.unref())
    }
    next()
  }
  let stopped = false

  return {
    async reading(written, work) {
      const replica = written === null ? null : choose(written)
      if (!replica) return work()
      const reading = { pool: replica.pool, over: false }
      try {
        return await storage.run(reading, work)
      } catch (cause) {
        if (!(cause instanceof AppError))
          log.warn('database.replica.refused', { replica: replica.name }, cause)
        return await storage.run(null, work)
      } finally {
        reading.over = true
      }
    },
    writing: (work) => (replicas.length === 0 ? work() : storage.run(null, work)),
    pool(primaryPool) {
      const reading = replicas.length === 0 ? null : storage.getStore()
      return reading && !reading.over ? reading.pool : primaryPool
    },
    start() {
      if (replicas.length === 0) return
      every(() => MARK_MS, mark)
      for (const replica of replicas)
        every(
          () => (replica.replayed === null ? LEFT_OUT_PROBE_MS : PROBE_MS),
          () => probe(replica),
        )
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}
