import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '@parlance/contract/limits'
import { findGuard, type ReadingLimits } from '../confinement/guard.ts'
import { AppError } from '../errors.ts'
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
/** An SVG is text that a person has drawn; more than this was made to be slow. */
const SVG_BYTES = 1024 * 1024
/** The pixels of the largest image, twice, and what the library itself holds. */
const MEMORY: ReadingLimits = { memoryBytes: 700_000_000, cpuSeconds: 20 }

/**
 * Reads an image that somebody has sent and writes it anew as WebP of at most this shape: nothing of the original is
 * kept, neither its metadata nor what else its bytes may be. It happens in a process of its own that is ended when it
 * takes too long. Throws AppError `image.*`.
 */
export async function encodeImage(bytes: Buffer, shape: Shape): Promise<EncodedImage> {
  if (bytes.length > limits.brandFileBytes) throw new AppError('image.tooLarge')
  const kind = imageKindOf(bytes)
  if (!kind) throw new AppError('image.kind')
  const isSvg = kind === 'svg'
  if (isSvg && bytes.length > SVG_BYTES) throw new AppError('image.tooHard')
  const answer = await oneAfterTheOther(() =>
    encodeInChild({ bytes, isSvg, shape, pixels: limits.imagePixels }, isSvg ? SVG_MS : RASTER_MS),
  )
  if (answer === null) throw new AppError(isSvg ? 'image.tooHard' : 'image.broken')
  if (answer.kind === 'failed') throw new AppError(answer.code)
  return { ...answer, bytes: Buffer.from(answer.bytes), icon: Buffer.from(answer.icon) }
}

let last: Promise<unknown> = Promise.resolve()

/** Two images at once would take the memory of two, and a machine has few processors to spare. */
function oneAfterTheOther<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
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

/** The child's answer; null when it was ended, or ended itself. */
async function encodeInChild(request: EncodingRequest, limitMs: number): Promise<EncodingAnswer | null> {
  const guard = await findGuard()
  const script = fileURLToPath(new URL('./encodingProcess.ts', import.meta.url))
  const [program, args] = guard.command(process.execPath, [...permissions, '--no-warnings', script], MEMORY)
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // One thread: more would only be more memory. Fonts are looked for nowhere else.
    env: { UV_THREADPOOL_SIZE: '1' },
  })
  const endWatch = child.pid ? guard.watch(child.pid, MEMORY, () => child.kill('SIGKILL')) : () => undefined
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), limitMs)
      const end = (answer: EncodingAnswer | null) => {
        clearTimeout(timer)
        resolve(answer)
      }
      child.on('message', (answer: EncodingAnswer) => end(answer))
      child.on('exit', () => end(null))
      child.on('error', () => end(null))
      child.send(request, (error) => {
        if (error) end(null)
      })
    })
  } finally {
    endWatch()
    child.kill('SIGKILL')
  }
}
