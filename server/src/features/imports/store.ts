import type { Import, ImportSource } from '@parlance/contract/imports'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { removeAllRows } from '../../platform/database/slices.ts'
import type { ImportedConversation } from './imported.ts'
import type { StoredSegment } from './storedSegments.ts'

export type ImportRow = z.output<typeof Import>
export type ReportEntry = ImportRow['report'][number]

const LEASE = sql.raw("interval '30 seconds'")
const LISTED = 20

const columns = sql`i.import_id as "importId", i.file_name as "fileName", i.gpt_system_id as "gptSystemId", i.source, i.phase,
  i.taken + i.known + i.refused as done, i.total, i.taken, i.known, i.refused, i.report, i.failure,
  to_jsonb(i.created_at) as "createdAt", to_jsonb(i.finished_at) as "finishedAt"`

const shown = (row: ImportRow): ImportRow => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
})

/** Imports are visible only to their owner. For rows `i`. */
const ownedBy = (actor: Actor) => sql<boolean>`i.owner_user_id = ${actor.userId}::uuid`

export async function findImport(db: Sql, actor: Actor, importId: string): Promise<ImportRow | null> {
  const found = await sql<ImportRow>`select ${columns} from conversation_import i
    where i.import_id = ${importId} and ${ownedBy(actor)}`.execute(db)
  return found.rows[0] ? shown(found.rows[0]) : null
}

/** Returns the user's latest imports, newest first. */
export async function listImports(db: Sql, actor: Actor): Promise<ImportRow[]> {
  const found = await sql<ImportRow>`select ${columns} from conversation_import i where ${ownedBy(actor)}
    order by i.created_at desc, i.import_id desc limit ${LISTED}`.execute(db)
  return found.rows.map(shown)
}

export async function insertImport(
  tx: Sql,
  actor: Actor,
  given: { importId: string; gptSystemId: string; fileName: string; size: number; blobKey: string },
): Promise<void> {
  const { importId, gptSystemId, fileName, size, blobKey } = given
  await sql`insert into conversation_import (import_id, owner_user_id, gpt_system_id, file_name, size,
      blob_key)
    values (${importId}, ${actor.userId}, ${gptSystemId}, ${fileName}, ${size}, ${blobKey})`.execute(tx)
}

/** Returns the bytes that a user uploaded within a day, whatever the outcome. */
export async function findBytesOfDay(db: Sql, actor: Actor): Promise<number> {
  const found = await sql<{ bytes: number }>`select coalesce(sum(i.size), 0)::float8 as bytes
    from conversation_import i where ${ownedBy(actor)} and i.created_at > now() - interval '24 hours'`.execute(
    db,
  )
  return found.rows[0]?.bytes ?? 0
}

/** An import that this process works on. */
export interface ImportTask {
  importId: string
  ownerId: string
  gptSystemId: string
  fileName: string
  blobKey: string
  total: number | null
  /** The number of conversations already processed. */
  done: number
  attempts: number
  startedAt: Date
}

/** Claims the import that has waited longest, including those whose process stopped renewing its lease. */
export async function claim(db: Sql, holder: string): Promise<ImportTask | null> {
  const found = await sql<ImportTask>`update conversation_import i
    set lease_holder = ${holder}, lease_until = now() + ${LEASE}, attempts = attempts + 1,
      phase = case when phase = 'Waiting' then 'Reading' else phase end
    where i.import_id = (select o.import_id from conversation_import o
      where o.finished_at is null and (o.lease_until is null or o.lease_until < now())
      order by o.created_at, o.import_id limit 1 for update skip locked)
    returning i.import_id as "importId", i.owner_user_id as "ownerId", i.gpt_system_id as "gptSystemId",
      i.file_name as "fileName", i.blob_key as "blobKey", i.total, i.taken + i.known + i.refused as done, i.attempts,
      i.created_at as "startedAt"`.execute(db)
  return found.rows[0] ?? null
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeAllLeases(db: Sql): Promise<void> {
  await sql`update conversation_import set lease_holder = null, lease_until = null
    where lease_holder is not null`.execute(db)
}

export async function giveBack(db: Sql, { importId }: ImportTask, holder: string): Promise<void> {
  await sql`update conversation_import set lease_holder = null, lease_until = null, attempts = greatest(attempts - 1, 0)
    where import_id = ${importId} and lease_holder = ${holder}`.execute(db)
}

/** Releases an import so it can be claimed again after `seconds`. */
export async function postpone(db: Sql, task: ImportTask, holder: string, seconds: number): Promise<void> {
  await sql`update conversation_import set lease_until = now() + make_interval(secs => ${seconds})
    where import_id = ${task.importId} and lease_holder = ${holder}`.execute(db)
}

export async function keepLease(db: Sql, { importId }: ImportTask, holder: string): Promise<boolean> {
  const updated = await sql`update conversation_import set lease_until = now() + ${LEASE}
    where import_id = ${importId} and lease_holder = ${holder} and finished_at is null`.execute(db)
  return updated.numAffectedRows === 1n
}

/** Marks the file as surveyed and starts the import. Returns false if another process has the import. */
export async function beginImporting(
  db: Sql,
  { importId }: ImportTask,
  holder: string,
  { source, total }: { source: ImportSource; total: number },
): Promise<boolean> {
  const begun =
    await sql`update conversation_import set phase = 'Importing', source = ${source}, total = ${total},
      lease_until = now() + ${LEASE}
    where import_id = ${importId} and lease_holder = ${holder} and finished_at is null`.execute(db)
  return begun.numAffectedRows === 1n
}

/**
 * Counts one conversation in the transaction that stores it. Returns false if another process has the import.
 */
export async function count(
  tx: Sql,
  { importId }: ImportTask,
  holder: string,
  outcome: 'taken' | 'known' | 'refused',
  entries: readonly ReportEntry[],
): Promise<boolean> {
  const column = sql.ref(outcome)
  const counted = await sql`update conversation_import set ${column} = ${column} + 1, attempts = 1,
      lease_until = now() + ${LEASE},
      report = ${reported(entries, outcome === 'refused' ? limits.importReport : limits.importNotes)}
    where import_id = ${importId} and lease_holder = ${holder} and finished_at is null`.execute(tx)
  return counted.numAffectedRows === 1n
}

/** The report has a maximum length, but the counts continue. */
const reported = (entries: readonly ReportEntry[], most: number) =>
  sql`case when jsonb_array_length(report) + ${entries.length}::int <= ${most}::int
    then report || ${JSON.stringify(entries)}::jsonb else report end`

/**
 * Ends an import whose file is no longer needed, and returns how many conversations it brought. Returns null if another
 * process has it and needs the file.
 */
export async function finish(
  tx: Sql,
  { importId }: ImportTask,
  holder: string,
  failure: string | null,
  entries: readonly ReportEntry[],
): Promise<number | null> {
  const ended = await sql<{
    taken: number
  }>`update conversation_import set phase = ${failure === null ? 'Done' : 'Failed'}, failure = ${failure},
      finished_at = now(), blob_key = null, lease_holder = null, lease_until = null, report = ${reported(entries, limits.importReport)}
    where import_id = ${importId} and lease_holder = ${holder} and finished_at is null
      returning taken`.execute(tx)
  return ended.rows[0]?.taken ?? null
}

/** Reports older than a month are no longer useful. */
export const removeEnded = (database: Database): Promise<void> =>
  removeAllRows(database, {
    table: 'conversation_import',
    key: 'import_id',
    where: sql`r.finished_at < now() - interval '30 days'`,
  })

/**
 * Stores a conversation with all its messages for its owner and agent. Returns false if the owner already has
 * it. A copy that they deleted doesn't count.
 */
export async function insertConversation(
  tx: Sql,
  { ownerId, gptSystemId }: Pick<ImportTask, 'ownerId' | 'gptSystemId'>,
  conversationId: string,
  { source, sourceId, title, createdAt, lastActivityAt }: Omit<ImportedConversation, 'segments'>,
): Promise<boolean> {
  await sql`update conversation set imported_id = null
    where owner_user_id = ${ownerId} and imported_from = ${source} and imported_id = ${sourceId}
      and deleted_at is not null`.execute(tx)
  const inserted =
    await sql`insert into conversation (id, owner_user_id, gpt_system_id, title, title_source, created_at,
      last_activity_at, imported_from, imported_id, imported_at)
    values (${conversationId}, ${ownerId}, ${gptSystemId}, ${title}, 'Person', ${new Date(createdAt)},
      ${new Date(lastActivityAt)}, ${source}, ${sourceId}, now())
    on conflict (owner_user_id, imported_from, imported_id) where imported_id is not null do nothing
    returning id`.execute(tx)
  return inserted.rows.length > 0
}

/**
 * Inserts questions and answers, parents before children. They have no usage and no run. They reference the
 * agent's current configuration, because each segment needs one.
 */
export async function insertSegments(
  tx: Sql,
  { ownerId, gptSystemId }: Pick<ImportTask, 'ownerId' | 'gptSystemId'>,
  conversationId: string,
  source: ImportSource,
  segments: readonly StoredSegment[],
): Promise<void> {
  await sql`insert into conversation_segment (id, conversation_id, parent_segment_id, owner_user_id, state_id,
      language_engine, deployment_name, question, answer, thinking, status, idempotency_key, body_hash, created_at,
      finished_at, imported)
    select t.id, ${conversationId}::uuid, t."parentId", ${ownerId}::uuid, s.id, ${source}, t.model, t.question, t.answer,
      t.thinking, t.status, 'import:' || t.id, '', t."askedAt", t."answeredAt", true
    from jsonb_to_recordset(${JSON.stringify(segments)}::jsonb) as t (id uuid, "parentId" uuid, model text, question text,
        answer text, thinking text, status text, "askedAt" timestamptz, "answeredAt" timestamptz),
      (select n.id from gpt_system g join gpt_system_configuration_state n on n.gpt_system_id = g.id
        where g.id = ${gptSystemId}::uuid
        order by (n.id = g.published_state_id) desc nulls last, n.number desc limit 1) s`.execute(tx)
}

export async function selectLeaf(tx: Sql, conversationId: string, segmentId: string): Promise<void> {
  await sql`update conversation set selected_leaf_segment_id = ${segmentId} where id = ${conversationId}`.execute(
    tx,
  )
}
