import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { yieldToOthers } from '../../../platform/confinement/confinedChild.ts'
import { findGuard, type ReadingLimits } from '../../../platform/confinement/guard.ts'
import { type RecognizedText, textOfTsv } from './textOfTsv.ts'

/** The system’s program for recognizing text. */
export interface Tesseract {
  /** The installed language packs, such as `eng`. */
  languages: readonly string[]
  /** Recognizes the text of an image. Null if it failed, took too long, or was stopped. */
  recognize(
    image: Buffer,
    languages: readonly string[],
    options?: Recognizing,
  ): Promise<RecognizedText | null>
}

interface Recognizing {
  signal?: AbortSignal
  /** Whether no one waits for it, so that other processes go first. */
  isBackground?: boolean
}

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const limits: ReadingLimits = { memoryBytes: 1_000_000_000, cpuSeconds: 120 }
const LIST_MS = 10_000
/** Below everything else, a page can take long. The system limits the processor time itself. */
const PAGE_MS = 1_800_000
const MOST_BYTES = 20_000_000
/** Packs that recognize the orientation or equations, not a language. */
const noLanguages = ['osd', 'equ']

/** Looks for the program and its language packs. Returns null if it isn’t installed. */
export async function findTesseract(searched: readonly string[] = folders): Promise<Tesseract | null> {
  const program = await firstOf(searched)
  if (!program) return null
  const listed = await run(program, ['--list-langs'], { input: null, ms: LIST_MS })
  const languages = (listed?.toString('utf8').split('\n').slice(1) ?? [])
    .map((line) => line.trim())
    .filter((name) => /^[a-zA-Z_]{3,20}$/.test(name) && !noLanguages.includes(name))
  return {
    languages,
    async recognize(image, wanted, { signal, isBackground = false } = {}) {
      const usable = wanted.filter((one) => languages.includes(one))
      if (usable.length === 0) return null
      const args = ['stdin', 'stdout', '-l', usable.join('+'), '--psm', '3', 'tsv']
      const output = await run(program, args, { input: image, ms: PAGE_MS, signal, isBackground })
      return output && textOfTsv(output.toString('utf8'))
    },
  }
}

async function firstOf(searched: readonly string[]): Promise<string | null> {
  for (const folder of searched) {
    const program = path.join(folder, 'tesseract')
    try {
      await access(program, constants.X_OK)
      return program
    } catch {
      // Try the next one.
    }
  }
  return null
}

interface Asked {
  input: Buffer | null
  ms: number
  signal?: AbortSignal | undefined
  isBackground?: boolean
}

/** Runs the program within limits. Returns null if it failed, was ended, or wrote too much. */
async function run(
  program: string,
  args: readonly string[],
  { input, ms, signal, isBackground = false }: Asked,
): Promise<Buffer | null> {
  const guard = await findGuard()
  // A signal that was aborted before is not announced again.
  if (signal?.aborted) return null
  const [command, all] = guard.command(program, args, limits)
  // More threads would take processors from answers, and are slower for one page.
  const child = spawn(command, all, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { OMP_THREAD_LIMIT: '1' },
    detached: true,
  })
  if (isBackground) yieldToOthers(child)
  const end = () => endGroup(child)
  const timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end, { once: true })
  const unwatch = child.pid ? guard.watch(child.pid, limits, end) : () => undefined
  const parts: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > MOST_BYTES) end()
    else parts.push(part)
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input ?? undefined)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  clearTimeout(timer)
  unwatch()
  signal?.removeEventListener('abort', end)
  return code === 0 && bytes <= MOST_BYTES ? Buffer.concat(parts) : null
}

/** Ends the whole group, because the limits are set by a program of its own. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
