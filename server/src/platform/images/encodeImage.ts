import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits } from '@parlance/contract/limits'
import { findGuard, type ReadingLimits } from '../confinement/guard.ts'
import { readingPermissions } from '../confinement/permissions.ts'
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
  format?: 'webp' | 'jpeg'
  /** Default: the icon. */
  small?: Small
  /** The largest file that is read, in bytes. */
  mostBytes?: number
}

/** A typical photo takes a tenth of this; an SVG can be written to take forever. */
const RASTER_MS = 15_000
const SVG_MS = 3_000
const START_MS = 20_000
/** The maximum length of the logged output of a program that doesn't start. */
const SAID = 2_000
/** An SVG is a drawing in text form; one larger than this was made to be slow. */
const SVG_BYTES = 1024 * 1024
/** Twice the pixels of the largest image, plus the library itself. */
const MEMORY: ReadingLimits = { memoryBytes: 700_000_000, cpuSeconds: 20 }

/**
 * Reads an uploaded image and re-encodes it, no larger than requested. Nothing of the original remains,
 * including metadata and any other bytes. Runs in a separate process with a time limit. Throws AppError
 * `image.*`.
 */
export async function encodeImage(
  given: Uint8Array | Unread,
  { shape, format = 'webp', small = 'icon', mostBytes = limits.brandFileBytes }: Wanted,
  { signal, log, askedBy = '' }: Asking = {},
): Promise<EncodedImage> {
  const unread = 'size' in given ? given : { size: given.length, read: async () => Buffer.from(given) }
  if (unread.size > mostBytes) throw new AppError('image.tooLarge')
  const leave = await turns.enter(askedBy, signal)
  try {
    return await encodeInTurn(await unread.read(), { shape, format, small }, log)
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
  log: Log | undefined,
): Promise<EncodedImage> {
  const kind = imageKindOf(bytes)
  if (!kind) throw new AppError('image.kind')
  const isSvg = kind === 'svg'
  if (isSvg && bytes.length > SVG_BYTES) throw new AppError('image.tooHard')
  const request = { bytes, isSvg, shape, format, small, pixels: limits.imagePixels }
  const answer = await encodeInChild(request, isSvg ? SVG_MS : RASTER_MS)
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
}

/** Two images at once would use twice the memory, and a machine has few processors to spare. */
const turns = new Turns()

/** Its own code and nothing else, plus add-ons, because the image library is native. */
const permissions = [...readingPermissions, '--allow-addons']

type Ending = EncodingAnswer | { kind: 'ended' } | { kind: 'notStarted'; said: string }

/**
 * Returns the child's answer, or how it ended without one. The time limit starts when it is ready, because a
 * busy machine starts slowly.
 */
async function encodeInChild(request: EncodingRequest, limitMs: number): Promise<Ending> {
  const guard = await findGuard()
  const script = fileURLToPath(new URL('./encodingProcess.ts', import.meta.url))
  const [program, args] = guard.command(process.execPath, [...permissions, '--no-warnings', script], MEMORY)
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // More than one thread would only use more memory.
    env: { UV_THREADPOOL_SIZE: '1' },
  })
  const endWatch = child.pid ? guard.watch(child.pid, MEMORY, () => child.kill('SIGKILL')) : () => undefined
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-SAID)
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve) => {
      let ready = false
      const endsIn = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(end, ms)
      }
      const end = () => resolve(ready ? { kind: 'ended' } : { kind: 'notStarted', said })
      endsIn(START_MS)
      child.on('message', (message: 'ready' | EncodingAnswer) => {
        if (message !== 'ready') return resolve(message)
        ready = true
        endsIn(limitMs)
        child.send(request, (error) => {
          if (error) end()
        })
      })
      child.on('close', end)
      child.on('error', end)
    })
  } finally {
    clearTimeout(timer)
    endWatch()
    child.kill('SIGKILL')
  }
}
