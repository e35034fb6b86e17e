import type { LibraryArchive } from '@parlance/contract/dataSources'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { removeAllRows } from '../../../platform/database/slices.ts'
import type { Visible } from '../policy.ts'

export type ArchiveRow = z.output<typeof LibraryArchive>

export interface Refusal {
  ordinal: number
  path: string
  reason: string
}

/** What became of a file of an archive. */
export type Outcome = 'added' | 'unchanged' | 'refused'

const LEASE = sql.raw("interval '30 seconds'")
const LISTED = 20

const columns = sql`a.archive_id as "archiveId", a.data_source_id as "dataSourceId", a.name, a.folder,
  a.size::float8 as size, a.total, a.done, a.added, a.unchanged, a.refused, a.failure,
  ${isoTime('a.created_at')} as "createdAt", ${isoTime('a.finished_at')} as "finishedAt"`

/** Restricts a query on `a` to archives of libraries that a user can change. */
const within = (changeable: Visible) =>
  sql`exists (select from data_source d where d.data_source_id = a.data_source_id
    and d.data_source_type = 'UploadedFiles'
    and ${changeable === 'all' ? sql`true` : sql`d.data_source_id = any(${[...changeable]}::uuid[])`})`

/** Returns how many archives of a user are being unpacked, and prevents beginning more until the transaction ends. */
export async function lockUnfinished(tx: Sql, { userId }: Pick<Actor, 'userId'>): Promise<number> {
  await sql`select from app_user where id = ${userId} for update`.execute(tx)
  const found = await sql<{ count: number }>`select count(*)::int as count from library_archive a
    where a.uploaded_by = ${userId} and a.finished_at is null`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export async function insertArchive(
  tx: Sql,
  archive: Pick<ArchiveRow, 'archiveId' | 'dataSourceId' | 'name' | 'folder' | 'size' | 'total'> & {
    uploadedBy: string
    blobKey: string
  },
): Promise<ArchiveRow> {
  const { archiveId, dataSourceId, uploadedBy, name, folder, size, blobKey, total } = archive
  const added =
    await sql<ArchiveRow>`insert into library_archive as a (archive_id, data_source_id, uploaded_by, name,
      folder, size, blob_key, total)
    values (${archiveId}, ${dataSourceId}, ${uploadedBy}, ${name}, ${folder}, ${size}, ${blobKey}, ${total})
    returning ${columns}`.execute(tx)
  return added.rows[0]!
}

/** Newest first. */
export async function listArchives(
  db: Sql,
  changeable: Visible,
  dataSourceId: string,
): Promise<ArchiveRow[]> {
  const found = await sql<ArchiveRow>`select ${columns} from library_archive a
    where a.data_source_id = ${dataSourceId} and ${within(changeable)}
    order by a.created_at desc, a.archive_id desc limit ${LISTED}`.execute(db)
  return found.rows
}

interface OneArchive {
  dataSourceId: string
  archiveId: string
}

export async function findArchive(
  db: Sql,
  changeable: Visible,
  { dataSourceId, archiveId }: OneArchive,
): Promise<ArchiveRow | null> {
  const found = await sql<ArchiveRow>`select ${columns} from library_archive a
    where a.archive_id = ${archiveId} and a.data_source_id = ${dataSourceId} and ${within(changeable)}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

/** In the order of the archive. `after` is the position of the last one shown. */
export async function listRefusals(
  db: Sql,
  changeable: Visible,
  { dataSourceId, archiveId }: OneArchive,
  { after, limit }: { after: number; limit: number },
): Promise<Refusal[]> {
  const found = await sql<Refusal>`select r.ordinal, r.path, r.reason
    from library_archive_refusal r join library_archive a on a.archive_id = r.archive_id
    where r.archive_id = ${archiveId} and a.data_source_id = ${dataSourceId} and ${within(changeable)}
      and r.ordinal > ${after}
    order by r.ordinal limit ${limit}`.execute(db)
  return found.rows
}

/** Removes an archive, and answers with the key of its bytes if they are still stored. */
export async function removeArchive(tx: Sql, archiveId: string): Promise<string | null> {
  const removed = await sql<{ blobKey: string | null }>`delete from library_archive
    where archive_id = ${archiveId} returning blob_key as "blobKey"`.execute(tx)
  return removed.rows[0]?.blobKey ?? null
}

/** An archive that this process unpacks. */
export interface ArchiveTask {
  archiveId: string
  dataSourceId: string
  ownerId: string
  ownerName: string
  folder: string
  blobKey: string
  done: number
  attempts: number
}

/** Claims the archive that has waited longest, including those whose process stopped renewing its lease. */
export async function claim(db: Sql, holder: string): Promise<ArchiveTask | null> {
  const found = await sql<ArchiveTask>`update library_archive a
    set lease_holder = ${holder}, lease_until = now() + ${LEASE}, attempts = attempts + 1
    from app_user u
    where u.id = a.uploaded_by and a.archive_id = (select o.archive_id from library_archive o
      where o.finished_at is null and (o.lease_until is null or o.lease_until < now())
      order by o.created_at, o.archive_id limit 1 for update skip locked)
    returning a.archive_id as "archiveId", a.data_source_id as "dataSourceId", a.uploaded_by as "ownerId",
      u.name as "ownerName", a.folder, a.blob_key as "blobKey", a.done, a.attempts`.execute(db)
  return found.rows[0] ?? null
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeAllLeases(db: Sql): Promise<void> {
  await sql`update library_archive set lease_holder = null, lease_until = null
    where lease_holder is not null`.execute(db)
}

export async function giveBack(db: Sql, { archiveId }: ArchiveTask, holder: string): Promise<void> {
  await sql`update library_archive set lease_holder = null, lease_until = null, attempts = greatest(attempts - 1, 0)
    where archive_id = ${archiveId} and lease_holder = ${holder}`.execute(db)
}

/**
 * Releases an archive so it can be claimed again after `seconds`. Unless `isAttempt`, that doesn't count. Returns false
 * if another process has it, or if it is gone.
 */
export async function postpone(
  db: Sql,
  { archiveId }: ArchiveTask,
  holder: string,
  { seconds, isAttempt }: { seconds: number; isAttempt: boolean },
): Promise<boolean> {
  const postponed =
    await sql`update library_archive set lease_holder = null, lease_until = now() + make_interval(secs => ${seconds}),
      attempts = greatest(attempts - ${isAttempt ? 0 : 1}::int, 0)
    where archive_id = ${archiveId} and lease_holder = ${holder}`.execute(db)
  return postponed.numAffectedRows === 1n
}

export async function keepLease(db: Sql, { archiveId }: ArchiveTask, holder: string): Promise<void> {
  await sql`update library_archive set lease_until = now() + ${LEASE}
    where archive_id = ${archiveId} and lease_holder = ${holder}`.execute(db)
}

/** Whether the owner can still sign in. Someone who can't, can't change anything either. */
export async function readIsEnabled(db: Sql, { ownerId }: Pick<ArchiveTask, 'ownerId'>): Promise<boolean> {
  const found = await sql`select from app_user where id = ${ownerId} and not disabled`.execute(db)
  return found.rows.length > 0
}

/**
 * Counts the next file, in the transaction that adds it. Returns false if another process has the archive, or if it is
 * gone.
 */
export async function count(
  tx: Sql,
  { archiveId }: ArchiveTask,
  holder: string,
  outcome: Outcome,
): Promise<boolean> {
  const column = sql.ref(outcome)
  const counted =
    await sql`update library_archive set done = done + 1, ${column} = ${column} + 1, attempts = 1,
      lease_until = now() + ${LEASE}
    where archive_id = ${archiveId} and lease_holder = ${holder}`.execute(tx)
  return counted.numAffectedRows === 1n
}

export async function insertRefusal(
  tx: Sql,
  { archiveId }: ArchiveTask,
  { ordinal, path, reason }: Refusal,
): Promise<void> {
  await sql`insert into library_archive_refusal (archive_id, ordinal, path, reason)
    values (${archiveId}, ${ordinal}, ${path}, ${reason})`.execute(tx)
}

/** Ends an archive, whose bytes aren't needed anymore. Returns false if another process has it, or if it is gone. */
export async function finish(
  db: Sql,
  { archiveId }: ArchiveTask,
  holder: string,
  failure: string | null,
): Promise<boolean> {
  const ended =
    await sql`update library_archive set failure = ${failure}, finished_at = now(), blob_key = null,
      lease_holder = null, lease_until = null
    where archive_id = ${archiveId} and lease_holder = ${holder}`.execute(db)
  return ended.numAffectedRows === 1n
}

/** Archives of which everything was added are no longer useful after a day, the others after a month. */
export async function removeEnded(database: Database): Promise<void> {
  // There can be thousands for one archive, too many to go with its row.
  await removeAllRows(database, {
    table: 'library_archive_refusal',
    key: 'ctid',
    where: sql`exists (select from library_archive a where a.archive_id = r.archive_id
      and a.finished_at < now() - interval '30 days')`,
  })
  await removeAllRows(database, {
    table: 'library_archive',
    key: 'archive_id',
    where: sql`(r.finished_at < now() - interval '30 days'
      or (r.finished_at < now() - interval '1 day' and r.refused = 0 and r.failure is null))`,
  })
}
