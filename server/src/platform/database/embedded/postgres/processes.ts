import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../../log/log.ts'

const LOOK_MS = 20
/** A fast shutdown writes a checkpoint. After this time, the write-ahead log has to do. */
const SHUTDOWN_MS = 5000
/** A killed process that is still there waits for a broken disk. */
const UNKILLABLE_MS = 30_000

/** Identifies the processes of a cluster: by the name in their command lines, and by their account. */
export interface ClusterProcesses {
  name: string
  /** Null where there are no user IDs. */
  uid: number | null
}

interface Found {
  pid: number
  line: string
}

/**
 * Ends the PostgreSQL processes of a data folder that a killed server left behind. The caller holds the folder's
 * lock, so no server uses them. Only the main process may get a request to shut down: in PostgreSQL 18, others
 * take the same signal for an order of the main process, which loses changes.
 */
export async function endLeftovers(cluster: ClusterProcesses, log: Log): Promise<void> {
  const found = processesOf(cluster)
  if (found.length === 0) return
  log.warn('database.embedded.leftover', { processes: found.length })
  const main = found.filter(isMain)
  // Without the main process, the others can't write a checkpoint. Killing them is like a crash, which loses nothing.
  signal(main.length > 0 ? main : found, main.length > 0 ? 'SIGINT' : 'SIGKILL')
  const begun = performance.now()
  for (;;) {
    await wait(LOOK_MS)
    const left = processesOf(cluster)
    if (left.length === 0) return
    const waited = performance.now() - begun
    if (waited > UNKILLABLE_MS)
      throw new Error(
        `The processes ${left.map(({ pid }) => pid).join(', ')} of the previous database don't end. Restart the machine.`,
      )
    if (waited > SHUTDOWN_MS) signal(left, 'SIGKILL')
  }
}

/** Kills all processes of a cluster. */
export const killProcesses = (cluster: ClusterProcesses): void => signal(processesOf(cluster), 'SIGKILL')

/** Not one of the processes that PostgreSQL starts itself, and not the shell that started PostgreSQL. */
const isMain = ({ line }: Found): boolean => !line.startsWith('postgres: ') && !line.startsWith('/bin/sh')

function signal(found: readonly Found[], kind: NodeJS.Signals): void {
  for (const { pid } of found) {
    try {
      process.kill(pid, kind)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
    }
  }
}

function processesOf({ name, uid }: ClusterProcesses): Found[] {
  const all = process.platform === 'linux' ? listProc(uid) : listPs(uid)
  return all.filter(
    ({ pid, line }) => line.includes(name) && line.includes('postgres') && pid !== process.pid,
  )
}

/** Small container images have no `ps`. */
function listProc(uid: number | null): Found[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.flatMap((pid) => {
    try {
      const isOurs = uid === null || statSync(`/proc/${pid}`).uid === uid
      return isOurs ? [{ pid: Number(pid), line: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }] : []
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

function listPs(uid: number | null): Found[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,uid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((text) => {
    const [pid, owner, ...words] = text.trim().split(/ +/)
    const line = words.join(' ')
    return pid && (uid === null || Number(owner) === uid) ? [{ pid: Number(pid), line }] : []
  })
}
