import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** What is remembered of the last backup that was finished. */
const LastBackup = z.object({
  /** The moment that it holds. */
  at: z.iso.datetime(),
  /** Files whose bytes were missing or others than those that were uploaded. */
  unsound: z.number().int().min(0),
})
export type LastBackup = z.infer<typeof LastBackup>

/**
 * In DATA_DIR and in no table: a backup of the embedded database cannot write to it while the server does, and with
 * PostgreSQL all processes share that folder for their blobs.
 */
const fileOf = (dataDir: string) => path.join(dataDir, 'last-backup.json')

export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const part = `${fileOf(dataDir)}.${randomUUID()}.part`
  try {
    await writeFile(part, `${JSON.stringify(backup)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(part, fileOf(dataDir))
  } catch (cause) {
    await rm(part, { force: true })
    throw cause
  }
}

/** Null where none was ever finished. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
  return text === null ? null : LastBackup.parse(JSON.parse(text))
}
