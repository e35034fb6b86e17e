import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { exchange, startConfined } from '../../../platform/confinement/confinedChild.ts'
import { findGuard, type Guard, type ReadingLimits } from '../../../platform/confinement/guard.ts'
import type { FileReason } from '../extraction/extractionMessages.ts'
import type { MimeType } from '../extraction/sniff.ts'
import type { NamedFile, QueryRows, TableAnswer, TableRequest } from './tableMessages.ts'
import type { TypedTable } from './typedTable.ts'

/** A version of a file with tables. */
export interface TableFile {
  /** The same for the same bytes only. */
  key: string
  name: string
  size: number
  mimeType: MimeType
  read(): Readable
}

interface QueriedTables extends Omit<NamedFile, 'key'> {
  file: TableFile
}

/** Loads tables and runs queries over them in confined processes. Loaded tables stay for the next questions. */
export interface TablePool {
  /** Returns the tables of a file, from an earlier call if it was loaded before. */
  tablesOf(file: TableFile): Promise<TypedTable[]>
  query(files: readonly QueriedTables[], sql: string): Promise<QueryRows>
  close(): void
}

/** Why there is no result. The message is for the writer of the query. */
export class QueryFailure extends Error {
  readonly reason: 'Refused' | 'TooLong' | 'Busy' | FileReason

  constructor(reason: QueryFailure['reason'], message: string = reason) {
    super(message)
    this.reason = reason
  }
}

const QUERY_MS = 10_000
const LOAD_MS = 60_000
/** Two, so that one query that takes its whole time doesn't hold up all others. */
const PROCESSES = 2
const MOST_WAITING = 50
/** Loaded tables take memory. Without questions, they are given up. */
const IDLE_MS = 5 * 60_000
/** Workbooks are read as a whole. Tables of separated values need a tenth of it. */
const HEAP_MB = 1024
/** The heap, the loaded tables of all files, and what a query sorts. */
const limits: ReadingLimits = { memoryBytes: HEAP_MB * 1_100_000 + 1_000_000_000, cpuSeconds: 1200 }
/** After this much work, a process wouldn't have its whole time for the next query. */
const WORN_MS = 900_000
const MOST_KNOWN = 500

const script = fileURLToPath(new URL('./tableProcess.ts', import.meta.url))

interface Seat {
  child: ChildProcess | null
  held: Set<string>
  workedMs: number
  isBusy: boolean
  idle: NodeJS.Timeout | undefined
}

interface TablePoolOptions {
  guard?: Promise<Guard>
  queryMs?: number
}

export function createTablePool({
  guard = findGuard(),
  queryMs = QUERY_MS,
}: TablePoolOptions = {}): TablePool {
  const seats = Array.from(
    { length: PROCESSES },
    (): Seat => ({ child: null, held: new Set(), workedMs: 0, isBusy: false, idle: undefined }),
  )
  const waiting: (() => void)[] = []
  /** What is known about files, the one that was asked for longest ago first. */
  const known = new Map<string, TypedTable[]>()
  let lastId = 0

  /** Returns the idle process that has most of these files, once there is one. */
  async function take(keys: readonly string[]): Promise<Seat> {
    for (;;) {
      const free = seats.filter(({ isBusy }) => !isBusy)
      const count = ({ held }: Seat) => keys.filter((key) => held.has(key)).length
      const [seat] = free.toSorted((a, b) => count(b) - count(a))
      if (seat) {
        seat.isBusy = true
        clearTimeout(seat.idle)
        return seat
      }
      if (waiting.length >= MOST_WAITING) throw new QueryFailure('Busy')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  function release(seat: Seat): void {
    seat.isBusy = false
    seat.idle = setTimeout(() => stop(seat), IDLE_MS)
    seat.idle.unref()
    waiting.shift()?.()
  }

  function stop(seat: Seat): void {
    clearTimeout(seat.idle)
    seat.child?.kill('SIGKILL')
    seat.child = null
    seat.held.clear()
    seat.workedMs = 0
  }

  async function childOf(seat: Seat): Promise<ChildProcess> {
    if (seat.child?.connected && seat.workedMs < WORN_MS) return seat.child
    stop(seat)
    const started = startConfined(await guard, script, { limits, heapMb: HEAP_MB })
    started.on('exit', () => {
      if (seat.child === started) stop(seat)
    })
    seat.child = started
    return started
  }

  async function ask(
    seat: Seat,
    request: Unnumbered<TableRequest>,
    { limitMs, bytes, tooHard }: { limitMs: number; bytes?: Readable; tooHard: QueryFailure },
  ): Promise<TableAnswer> {
    const child = await childOf(seat)
    lastId += 1
    const begun = performance.now()
    const { watch } = await guard
    const endWatch = child.pid ? watch(child.pid, limits, () => child.kill('SIGKILL')) : () => undefined
    try {
      return await exchange<TableAnswer>(
        child,
        { ...request, id: lastId },
        { limitMs, bytes, tooHard: () => tooHard },
      )
    } catch (error) {
      // It may still be busy with the request.
      stop(seat)
      throw error
    } finally {
      endWatch()
      seat.workedMs += performance.now() - begun
    }
  }

  async function load(seat: Seat, { key, name, size, mimeType, read }: TableFile): Promise<TypedTable[]> {
    const answer = await ask(
      seat,
      { kind: 'load', key, size, mimeType, fileName: name },
      { limitMs: LOAD_MS, bytes: read(), tooHard: new QueryFailure('file.tooHard') },
    )
    if (answer.kind !== 'loaded')
      throw new QueryFailure(answer.kind === 'failed' ? answer.reason : 'file.failed')
    seat.held = new Set(answer.held)
    known.set(key, answer.tables)
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KNOWN) break
      known.delete(oldest)
    }
    return answer.tables
  }

  async function within<T>(keys: readonly string[], work: (seat: Seat) => Promise<T>): Promise<T> {
    const seat = await take(keys)
    try {
      return await work(seat)
    } finally {
      release(seat)
    }
  }

  return {
    async tablesOf(file) {
      const tables = known.get(file.key)
      if (!tables) return within([file.key], async (seat) => known.get(file.key) ?? load(seat, file))
      known.delete(file.key)
      known.set(file.key, tables)
      return tables
    },
    query: (files, sql) =>
      within(
        files.map(({ file }) => file.key),
        async (seat) => {
          for (const { file } of files) if (!seat.held.has(file.key)) await load(seat, file)
          const answer = await ask(
            seat,
            { kind: 'query', sql, files: files.map(({ file, names }) => ({ key: file.key, names })) },
            {
              limitMs: queryMs,
              tooHard: new QueryFailure('TooLong', 'The query took too much time or memory.'),
            },
          )
          if (answer.kind === 'rows') return answer.result
          if (answer.kind === 'refused') throw new QueryFailure('Refused', answer.message)
          throw new QueryFailure(answer.kind === 'missing' ? 'file.tooHard' : 'file.failed')
        },
      ),
    close() {
      for (const seat of seats) stop(seat)
    },
  }
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never
