import { type ChildProcess, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { findGuard, type ReadingLimits } from '../../platform/confinement/guard.ts'
import { readingPermissions } from '../../platform/confinement/permissions.ts'
import { FILE_MARK } from './elements.ts'
import type { ExportFile } from './exportFiles.ts'
import type { ReadingLine, ReadingTask } from './readingMessages.ts'

/** The reading process ended before its files did. */
export class ReadingDied extends Error {}

/** After this long without progress, the input is probably malicious. */
const STALL_MS = 60_000
const LOOK_MS = 1_000
/** Enough memory for one conversation of the largest size, and twice the CPU time for the largest file. */
const HEAP_MB = 768
const LIMITS: ReadingLimits = { memoryBytes: 1_000_000_000, cpuSeconds: 900 }
/** The largest texts of a conversation, with each character escaped as six. */
const MOST_LINE = 64 * 1024 * 1024
const NEW_LINE = 0x0a

/**
 * Reads files in a separate process and yields its output on demand. The process waits meanwhile. Throws
 * ReadingDied if it ends early, and any error from reading the files themselves.
 */
export async function* readFiles(
  files: readonly ExportFile[],
  task: ReadingTask,
  signal: AbortSignal,
): AsyncGenerator<ReadingLine> {
  signal.throwIfAborted()
  const child = await start(task)
  const stall = watchForStall(child)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  const sending = pipeline(Readable.from(marked(files, stall.moved)), child.stdin!).then(
    () => null,
    (cause: unknown) => cause,
  )
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', () => resolve(null))
  })
  try {
    for await (const line of linesOf(child.stdout!)) {
      stall.pause()
      yield JSON.parse(line.toString('utf8')) as ReadingLine
      stall.resume()
    }
    const [code, error] = await Promise.all([ended, sending])
    signal.throwIfAborted()
    // A broken pipe only means that the process has exited.
    if (error && (error as { code?: unknown }).code !== 'EPIPE' && !isClosedEarly(error)) throw error
    if (code !== 0) throw new ReadingDied('The export reader process ended before finishing its files.')
  } finally {
    signal.removeEventListener('abort', stop)
    stall.end()
    stop()
    await sending
  }
}

const isClosedEarly = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(
    String((error as { code?: unknown }).code),
  )

async function start(task: ReadingTask): Promise<ChildProcess> {
  const guard = await findGuard()
  const script = fileURLToPath(new URL('./readingProcess.ts', import.meta.url))
  const own = [
    ...readingPermissions,
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    script,
    JSON.stringify(task),
  ]
  const [program, args] = guard.command(process.execPath, own, LIMITS)
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
  const endWatch = child.pid ? guard.watch(child.pid, LIMITS, () => child.kill('SIGKILL')) : () => undefined
  child.once('close', endWatch)
  // The child must not keep an otherwise idle process alive.
  child.unref()
  return child
}

/** Concatenates all files, each after a mark. The mark byte is replaced inside the files. */
async function* marked(files: readonly ExportFile[], moved: () => void): AsyncGenerator<Buffer> {
  for (const file of files) {
    yield Buffer.of(FILE_MARK)
    for await (const chunk of file.bytes()) {
      moved()
      yield withoutMarks(chunk)
    }
  }
}

function withoutMarks(chunk: Buffer): Buffer {
  if (!chunk.includes(FILE_MARK)) return chunk
  return Buffer.from(chunk.map((byte) => (byte === FILE_MARK ? 0x20 : byte)))
}

async function* linesOf(output: Readable): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let size = 0
  for await (const chunk of output as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...kept, chunk.subarray(from, at)])
      kept = []
      size = 0
      from = at + 1
    }
    kept.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > MOST_LINE) throw new ReadingDied('The export reader process sent too much at once.')
  }
}

/** Kills the process if nothing moves while we wait for it. */
function watchForStall(child: ChildProcess) {
  let movedAt = performance.now()
  let waiting = true
  const timer = setInterval(() => {
    if (waiting && performance.now() - movedAt > STALL_MS) child.kill('SIGKILL')
  }, LOOK_MS)
  timer.unref()
  const moved = () => {
    movedAt = performance.now()
  }
  return {
    moved,
    pause() {
      waiting = false
    },
    resume() {
      waiting = true
      moved()
    },
    end: () => clearInterval(timer),
  }
}
