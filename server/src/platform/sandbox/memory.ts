import { readdir, readFile } from 'node:fs/promises'

export interface Usage {
  /** Bytes of memory of a process and of each one that it started. They can share some of it. */
  bytes: number[]
  /** Seconds of processor time of each process by its ID, with that of the ended processes it has waited for. */
  cpuSeconds: Map<number, number>
}

const PAGE = 4096
const TICKS = 100
/** A process with more descendants is beyond its limit of processes anyway. */
const MOST = 200

/** Returns what a process and all that it started use now. Processes that end meanwhile are left out. */
export async function usageOf(processId: number): Promise<Usage> {
  const usage: Usage = { bytes: [], cpuSeconds: new Map() }
  const waiting = [processId]
  for (let seen = 0; waiting.length > 0 && seen < MOST; seen += 1) {
    const id = waiting.pop()!
    try {
      const [stat, children] = await Promise.all([readFile(`/proc/${id}/stat`, 'utf8'), childrenOf(id)])
      // The name of the program is in parentheses and can contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      usage.cpuSeconds.set(id, ticks / TICKS)
      usage.bytes.push(Number(fields[21]) * PAGE)
      waiting.push(...children)
    } catch {
      // It has just ended.
    }
  }
  return usage
}

/** The system lists children by the thread that started them. */
async function childrenOf(id: number): Promise<number[]> {
  const threads = await readdir(`/proc/${id}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${id}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
}

/**
 * Returns how many seconds processes have worked between two looks. A process that started meanwhile counts for at
 * least `newSeconds`, so that many short ones aren't missed.
 */
export function workedSeconds(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
  newSeconds: number,
): number {
  let sum = 0
  for (const [id, seconds] of now) {
    const earlier = before.get(id)
    sum += earlier === undefined ? Math.max(newSeconds, seconds) : Math.max(0, seconds - earlier)
  }
  return sum
}

/**
 * Returns how much memory processes hold together, if each began as a copy of a process with `shared` bytes. What they
 * share counts once.
 */
export const heldBytes = (bytes: readonly number[], shared: number): number =>
  bytes.reduce((sum, one) => sum + Math.max(0, one - shared), shared)
