import { limits } from '@parlance/contract/limits'
import type { DataArea, DataExport } from '@parlance/contract/personalData'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removedAtOnce, removeRows } from '../../platform/database/slices.ts'
import type { Holding } from '../../platform/erasure/erasure.ts'
import type { DataPart, DataSubject } from '../../platform/personalData/personalData.ts'

export type ExportRow = z.output<typeof DataExport>

const exportRows = (condition: RawBuilder<boolean>, most: number) => sql<ExportRow>`
  select e.id as "dataExportId", e.user_id as "userId", p.name as "personName", e.requested_by as "requestedBy",
    b.name as "requesterName", e.reason,
    case when e.phase = 'Ready' and e.expires_at <= now() then 'Expired' else e.phase end as state,
    case when not e.needs_approval then 'NotNeeded' when e.approved_by is null then 'Waiting' else 'Given' end as approval,
    (select a.name from app_user a where a.id = e.approved_by) as "approvedBy", e.size::float8 as size,
    e.files_left_out as "filesLeftOut", ${isoTime('e.created_at')} as "createdAt",
    ${isoTime('e.finished_at')} as "finishedAt", ${isoTime('e.expires_at')} as "expiresAt",
    ${isoTime('e.downloaded_at')} as "downloadedAt"
  from data_export e join app_user p on p.id = e.user_id join app_user b on b.id = e.requested_by
  where ${condition} order by e.created_at desc, e.id desc limit ${most}`

/** Exports of the user's own data. For rows `e`. */
const isOwn = ({ userId }: Actor) => sql<boolean>`e.user_id = ${userId}::uuid`

export async function listOwnExports(db: Sql, actor: Actor): Promise<ExportRow[]> {
  return (await exportRows(isOwn(actor), limits.dataExports).execute(db)).rows
}

export async function findOwnExport(db: Sql, actor: Actor, id: string): Promise<ExportRow | null> {
  return (
    (await exportRows(sql<boolean>`e.id = ${id}::uuid and ${isOwn(actor)}`, 1).execute(db)).rows[0] ?? null
  )
}

/** Those that others asked for. Callers have the permission to see all of them, but not their own ones here. */
const isAskedForOf = (userId: string) =>
  sql<boolean>`e.user_id = ${userId}::uuid and e.requested_by <> e.user_id`

export async function listExportsOf(db: Sql, _by: Actor, userId: string): Promise<ExportRow[]> {
  return (await exportRows(isAskedForOf(userId), limits.dataExports).execute(db)).rows
}

export async function findExportOf(
  db: Sql,
  _by: Actor,
  { userId, dataExportId }: { userId: string; dataExportId: string },
): Promise<ExportRow | null> {
  const found = await exportRows(
    sql<boolean>`e.id = ${dataExportId}::uuid and ${isAskedForOf(userId)}`,
    1,
  ).execute(db)
  return found.rows[0] ?? null
}

/** Locks an export until the transaction ends. */
export async function lockExport(tx: Sql, dataExportId: string): Promise<void> {
  await sql`select from data_export where id = ${dataExportId}::uuid for update`.execute(tx)
}

/** How many exports of their own data someone has started within a day, with their row locked until the end. */
export async function lockOwnStarted(tx: Sql, { userId }: Actor): Promise<number> {
  await sql`select from app_user where id = ${userId}::uuid for no key update`.execute(tx)
  const found = await sql<{ count: number }>`select count(*)::int as count from data_export
    where user_id = ${userId}::uuid and requested_by = ${userId}::uuid and created_at > now() - interval '24 hours'
      and phase <> 'Failed'`.execute(tx)
  return found.rows[0]?.count ?? 0
}

interface NewExport {
  userId: string
  reason: string | null
  /** Defaults to the language of the person’s emails. */
  language: 'en' | 'ar' | null
  needsApproval: boolean
}

export async function insertExport(
  tx: Sql,
  by: Actor,
  { userId, reason, language, needsApproval }: NewExport,
): Promise<string> {
  const id = uuid()
  await sql`insert into data_export (id, user_id, requested_by, reason, language, needs_approval)
    select ${id}, u.id, ${by.userId}, ${reason}, coalesce(${language}, u.email_language), ${needsApproval}
    from app_user u where u.id = ${userId}::uuid`.execute(tx)
  return id
}

export async function approve(tx: Sql, { userId }: Actor, dataExportId: string): Promise<void> {
  await sql`update data_export set approved_by = ${userId} where id = ${dataExportId}::uuid`.execute(tx)
}

export async function markDownloaded(tx: Sql, dataExportId: string): Promise<void> {
  await sql`update data_export set downloaded_at = coalesce(downloaded_at, now())
    where id = ${dataExportId}::uuid`.execute(tx)
}

/** Returns the bytes of an export that the caller has found and checked. */
export async function readBlobKey(db: Sql, dataExportId: string): Promise<string | null> {
  const found = await sql<{ key: string | null }>`select blob_key as key from data_export
    where id = ${dataExportId}::uuid`.execute(db)
  return found.rows[0]?.key ?? null
}

/** Whose data it is; null if there is no such user, or the user was deleted. */
export async function readSubject(
  db: Sql,
  userId: string,
): Promise<(DataSubject & { name: string; userName: string; canSignIn: boolean }) | null> {
  const found = await sql<
    DataSubject & { name: string; userName: string; canSignIn: boolean }
  >`select id as "userId", object_id as "objectId", name, user_name as "userName", not disabled as "canSignIn"
    from app_user where id = ${userId}::uuid and removed_at is null`.execute(db)
  return found.rows[0] ?? null
}

/** An export that this process creates. */
export interface ExportTask {
  dataExportId: string
  userId: string
  requestedBy: string
  requesterName: string
  personName: string
  reason: string | null
  language: 'en' | 'ar'
  attempts: number
  createdAt: string
  /** The bytes of an interrupted attempt. */
  blobKey: string | null
}

const LEASE = sql.raw("interval '30 seconds'")

/** Claims the export that has waited longest, including those whose process stopped renewing its lease. */
export async function claim(db: Sql, holder: string): Promise<ExportTask | null> {
  const found = await sql<ExportTask>`update data_export e
    set lease_holder = ${holder}, lease_until = now() + ${LEASE}, attempts = e.attempts + 1, phase = 'Building'
    from app_user p, app_user b
    where p.id = e.user_id and b.id = e.requested_by and e.id = (select o.id from data_export o
      where o.finished_at is null and (o.lease_until is null or o.lease_until < now())
      order by o.created_at, o.id limit 1 for update skip locked)
    returning e.id as "dataExportId", e.user_id as "userId", e.requested_by as "requestedBy", b.name as "requesterName",
      p.name as "personName", e.reason, e.language, e.attempts, ${isoTime('e.created_at')} as "createdAt",
      e.blob_key as "blobKey"`.execute(db)
  return found.rows[0] ?? null
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeAllLeases(db: Sql): Promise<void> {
  await sql`update data_export set lease_holder = null, lease_until = null
    where lease_holder is not null`.execute(db)
}

const isHeld = ({ dataExportId }: Pick<ExportTask, 'dataExportId'>, holder: string) =>
  sql<boolean>`(id = ${dataExportId}::uuid and lease_holder = ${holder} and finished_at is null)`

/** Names the bytes before they are stored. False if another process has the export, or it was erased. */
export async function nameBlob(
  db: Sql,
  task: ExportTask,
  holder: string,
  key: string | null,
): Promise<boolean> {
  const named = await sql`update data_export set blob_key = ${key} where ${isHeld(task, holder)}`.execute(db)
  return named.numAffectedRows === 1n
}

export async function keepLease(db: Sql, task: ExportTask, holder: string): Promise<boolean> {
  const kept = await sql`update data_export set lease_until = now() + ${LEASE}
    where ${isHeld(task, holder)}`.execute(db)
  return kept.numAffectedRows === 1n
}

export async function giveBack(db: Sql, task: ExportTask, holder: string): Promise<void> {
  await sql`update data_export set lease_holder = null, lease_until = null, attempts = greatest(attempts - 1, 0)
    where ${isHeld(task, holder)}`.execute(db)
}

export async function postpone(db: Sql, task: ExportTask, holder: string, seconds: number): Promise<void> {
  await sql`update data_export set lease_until = now() + make_interval(secs => ${seconds})
    where ${isHeld(task, holder)}`.execute(db)
}

/** Ends an export. False if another process has it, or it was erased. */
export async function finish(
  tx: Sql,
  task: ExportTask,
  holder: string,
  result: { size: number; filesLeftOut: number } | null,
): Promise<boolean> {
  const ended = result
    ? await sql`update data_export set phase = 'Ready', size = ${result.size},
        files_left_out = ${result.filesLeftOut}, finished_at = now(), lease_holder = null, lease_until = null,
        expires_at = now() + make_interval(days => ${limits.dataExportDays}) where ${isHeld(task, holder)}`.execute(
        tx,
      )
    : await sql`update data_export set phase = 'Failed', blob_key = null, finished_at = now(), lease_holder = null,
        lease_until = null where ${isHeld(task, holder)}`.execute(tx)
  return ended.numAffectedRows === 1n
}

/** Marks some exports as expired and returns the bytes to delete. */
export async function expire(db: Sql, limit: number): Promise<{ dataExportId: string; key: string }[]> {
  const found = await sql<{ dataExportId: string; key: string }>`
    update data_export set phase = 'Expired' where id in (select id from data_export
      where blob_key is not null and (phase = 'Expired' or (phase = 'Ready' and expires_at <= now()))
      order by expires_at limit ${limit})
    returning id as "dataExportId", blob_key as key`.execute(db)
  return found.rows
}

/** Forgets bytes that were deleted. */
export async function forgetBlob(db: Sql, dataExportId: string): Promise<void> {
  await sql`update data_export set blob_key = null where id = ${dataExportId}::uuid and phase = 'Expired'`.execute(
    db,
  )
}

/** What is listed of ended exports is needed as long as questions about them are likely. */
export const removeOldExports = (tx: Sql): Promise<number> =>
  removeRows(tx, {
    table: 'data_export',
    key: 'id',
    where: sql`r.finished_at < now() - interval '1 year' and r.blob_key is null`,
  })

export type Counts = Partial<Record<DataArea, number>>

interface StoredErasure {
  erasureId: string
  cause: 'Administrator' | 'Person' | 'Deletion'
  startedAt: string
  finishedAt: string | null
  counts: Counts
  leftCounts: Counts | null
}

const erasureColumns = sql`e.id as "erasureId", e.cause, ${isoTime('e.started_at')} as "startedAt",
  ${isoTime('e.finished_at')} as "finishedAt", e.counts, e.left_counts as "leftCounts"`

// Statements name no one, so callers with the permission see all of them.

export async function readErasures(db: Sql): Promise<StoredErasure[]> {
  const found = await sql<StoredErasure>`select ${erasureColumns} from erasure e
    order by e.started_at desc, e.id desc limit ${limits.erasures}`.execute(db)
  return found.rows
}

export async function readErasure(db: Sql, erasureId: string): Promise<StoredErasure | null> {
  const found = await sql<StoredErasure>`select ${erasureColumns} from erasure e
    where e.id = ${erasureId}::uuid`.execute(db)
  return found.rows[0] ?? null
}

/** Begins an erasure, or returns the one under way. */
export async function beginErasure(
  tx: Sql,
  { userId, cause, counts }: { userId: string; cause: StoredErasure['cause']; counts: Counts },
): Promise<string> {
  await sql`insert into erasure (id, user_id, cause, counts) values (${uuid()}, ${userId}, ${cause},
    ${JSON.stringify(counts)}::jsonb) on conflict (user_id) where user_id is not null do nothing`.execute(tx)
  const found = await sql<{ id: string }>`select id from erasure where user_id = ${userId}::uuid`.execute(tx)
  if (!found.rows[0]) throw new Error('The erasure is missing.')
  return found.rows[0].id
}

export async function readErasureOf(db: Sql, userId: string): Promise<string | null> {
  const found = await sql<{ id: string }>`select id from erasure where user_id = ${userId}::uuid`.execute(db)
  return found.rows[0]?.id ?? null
}

/** Notes some stored bytes of a part that the person's data refers to. Returns how many. */
export async function noteBlobs(
  db: Sql,
  erasureId: string,
  blobs: NonNullable<DataPart['blobs']>,
  person: DataSubject,
): Promise<number> {
  const noted = await sql`insert into erasure_blob (erasure_id, key)
    select distinct ${erasureId}::uuid, b.key from (${blobs(person)}) b
    where not exists (select from erasure_blob n where n.erasure_id = ${erasureId}::uuid and n.key = b.key)
    limit ${removedAtOnce.rows} on conflict do nothing`.execute(db)
  return Number(noted.numAffectedRows ?? 0)
}

export async function readNotedBlobs(db: Sql, erasureId: string, limit: number): Promise<string[]> {
  const found = await sql<{ key: string }>`select key from erasure_blob where erasure_id = ${erasureId}::uuid
    order by key limit ${limit}`.execute(db)
  return found.rows.map(({ key }) => key)
}

export async function forgetNotedBlobs(db: Sql, erasureId: string, keys: readonly string[]): Promise<void> {
  await sql`delete from erasure_blob where erasure_id = ${erasureId}::uuid and key = any(${[...keys]}::text[])`.execute(
    db,
  )
}

/** Ends an erasure, which then no longer says whose it was. */
export async function finishErasure(tx: Sql, erasureId: string, left: Counts): Promise<void> {
  await sql`update erasure set user_id = null, left_counts = ${JSON.stringify(left)}::jsonb, finished_at = now()
    where id = ${erasureId}::uuid and finished_at is null`.execute(tx)
}

/** Deletes the statement of an erasure that ended before it began, because the person was invited again. */
export async function removeErasure(tx: Sql, erasureId: string): Promise<void> {
  await sql`delete from erasure where id = ${erasureId}::uuid and finished_at is null`.execute(tx)
}

/** The questions that are still being answered for someone, also as a tester of public pages. */
export async function readOpenQuestions(db: Sql, userId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select r.subject_id as id from run r where r.phase <> 'Ended'
    and (r.owner_id = ${userId}::uuid
      or r.owner_id in (select s.id from public_session s where s.tested_by = ${userId}::uuid))
    limit ${removedAtOnce.rows}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** How many of someone's agents have a name. */
export async function countAgents(db: Sql, userId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from gpt_system g
    where g.owner_user_id = ${userId}::uuid and g.deleted_at is null and exists (
      select from gpt_system_configuration_state s where s.gpt_system_id = g.id and s.name <> '')`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** What is stored for repeating someone's calls, and the exports of their data. */
export const heldInRequests: Holding[] = [
  {
    columns: ['idempotency_key.owner'],
    erase: (tx, { userId }) =>
      removeRows(tx, { table: 'idempotency_key', key: 'ctid', where: sql`r.owner = ${userId}` }),
  },
  {
    columns: ['data_export.user_id'],
    erase: (tx, { userId }) =>
      removeRows(tx, { table: 'data_export', key: 'id', where: sql`r.user_id = ${userId}::uuid` }),
  },
]
