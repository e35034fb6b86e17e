import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { begin } from './unfinished.ts'

/**
 * Creates a temporary folder in the data folder: on the same disk, so that links and renames work, and readable
 * only by its owner. Deletes those left by killed processes first.
 */
export async function openStage(
  dataDir: string,
  purpose: 'backup' | 'restore' | 'verify' | 'move',
): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const ours = `${purpose}-of-${hostname().replace(/[^A-Za-z0-9-]/g, '')}-`
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(ours) && !isAlive(Number(name.slice(ours.length))))
      await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
  const stage = path.join(dataDir, `${ours}${process.pid}`)
  begin(stage)
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { mode: 0o700 })
  return stage
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}
