import { readFile } from 'node:fs/promises'

export interface Usage {
  /** Bytes of memory of a process and of each one that it started. They can share some of it. */
  bytes: number[]
  /** Seconds of processor time of those that still run. */
  cpuSeconds: number
}

const PAGE = 4096
const TICKS = 100
/** A process with more descendants is beyond its limit of processes anyway. */
const MOST = 200

/** Returns what a process and all that it started use now. Processes that end meanwhile are left out. */
export async function usageOf(processId: number): Promise<Usage> {
  const usage: Usage = { bytes: [], cpuSeconds: 0 }
  const waiting = [processId]
  for (let seen = 0; waiting.length > 0 && seen < MOST; seen += 1) {
    const id = waiting.pop()!
    try {
      const [stat, children] = await Promise.all([
        readFile(`/proc/${id}/stat`, 'utf8'),
        readFile(`/proc/${id}/task/${id}/children`, 'utf8'),
      ])
      // The name of the program is in parentheses and can contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      usage.cpuSeconds += (Number(fields[11]) + Number(fields[12])) / TICKS
      usage.bytes.push(Number(fields[21]) * PAGE)
      waiting.push(...children.trim().split(' ').filter(Boolean).map(Number))
    } catch {
      // It has just ended.
    }
  }
  return usage
}

/**
 * Returns how much memory processes hold together, if each began as a copy of a process with `shared` bytes. What they
 * share counts once.
 */
export const heldBytes = (bytes: readonly number[], shared: number): number =>
  bytes.reduce((sum, one) => sum + Math.max(0, one - shared), shared)
