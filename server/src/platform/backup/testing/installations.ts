import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  startTestApplication,
  TEST_KEY,
  type TestApplication,
  type TestOptions,
} from '../../../testing/application.ts'
import { dropDatabase, freshDatabase } from '../../../testing/databases.ts'
import type { Database } from '../../database/database.ts'
import { createLog } from '../../log/log.ts'
import { backUp } from '../backUp.ts'
import { listTables, type Table } from '../catalog.ts'
import { placeOf } from '../contents.ts'
import { readTable } from '../dumpTables.ts'
import { restore } from '../restore.ts'
import { type Installation, readInstallation } from '../settings.ts'
import { inTransaction, withSnapshot } from '../snapshot.ts'

export type Kind = 'embedded' | 'postgresql'

/** The settings for the location of an instance, as an operator sets them. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string }

const passphrase = 'a passphrase for tests'
const log = createLog('ERROR')

/** Includes PostgreSQL if the tests have a server. */
export const kinds: Kind[] = process.env.TEST_DATABASE_URL ? ['embedded', 'postgresql'] : ['embedded']

/** Creates locations and files for one test file. `clean` deletes them. */
export function createPlaces() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-backups-'))
  const databases: string[] = []
  const open: TestApplication[] = []
  let number = 0
  const fresh = (name: string) => {
    number += 1
    return path.join(folder, `${number}-${name}`)
  }
  return {
    fresh,
    async place(kind: Kind): Promise<Place> {
      if (kind === 'embedded') return { DATA_DIR: fresh('data') }
      const url = await freshDatabase()
      if (!url) throw new Error('TEST_DATABASE_URL isn’t set.')
      databases.push(url)
      return { DATA_DIR: fresh('data'), DATABASE_URL: url }
    },
    /** Starts on a location that was restored into, with the restored key. */
    async startOn(place: Place, options: TestOptions = {}): Promise<TestApplication> {
      const key = place.DATABASE_URL ? `base64:${keyText(place)}` : null
      const app = await startTestApplication({
        ...options,
        dataDir: place.DATA_DIR,
        databaseUrl: place.DATABASE_URL ?? null,
        environment: { ...options.environment, ...(key ? { SECRET_KEY: key } : {}) },
      })
      open.push(app)
      return app
    },
    async clean() {
      for (const app of open) await app.stop()
      for (const url of databases) await dropDatabase(url)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const keyText = (place: Place) => readFileSync(path.join(place.DATA_DIR, 'secret-key'), 'utf8')

/** A restored location with its key, which an operator must set on PostgreSQL. */
export const restoredAt = (place: Place): Installation => ({
  ...readInstallation(place),
  secretKey: Buffer.from(keyText(place), 'base64'),
})

/** The settings of a running test application, as an operator has them. */
export function installationOf(app: TestApplication): Installation {
  return readInstallation({
    DATA_DIR: app.dataDir,
    ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_KEY } : {}),
  })
}

export const backUpTo = (installation: Installation, file: string, given: string | null = passphrase) =>
  backUp({ installation, file, passphrase: given, productVersion: '1', log })

export const restoreFrom = (
  file: string,
  environment: Record<string, string | undefined>,
  { replace = null, given = passphrase }: { replace?: string | null; given?: string | null } = {},
) =>
  restore({
    installation: readInstallation(environment),
    file,
    passphrase: async () => given,
    replace,
    log,
    now: new Date(),
  })

/** Returns all rows that a backup contains, as text, in a stable order. */
export const rowsOf = (installation: Installation): Promise<Record<string, string[]>> =>
  withSnapshot(installation, log, ({ database }) => rowsWithin(database, (table) => placeOf(table) !== 'out'))

/** Returns the rows of all tables, as text, in a stable order. */
export const rowsIn = (database: Database): Promise<Record<string, string[]>> =>
  inTransaction(database, (snapshot) => rowsWithin(snapshot, () => true))

async function rowsWithin(
  { db }: Database,
  includes: (table: Table) => boolean,
): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of (await listTables(db)).filter(includes))
    rows[table.name] = (await readTable(db, table)).map((row) => JSON.stringify(row)).sort()
  return rows
}

/** Lists every stored file with its bytes. */
export function blobsOf(dataDir: string): string[][] {
  return readdirSync(path.join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'base64')])
    .sort()
}

/** Waits until no file is being read and indexed. */
export async function settled(app: TestApplication): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ busy: number }>`select count(*) as busy from file
      where state in ('Queued', 'Extracting', 'Indexing') or lease_holder is not null`.execute(
      app.platform.database.db,
    )
    expect(rows).toHaveLength(1)
    if (rows[0]?.busy === 0) return
    await wait(50)
  }
}
