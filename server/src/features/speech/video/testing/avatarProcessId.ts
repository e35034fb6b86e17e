import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ID of the process that draws and speaks for a server in this process; null if none runs. On Linux. */
export function avatarProcessId(): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
      if (Number(parent) !== process.pid) continue
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('avatarProcess')) return Number(name)
    } catch {
      // It has just ended.
    }
  }
  return null
}

/** Returns how much memory in MB and how many threads a process has. */
export function sizeOf(processId: number): { megabytes: number; threads: number } {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return { megabytes: read('VmRSS') / 1024, threads: read('Threads') }
}
