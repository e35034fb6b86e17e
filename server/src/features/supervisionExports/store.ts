import {
  type SupervisionError,
  type SupervisionStream,
  supervisionStreams,
} from '@parlance/contract/supervisionExports'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'

// Exports belong to the instance; the endpoints check who can read them.

export interface StreamRow {
  stream: SupervisionStream
  /** The last entry that was exported. */
  position: number
  edition: number
  /** The file that is written, and its length up to the position. */
  file: string | null
  fileBytes: number
}

export interface Settings {
  name: string
  kind: 'File' | 'Webhook'
  /** How file names begin, or a URL. */
  address: string
  /** Sealed. */
  secret: string | null
  includesConversations: boolean
  includesNames: boolean
  enabled: boolean
}

export interface ExportRow extends Settings {
  supervisionExportId: string
  /** Null if it is paused. */
  nextAttemptAt: string | null
  failedAttempts: number
  lastSuccessAt: string | null
  lastError: SupervisionError | null
  lastStatus: number | null
  version: number
  createdAt: string
  updatedAt: string
  streams: StreamRow[]
}

const columns = sql`e.id as "supervisionExportId", e.name, e.kind, e.address, e.secret,
  e.includes_conversations as "includesConversations", e.includes_names as "includesNames", e.enabled,
  ${isoTime('e.next_attempt_at')} as "nextAttemptAt", e.failed_attempts as "failedAttempts",
  ${isoTime('e.last_success_at')} as "lastSuccessAt", e.last_error as "lastError", e.last_status as "lastStatus",
  e.version, ${isoTime('e.created_at')} as "createdAt", ${isoTime('e.updated_at')} as "updatedAt",
  (select jsonb_agg(jsonb_build_object('stream', s.stream, 'position', s.position, 'edition', s.edition,
      'file', s.file, 'fileBytes', s.file_bytes) order by s.stream)
    from supervision_stream s where s.export_id = e.id) as streams`

const one = async (found: Promise<{ rows: ExportRow[] }>) => (await found).rows[0] ?? null

export async function readExports(db: Sql): Promise<ExportRow[]> {
  const found = await sql<ExportRow>`select ${columns} from supervision_export e
    order by e.created_at, e.id`.execute(db)
  return found.rows
}

const readExport = (db: Sql, id: string): Promise<ExportRow | null> =>
  one(sql<ExportRow>`select ${columns} from supervision_export e where e.id = ${id}`.execute(db))

export const lockExport = (tx: Sql, id: string): Promise<ExportRow | null> =>
  one(sql<ExportRow>`select ${columns} from supervision_export e where e.id = ${id} for update`.execute(tx))

/** How many there are. Until the transaction ends, no others are added. */
export async function lockCount(tx: Sql): Promise<number> {
  await sql`lock table supervision_export in share row exclusive mode`.execute(tx)
  const found = await sql<{ n: number }>`select count(*)::int as n from supervision_export`.execute(tx)
  return found.rows[0]?.n ?? 0
}

const again = async (tx: Sql, id: string): Promise<ExportRow> => {
  const row = await readExport(tx, id)
  if (!row) throw new Error('The stored export is missing.')
  return row
}

export async function insertExport(
  tx: Sql,
  id: string,
  { name, kind, address, secret, includesConversations, includesNames, enabled }: Settings,
  positions: Record<SupervisionStream, number>,
): Promise<ExportRow> {
  await sql`insert into supervision_export (id, name, kind, address, secret, includes_conversations, includes_names,
      enabled)
    values (${id}, ${name}, ${kind}, ${address}, ${secret}, ${includesConversations}, ${includesNames},
      ${enabled})`.execute(tx)
  for (const stream of supervisionStreams)
    await sql`insert into supervision_stream (export_id, stream, position)
      values (${id}, ${stream}, ${positions[stream]})`.execute(tx)
  return again(tx, id)
}

/** A changed export is tried again at once, because the change can be what it waits for. */
export async function updateExport(
  tx: Sql,
  id: string,
  { name, address, secret, includesConversations, includesNames, enabled }: Settings,
): Promise<ExportRow> {
  await sql`update supervision_export set name = ${name}, address = ${address}, secret = ${secret},
      includes_conversations = ${includesConversations}, includes_names = ${includesNames}, enabled = ${enabled},
      next_attempt_at = now(), version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
  return again(tx, id)
}

export async function removeExport(tx: Sql, id: string): Promise<void> {
  await sql`delete from supervision_export where id = ${id}`.execute(tx)
}

/** A new edition makes a batch that is under way count no more. */
export async function setPosition(
  tx: Sql,
  id: string,
  { stream, position }: Pick<StreamRow, 'stream' | 'position'>,
): Promise<ExportRow> {
  await sql`update supervision_stream set position = ${position}, edition = edition + 1, file = null, file_bytes = 0
    where export_id = ${id} and stream = ${stream}`.execute(tx)
  return again(tx, id)
}

export async function tryNow(tx: Sql, id: string): Promise<ExportRow> {
  await sql`update supervision_export set next_attempt_at = now() where id = ${id}`.execute(tx)
  return again(tx, id)
}

/** The kinds that a process can export to. */
export type Kinds = readonly Settings['kind'][]

/** The exports that this process can continue now, whether or not there is something to export. */
export async function readDue(db: Sql, kinds: Kinds): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from supervision_export
    where enabled and next_attempt_at <= now() and kind = any(${[...kinds]}::text[])
      and (lease_until is null or lease_until < now())
    order by next_attempt_at, id`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** How long an export belongs to a process that doesn't renew it. */
const LEASE_SECONDS = 20
export const RENEW_MS = 5000

/** Takes or keeps an export for a process. Null if it is off, waits, was deleted, or another process has it. */
export async function claimExport(db: Sql, id: string, holder: string): Promise<ExportRow | null> {
  return one(
    sql<ExportRow>`update supervision_export e set lease_holder = ${holder},
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where e.id = ${id} and e.enabled and e.next_attempt_at <= now()
        and (e.lease_holder = ${holder} or e.lease_until is null or e.lease_until < now())
      returning ${columns}`.execute(db),
  )
}

/** Keeps an export during a long batch. */
export async function renewLease(db: Sql, id: string, holder: string): Promise<void> {
  await sql`update supervision_export set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and lease_holder = ${holder}`.execute(db)
}

export async function releaseExport(db: Sql, id: string, holder: string): Promise<void> {
  await sql`update supervision_export set lease_holder = null, lease_until = null
    where id = ${id} and lease_holder = ${holder}`.execute(db)
}

/** Releases what a process that was killed had. */
export async function releaseAll(db: Sql): Promise<void> {
  await sql`update supervision_export set lease_holder = null, lease_until = null
    where lease_holder is not null`.execute(db)
}

interface Progress {
  supervisionExportId: string
  holder: string
  before: StreamRow
  after: Pick<StreamRow, 'position' | 'file' | 'fileBytes'>
}

/**
 * Stores that a batch was exported. False if another process has the export, or if it was set back or deleted
 * meanwhile: then the batch isn't counted.
 */
export async function noteSuccess(
  db: Sql,
  { supervisionExportId, holder, before, after }: Progress,
): Promise<boolean> {
  const found = await sql<{ moved: number }>`with held as (
      update supervision_export set last_success_at = now(), last_error = null, last_status = null, failed_attempts = 0
      where id = ${supervisionExportId} and lease_holder = ${holder} returning id),
    moved as (update supervision_stream s set position = ${after.position}, file = ${after.file},
        file_bytes = ${after.fileBytes}
      from held where s.export_id = held.id and s.stream = ${before.stream} and s.position = ${before.position}
        and s.edition = ${before.edition} returning s.stream)
    select count(*)::int as moved from moved`.execute(db)
  return (found.rows[0]?.moved ?? 0) > 0
}

interface Failure {
  error: SupervisionError
  status: number | null
  /** Null: it is paused, until someone tries again. */
  retryMs: number | null
  /** Whether it is turned off. */
  turnsOff: boolean
}

/** Stores why a batch wasn't exported. False if another process has the export. */
export async function noteFailure(
  db: Sql,
  { supervisionExportId, version }: Pick<ExportRow, 'supervisionExportId' | 'version'>,
  holder: string,
  { error, status, retryMs, turnsOff }: Failure,
): Promise<boolean> {
  const next: RawBuilder<unknown> =
    retryMs === null ? sql`null` : sql`now() + make_interval(secs => ${retryMs / 1000}::float8)`
  const stored = await sql`update supervision_export set last_error = ${error}, last_status = ${status},
      failed_attempts = failed_attempts + 1, next_attempt_at = ${next}, enabled = enabled and not ${turnsOff},
      version = version + case when ${turnsOff} then 1 else 0 end, lease_holder = null, lease_until = null
    where id = ${supervisionExportId} and lease_holder = ${holder} and version = ${version}`.execute(db)
  return Number(stored.numAffectedRows ?? 0) > 0
}
