import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { ConfigError } from '../../config/config.ts'
import type { Database, Sql } from '../database/database.ts'
import {
  clusterFolder,
  holdsCluster,
  holdsPglite,
  mayHoldPglite,
  pgliteFolder,
} from '../database/embedded/dataFolder.ts'
import { lockDataDir } from '../database/embedded/lock.ts'
import { chooseProgram, type OpenOptions } from '../database/embedded/openEmbedded.ts'
import { openPglite } from '../database/embedded/pglite/pglite.ts'
import { openPostgres } from '../database/embedded/postgres/postgres.ts'
import type { Program } from '../database/embedded/postgres/program.ts'
import { syncPath, syncTree } from '../database/embedded/syncTree.ts'
import { takeRestored, timeName } from '../database/embedded/takeRestored.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { listMigrations, listSequences, listTables, readAuditHead, type Table } from './catalog.ts'
import { linesOf } from './dumpTables.ts'
import { openTables } from './loadTables.ts'
import { inTransaction, setTextForm, withEmbedded, within } from './snapshot.ts'
import { openStage } from './stage.ts'

export interface MoveOptions extends OpenOptions {
  say(line: string): void
}

/**
 * Moves the data of a PGlite database, which earlier releases used, to the embedded PostgreSQL if it runs here.
 * The new database is complete on disk before one rename puts it in place. The old one is kept.
 */
export async function moveToPostgres(options: MoveOptions): Promise<void> {
  const { dataDir, choice, say } = options
  if (!mayHoldPglite(dataDir)) return
  const program = await chooseProgram(dataDir, choice)
  if (!('version' in program)) return
  await settle(dataDir)
  if (!holdsPglite(dataDir)) return
  say('Moving the data from PGlite to the embedded PostgreSQL. This happens once.')
  const stage = await openStage(dataDir, 'move')
  try {
    const { tables, rows } = await fill(stage, program, options)
    const moved = readControl(pgliteFolder(dataDir))
    const lock = await lockDataDir(dataDir)
    try {
      // Another server may have changed the database or moved it in the moment without a lock.
      if (!moved || !readControl(pgliteFolder(dataDir))?.equals(moved))
        throw new Error('another server has used it meanwhile')
      await syncTree(clusterFolder(stage))
      await rename(clusterFolder(stage), clusterFolder(dataDir))
      await syncPath(dataDir)
      const kept = await setAside(dataDir)
      say(`Moved ${rows} rows in ${tables} tables. The previous database is kept in ${kept}.`)
    } finally {
      lock.release()
    }
  } catch (cause) {
    if (cause instanceof ConfigError || holdsCluster(dataDir)) throw cause
    throw new ConfigError([
      `DATA_DIR: the data in ${dataDir} couldn't be moved to the embedded PostgreSQL (${(cause as Error).message}). Nothing was changed. Start again, or set EMBEDDED_DATABASE=pglite to continue with the previous database.`,
    ])
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** The control file, which changes whenever a server opens or closes the database. */
export function readControl(folder: string): Buffer | null {
  const file = path.join(folder, 'global/pg_control')
  return existsSync(file) ? readFileSync(file) : null
}

/** Completes a restore or a move that was killed between two renames. */
async function settle(dataDir: string): Promise<void> {
  const lock = await lockDataDir(dataDir)
  try {
    takeRestored(dataDir, new Date())
    if (holdsCluster(dataDir)) await setAside(dataDir)
  } finally {
    lock.release()
  }
}

/** Moves the PGlite database away, so that no one mistakes it for the current one. Returns its new folder. */
async function setAside(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, `replaced-${timeName(new Date())}`)
  if (!existsSync(pgliteFolder(dataDir))) return folder
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(pgliteFolder(dataDir), pgliteFolder(folder))
  await syncPath(folder)
  await syncPath(dataDir)
  return folder
}

function fill(stage: string, program: Program, { dataDir, log }: MoveOptions): Promise<Moved> {
  return withEmbedded(openPglite({ dataDir, log }), log, (from) =>
    withEmbedded(openPostgres({ dataDir: stage, program, log }), log, (to) => moveRows(from, to)),
  )
}

interface Moved {
  tables: number
  rows: number
}

/** Copies everything from one database to another, which is empty, and compares both. */
export function moveRows(from: Database, to: Database): Promise<Moved> {
  return inTransaction(from, ({ db: source }) =>
    to.db.transaction().execute(async (tx) => {
      await setTextForm(tx, to)
      const applied = await listMigrations(source)
      if (!applied) return { tables: 0, rows: 0 }
      const known = await readMigrations()
      if (applied.some(({ number, hash }) => known[number - 1]?.hash !== hash))
        throw new Error('it was written by another version')
      await migrate(within(to, tx), known.slice(0, applied.length))
      const loader = await openTables(tx, { all: true })
      const tables = (await listTables(source)).filter(({ name }) => name !== 'migration')
      let rows = 0
      for (const table of tables) {
        const columns = table.columns.map(({ name }) => name)
        rows += await loader.add(table.name, columns, rowsOf(source, table))
      }
      await loader.finish(await listSequences(source))
      await requireSame(source, tx, tables)
      await sql`set constraints all immediate`.execute(tx)
      return { tables: tables.length, rows }
    }),
  )
}

async function* rowsOf(source: Sql, table: Table): AsyncGenerator<(string | null)[]> {
  for await (const lines of linesOf(source, table)) for (const line of lines) yield JSON.parse(line)
}

async function requireSame(from: Sql, to: Sql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables)
    if ((await countOf(from, name)) !== (await countOf(to, name)))
      throw new Error(`the row count of ${name} differs`)
  if (JSON.stringify(await readAuditHead(from)) !== JSON.stringify(await readAuditHead(to)))
    throw new Error('the end of the audit log differs')
}

async function countOf(db: Sql, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}
