import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../../log/log.ts'

const LOOK_MS = 20
/** A fast shutdown writes a checkpoint. After this time, the write-ahead log has to do. */
const SHUTDOWN_MS = 5000

/**
 * Ends the PostgreSQL processes of a data folder that a killed server left behind. They are recognized by the
 * cluster's name, which is in their command lines. The caller holds the folder's lock, so no server uses them.
 */
export async function endLeftovers(name: string, log: Log): Promise<void> {
  const found = processesOf(name)
  if (found.length === 0) return
  log.warn('database.embedded.leftover', { processes: found.length })
  signal(found, 'SIGINT')
  const deadline = performance.now() + SHUTDOWN_MS
  for (;;) {
    await wait(LOOK_MS)
    const left = processesOf(name)
    if (left.length === 0) return
    if (performance.now() > deadline) signal(left, 'SIGKILL')
  }
}

/** Kills all PostgreSQL processes with this cluster's name. */
export const killProcesses = (name: string): void => signal(processesOf(name), 'SIGKILL')

function signal(pids: readonly number[], kind: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, kind)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
    }
  }
}

/** Returns the IDs of the PostgreSQL processes whose command line contains `name`. */
function processesOf(name: string): number[] {
  const lines = process.platform === 'linux' ? linesOfProc() : linesOfPs()
  return lines.flatMap(([pid, line]) =>
    line.includes(name) && line.includes('postgres') && pid !== process.pid ? [pid] : [],
  )
}

/** Small container images have no `ps`. */
function linesOfProc(): [number, string][] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.map((pid) => [Number(pid), commandLineOf(pid)])
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

function linesOfPs(): [number, string][] {
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => [Number.parseInt(line, 10), line])
}
