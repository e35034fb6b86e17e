import type { Clock } from '../clock.ts'
import { type Database, isRefusedData } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { cutRows, type EventRow, endWithin } from './rows.ts'
import type { Run } from './run.ts'
import { insertEvents } from './store.ts'

/** How much shown text a kill can cost. */
const FLUSH_MS = 200
const ALARM_MS = 1000
/**
 * What one statement stores, in UTF-16 units: a provider that sends 20 MB at once does not hold up the text of others,
 * nor the embedded database's one session.
 */
export const BATCH_UNITS = 1_000_000

interface Part {
  run: Run
  rows: EventRow[]
  /** Entries that are stored when this is. */
  end: number
}
interface Batch {
  parts: Part[]
  cutAt: number
}

export interface Flusher {
  /** A run has something new. */
  touch(run: Run): void
  /**
   * Prepares a run's end, which stores the rest in its own transaction: settles when no batch holds entries of it, so
   * that its tail may be cut anew, and when the rest is no more than one statement stores.
   */
  handOver(run: Run): Promise<void>
  /** The end of a run is stored, or will never be. */
  ended(run: Run): void
  stop(): Promise<void>
}

/**
 * Stores what all runs have written since the last time, in one statement every 200 ms. A batch that failed is
 * repeated as it was: cut anew after a lost acknowledgement, it would double text.
 */
export function startFlusher(database: Database, log: Log, clock: Clock): Flusher {
  const dirty = new Set<Run>()
  /** Their rest is stored with their end. */
  const ending = new Set<Run>()
  let batch: Batch | null = null
  let inFlight: Promise<void> | null = null
  let alarmedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  /** A turn came while the last statement was on its way: the next one does not wait for another turn. */
  let overdue = false

  const insert = (parts: Part[]) =>
    insertEvents(
      database.control,
      parts.flatMap(({ rows }) => rows),
      !database.embedded,
    )

  async function store(held: Batch): Promise<void> {
    try {
      await insert(held.parts)
      for (const part of held.parts) stored(part, held.cutAt)
      batch = null
    } catch (cause) {
      log.warn('runs.flushFailed', { runs: held.parts.length }, cause)
      if (isRefusedData(cause)) await storeEach(held)
    }
  }

  /** One run's rows are refused for ever: the others' are stored, and its text is, at its end, with what it belongs to. */
  async function storeEach(held: Batch): Promise<void> {
    for (const part of [...held.parts]) {
      try {
        await insert([part])
        stored(part, held.cutAt)
      } catch (cause) {
        if (!isRefusedData(cause)) {
          log.warn('runs.flushFailed', { runs: held.parts.length }, cause)
          return
        }
        log.error('runs.flushRefused', { runId: part.run.runId }, cause)
        part.run.refused = true
        dirty.delete(part.run)
      }
      held.parts.splice(held.parts.indexOf(part), 1)
    }
    batch = null
  }

  function stored({ run, end }: Part, cutAt: number): void {
    run.flushed = end
    // What was left out of the batch is as old as before; what came since is younger than the cut.
    if (!dirty.has(run)) run.unflushedSince = null
    else if (!run.cutShort) run.unflushedSince = cutAt
  }

  function cut(): Batch {
    const parts: Part[] = []
    let room = BATCH_UNITS
    for (const run of [...dirty]) {
      if (room <= 0) break
      dirty.delete(run)
      const { end, units } = endWithin(run.log, run.flushed, room)
      room -= units
      run.cutShort = end < run.log.length
      // Behind those that have waited: one long text does not take every batch for itself.
      if (run.cutShort) dirty.add(run)
      parts.push({ run, rows: cutRows(run.runId, run.log, run.flushed, end), end })
    }
    return { parts, cutAt: clock.monotonicMs() }
  }

  function tick(): void {
    alarm()
    if (inFlight) {
      overdue = true
      return
    }
    overdue = false
    if (!batch) {
      if (dirty.size === 0) return
      batch = cut()
    }
    inFlight = store(batch).finally(() => {
      inFlight = null
      // More than one statement holds has come, or its turn has passed: the rest does not wait for the next one.
      if (!batch && !stopped && (overdue || [...dirty].some((run) => run.cutShort))) setImmediate(tick)
    })
  }

  function alarm(): void {
    const now = clock.monotonicMs()
    const runs = new Set([...dirty, ...ending, ...(batch?.parts.map(({ run }) => run) ?? [])])
    let oldest = now
    for (const run of runs) oldest = Math.min(oldest, run.unflushedSince ?? now)
    if (now - oldest < ALARM_MS || now - alarmedAt < ALARM_MS) return
    alarmedAt = now
    log.error('runs.unflushed', { ageMs: Math.round(now - oldest), runs: runs.size })
  }

  const timer = setInterval(tick, FLUSH_MS)
  return {
    touch(run) {
      if (run.refused) return
      run.unflushedSince ??= clock.monotonicMs()
      if (!ending.has(run)) dirty.add(run)
    },
    async handOver(run) {
      const isLong = () => endWithin(run.log, run.flushed, BATCH_UNITS).end < run.log.length
      const isHeld = () => batch?.parts.some((part) => part.run === run) ?? false
      while (!run.refused && (isHeld() || isLong())) {
        if (isLong()) dirty.add(run)
        if (!inFlight) tick()
        await inFlight
        // A batch that failed is repeated at its own pace.
        if (batch) await new Promise((resolve) => setTimeout(resolve, FLUSH_MS))
      }
      dirty.delete(run)
      if (run.flushed < run.log.length) ending.add(run)
    },
    ended(run) {
      ending.delete(run)
      run.unflushedSince = null
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await inFlight
    },
  }
}
