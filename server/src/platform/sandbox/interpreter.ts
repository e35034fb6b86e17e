import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { heldBytes, usageOf, workedSeconds } from './memory.ts'
import { Allowance, readMessages, type SandboxMessage } from './messages.ts'
import { type SandboxLimits, type SandboxPrograms, spawnSandbox } from './programs.ts'
import { type CellEnd, type CellEvent, type CellOutcome, Received } from './received.ts'

export const interpreterLimits: SandboxLimits & { bytes: number } = {
  processBytes: 2 * 2 ** 30,
  cpuSeconds: 600,
  fileBytes: 50 * 2 ** 20,
  folderBytes: 256 * 2 ** 20,
  processes: 32,
  /** All processes of one sandbox together. */
  bytes: 1.5 * 2 ** 30,
}

interface Cell {
  code: string
  /** It is interrupted after this time, and ended with the process a little later. */
  seconds: number
  signal: AbortSignal
  on(event: CellEvent): void
}

/** A Python process in a sandbox, which keeps its variables from cell to cell. */
export interface Interpreter {
  readonly ready: Promise<void>
  readonly isGone: boolean
  /** Runs one cell. Cells mustn’t overlap. */
  run(cell: Cell): Promise<CellEnd>
  /** Ends the process and all that it started. */
  close(): void
  readonly closed: Promise<void>
}

const START_MS = 60_000
const WATCH_MS = 200
const GRACE_MS = 2000
/** Work that goes on after a cell has ended is ended with the process. */
const IDLE_CPU_SECONDS = 3

/** The program that runs cells. */
export const harness = fileURLToPath(new URL('harness.py', import.meta.url))

interface Needs {
  programs: SandboxPrograms
  /** From 0; processes that run at the same time have different ones. */
  slot: number
  /** A folder of this machine with files to read. It can get more of them later. */
  givenFolder: string
}

/** Starts a process that can run cells. It has no network, and sees no files but those that it is given. */
export function startInterpreter({ programs, slot, givenFolder }: Needs): Interpreter {
  const child = spawnSandbox(programs, interpreterLimits, {
    slot,
    mounts: [
      { from: givenFolder, to: '/mnt/given' },
      { from: harness, to: '/mnt/harness.py' },
    ],
    command: ['/mnt/harness.py'],
  })
  return new SandboxedProcess(child)
}

/** How a cell ends that has shown nothing. */
const nothingOf = (outcome: CellOutcome): CellEnd => ({ outcome, error: '', files: [], leftOut: [] })

class SandboxedProcess implements Interpreter {
  readonly ready: Promise<void>
  readonly closed: Promise<void>
  isGone = false
  readonly #child: ChildProcess
  /** Why we ended it. */
  #cause: CellOutcome = 'Lost'
  #onMessage: (message: SandboxMessage) => void = () => undefined
  #onGone = new AbortController()
  readonly #allowance = new Allowance()
  #number = 0
  #isRunning = false
  #isReady = false

  constructor(child: ChildProcess) {
    this.#child = child
    child.unref()
    child.stdin?.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      const gone = () => {
        this.isGone = true
        this.#onGone.abort()
        resolve()
      }
      child.once('close', gone)
      child.once('error', gone)
    })
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end('Lost'), START_MS)
      this.#onMessage = ({ kind }) => {
        if (kind !== 'ready') return
        clearTimeout(timer)
        this.#isReady = true
        resolve()
      }
      void this.closed.then(() => {
        clearTimeout(timer)
        reject(new Error('The sandbox ended before it was ready.'))
      })
    })
    this.ready.catch(() => undefined)
    void this.#read(child.stdio[3] as Readable)
    // What programs print that cells start. There is no order between this and the channel.
    for (const [stream, source] of [
      ['out', child.stdout],
      ['err', child.stderr],
    ] as const)
      source?.on('data', (bytes: Buffer) => this.#takeOutput(stream, bytes))
    void this.#watch()
  }

  #takeOutput(stream: 'out' | 'err', bytes: Buffer): void {
    try {
      this.#allowance.take(bytes.length)
      this.#onMessage({ kind: 'text', stream, text: bytes.toString('utf8') })
    } catch {
      this.#end('OutputLost')
    }
  }

  async #read(channel: Readable): Promise<void> {
    channel.on('error', () => undefined)
    try {
      for await (const message of readMessages(channel, this.#allowance)) this.#onMessage(message)
    } catch {
      this.#end('OutputLost')
    }
  }

  async #watch(): Promise<void> {
    const { pid } = this.#child
    let shared = 0
    let idleSeconds = 0
    let before = new Map<number, number>()
    while (!this.isGone && pid) {
      const { bytes, cpuSeconds } = await usageOf(pid)
      // Until the first cell, only the libraries are loaded.
      if (this.#number === 0) shared = Math.max(shared, ...bytes)
      if (heldBytes(bytes, shared) > interpreterLimits.bytes) this.#end('MemoryLost')
      if (this.#isRunning || !this.#isReady) idleSeconds = 0
      else idleSeconds += workedSeconds(before, cpuSeconds, WATCH_MS / 1000)
      if (idleSeconds > IDLE_CPU_SECONDS) this.#end('Lost')
      before = cpuSeconds
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS).unref())
    }
  }

  #end(cause: CellOutcome): void {
    if (this.isGone) return
    this.#cause = cause
    const { pid } = this.#child
    try {
      // The first process of the sandbox takes all others along.
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }

  close(): void {
    this.#end('Lost')
  }

  async run({ code, seconds, signal, on }: Cell): Promise<CellEnd> {
    // It can be ended while it starts, such as with the server.
    if (
      !(await this.ready.then(
        () => true,
        () => false,
      ))
    )
      return nothingOf(this.#cause)
    if (this.#isRunning) throw new Error('A cell is still running.')
    if (signal.aborted) return nothingOf('Stopped')
    this.#isRunning = true
    this.#number += 1
    this.#allowance.refill()
    const number = this.#number
    const received = new Received(on)
    const late = setTimeout(() => this.#end('TimeLost'), seconds * 1000 + GRACE_MS)
    let stopping: NodeJS.Timeout | undefined
    let gone = () => {}
    const stop = () => {
      this.#send({ do: 'stop', number })
      stopping = setTimeout(() => this.#end('Stopped'), GRACE_MS / 2)
    }
    try {
      return await new Promise<CellEnd>((resolve) => {
        const ended = (outcome: CellOutcome, error = '') => resolve({ ...received.end(), outcome, error })
        this.#onMessage = (message) => {
          if (message.kind === 'done') ended(message.outcome, message.error.slice(0, 4000))
          else if (!received.take(message)) this.#end('OutputLost')
        }
        if (this.isGone) ended('Lost')
        gone = () => ended(this.#cause)
        this.#onGone.signal.addEventListener('abort', gone)
        this.#send({ do: 'run', number, code, seconds })
        signal.addEventListener('abort', stop, { once: true })
      })
    } finally {
      clearTimeout(late)
      clearTimeout(stopping)
      signal.removeEventListener('abort', stop)
      this.#onGone.signal.removeEventListener('abort', gone)
      this.#onMessage = () => undefined
      this.#isRunning = false
    }
  }

  #send(command: object): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`)
  }
}
