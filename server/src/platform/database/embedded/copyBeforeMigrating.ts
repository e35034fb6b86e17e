import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { copyDatabase } from './copyDatabase.ts'
import { clusterFolder, holdsCluster, pgliteFolder } from './dataFolder.ts'
import { syncTree } from './syncTree.ts'
import { timeName } from './takeRestored.ts'

export const COPIES = 'database-copies'
const KEPT = 3
const COPY = /^\d{8}T\d{6}Z-at-\d{4}$/
const BEGUN = 'begun'

/**
 * Copies the embedded database before a startup changes its schema, so that the previous release can be
 * restored. Keeps the three newest copies and returns the new copy's folder.
 */
export async function copyBeforeMigrating(dataDir: string, migration: number, now: Date): Promise<string> {
  const folder = path.join(dataDir, COPIES)
  const begun = path.join(folder, BEGUN)
  const copy = path.join(folder, `${timeName(now)}-at-${String(migration).padStart(4, '0')}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await copyDatabase(holdsCluster(dataDir) ? clusterFolder(dataDir) : pgliteFolder(dataDir), begun)
    await syncTree(begun)
    await rename(begun, copy)
  } catch (cause) {
    await rm(begun, { recursive: true, force: true })
    throw new Error(
      `The database must be migrated, but it couldn't be copied to ${folder} first (${(cause as Error).message}). Nothing was changed. Free up space there and start again.`,
      { cause },
    )
  }
  const copies = (await readdir(folder)).filter((name) => COPY.test(name)).sort()
  for (const old of copies.slice(0, -KEPT)) await rm(path.join(folder, old), { recursive: true, force: true })
  return copy
}
