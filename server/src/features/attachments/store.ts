import type { Attachment } from '@parlance/contract/attachments'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Visit } from '../../platform/access/actor.ts'
import { ownedBy, ownersOf } from '../../platform/access/owners.ts'
import { demandOpenSession } from '../../platform/access/visits.ts'
import type { Sql } from '../../platform/database/database.ts'

type Contract = z.output<typeof Attachment>

export interface AttachmentRow {
  attachmentId: string
  originalFileName: string
  attachmentType: Contract['attachmentType']
  context: Contract['context']
  dataSourceId: string
  /** Bound to a question. */
  sent: boolean
}

const columns = sql`a.attachment_id as "attachmentId", a.original_file_name as "originalFileName",
  a.attachment_type as "attachmentType", a.context, a.data_source_id as "dataSourceId",
  a.segment_id is not null as sent`

export async function insert(
  tx: Sql,
  actor: Actor,
  attachment: Omit<AttachmentRow, 'sent'> & { size: number },
): Promise<void> {
  if (actor.visit) await demandOpenSession(tx, actor.sessionId)
  const { attachmentId, dataSourceId, originalFileName, attachmentType, context, size } = attachment
  await sql`insert into attachment (attachment_id, owner_user_id, owner_session_id, data_source_id,
      original_file_name, attachment_type, context, size)
    values (${attachmentId}, ${ownersOf(actor)}, ${dataSourceId}, ${originalFileName}, ${attachmentType}, ${context},
      ${size})`.execute(tx)
}

export async function findOwn(db: Sql, actor: Actor, attachmentId: string): Promise<AttachmentRow | null> {
  const found = await sql<AttachmentRow>`select ${columns} from attachment a
    where a.attachment_id = ${attachmentId} and ${ownedBy(actor, 'a')}`.execute(db)
  return found.rows[0] ?? null
}

/** Deletes an unsent attachment and returns whether it existed. */
export async function removeUnsent(tx: Sql, actor: Actor, attachmentId: string): Promise<boolean> {
  const removed = await sql`delete from attachment a
    where a.attachment_id = ${attachmentId} and ${ownedBy(actor, 'a')} and a.segment_id is null`.execute(tx)
  return removed.numAffectedRows === 1n
}

/** Binds the actor's unsent attachments to a question and returns them in the order in which they are named. */
export async function bind(
  tx: Sql,
  actor: Actor,
  question: { conversationId: string; segmentId: string; attachmentIds: readonly string[] },
): Promise<Pick<AttachmentRow, 'attachmentId' | 'originalFileName'>[]> {
  const bound = await sql<Pick<AttachmentRow, 'attachmentId' | 'originalFileName'>>`with bound as (
      update attachment a set conversation_id = ${question.conversationId}, segment_id = ${question.segmentId},
        place = array_position(${[...question.attachmentIds]}::uuid[], a.attachment_id)
      where a.attachment_id = any(${[...question.attachmentIds]}::uuid[]) and ${ownedBy(actor, 'a')}
        and a.context = 'Conversation' and a.segment_id is null
      returning a.attachment_id, a.original_file_name, a.place)
    select attachment_id as "attachmentId", original_file_name as "originalFileName" from bound
    order by place`.execute(tx)
  return bound.rows
}

/** Returns those of these attachments that exist, in the given order. */
export async function readMany(db: Sql, attachmentIds: readonly string[]): Promise<AttachmentRow[]> {
  const found = await sql<AttachmentRow>`select ${columns} from attachment a
    where a.attachment_id = any(${[...attachmentIds]}::uuid[])
    order by array_position(${[...attachmentIds]}::uuid[], a.attachment_id)`.execute(db)
  return found.rows
}

/** The most attachments of a conversation that are read at once. */
const MOST_SENT = 1000

/** Returns the attachments that were sent in a conversation, the oldest first. The caller has checked who asks. */
export async function readSentIn(db: Sql, conversationId: string): Promise<AttachmentRow[]> {
  const found = await sql<AttachmentRow>`select ${columns} from attachment a
    where a.conversation_id = ${conversationId}::uuid and a.segment_id is not null
    order by a.segment_id, a.place limit ${MOST_SENT}`.execute(db)
  return found.rows
}

/**
 * SQL for the attachments of a question as a JSON list, in the order in which the question named them. Part of
 * the statement that reads the question.
 */
export const sentWith = (segmentId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('attachmentId', a.attachment_id,
      'originalFileName', a.original_file_name) order by a.place, a.attachment_id)
    from attachment a where a.segment_id = ${segmentId}), '[]'::jsonb)`

export async function belongsTo(db: Sql, conversationId: string, dataSourceId: string): Promise<boolean> {
  const found = await sql`select from attachment
    where conversation_id = ${conversationId} and data_source_id = ${dataSourceId}`.execute(db)
  return found.rows.length > 0
}

/**
 * Returns the libraries of a user's unsent attachments. Locks the user until the transaction ends, so that
 * parallel uploads count each other.
 */
export async function lockUnsent(tx: Sql, ownerId: string): Promise<string[]> {
  await sql`select from app_user where id = ${ownerId} for no key update`.execute(tx)
  const found = await sql<{ dataSourceId: string }>`select data_source_id as "dataSourceId" from attachment
    where owner_user_id = ${ownerId} and segment_id is null and state_id is null`.execute(tx)
  return found.rows.map((row) => row.dataSourceId)
}

/** What a visitor has attached, and all visitors of their page within a day, without those who test it. */
export interface VisitorsUse {
  unsent: number
  bytes: number
  ofPage: { files: number; bytes: number }
}

/** Locks the page until the transaction ends, so that parallel uploads count each other. */
export async function lockVisitors(
  tx: Sql,
  { sessionId }: Actor,
  { gptSystemId }: Visit,
): Promise<VisitorsUse> {
  await sql`select from public_endpoint where gpt_system_id = ${gptSystemId} for no key update`.execute(tx)
  const found = await sql<VisitorsUse>`select
      (select count(*)::int from attachment a where a.owner_session_id = ${sessionId}::uuid
        and a.segment_id is null) as unsent,
      (select coalesce(sum(a.size), 0)::float8 from attachment a
        where a.owner_session_id = ${sessionId}::uuid) as bytes,
      (select jsonb_build_object('files', count(*), 'bytes', coalesce(sum(a.size), 0)) from attachment a
        join public_session s on s.id = a.owner_session_id
        where a.created_at > now() - interval '1 day' and s.gpt_system_id = ${gptSystemId}
          and s.tested_by is null) as "ofPage"`.execute(tx)
  return found.rows[0]!
}

/** Deletes a visitor's oldest unsent attachment, which their page may have forgotten. Returns its library. */
export async function removeOldestUnsent(tx: Sql, { sessionId }: Actor): Promise<string[]> {
  return removed(
    tx,
    sql`select attachment_id from attachment where owner_session_id = ${sessionId}::uuid and segment_id is null
      order by created_at limit 1`,
  )
}

/** Deletes the unsent attachments of a visitor's session. Returns their libraries. */
export const removeUnsentOf = (tx: Sql, sessionIdentifier: string): Promise<string[]> =>
  removed(
    tx,
    sql`select attachment_id from attachment where owner_session_id = ${sessionIdentifier}::uuid
      and segment_id is null`,
  )

/**
 * Deletes some attachments that are still unsent after a day, or an hour for visitors, or whose question was deleted.
 * Returns their libraries.
 */
export const removeForgotten = (tx: Sql, limit: number): Promise<string[]> =>
  removed(
    tx,
    sql`select attachment_id from attachment where segment_id is null and state_id is null
        and created_at < now() - case when owner_session_id is null then interval '24 hours' else interval '1 hour' end
      limit ${limit} for update skip locked`,
  )

/** Deletes some of a person's attachments, sent or not. Returns their libraries. */
export const removeOf = (tx: Sql, ownerId: string, limit: number): Promise<string[]> =>
  removed(
    tx,
    sql`select attachment_id from attachment where owner_user_id = ${ownerId} or owner_session_id in (
      select id from public_session where tested_by = ${ownerId}) limit ${limit}`,
  )

async function removed(tx: Sql, ids: RawBuilder<unknown>): Promise<string[]> {
  const deleted = await sql<{ dataSourceId: string }>`delete from attachment where attachment_id in (${ids})
    returning data_source_id as "dataSourceId"`.execute(tx)
  return deleted.rows.map((row) => row.dataSourceId)
}
