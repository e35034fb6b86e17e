import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { heldBytes, usageOf, workedSeconds } from './memory.ts'
import { Allowance, type ChartData, type ResultTable, readMessages, type SandboxMessage } from './messages.ts'
import { type SandboxLimits, type SandboxPrograms, spawnSandbox } from './programs.ts'

export const interpreterLimits: SandboxLimits & { bytes: number } = {
  processBytes: 2 * 2 ** 30,
  cpuSeconds: 600,
  fileBytes: 50 * 2 ** 20,
  folderBytes: 256 * 2 ** 20,
  processes: 32,
  /** All processes of one sandbox together. */
  bytes: 1.5 * 2 ** 30,
}

/** What a cell shows while it runs. */
export type CellEvent =
  | { kind: 'text'; stream: 'out' | 'err'; text: string }
  | { kind: 'result'; text: string; table: ResultTable | null }
  | { kind: 'chart'; image: Buffer; charts: ChartData[] }

interface CellFile {
  name: string
  bytes: Buffer
}

/** How a cell ended. After the last four, the process and its variables are gone. */
export type CellOutcome =
  | 'Completed'
  | 'Failed'
  | 'Stopped'
  | 'TimeLimit'
  | 'TimeLost'
  | 'MemoryLost'
  | 'OutputLost'
  | 'Lost'

export interface CellEnd {
  outcome: CellOutcome
  /** The traceback of a cell that failed. */
  error: string
  /** The files that it wrote. */
  files: CellFile[]
  /** The names of files that are too large, or too many. */
  leftOut: string[]
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
/** All that a cell can send: text, charts, and files. */
const MOST_BYTES = 80 * 2 ** 20
const MOST_TEXT = 2_000_000
const MOST_CHARTS = 20
const MOST_FILES = 20
const MOST_FILE = 50 * 2 ** 20
/** Work that goes on after a cell has ended is ended with the process. */
const IDLE_CPU_SECONDS = 3

const harness = fileURLToPath(new URL('harness.py', import.meta.url))

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

/** What a cell has sent so far. */
class Received {
  readonly #on: (event: CellEvent) => void
  readonly #files = new Map<string, Buffer>()
  readonly #leftOut = new Set<string>()
  #file: { name: string; parts: Buffer[]; size: number } | null = null
  #bytes = 0
  #text = 0
  #charts = 0

  constructor(on: (event: CellEvent) => void) {
    this.#on = on
  }

  end(): Pick<CellEnd, 'files' | 'leftOut'> {
    return {
      files: [...this.#files].map(([name, bytes]) => ({ name, bytes })),
      leftOut: [...this.#leftOut],
    }
  }

  /** Returns false if it is too much. */
  take(message: SandboxMessage): boolean {
    if (message.kind === 'text') {
      this.#text += message.text.length
      if (this.#text > MOST_TEXT) return false
      this.#on(message)
    } else if (message.kind === 'result') {
      this.#text += message.text.length + JSON.stringify(message.table ?? '').length
      if (this.#text > MOST_TEXT) return false
      this.#on({ kind: 'result', text: message.text, table: message.table ?? null })
    } else if (message.kind === 'chart') {
      this.#charts += 1
      const image = Buffer.from(message.data, 'base64')
      this.#bytes += image.length
      if (this.#charts <= MOST_CHARTS) this.#on({ kind: 'chart', image, charts: message.charts })
    } else if (message.kind === 'file') this.#file = { name: safeName(message.name), parts: [], size: 0 }
    else if (message.kind === 'bytes') this.#takeBytes(Buffer.from(message.data, 'base64'))
    else if (message.kind === 'fileEnd') this.#endFile()
    else if (message.kind === 'fileLeftOut') this.#leaveOut(safeName(message.name))
    return this.#bytes <= MOST_BYTES
  }

  #takeBytes(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (!this.#file) return
    this.#file.parts.push(bytes)
    this.#file.size += bytes.length
  }

  #endFile(): void {
    const file = this.#file
    this.#file = null
    if (!file) return
    if (file.size > MOST_FILE || this.#files.size >= MOST_FILES) this.#leaveOut(file.name)
    else this.#files.set(file.name, Buffer.concat(file.parts))
  }

  #leaveOut(name: string): void {
    if (this.#leftOut.size < MOST_FILES) this.#leftOut.add(name)
  }
}

/** Returns a name that is no path, and not too long. */
function safeName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/[/\\]/g, '_')
    .replace(/^\.+/, '')
    .trim()
  return [...plain].slice(-200).join('') || 'file'
}
