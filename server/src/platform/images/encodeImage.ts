import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '@parlance/contract/limits'
import { findGuard, type ReadingLimits } from '../confinement/guard.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import type { EncodingAnswer, EncodingRequest, Shape } from './encodingMessages.ts'
import { imageKindOf } from './imageKindOf.ts'

export interface EncodedImage {
  bytes: Buffer
  width: number
  height: number
  /** The same, small and square, as PNG: for browsers' tabs and home screens. */
  icon: Buffer
}

/** What an ordinary photograph takes is a tenth of it; an SVG can be written to take for ever. */
const RASTER_MS = 15_000
const SVG_MS = 3_000
const START_MS = 20_000
/** Of what a program says that does not start. */
const SAID = 2_000
/** An SVG is text that a person has drawn; more than this was made to be slow. */
const SVG_BYTES = 1024 * 1024
/** The pixels of the largest image, twice, and what the library itself holds. */
const MEMORY: ReadingLimits = { memoryBytes: 700_000_000, cpuSeconds: 20 }

/**
 * Reads an image that somebody has sent and writes it anew as WebP of at most this shape: nothing of the original is
 * kept, neither its metadata nor what else its bytes may be. It happens in a process of its own that is ended when it
 * takes too long. Throws AppError `image.*`.
 */
export async function encodeImage(
  bytes: Buffer,
  shape: Shape,
  { signal, log }: Asking = {},
): Promise<EncodedImage> {
  if (bytes.length > limits.brandFileBytes) throw new AppError('image.tooLarge')
  const kind = imageKindOf(bytes)
  if (!kind) throw new AppError('image.kind')
  const isSvg = kind === 'svg'
  if (isSvg && bytes.length > SVG_BYTES) throw new AppError('image.tooHard')
  const answer = await oneAfterTheOther(() => {
    signal?.throwIfAborted()
    return encodeInChild({ bytes, isSvg, shape, pixels: limits.imagePixels }, isSvg ? SVG_MS : RASTER_MS)
  })
  if (answer.kind === 'ended') throw new AppError(isSvg ? 'image.tooHard' : 'image.broken')
  if (answer.kind === 'notStarted') {
    log?.error('images.encoderFailed', { said: answer.said })
    throw new AppError('server.failed', {
      cause: new Error('The program that encodes images did not start.'),
    })
  }
  if (answer.kind === 'failed') throw new AppError(answer.code)
  return { ...answer, bytes: Buffer.from(answer.bytes), icon: Buffer.from(answer.icon) }
}

interface Asking {
  /** Aborted when nobody waits any more. */
  signal?: AbortSignal
  log?: Log
}

/** What waits already would take the better part of a minute. */
const MOST_WAITING = 8
const RETRY_SECONDS = 10
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Two images at once would take the memory of two, and a machine has few processors to spare. */
async function oneAfterTheOther<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw new AppError('image.busy', { retryAfter: RETRY_SECONDS })
  waiting++
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    waiting--
  }
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Its own code and nothing else; the library that reads images is a native one. */
const permissions = [
  '--permission',
  '--allow-addons',
  ...[
    'server/src',
    'server/node_modules',
    'server/package.json',
    'contract',
    'node_modules',
    'package.json',
  ].map((name) => `--allow-fs-read=${path.join(root, name)}`),
]

type Ending = EncodingAnswer | { kind: 'ended' } | { kind: 'notStarted'; said: string }

/** The child's answer, or how it ended without one. The time counts from when it is ready: a busy machine starts slowly. */
async function encodeInChild(request: EncodingRequest, limitMs: number): Promise<Ending> {
  const guard = await findGuard()
  const script = fileURLToPath(new URL('./encodingProcess.ts', import.meta.url))
  const [program, args] = guard.command(process.execPath, [...permissions, '--no-warnings', script], MEMORY)
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // One thread: more would only be more memory.
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
