import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { TerminalStatus } from '@parlance/contract/events'
import type { RawBuilder } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../clock.ts'
import type { Bus } from '../database/bus.ts'
import type { Database } from '../database/database.ts'
import { sessionToken } from '../database/sessionToken.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import type { Sinks } from '../streaming/sinks.ts'
import { type EndedRun, interruption, lastEntries, storeEnd } from './ending.ts'
import type { Entry } from './entry.ts'
import { startFlusher } from './flusher.ts'
import { createReaders, type FollowOptions } from './readers.ts'
import { createReaper } from './reaper.ts'
import { Run, type RunWriter } from './run.ts'
import {
  findRunOf,
  GROWN,
  insertRun,
  markStop,
  mayBegin,
  removeOldEvents,
  renewLeases,
  STOP,
  type SubjectEnd,
} from './store.ts'

const HEARTBEAT_MS = 3000
const REAP_MS = 5000
const REMOVE_MS = 600_000
const INTERRUPT_MS = 3000
/** How long the end of an answer can wait to be stored before its readers are notified. */
const UNSTORED_MS = 2000
/** Readers that return within this time are served from memory. */
const KEPT_MS = 60_000

export interface Runs {
  /**
   * Returns the statement that stores a run, to embed in the one that stores its subject. The run begins only
   * if the row source `allowed` has a row.
   */
  insertion(
    runId: string,
    subjectId: string,
    ownerId: string,
    allowed: RawBuilder<unknown>,
  ): RawBuilder<unknown>
  newRunId(): string
  /** Returns whether an owner may begin one more answer, as part of a statement. */
  mayBegin(ownerId: string, mostRuns: number): RawBuilder<boolean>
  /**
   * Starts a stored run: `work` writes the answer, and its end is stored whatever happens. Resolves then, or
   * when another process has ended the run.
   */
  begin(
    runId: string,
    subjectId: string,
    work: (writer: RunWriter, signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  /** Streams a subject's newest run to a reader. Resolves when the stream has ended. */
  follow(subjectId: string, response: ServerResponse, options: FollowOptions): Promise<void>
  /** Stops a subject's run, in whichever process it runs. */
  stop(subjectId: string): Promise<void>
  /**
   * Registers what the subjects' owner stores at the end of a run: part of the end's single statement, which
   * may be repeated.
   */
  onEnd(end: (ended: EndedRun) => SubjectEnd): void
  /** Registers a callback for each run that this process ended for a dead process, after that is stored. */
  onReaped(told: (subjectId: string) => Promise<void>): void
  /**
   * Gives runs that no process works on anymore a terminal status. At startup with the embedded database, that
   * is all of them.
   */
  reap(all: boolean): Promise<number>
  start(): Promise<void>
  /** Waits for running answers, then interrupts the rest. */
  drain(ms: number): Promise<void>
  open(): number
}

interface Options {
  database: Database
  bus: Bus
  log: Log
  clock: Clock
  sinks: Sinks
}

export function createRuns(options: Options): Runs {
  const { database, bus, log, clock, sinks } = options
  const process = uuid()
  const active = new Map<string, Run>()
  /** Runs in memory by subject, including for a while after their end. */
  const bySubject = new Map<string, Run>()
  const readers = createReaders({ database, clock, sinks })
  const flusher = startFlusher(database, log, clock)
  const timers: NodeJS.Timeout[] = []
  // The callbacks may be registered later, because the reaper looks them up at each end.
  const reap = createReaper({
    database,
    log,
    isHeld: (runId) => active.has(runId),
    subjectEnd: (ended) => subjectEnd(ended),
    reaped: (subjectId) => reaped(subjectId),
  })
  let subjectEnd: (ended: EndedRun) => SubjectEnd = () => {
    throw new Error("No handler is registered for storing the subject's answer.")
  }
  let reaped: (subjectId: string) => Promise<void> = async () => undefined
  let interrupting = false

  function grown(run: Run): void {
    if (!run.done && !run.lost) flusher.touch(run)
    run.nudge()
  }

  async function work(
    run: Run,
    write: (writer: RunWriter, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    let status: TerminalStatus = 'Completed'
    try {
      await write(run, run.stop.signal)
    } catch (cause) {
      // The writer reports its own errors as events, so only a stop or an unhandled error arrives here.
      status = 'Failed'
      if (!run.stop.signal.aborted) {
        log.error('run.failed', { runId: run.runId }, cause)
        const failure = new AppError('server.failed')
        run.event('internal-server-error', {
          text: failure.message,
          code: failure.code,
          requestId: run.runId,
        })
      }
    }
    if (run.stop.signal.aborted) status = interrupting ? 'Interrupted' : 'Aborted'
    else if (run.log.some(isError)) status = 'Failed'
    await end(run, status)
  }

  async function end(run: Run, status: TerminalStatus): Promise<void> {
    if (status === 'Interrupted') run.event('error', interruption(run.runId))
    const late = setTimeout(() => run.setUnstored(true), UNSTORED_MS)
    await flusher.handOver(run)
    run.lost = !(await storeEnd({ database, log }, run, status, subjectEnd))
    flusher.ended(run)
    clearTimeout(late)
    if (run.unstored) run.setUnstored(false)
    // Known only now that the end is stored.
    const tail = run.lost
      ? []
      : lastEntries(status, await sessionToken({ database, clock }, database.control))
    active.delete(run.runId)
    run.log.push(...tail)
    // Entries after the loss aren't part of the answer: returning readers get what is stored.
    if (run.lost && bySubject.get(run.subjectId) === run) bySubject.delete(run.subjectId)
    run.done = true
    run.nudge()
    log.info('answer.finished', { runId: run.runId, status, events: run.log.length })
    setTimeout(() => {
      if (bySubject.get(run.subjectId) === run) bySubject.delete(run.subjectId)
    }, KEPT_MS).unref()
  }

  async function heartbeat(): Promise<void> {
    if (active.size === 0) return
    const held = [...active.keys()]
    const renewed = await renewLeases(database.control, held)
    const alive = new Map(renewed.map((row) => [row.id, row.stop]))
    for (const runId of held) {
      const run = active.get(runId)
      if (!run) continue
      if (alive.get(runId) === true) run.stop.abort()
      // Another process ended it while this one was stalled, so later entries don't count.
      if (!alive.has(runId) && !run.done) run.stop.abort()
    }
  }

  function every(ms: number, name: string, task: () => Promise<unknown>): void {
    let busy = false
    timers.push(
      setInterval(() => {
        if (busy) return
        busy = true
        task()
          .catch((cause: unknown) => log.warn(name, {}, cause))
          .finally(() => {
            busy = false
          })
      }, ms),
    )
  }

  return {
    insertion: (runId, subjectId, ownerId, allowed) => insertRun(runId, subjectId, ownerId, process, allowed),
    newRunId: () => uuid(),
    mayBegin,
    begin(runId, subjectId, write) {
      const run = new Run(runId, subjectId, grown)
      active.set(runId, run)
      bySubject.set(subjectId, run)
      return work(run, write)
    },
    follow: (subjectId, response, how) => readers.follow(subjectId, bySubject.get(subjectId), response, how),
    async stop(subjectId) {
      const local = bySubject.get(subjectId)
      if (local && !local.done) local.stop.abort()
      const run = await findRunOf(database.db, subjectId)
      if (run && run.phase !== 'Ended') await markStop(database, run.id)
    },
    onEnd(end) {
      subjectEnd = end
    },
    onReaped(told) {
      reaped = told
    },
    reap,
    async start() {
      bus.subscribe(GROWN, (payload) => {
        for (const pair of payload.split(' ')) readers.tell(pair.split(':')[0] ?? '')
      })
      bus.subscribe(STOP, (runId) => active.get(runId)?.stop.abort())
      every(HEARTBEAT_MS, 'runs.heartbeatFailed', heartbeat)
      every(REAP_MS, 'runs.reapFailed', () => reap(false))
      every(REMOVE_MS, 'runs.removeFailed', () => removeOldEvents(database))
    },
    async drain(ms) {
      const deadline = clock.monotonicMs() + ms
      while (active.size > 0 && clock.monotonicMs() < deadline) await wait(50)
      interrupting = true
      for (const run of active.values()) run.stop.abort()
      const hard = clock.monotonicMs() + INTERRUPT_MS
      while (active.size > 0 && clock.monotonicMs() < hard) await wait(20)
      for (const timer of timers) clearInterval(timer)
      await flusher.stop()
    },
    open: () => active.size,
  }
}

function isError(entry: Entry): boolean {
  return typeof entry !== 'string' && (entry.event === 'error' || entry.event === 'internal-server-error')
}
