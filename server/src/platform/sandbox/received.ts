import type { ChartData, ResultTable, SandboxMessage } from './messages.ts'

/** All that a cell can send: text, charts, and files. */
const MOST_BYTES = 80 * 2 ** 20
const MOST_TEXT = 2_000_000
const MOST_CHARTS = 20
const MOST_FILES = 20
const MOST_FILE = 50 * 2 ** 20

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

/** What a cell has sent so far. */
export class Received {
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
