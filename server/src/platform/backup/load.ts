import { sql } from 'kysely'
import { createAudit } from '../audit/audit.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Migration, migrate } from '../database/migrate.ts'
import { readAuditHead } from './catalog.ts'
import { damaged, keyOf, MANIFEST, type Manifest, tableOf } from './format.ts'
import { openTables, type TableLoader } from './loadTables.ts'
import { type Member, metered, readArchive, type VerifiedArchive } from './readArchive.ts'
import { keyCheck, type Secrets } from './secrets.ts'
import { setTextForm } from './snapshot.ts'

export interface LoadOptions {
  file: string
  archive: VerifiedArchive
  secrets: Secrets | null
  migrations: Migration[]
  /** The key of the restored instance; null if it will create one. */
  secretKey: Buffer | null
  putBlob(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
}

export interface Loaded {
  /** The audit log verified with its key, and the first entry that isn't intact; null if its key is unknown. */
  audit: { checked: number; firstBroken: number | null } | null
}

/**
 * Fills an empty database in one transaction: the archive's schema, its rows, then the later migrations, as if
 * the data had never left.
 */
export async function load(database: Database, options: LoadOptions): Promise<Loaded> {
  const { archive, secrets, migrations, secretKey } = options
  const { header, manifest } = archive
  const tx = database.db
  await setTextForm(tx, database)
  await migrate(database, migrations.slice(0, header.migrations.length))
  const loader = await openTables(tx)
  const counted = await loadMembers(options, loader)
  for (const { name, rows } of manifest.tables)
    if ((counted.get(name) ?? 0) !== rows)
      throw damaged(`the row count of ${name} doesn't match the manifest`)
  for (const { name, columns, rows } of secrets?.tables ?? []) await loader.add(name, columns, rows)
  await loader.finish(manifest.sequences)
  await requireAuditHead(database, manifest)
  await migrate(database, migrations)
  // The instance that was backed up may still use the containers and the indexes of its libraries.
  await sql`update data_source_endpoints set is_confirmed = false`.execute(tx)
  await sql`delete from seed where name like 'indexOwner:%'`.execute(tx)
  // With another key, every entry would look forged.
  const isItsKey = secretKey !== null && keyCheck(secretKey) === manifest.keyCheck
  const audit = isItsKey ? await createAudit(database, systemClock, secretKey).verify() : null
  await sql`set constraints all immediate`.execute(tx)
  return { audit }
}

async function loadMembers(
  { file, archive, putBlob }: LoadOptions,
  loader: TableLoader,
): Promise<Map<string, number>> {
  const columns = new Map(archive.manifest.tables.map((table) => [table.name, table.columns]))
  const expected = new Map(archive.manifest.members.map((member) => [member.name, member]))
  const counted = new Map<string, number>()
  for await (const member of readArchive(file)) {
    if (member.name === MANIFEST) break
    const { pieces, result } = metered(member.bytes)
    const table = tableOf(member.name)
    const key = keyOf(member.name)
    if (table !== null) {
      const added = await loader.add(table, columns.get(table) ?? [], rowsOf(member, pieces))
      counted.set(table, (counted.get(table) ?? 0) + added)
    } else if (key !== null) await putBlob(key, pieces)
    else for await (const _piece of pieces);
    // It was verified against the manifest earlier, but the file may have been replaced since.
    if (result().sha256 !== expected.get(member.name)?.sha256)
      throw damaged(`${member.name} changed while it was being read`)
  }
  return counted
}

async function* rowsOf({ name }: Member, pieces: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[]> {
  const bytes: Buffer[] = []
  for await (const piece of pieces) bytes.push(piece)
  for (const line of Buffer.concat(bytes).toString('utf8').split('\n')) {
    if (line === '') continue
    const row: unknown = JSON.parse(line)
    if (!Array.isArray(row) || row.some((value) => value !== null && typeof value !== 'string'))
      throw damaged(`${name} contains an invalid row`)
    yield row
  }
}

async function requireAuditHead(database: Database, manifest: Manifest): Promise<void> {
  const { seq, hash } = await readAuditHead(database.db)
  if (seq !== manifest.auditHead.seq || hash !== manifest.auditHead.hash)
    throw damaged("the end of the audit log doesn't match the manifest")
}
