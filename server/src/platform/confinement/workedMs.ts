import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on all processors that Node.js runs on. */
const MS_PER_TICK = 10

/** Returns for how long a process has used a processor, in milliseconds. Null if the system doesn’t say, or if it ended. */
export function workedMs(processId: number): number | null {
  if (process.platform !== 'linux') return null
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
    // The program’s name, in parentheses, can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return null
  }
}
