import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Picture } from '../../../engines/engine.ts'
import { exchange, startConfined, yieldToOthers } from '../../../platform/confinement/confinedChild.ts'
import { findGuard, type ReadingLimits } from '../../../platform/confinement/guard.ts'
import { readingPermissions } from '../../../platform/confinement/permissions.ts'
import type { FileReason } from '../extraction/extractionMessages.ts'
import type { ScanAnswer, ScanRequest } from './scanMessages.ts'

/** Why a file can’t be opened, or a page drawn. */
export class ScanFailure extends Error {
  readonly reason: FileReason

  constructor(reason: FileReason) {
    super(reason)
    this.reason = reason
  }
}

/** A file whose pages are drawn in a child process. */
export interface ScanReader {
  scanned: number[]
  pages: number
  /** Returns a page as PNG. Throws ScanFailure. Open the file again afterward. */
  draw(page: number): Promise<Buffer>
  /** Returns a page for a model that reads images. Errors are those of `draw`. */
  photograph(page: number): Promise<Picture>
  close(): void
}

const script = fileURLToPath(new URL('./scanProcess.ts', import.meta.url))
/** Its own code, plus add-ons, because what draws pages is native. */
const permissions = [...readingPermissions, '--allow-addons']
const HEAP_MB = 1024
const OPEN_MS = 600_000
const DRAW_MS = 600_000

/** A page of 18 million pixels takes 72 MB, twice, besides the file and its pictures. */
const limitsFor = (size: number): ReadingLimits => ({
  memoryBytes: 1_500_000_000 + size * 4,
  cpuSeconds: 600 + Math.ceil(size / 1_000_000) * 5,
})

/** Opens a file in a child process of its own. One that no one waits for goes after everything else. */
export async function openScan(file: {
  size: number
  mimeType: string
  isBackground: boolean
  read(): Readable
  /** Whether to look for its scanned pages, which takes time. */
  isSearched?: boolean
  /** Ends the process, so that what is being opened or drawn fails. */
  signal?: AbortSignal
}): Promise<ScanReader> {
  const limits = limitsFor(file.size)
  const { signal } = file
  const guard = await findGuard()
  signal?.throwIfAborted()
  const child = startConfined(guard, script, { limits, heapMb: HEAP_MB, permissions })
  if (file.isBackground) yieldToOthers(child)
  const endWatch = child.pid ? guard.watch(child.pid, limits, () => child.kill('SIGKILL')) : () => undefined
  const close = () => {
    signal?.removeEventListener('abort', close)
    endWatch()
    child.kill('SIGKILL')
  }
  signal?.addEventListener('abort', close, { once: true })
  try {
    const { size, mimeType, isSearched = true } = file
    const opened = await ask(child, { id: 0, kind: 'open', size, mimeType, isSearched }, OPEN_MS, file.read())
    if (opened.kind !== 'opened') throw new ScanFailure('file.failed')
    let id = 0
    const draw = async (page: number, forModel: boolean) => {
      id += 1
      const drawn = await ask(child, { id, kind: 'draw', page, forModel }, DRAW_MS)
      if (drawn.kind !== 'drawn') throw new ScanFailure('file.failed')
      return { ...drawn, image: Buffer.from(drawn.image) }
    }
    return {
      scanned: opened.scanned,
      pages: opened.pages,
      close,
      draw: async (page) => (await draw(page, false)).image,
      async photograph(page) {
        const { image, width, height } = await draw(page, true)
        return { mimeType: 'image/jpeg', base64: image.toString('base64'), width, height }
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

async function ask(
  child: ChildProcess,
  request: ScanRequest,
  limitMs: number,
  bytes?: Readable,
): Promise<ScanAnswer> {
  const tooHard = () => new ScanFailure('file.tooHard')
  const answer = await exchange<ScanAnswer>(child, request, { limitMs, bytes, tooHard })
  if (answer.kind === 'failed') throw new ScanFailure(answer.reason)
  return answer
}
