import type { Clock } from '../clock.ts'
import { type Database, isRefusedData } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { cutRows, type EventRow, endWithin } from './rows.ts'
import type { Run } from './run.ts'
import { insertEvents } from './store.ts'

/** How much displayed text a kill can lose. */
const FLUSH_MS = 200
/** How old text becomes before an operator hears about it, and how often. */
const ALARM_MS = 1000
const ALARM_EVERY_MS = 60_000
/**
 * The maximum size of one statement, in UTF-16 units. This way a provider that sends 20 MB at once blocks
 * neither other runs nor the embedded database's only session.
 */
export const BATCH_UNITS = 1_000_000

interface Part {
  run: Run
  rows: EventRow[]
  /** The number of log entries stored once this part is. */
  end: number
}
interface Batch {
  parts: Part[]
  cutAt: number
  /** Whether a failure was logged. The batch is repeated until it is stored. */
  failed: boolean
}

export interface Flusher {
  /** Marks a run as having new entries. */
  touch(run: Run): void
  /**
   * Prepares for the end of a run, which stores the rest in its own transaction. Resolves when no batch
   * contains entries of the run, so its rest can be split again, and the rest fits into one statement.
   */
  handOver(run: Run): Promise<void>
  /** Called when the end of a run is stored, or never will be. */
  ended(run: Run): void
  stop(): Promise<void>
}

/**
 * Stores everything that all runs have written, in one statement every 200 ms. A failed batch is repeated
 * unchanged: after a lost acknowledgment, a different batch would duplicate text.
 */
export function startFlusher(database: Database, log: Log, clock: Clock): Flusher {
  const dirty = new Set<Run>()
  /** Runs whose rest is stored with their end. */
  const ending = new Set<Run>()
  let batch: Batch | null = null
  let inFlight: Promise<void> | null = null
  let alarmedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  /**
   * Set if a tick came while a statement was running: the next statement then doesn't wait for another tick.
   */
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
      sayFailed(held, cause)
      if (isRefusedData(cause)) await storeEach(held)
    }
  }

  /**
   * If one run's rows are rejected permanently, the others' are stored. The rejected run's text is stored at
   * its end, with its subject.
   */
  async function storeEach(held: Batch): Promise<void> {
    for (const part of [...held.parts]) {
      try {
        await insert([part])
        stored(part, held.cutAt)
      } catch (cause) {
        if (!isRefusedData(cause)) {
          sayFailed(held, cause)
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

  function sayFailed(held: Batch, cause: unknown): void {
    if (!held.failed) log.warn('runs.flushFailed', { runs: held.parts.length }, cause)
    held.failed = true
  }

  function stored({ run, end }: Part, cutAt: number): void {
    run.flushed = end
    // Entries left out of the batch keep their age; newer ones arrived after the cut.
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
      // The rest goes to the back of the queue, so that one long text doesn't occupy every batch.
      if (run.cutShort) dirty.add(run)
      parts.push({ run, rows: cutRows(run.runId, run.log, run.flushed, end), end })
    }
    return { parts, cutAt: clock.monotonicMs(), failed: false }
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
      // There is more than one statement can store, or a tick was missed: the rest doesn't wait for the next
      // tick.
      if (!batch && !stopped && (overdue || [...dirty].some((run) => run.cutShort))) setImmediate(tick)
    })
  }

  function alarm(): void {
    const now = clock.monotonicMs()
    const runs = new Set([...dirty, ...ending, ...(batch?.parts.map(({ run }) => run) ?? [])])
    let oldest = now
    for (const run of runs) oldest = Math.min(oldest, run.unflushedSince ?? now)
    if (now - oldest < ALARM_MS || now - alarmedAt < ALARM_EVERY_MS) return
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
        // A failed batch is repeated at its own pace.
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
