/**
 * Runs synchronous work and returns the processor time that this thread spent on it, in milliseconds. Unlike
 * elapsed time, it stays the same on a busy machine.
 */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
