import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { findGuard, type ReadingLimits } from '../../../platform/confinement/guard.ts'
import { AppError } from '../../../platform/errors.ts'

/** The server’s own voices, of the program espeak-ng. */
export interface Espeak {
  /** Reads a sentence aloud. Returns WAV. Throws `speech.timeout` or `speech.failed`. */
  speak(sentence: string, language: string, signal: AbortSignal): Promise<Buffer>
}

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const limits: ReadingLimits = { memoryBytes: 200_000_000, cpuSeconds: 20 }
const LIST_MS = 10_000
const SPEAK_MS = 20_000
/** Six minutes, which are much longer than the longest sentence. */
const MOST_BYTES = 16_000_000
const MOST_LIST_BYTES = 200_000
/** Languages that it has under another code. */
const otherCodes: Record<string, string> = { zh: 'cmn', no: 'nb', tl: 'fil' }
const FALLBACK = 'en'

/** Looks for the program, and for its voices. Returns null if it isn’t installed. */
export async function findEspeak(searched: readonly string[] = folders): Promise<Espeak | null> {
  const program = await firstOf(searched)
  if (!program) return null
  const voices = await languagesOf(program)
  if (!voices) return null
  return {
    async speak(sentence, language, signal) {
      const code = otherCodes[language] ?? language
      const voice = voices.has(code) ? code : FALLBACK
      const { isInTime, output } = await run(program, ['--stdin', '--stdout', '-v', voice], {
        // Its notation for phonemes.
        input: sentence.replaceAll('[[', '[ ['),
        ms: SPEAK_MS,
        mostBytes: MOST_BYTES,
        signal,
      })
      signal.throwIfAborted()
      if (!isInTime) throw new AppError('speech.timeout')
      if (!output || output.length <= 44) throw new AppError('speech.failed')
      return withSizes(output)
    },
  }
}

async function firstOf(searched: readonly string[]): Promise<string | null> {
  for (const folder of searched) {
    const program = path.join(folder, 'espeak-ng')
    try {
      await access(program, constants.X_OK)
      return program
    } catch {
      // Try the next one.
    }
  }
  return null
}

/** Returns the languages of its voices; null if it doesn’t start. */
async function languagesOf(program: string): Promise<ReadonlySet<string> | null> {
  const asked = { input: '', ms: LIST_MS, mostBytes: MOST_LIST_BYTES, signal: null }
  const { output } = await run(program, ['--voices'], asked)
  const rows = output?.toString('utf8').split('\n').slice(1) ?? []
  const languages = rows.flatMap((row) => row.trim().split(/\s+/)[1] ?? [])
  return languages.length > 0 ? new Set(languages.flatMap((one) => [one, one.split('-')[0]!])) : null
}

interface Asked {
  input: string
  ms: number
  mostBytes: number
  signal: AbortSignal | null
}

/** Runs the program within limits. Its output is null if it failed or wrote too much. */
async function run(
  program: string,
  args: readonly string[],
  { input, ms, mostBytes, signal }: Asked,
): Promise<{ isInTime: boolean; output: Buffer | null }> {
  const guard = await findGuard()
  const [command, all] = guard.command(program, args, limits)
  const child = spawn(command, all, { stdio: ['pipe', 'pipe', 'ignore'], env: {}, detached: true })
  let isInTime = true
  // The whole group, because the limits are set by a program of its own.
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
  const timer = setTimeout(() => {
    isInTime = false
    end()
  }, ms)
  signal?.addEventListener('abort', end, { once: true })
  const unwatch = child.pid ? guard.watch(child.pid, limits, end) : () => undefined
  const parts: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > mostBytes) end()
    else parts.push(part)
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  clearTimeout(timer)
  unwatch()
  signal?.removeEventListener('abort', end)
  return { isInTime, output: code === 0 && bytes <= mostBytes ? Buffer.concat(parts) : null }
}

/** It writes its header before it knows the sizes, which some players then take for hours. */
function withSizes(wav: Buffer): Buffer {
  const whole = Buffer.from(wav)
  whole.writeUInt32LE(whole.length - 8, 4)
  whole.writeUInt32LE(whole.length - 44, 40)
  return whole
}
