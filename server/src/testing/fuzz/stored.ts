import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestApplication } from '../application.ts'
import { findUnfinished } from '../unfinished.ts'

/** The state of each table and of the files, to compare before and after a call. */
export type Stored = Map<string, string>

/**
 * What a refused call changes legitimately, so only the named rows are compared:
 * - Each call notes when its session and its user were last seen, so both tables only have to keep their number
 *   of rows.
 * - A refused change is recorded in the audit log as an attempt. Entries of changes that were made, with the
 *   outcome Done, must stay the same. `audit_head` follows the number of entries.
 * Idempotency keys, limits, and everything else are compared with their contents: a refused call keeps nothing of them.
 * Rates are counted in memory.
 */
const countedOnly = new Set(['session', 'app_user'])
const follows = new Set(['audit_head'])

/**
 * Reads the number of rows of each table, and the newest transaction that wrote one: an added or changed row has
 * a newer transaction, and a deleted one is missing.
 */
async function tablesOf({ platform }: TestApplication): Promise<[string, string][]> {
  const { db } = platform.database
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() order by tablename`.execute(db)
  const parts = tables.rows
    .filter(({ name }) => !follows.has(name))
    .map(({ name }) => {
      const newest = countedOnly.has(name) ? sql`''` : sql`coalesce(max(xmin::text::bigint), 0)`
      const rows = name === 'audit_entry' ? sql`where outcome = 'Done'` : sql``
      return sql`select ${name} as name, count(*) || ' ' || ${newest} as state from ${sql.table(name)} ${rows}`
    })
  const found = await sql<{ name: string; state: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return found.rows.map(({ name, state }) => [name, state])
}

/** Lists the files below a folder by their paths in it. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length))

/**
 * Lists the files of the data folder, except the embedded database and the copy of the audit log’s end, and those of the
 * temporary folder.
 */
const filesOf = ({ dataDir }: TestApplication): string[] => [
  ...readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) => {
    if (['postgres', 'database', 'audit-head'].includes(entry.name)) return []
    if (!entry.isDirectory()) return [entry.name]
    return filesBelow(path.join(dataDir, entry.name)).map((file) => `${entry.name}${file}`)
  }),
  ...filesBelow(tmpdir()).map((file) => `temporary${file}`),
]

async function readStored(app: TestApplication): Promise<Stored> {
  return new Map([...(await tablesOf(app)), ['files', filesOf(app).sort().join('\n')]])
}

/**
 * Names what is different from before. What is removed within two seconds of the answer, as after a lost
 * connection, isn’t left behind.
 */
export async function leftBehind(app: TestApplication, before: Stored): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const found = differences(before, await readStored(app))
    if (found.length === 0 || tries === 20) return found
    await wait(100)
  }
}

/** Waits until nothing that an accepted call started still writes or deletes, and returns what is stored then. */
export async function settledStored(app: TestApplication): Promise<Stored> {
  for (let tries = 0; tries < 600; tries += 1) {
    const before = await readStored(app)
    await wait(50)
    if ((await findUnfinished(app)).length === 0 && differences(before, await readStored(app)).length === 0)
      return before
  }
  const unfinished = await findUnfinished(app)
  throw new Error(
    `What accepted calls started didn’t finish: ${unfinished.join(', ') || 'rows still change'}.`,
  )
}

/** Names the tables that differ, and the files. */
function differences(before: Stored, after: Stored): string[] {
  return [...after].flatMap(([name, state]) => {
    const was = before.get(name)
    if (was === state) return []
    return [`${name}: ${shortened(was ?? '', state)}`]
  })
}

function shortened(was: string, is: string): string {
  const lines = new Set(was.split('\n'))
  const added = is.split('\n').filter((line) => !lines.has(line))
  return is.includes('/') ? `+ ${added.join(', ')}` : `${was} -> ${is}`
}
