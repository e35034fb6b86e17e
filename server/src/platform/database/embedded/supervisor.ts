import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'

const RESTART_MIN_MS = 100
const RESTART_MAX_MS = 5000

/** A database process that is starting or running. */
export interface Launched {
  /** The process that is supervised. It ends when its stdin closes. */
  child: ChildProcess
  /** Resolves with the database server's process ID when it accepts connections. */
  ready: Promise<number>
}

export interface Supervised {
  started: Promise<void>
  pid(): number | null
  /** Ends the process cleanly, and stops restarting it. */
  stop(): Promise<void>
}

/** Starts a process and keeps it running: one that ends is started again, after a pause that grows. */
export function supervise(launch: () => Promise<Launched>, log: Log): Supervised {
  let child: ChildProcess | null = null
  let pid: number | null = null
  let stopping = false
  const failed = (cause: unknown) => log.error('database.embedded.failed', {}, cause)

  async function keepRunning(first: Launched): Promise<void> {
    let running: Launched | null = first
    let pause = RESTART_MIN_MS
    for (;;) {
      if (running && (await ranUntilEnd(running))) pause = RESTART_MIN_MS
      if (stopping) return
      await wait(pause)
      pause = Math.min(pause * 2, RESTART_MAX_MS)
      if (stopping) return
      running = await launchAgain()
    }
  }

  /** Returns whether the process was ready before it exited. */
  async function ranUntilEnd(running: Launched): Promise<boolean> {
    child = running.child
    if (stopping) child.stdin?.end()
    const ready = await running.ready.catch((cause) => {
      if (!stopping) failed(cause)
      return null
    })
    pid = ready
    await exited(running.child)
    child = null
    pid = null
    if (!stopping)
      log.error('database.embedded.ended', { code: running.child.exitCode, signal: running.child.signalCode })
    return ready !== null
  }

  /** Null if the system refuses a new process, for example when it is out of memory. */
  async function launchAgain(): Promise<Launched | null> {
    try {
      return await launch()
    } catch (cause) {
      failed(cause)
      return null
    }
  }

  const first = launch()
  const started = first.then(async (launched) => {
    child = launched.child
    pid = await launched.ready
  })
  const loop = started.then(
    async () => keepRunning(await first),
    () => first.then(({ child }) => exited(child)).catch(() => undefined),
  )

  return {
    started,
    pid: () => pid,
    async stop() {
      stopping = true
      child?.stdin?.end()
      await loop
    },
  }
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
