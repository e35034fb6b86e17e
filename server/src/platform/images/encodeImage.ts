import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { limits } from '@parlance/contract/limits'
import { findGuard, type Guard, type ReadingLimits } from '../confinement/guard.ts'
import { readingPermissions } from '../confinement/permissions.ts'
import { workedMs } from '../confinement/workedMs.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import type { EncodingAnswer, EncodingRequest, Shape, Small } from './encodingMessages.ts'
import { imageKindOf } from './imageKindOf.ts'
import { Turns } from './turns.ts'

export interface EncodedImage {
  bytes: Buffer
  width: number
  height: number
  small: Buffer
}

/** The requested output of an image. */
export interface Wanted {
  shape: Shape
  /** Default: WebP. */
  format?: EncodingRequest['format']
  /** Default: the icon. */
  small?: Small
  /** The largest file that is read, in bytes. */
  mostBytes?: number
}

/**
 * How long a process may work on an image. A typical photo takes a tenth of this; an SVG can be written to take forever.
 */
const RASTER_MS = 15_000
const SVG_MS = 3_000
/** The longest time for it on a busy machine, on which the process waits for a processor. */
const MOST_MS = 60_000
const LOOK_AGAIN_MS = 100
const START_MS = 20_000
/** The maximum length of the logged output of a program that doesn't start. */
const SAID = 2_000
/** An SVG is a drawing in text form; one larger than this was made to be slow. */
const SVG_BYTES = 1024 * 1024
/** A kept process uses 60 MB. */
const IDLE_MS = 10_000
/** After this much work, a process wouldn't have its whole time limit for the next image. */
const WORN_MS = 4_000
/** Twice the pixels of the largest image, plus the library itself. */
const MEMORY: ReadingLimits = { memoryBytes: 700_000_000, cpuSeconds: 20 }

/**
 * Reads an uploaded image and re-encodes it, no larger than requested. Nothing of the original remains,
 * including metadata and any other bytes. Runs in a separate process with a time limit, which reads the images
 * of at most one session. Throws AppError `image.*`.
 */
export async function encodeImage(
  given: Uint8Array | Unread,
  { shape, format = 'webp', small = 'icon', mostBytes = limits.brandFileBytes }: Wanted,
  { signal, log, askedBy = '', session = null }: Asking = {},
): Promise<EncodedImage> {
  const unread = 'size' in given ? given : { size: given.length, read: async () => Buffer.from(given) }
  if (unread.size > mostBytes) throw new AppError('image.tooLarge')
  const leave = await turns.enter(askedBy, signal)
  try {
    return await encodeInTurn(await unread.read(), { shape, format, small }, session, log)
  } finally {
    leave()
  }
}

/** A file that is read when its turn comes, so waiting files use no memory. */
export interface Unread {
  size: number
  read(): Promise<Buffer>
}

async function encodeInTurn(
  bytes: Buffer,
  { shape, format, small }: Required<Pick<Wanted, 'shape' | 'format' | 'small'>>,
  session: string | null,
  log: Log | undefined,
): Promise<EncodedImage> {
  const kind = imageKindOf(bytes)
  if (!kind) throw new AppError('image.kind')
  const isSvg = kind === 'svg'
  if (isSvg && bytes.length > SVG_BYTES) throw new AppError('image.tooHard')
  const request = { bytes, isSvg, shape, format, small, pixels: limits.imagePixels }
  const answer = await encodeInChild(request, isSvg ? SVG_MS : RASTER_MS, session)
  if (answer.kind === 'ended') throw new AppError(isSvg ? 'image.tooHard' : 'image.broken')
  if (answer.kind === 'notStarted') {
    log?.error('images.encoderFailed', { said: answer.said })
    throw new AppError('server.failed', {
      cause: new Error("The image encoder process didn't start."),
    })
  }
  if (answer.kind === 'failed') throw new AppError(answer.code)
  return { ...answer, bytes: Buffer.from(answer.bytes), small: Buffer.from(answer.small) }
}

interface Asking {
  /** Aborted when no one waits anymore. */
  signal?: AbortSignal
  log?: Log
  /** Who is waiting for it. If several people wait, they take turns. */
  askedBy?: string
  /** The session of the user or visitor. Without one, the process reads only this image. */
  session?: string | null
}

/** Two images at once would use twice the memory, and a machine has few processors to spare. */
const turns = new Turns()

/** Its own code and nothing else, plus add-ons, because the image library is native. */
const permissions = [...readingPermissions, '--allow-addons']

type Ending = EncodingAnswer | { kind: 'ended' } | { kind: 'notStarted'; said: string }

interface Child {
  process: ChildProcess
  guard: Guard
  /** The session whose images it reads. */
  session: string | null
  isReady: boolean
  workedMs: number
  said: string
}

/**
 * The process that has just read an image. It may read the next one of the same session, as when someone drops
 * several into a question, but never one of anyone else: an image could have taken it over.
 */
let kept: { child: Child; idle: NodeJS.Timeout } | null = null

/** Returns the kept process if it read an image of this session and is still running, or else a new one. */
async function childOf(session: string | null): Promise<Child> {
  const last = kept
  kept = null
  if (last) {
    clearTimeout(last.idle)
    const { child } = last
    if (child.session === session && child.process.connected) return child
    end(child)
  }
  return startChild(await findGuard(), session)
}

function startChild(guard: Guard, session: string | null): Child {
  const script = fileURLToPath(new URL('./encodingProcess.ts', import.meta.url))
  const [program, args] = guard.command(process.execPath, [...permissions, '--no-warnings', script], MEMORY)
  const started = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // More than one thread would only use more memory.
    env: { UV_THREADPOOL_SIZE: '1' },
  })
  const child: Child = { process: started, guard, session, isReady: false, workedMs: 0, said: '' }
  started.stderr?.on('data', (text: Buffer) => {
    child.said = `${child.said}${text}`.slice(-SAID)
  })
  // Without a listener, an error of a kept process would end the server.
  started.on('error', () => undefined)
  // A kept process must not keep an otherwise idle server alive; the timer of an image does.
  started.unref()
  started.channel?.unref()
  ;(started.stderr as Socket | null)?.unref()
  return child
}

/** Keeps the process for the next image of the same session. */
function keep(child: Child): void {
  const idle = setTimeout(() => {
    if (kept?.child === child) kept = null
    end(child)
  }, IDLE_MS)
  idle.unref()
  kept = { child, idle }
}

const end = (child: Child): void => void child.process.kill('SIGKILL')

/** Returns a process's answer, or how it ended without one. */
async function encodeInChild(
  request: EncodingRequest,
  limitMs: number,
  session: string | null,
): Promise<Ending> {
  const child = await childOf(session)
  const { pid } = child.process
  const endWatch = pid ? child.guard.watch(pid, MEMORY, () => end(child)) : () => undefined
  let isReusable = false
  try {
    const answer = await exchange(child, request, limitMs)
    isReusable = answer.kind === 'encoded' && session !== null && child.workedMs < WORN_MS
    return answer
  } finally {
    endWatch()
    if (isReusable) keep(child)
    else end(child)
  }
}

/** Returns how long to wait before looking again whether a process is at its limit; 0 if it is. */
export function leftMs({
  limitMs,
  worked,
  passed,
}: {
  limitMs: number
  worked: number
  passed: number
}): number {
  if (worked >= limitMs || passed >= MOST_MS) return 0
  return Math.max(LOOK_AGAIN_MS, limitMs - worked)
}

/** The limit starts when the process is ready, and counts only its work, because a busy machine is slow. */
function exchange(child: Child, request: EncodingRequest, limitMs: number): Promise<Ending> {
  const { process: running } = child
  const workedNow = () => (running.pid ? workedMs(running.pid) : null)
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    let begun = 0
    const endsIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(onEnd, ms)
    }
    const settle = (ending: Ending) => {
      clearTimeout(timer)
      child.workedMs += performance.now() - begun
      running.off('message', onMessage).off('close', onEnd).off('error', onEnd)
      resolve(ending)
    }
    const onEnd = () => settle(child.isReady ? { kind: 'ended' } : { kind: 'notStarted', said: child.said })
    const ask = () => {
      begun = performance.now()
      const before = workedNow()
      const look = () => {
        const passed = performance.now() - begun
        const now = workedNow()
        const worked = before === null || now === null ? passed : now - before
        const left = leftMs({ limitMs, worked, passed })
        if (left === 0) onEnd()
        else timer = setTimeout(look, left)
      }
      clearTimeout(timer)
      timer = setTimeout(look, limitMs)
      running.send(request, (error) => {
        if (error) onEnd()
      })
    }
    const onMessage = (message: 'ready' | EncodingAnswer) => {
      if (message !== 'ready') return settle(message)
      child.isReady = true
      ask()
    }
    running.on('message', onMessage).on('close', onEnd).on('error', onEnd)
    if (child.isReady) ask()
    else endsIn(START_MS)
  })
}
