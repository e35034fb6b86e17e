import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../../../log/log.ts'

const LOOK_MS = 20
/** A fast shutdown writes a checkpoint. After this time, the write-ahead log has to do. */
const SHUTDOWN_MS = 5000

/**
 * Ends the PostgreSQL processes of a data folder that a killed server left behind. They are recognized by the
 * cluster's name, which is in their command lines. The caller holds the folder's lock, so no server uses them.
 */
export async function endLeftovers(name: string, log: Log): Promise<void> {
  const found = await processesOf(name)
  if (found.length === 0) return
  log.warn('database.embedded.leftover', { processes: found.length })
  signal(found, 'SIGINT')
  const deadline = performance.now() + SHUTDOWN_MS
  for (;;) {
    const left = await processesOf(name)
    if (left.length === 0) return
    if (performance.now() > deadline) signal(left, 'SIGKILL')
    await wait(LOOK_MS)
  }
}

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
async function processesOf(name: string): Promise<number[]> {
  const lines = process.platform === 'linux' ? await linesOfProc() : await linesOfPs()
  return lines.flatMap(([pid, line]) =>
    line.includes(name) && line.includes('postgres') && pid !== process.pid ? [pid] : [],
  )
}

/** Small container images have no `ps`. */
async function linesOfProc(): Promise<[number, string][]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  return Promise.all(
    pids.map(async (pid): Promise<[number, string]> => {
      // A process may end meanwhile.
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return [Number(pid), line]
    }),
  )
}

async function linesOfPs(): Promise<[number, string][]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='])
  return stdout.split('\n').map((line) => [Number.parseInt(line, 10), line])
}
