import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database, Sql } from '../database/database.ts'

/** The file that identifies a data folder, and the beginning of its name in the database. */
const FILE = 'folder-id'
const PREFIX = 'dataFolder:'

/** What to do if the data folder isn't the one that the other processes use. */
export const notShared = (dataDir: string): string =>
  `DATA_DIR: ${dataDir} isn't the data folder of the other processes that use this database. Files uploaded to one folder are missing in the other. Mount the shared volume there.`

/**
 * Returns whether the data folder is the one that all processes of the database use. The first process that starts
 * makes its folder that one.
 */
export async function joinSharedFolder(database: Database, dataDir: string): Promise<boolean> {
  await writeFile(path.join(dataDir, FILE), randomUUID(), { flag: 'wx', mode: 0o600, flush: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause
    },
  )
  const own = await readId(dataDir)
  return database.transaction(async (tx) => {
    // Of several processes that start at once, one is the first.
    await sql`lock table seed in share row exclusive mode`.execute(tx)
    const shared = await readSharedId(tx)
    if (shared === null) await sql`insert into seed (name) values (${`${PREFIX}${own}`})`.execute(tx)
    return shared === null || shared === own
  })
}

/** Returns the same as `joinSharedFolder`, and changes nothing. */
export async function isSharedFolder(db: Sql, dataDir: string): Promise<boolean> {
  const shared = await readSharedId(db)
  return shared === null || shared === (await readId(dataDir))
}

/** Makes a data folder with restored files the one of the restored database. */
export async function becomeSharedFolder(db: Sql, dataDir: string): Promise<void> {
  const shared = await readSharedId(db)
  if (shared === null) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path.join(dataDir, FILE), shared, { mode: 0o600, flush: true })
}

/** Null for a folder that no process has started with. */
async function readId(dataDir: string): Promise<string | null> {
  return readFile(path.join(dataDir, FILE), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
}

async function readSharedId(db: Sql): Promise<string | null> {
  const found = await sql<{ name: string }>`select name from seed where starts_with(name, ${PREFIX})`.execute(
    db,
  )
  return found.rows[0]?.name.slice(PREFIX.length) ?? null
}
