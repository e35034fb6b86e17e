import { execFile } from 'node:child_process'
import { access, constants, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** What a reading process may use at most. */
export interface ReadingLimits {
  /** Bytes of memory besides what a program needs that does nothing. */
  memoryBytes: number
  cpuSeconds: number
}

/** What keeps a reading process within its limits besides the timer: the system, or our own watch on its memory. */
export interface Guard {
  kind: 'Full' | 'Reduced'
  /** The program that starts this command within the limits, with its arguments. */
  command(program: string, args: readonly string[], limits: ReadingLimits): [string, string[]]
  /** Watches a process that is at work; the answer ends the watch. */
  watch(processId: number, limits: ReadingLimits, tooMuch: () => void): () => void
}

const run = promisify(execFile)
const LOOK_MS = 100
const PROBE: ReadingLimits = { memoryBytes: 100_000_000, cpuSeconds: 60 }
const PROBE_MS = 10_000
const BARE_BYTES = 60_000_000

/** The system's own limits, set by `prlimit` of util-linux. Of the memory they count, `reserved` is never used. */
function fullGuard(prlimit: string, reserved: number): Guard {
  return {
    kind: 'Full',
    command: (program, args, { memoryBytes, cpuSeconds }) => [
      prlimit,
      [`--data=${reserved + memoryBytes}`, `--cpu=${cpuSeconds}`, '--core=0', '--', program, ...args],
    ],
    watch: () => () => undefined,
  }
}

/** Where the system sets no limits, the process is ended once it holds more memory than it may. */
export function reducedGuard(readMemory: (processId: number) => Promise<number | null> = heldMemory): Guard {
  return {
    kind: 'Reduced',
    command: (program, args) => [program, [...args]],
    watch(processId, { memoryBytes }, tooMuch) {
      let looking = false
      const timer = setInterval(async () => {
        if (looking) return
        looking = true
        const held = await readMemory(processId)
        looking = false
        if (held !== null && held > BARE_BYTES + memoryBytes) tooMuch()
      }, LOOK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

let found: Promise<Guard> | null = null

/** The best guard of this machine, looked for once. */
export function findGuard(): Promise<Guard> {
  found ??= probe(searchedFolders())
  return found
}

/** Tries each of these folders' `prlimit`: it must start this very program within limits. */
export async function probe(folders: readonly string[]): Promise<Guard> {
  const reserved = folders.length > 0 ? await reservedBytes() : null
  for (const folder of reserved === null ? [] : folders) {
    const prlimit = path.join(folder, 'prlimit')
    const guard = fullGuard(prlimit, reserved ?? 0)
    try {
      await access(prlimit, constants.X_OK)
      const [program, args] = guard.command(process.execPath, ['--eval', '0'], PROBE)
      await run(program, args, { timeout: PROBE_MS, env: {} })
      return guard
    } catch {
      // It is not there, or the limits here are lower already and may not be changed: the next one, or none.
    }
  }
  return reducedGuard()
}

/** What the system counts of this program before it has done anything: mostly memory that it sets aside. */
async function reservedBytes(): Promise<number | null> {
  const script = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'utf8'))"
  try {
    const { stdout } = await run(process.execPath, ['--eval', script], { timeout: PROBE_MS, env: {} })
    const kilobytes = /^VmData:\s+(\d+) kB$/m.exec(stdout)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

function searchedFolders(): string[] {
  const known = ['/usr/bin', '/bin', '/usr/local/bin']
  const listed = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return process.platform === 'linux' ? [...new Set([...known, ...listed])] : []
}

/** Bytes of memory that a process holds; null where that cannot be told. */
async function heldMemory(processId: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${processId}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(processId)], { timeout: PROBE_MS })
    return Number(stdout.trim()) * 1024
  } catch {
    // It has just ended, or this system has no such command.
    return null
  }
}
