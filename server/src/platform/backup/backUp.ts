import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createAudit } from '../audit/audit.ts'
import { systemClock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { listMigrations, listSequences, listTables, readAuditHead, type Table } from './catalog.ts'
import { placeOf } from './contents.ts'
import { dumpBlobs } from './dumpBlobs.ts'
import { dumpTable, readTable } from './dumpTables.ts'
import {
  BackupError,
  FORMAT,
  FORMAT_VERSION,
  HEADER,
  type Header,
  MANIFEST,
  type Manifest,
  SECRETS,
} from './format.ts'
import { noteBackup } from './lastBackup.ts'
import { keyCheck, type Secrets, seal } from './secrets.ts'
import type { Installation } from './settings.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { type ArchiveWriter, writeArchive } from './writeArchive.ts'

export interface BackUpOptions {
  installation: Installation
  file: string
  /** Null: the archive contains no secrets. */
  passphrase: string | null
  productVersion: string
  log: Log
}

/** The result of a backup, for the caller. */
export interface BackedUp {
  manifest: Manifest
  archiveBytes: number
  /** The first audit log entry that isn't intact; null if all are or if the key is unknown. */
  auditBroken: number | null
  /** Whether the time of the backup could be recorded for the checklist. */
  noted: boolean
}

/** Writes an archive of an instance, which can keep running. */
export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const { installation, file, passphrase, log } = options
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name for the backup.`)
  if (!existsSync(path.dirname(file)))
    throw new BackupError(`The folder ${path.dirname(file)} doesn't exist. Create it first.`)
  if (passphrase !== null && !installation.secretKey)
    throw new BackupError("SECRET_KEY isn't set. Set it to the server's key so it can be backed up.")
  const createdAt = new Date()
  const result: { manifest: Manifest | null; auditBroken: number | null } = {
    manifest: null,
    auditBroken: null,
  }
  const archiveBytes = await withSnapshot(installation, log, (snapshot) =>
    writeArchive(file, createdAt, async (archive) => {
      Object.assign(result, await writeMembers(snapshot, archive, options, createdAt))
    }),
  )
  if (!result.manifest) throw new Error('The archive was closed before its manifest was written.')
  const { missing, damaged } = result.manifest.blobs
  const noted = await noteBackup(installation.dataDir, {
    at: createdAt.toISOString(),
    unsound: missing.length + damaged.length,
  }).then(
    () => true,
    () => false,
  )
  return { manifest: result.manifest, auditBroken: result.auditBroken, archiveBytes, noted }
}

async function writeMembers(
  { kind, database, blobs }: Snapshot,
  archive: ArchiveWriter,
  { installation, passphrase, productVersion }: BackUpOptions,
  createdAt: Date,
) {
  const tx = database.db
  const migrations = await listMigrations(tx)
  if (!migrations) throw new BackupError(`No Parlance instance in ${installation.name} yet.`)
  const header: Header = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    productVersion,
    createdAt: createdAt.toISOString(),
    database: kind,
    migrations,
  }
  await archive.add(HEADER, json(header))
  const all = await listTables(tx)
  const tables: Manifest['tables'] = []
  for (const table of all.filter((one) => placeOf(one) === 'plain')) {
    const rows = await dumpTable(tx, table, archive)
    tables.push({ name: table.name, columns: namesOf(table), rows })
  }
  const { secretKey } = installation
  const stored = await dumpBlobs(tx, all, blobs, archive)
  const manifest: Manifest = {
    members: archive.members.slice(),
    tables,
    sequences: await listSequences(tx),
    blobs: stored,
    auditHead: await readAuditHead(tx),
    keyCheck: secretKey ? keyCheck(secretKey) : null,
    secrets: passphrase !== null,
  }
  const bytes = json(manifest)
  await archive.add(MANIFEST, bytes)
  if (passphrase !== null && secretKey) {
    const secrets: Secrets = { secretKey: secretKey.toString('base64'), tables: [] }
    for (const table of all.filter((one) => placeOf(one) === 'sealed'))
      secrets.tables.push({ name: table.name, columns: namesOf(table), rows: await readTable(tx, table) })
    const boundTo = createHash('sha256').update(bytes).digest()
    await archive.add(SECRETS, await seal(secrets, passphrase, boundTo))
  }
  const verified = secretKey ? await createAudit(database, systemClock, secretKey).verify() : null
  return { manifest, auditBroken: verified?.firstBroken ?? null }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const namesOf = (table: Table) => table.columns.map((column) => column.name)
