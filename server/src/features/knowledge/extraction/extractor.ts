import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { exchange, startConfined, yieldToOthers } from '../../../platform/confinement/confinedChild.ts'
import { findGuard, type Guard, type ReadingLimits } from '../../../platform/confinement/guard.ts'
import type {
  ExtractionAnswer,
  ExtractionRequest,
  FileReason,
  ReadBatch,
  RecognizedPages,
} from './extractionMessages.ts'
import type { MimeType } from './sniff.ts'

export interface OpenedFile {
  pages: number | null
  language: string
  /** The length of the text, or null if only its pages are known. */
  characters: number | null
}

/** A file to read. Its bytes pass through this process in small pieces, so their number doesn't matter to it. */
interface UnreadFile {
  size: number
  read(): Readable
  mimeType: MimeType
  name: string
  /** Whether no one waits for it, so that other processes go first. */
  isBackground?: boolean
  /** The text of its scanned pages. */
  recognized?: RecognizedPages
}

/** Reads files in a child process with time and memory limits, one file at a time. */
export interface Extractor {
  open(file: UnreadFile): Promise<OpenedFile>
  /** Returns the next passages of the opened file. */
  next(passages: number): Promise<ReadBatch>
  /** Stops reading the opened file. */
  release(): void
  close(): void
}

/** A file that can't be read, as opposed to an internal error. */
export class ExtractionFailure extends Error {
  readonly reason: FileReason

  constructor(reason: FileReason) {
    super(reason)
    this.reason = reason
  }
}

/** Something else killed the reading process, which says nothing about the file: the system needed its memory. */
class ReaderKilled extends Error {}

/** A longer step means that the file is malicious: normal ones of 100 MB need half of it. */
const STEP_LIMIT_MS = 60_000
/** In the background, a step can have a fraction of a processor. There, the system limits the processor time itself. */
const BACKGROUND_STEP_LIMIT_MS = 600_000
/** Enough for the tree of a normal page with 100 MB of text. More would take memory away from answers. */
const HEAP_MB = 1024
/** An idle child uses 60 MB, and starting one takes a tenth of a second. */
const IDLE_MS = 20_000
/** After this much work, a child wouldn't have its whole time limit for the next file. */
const WORN_MS = 15_000

const SMALL_BYTES = 8 * 1024 * 1024
/**
 * Ten times what a normal document of hundreds of pages uses, and a quarter of what a bomb unpacks to in
 * memory.
 */
const MEMORY_BYTES = 400_000_000
const CPU_SECONDS = 60

/** All small files get the same limits. A large file can fill the heap and is in memory several times. */
function limitsFor(size: number): ReadingLimits {
  if (size <= SMALL_BYTES) return { memoryBytes: MEMORY_BYTES, cpuSeconds: CPU_SECONDS }
  return {
    memoryBytes: HEAP_MB * 1_100_000 + size * 4,
    cpuSeconds: CPU_SECONDS + Math.ceil(size / 1_000_000) * 5,
  }
}

const script = fileURLToPath(new URL('./extractionProcess.ts', import.meta.url))

interface Running {
  process: ChildProcess
  limits: ReadingLimits
  /** Whether other processes go first, which can't be taken back. */
  yields: boolean
  workedMs: number
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

interface ExtractorOptions {
  guard?: Promise<Guard>
  stepLimitMs?: number
  heapMb?: number
}

/** A process that exceeds a limit of the system ends itself, and one that exceeds ours is killed by us. */
const wasKilled = ({ process: { signalCode, killed } }: Running) => signalCode === 'SIGKILL' && !killed

export function createExtractor({
  guard: finding = findGuard(),
  stepLimitMs,
  heapMb = HEAP_MB,
}: ExtractorOptions = {}): Extractor {
  let child: Running | null = null
  /** The child that has a file open. Another child wouldn't know about it. */
  let holding: Running | null = null
  let lastId = 0
  let idle: NodeJS.Timeout | undefined

  /** Returns the current child, or a new one if it is used up or its limits don't match the file. */
  async function running(size: number, isBackground: boolean): Promise<Running> {
    clearTimeout(idle)
    const limits = limitsFor(size)
    const guard = await finding
    // Only where the system limits the processor time, because a step can then take long for another reason.
    const yields = isBackground && guard.kind === 'Full'
    const fits = child?.limits.memoryBytes === limits.memoryBytes && child.yields === yields
    if (child?.process.connected && fits && child.workedMs < WORN_MS) return child
    stop()
    const started = { process: startConfined(guard, script, { limits, heapMb }), limits, yields, workedMs: 0 }
    if (yields) yieldToOthers(started.process)
    started.process.on('exit', () => {
      if (child === started) child = null
    })
    child = started
    return started
  }

  function stop(): void {
    clearTimeout(idle)
    child?.process.kill('SIGKILL')
    child = null
    holding = null
  }

  function release(): void {
    holding = null
    clearTimeout(idle)
    idle = setTimeout(stop, IDLE_MS)
    idle.unref()
  }

  async function ask(
    target: Running,
    request: Unnumbered<ExtractionRequest>,
    bytes?: Readable,
  ): Promise<ExtractionAnswer> {
    lastId++
    const begun = performance.now()
    const { pid } = target.process
    const guard = await finding
    const endWatch = pid
      ? guard.watch(pid, target.limits, () => target.process.kill('SIGKILL'))
      : () => undefined
    try {
      return await exchange<ExtractionAnswer>(
        target.process,
        { ...request, id: lastId },
        {
          limitMs: stepLimitMs ?? (target.yields ? BACKGROUND_STEP_LIMIT_MS : STEP_LIMIT_MS),
          bytes,
          tooHard: () => new ExtractionFailure('file.tooHard'),
          ended: () =>
            wasKilled(target)
              ? new ReaderKilled('The reading process was killed.')
              : new ExtractionFailure('file.tooHard'),
        },
      )
    } catch (error) {
      if (child === target) stop()
      throw error
    } finally {
      endWatch()
      target.workedMs += performance.now() - begun
    }
  }

  return {
    async open({ size, read, mimeType, name: fileName, isBackground = false, recognized = new Map() }) {
      const target = await running(size, isBackground)
      const answer = await ask(target, { kind: 'open', size, mimeType, fileName, recognized }, read())
      if (answer.kind === 'opened') {
        holding = target
        return { pages: answer.pages, language: answer.language, characters: answer.characters }
      }
      throw new ExtractionFailure(answer.kind === 'failed' ? answer.reason : 'file.failed')
    },
    async next(passages) {
      if (!holding || holding !== child) throw new Error('The file is no longer open.')
      const answer = await ask(holding, { kind: 'next', passages })
      if (answer.kind === 'passages') return answer
      throw new ExtractionFailure(answer.kind === 'failed' ? answer.reason : 'file.failed')
    },
    release,
    close: stop,
  }
}
