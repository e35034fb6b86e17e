import { execFile } from 'node:child_process'
import { access, constants, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** The limits of a reading process. */
export interface ReadingLimits {
  /** Bytes of memory beyond what an idle program needs. */
  memoryBytes: number
  cpuSeconds: number
}

/** What keeps a reading process within its limits, besides the timer: the system, or our own memory monitor. */
export interface Guard {
  kind: 'Full' | 'Reduced'
  /** Returns the program and arguments that start this command within the limits. */
  command(program: string, args: readonly string[], limits: ReadingLimits): [string, string[]]
  /** Monitors a running process until the returned function is called. */
  watch(processId: number, limits: ReadingLimits, tooMuch: () => void): () => void
}

const run = promisify(execFile)
const LOOK_MS = 100
const PROBE: ReadingLimits = { memoryBytes: 100_000_000, cpuSeconds: 60 }
const PROBE_MS = 10_000
const BARE_BYTES = 60_000_000
/** At the first limit, a signal of its own ends the process, and at the second the one that others send too. */
const GRACE_SECONDS = 5

/**
 * Uses the system's own limits, set by `prlimit` from util-linux. They count `reserved` bytes that are never
 * used.
 */
function fullGuard(prlimit: string, reserved: number): Guard {
  return {
    kind: 'Full',
    command: (program, args, { memoryBytes, cpuSeconds }) => [
      prlimit,
      [
        `--data=${reserved + memoryBytes}`,
        `--cpu=${cpuSeconds}:${cpuSeconds + GRACE_SECONDS}`,
        '--core=0',
        '--',
        program,
        ...args,
      ],
    ],
    watch: () => () => undefined,
  }
}

/** If the system has no limits, the process is ended once it uses more memory than allowed. */
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

/** Returns the best guard for this machine, searched for once. */
export function findGuard(): Promise<Guard> {
  found ??= probe(searchedFolders())
  return found
}

/** Tries `prlimit` in each of these folders: it must be able to start this program within limits. */
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
      // It doesn't exist, or lower limits already apply and can't be changed. Try the next one.
    }
  }
  return reducedGuard()
}

/** Returns the memory that the system counts for an idle program, most of it only reserved. */
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

/** Returns the memory that a process uses, in bytes; null if it can't be determined. */
async function heldMemory(processId: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${processId}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(processId)], { timeout: PROBE_MS })
    return Number(stdout.trim()) * 1024
  } catch {
    // The process has just exited, or this system lacks the command.
    return null
  }
}
