import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Sql } from '../database/database.ts'
import type { Blobs } from './blobs.ts'

/** The beginning of the store's name in the database. */
const PREFIX = 'dataFolder:'

type Identified = Pick<Blobs, 'isContainer' | 'readId' | 'offerId'>

const JOIN_TRIES = 6
const JOIN_MS = 500

/** What to do if the data folder isn't the one that the other processes use. */
export const notShared = (dataDir: string): string =>
  `DATA_DIR: ${dataDir} isn't the data folder of the other processes that use this database. Files uploaded to one folder are missing in the other. Mount the shared volume there.`

/** What to do if the container isn't the one of the database. */
export const otherContainer = (name: string): string =>
  `BLOB_CONTAINER_URL: ${name} isn't the container that this database's files are in. Set the URL of that container. An empty one belongs to the database after a restore.`

/**
 * Returns whether the store is the one that all processes of the database use. The first process that starts makes its
 * store that one, unless it is a container that has an ID already: it belongs to another database.
 */
export async function joinSharedFolder(database: Database, blobs: Identified): Promise<boolean> {
  const isOurs = await blobs.offerId(randomUUID())
  const own = await blobs.readId()
  const join = () =>
    database.transaction(async (tx) => {
      // Of several processes that start at once, one is the first.
      await sql`lock table seed in share row exclusive mode`.execute(tx)
      const shared = await readSharedId(tx)
      if (shared !== null) return shared === own
      if (blobs.isContainer && !isOurs) return null
      await sql`insert into seed (name) values (${`${PREFIX}${own}`})`.execute(tx)
      return true
    })
  for (let tries = 0; tries < JOIN_TRIES; tries += 1) {
    const joined = await join()
    if (joined !== null) return joined
    // Another process of this database may just have given the container its ID.
    await wait(JOIN_MS)
  }
  return false
}

/** Returns the same as `joinSharedFolder`, and changes nothing. */
export async function isSharedFolder(db: Sql, blobs: Identified): Promise<boolean> {
  const shared = await readSharedId(db)
  if (shared === null) return !blobs.isContainer
  return shared === (await blobs.readId())
}

/** Makes the store that files were restored to the one of the restored database. */
export async function becomeSharedFolder(db: Sql, blobs: Pick<Blobs, 'readId' | 'setId'>): Promise<void> {
  const shared = await readSharedId(db)
  if (shared !== null && shared !== (await blobs.readId())) await blobs.setId(shared)
}

async function readSharedId(db: Sql): Promise<string | null> {
  const found = await sql<{ name: string }>`select name from seed where starts_with(name, ${PREFIX})`.execute(
    db,
  )
  return found.rows[0]?.name.slice(PREFIX.length) ?? null
}
