import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startConfined } from '../../../platform/confinement/confinedChild.ts'
import { findGuard, type ReadingLimits } from '../../../platform/confinement/guard.ts'
import { readingPermissions } from '../../../platform/confinement/permissions.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { VoiceSource } from './child/voiceThread.ts'
import { type Message, messageOf, type Order, type Request } from './messages.ts'
import { avatarPermissions } from './packages.ts'
import type { AvatarWorker, Outcome, WorkerEvents } from './worker.ts'

const script = fileURLToPath(new URL('./child/avatarProcess.ts', import.meta.url))
/** Enough for a hundred sessions. After ten hours of computing, a new process takes its place. */
const limits: ReadingLimits = { memoryBytes: 2_000_000_000, cpuSeconds: 36_000 }
const HEAP_MB = 512
const ORDER_MS = 10_000
/** A process without sessions ends after this time. */
const IDLE_MS = 60_000

interface Events extends WorkerEvents {
  /** What this machine lacks, as the process has found out. */
  unusable(missing: string): void
}

interface Running {
  child: ChildProcess
  waiting: Map<number, (outcome: Outcome) => void>
}

/** The process that draws and speaks: started when it is needed, and ended when it is idle. */
export class AvatarChild implements AvatarWorker {
  readonly #packages: { wrtc: string; voice: VoiceSource }
  readonly #events: Events
  readonly #log: Log
  #running: Promise<Running> | null = null
  #idle: NodeJS.Timeout | null = null
  #nextId = 1

  constructor(packages: { wrtc: string; voice: VoiceSource }, log: Log, events: Events) {
    this.#packages = packages
    this.#log = log
    this.#events = events
  }

  /** Has the process carry out an order. A process that doesn’t answer is replaced. */
  async order(order: Order): Promise<Outcome> {
    this.#running ??= this.#start()
    const { child, waiting } = await this.#running
    const id = this.#nextId++
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#log.warn('speech.processStuck')
        child.kill('SIGKILL')
      }, ORDER_MS)
      waiting.set(id, (outcome) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(outcome)
      })
      if (child.exitCode !== null || child.signalCode !== null) waiting.get(id)?.({ error: 'Failed' })
      else child.send({ id, ...order } satisfies Request, () => undefined)
    })
  }

  /** Says whether the process is needed. */
  keep(isNeeded: boolean): void {
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = isNeeded ? null : setTimeout(() => this.end(), IDLE_MS)
    this.#idle?.unref()
  }

  end(): void {
    const ending = this.#running
    this.#running = null
    ending?.then(({ child }) => child.kill('SIGKILL')).catch(() => undefined)
  }

  async #start(): Promise<Running> {
    const { wrtc, voice } = this.#packages
    const child = startConfined(await findGuard(), script, {
      limits,
      heapMb: HEAP_MB,
      permissions: [...readingPermissions, ...avatarPermissions(voice)],
      args: [wrtc, JSON.stringify(voice)],
    })
    const waiting: Running['waiting'] = new Map()
    child.on('message', (received) => {
      const message = messageOf(received)
      if (message) this.#receive(message, waiting)
    })
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      for (const settle of [...waiting.values()]) settle({ error: 'Failed' })
      const wasEnded = this.#running !== running
      if (wasEnded) return
      this.#running = null
      this.#log.warn('speech.processLost', { signal: child.signalCode, code: child.exitCode })
      this.#events.lost()
    }
    child.on('exit', over)
    child.on('error', over)
    const started = { child, waiting }
    const running = this.#running
    return started
  }

  #receive(message: Message, waiting: Running['waiting']): void {
    if ('event' in message) {
      if (message.event === 'unusable') this.#events.unusable(message.missing)
      else this.#events[message.event](message.speechSessionId)
      return
    }
    const { id, error, sdp } = message
    waiting.get(id)?.(error ? { error } : { error: null, sdp: sdp ?? '' })
  }
}
