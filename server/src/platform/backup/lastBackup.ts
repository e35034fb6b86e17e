import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** What is recorded about the last completed backup. */
const LastBackup = z.object({
  /** The moment that the backup represents. */
  at: z.iso.datetime(),
  /** Files whose bytes were missing or differed from the upload. */
  unsound: z.number().int().min(0),
})
export type LastBackup = z.infer<typeof LastBackup>

/**
 * Stored in DATA_DIR, not in a table. A backup of the embedded database can't write to it while the server
 * does, and with PostgreSQL all processes share that folder for their blobs.
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

/** Null if no backup was ever completed. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
  return text === null ? null : LastBackup.parse(JSON.parse(text))
}
