import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { firstOf, removedAtOnce } from '../../../platform/database/slices.ts'
import {
  type ConversationHolding,
  type ErasedPerson,
  type Erasure,
  type Holding,
  ownRows,
  rowsOfConversations,
} from '../../../platform/erasure/erasure.ts'
import { isHeldConversation } from '../../../platform/erasure/legalHolds.ts'

/** How many conversations a transaction removes at most, however little is in them. */
const CONVERSATIONS_AT_ONCE = 20

/** What people have in conversations. Imports come first, because one under way would bring more. */
export const heldInConversations = (erasure: Erasure): Holding[] => [
  ownRows({ table: 'conversation_import', owner: 'owner_user_id', key: 'import_id' }),
  {
    columns: ['conversation.owner_user_id', 'conversation_segment.owner_user_id', 'run.owner_id'],
    erase: async (tx, { userId }) => removeSome(tx, erasure, await firstConversations(tx, userId)),
  },
  // Those that were never sent.
  ownRows({ table: 'vision_image', owner: 'owner_user_id', key: 'vision_image_id' }),
  { columns: [], erase: forgetInstructions },
]

/** What belongs to conversations, each in an order in which nothing refers to what is already gone. */
export const ofConversations: ConversationHolding[] = [
  rowsOfConversations('conversation_snapshot', { conversation: 'conversation_id', key: 'snapshot_id' }),
  rowsOfConversations('file_note', { conversation: 'conversation_id', key: 'ctid' }),
  rowsOfConversations('code_file', { conversation: 'conversation_id', key: 'code_file_id' }),
  rowsOfConversations('generated_image', { conversation: 'conversation_id', key: 'generated_image_id' }),
  {
    columns: ['canvas_document.conversation_id', 'canvas_version.segment_id'],
    erase: removeDocuments,
  },
  rowsOfConversations('vision_image', { conversation: 'conversation_id', key: 'vision_image_id' }),
  {
    columns: [
      'conversation_segment.conversation_id',
      'run.subject_id',
      'run_event.run_id',
      'segment_execution.segment_id',
      'segment_feedback.segment_id',
      'segment_research.segment_id',
      'segment_research.continues',
      'segment_vision_image.segment_id',
      'tool_approval.segment_id',
      'unanswered_question.segment_id',
      'segment_summary.segment_id',
      'usage_reservation.segment_id',
    ],
    erase: removeSegments,
  },
]

async function firstConversations(tx: Sql, userId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from conversation where owner_user_id = ${userId}::uuid
    order by id limit ${CONVERSATIONS_AT_ONCE}`.execute(tx)
  return found.rows.map(({ id }) => id)
}

/** Removes some of what belongs to conversations, or themselves once nothing else is left; answers how many rows. */
async function removeSome(tx: Sql, erasure: Erasure, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const erased = await erasure.eraseOfConversations(tx, sql`select unnest(${[...ids]}::uuid[])`)
  if (erased > 0) return erased
  // By erasure, conversations are deleted that nothing else was about to delete.
  await sql`with removed as (
      delete from conversation where id = any(${[...ids]}::uuid[]) returning *),
    reasons as (
      select case when is_temporary then 'Temporary' when deleted_at < removing_since then 'Deleted' else 'Retention' end
        as reason, count(*) as conversations from removed where removing_since is not null group by 1)
    insert into conversation_removal as r (day, reason, conversations)
    select (now() at time zone 'UTC')::date, reason, conversations from reasons order by reason
    on conflict (day, reason) do update set conversations = r.conversations + excluded.conversations`.execute(
    tx,
  )
  return ids.length
}

/** SQL that is true for rows `c` of conversations without activity for longer than the instance stores any. */
const isExpired = sql<boolean>`(select c.last_activity_at < since and (c.imported_at is null or c.imported_at < since)
  from (select coalesce(now() - make_interval(days => (select retention_days from compliance)), '-infinity') as since) r)`

/**
 * SQL that is true for rows `c` of conversations that can no longer be restored. A temporary chat can be restored as
 * long as a page offers it.
 */
export const isForgotten = sql<boolean>`(c.removing_since is not null or ${isExpired}
  or c.deleted_at < now() - make_interval(days => (select deleted_retention_days from compliance))
  or (c.is_temporary and (c.deleted_at < now() - interval '5 minutes'
    or c.last_activity_at < now() - make_interval(hours => ${limits.temporaryChatHours}))))`

/**
 * Permanently deletes some of the conversations that can no longer be restored, or some of what belongs to them; answers
 * how many rows. Their attachments then become unowned and are deleted together with unsent ones. A conversation with a
 * running answer waits until it ends, and one under legal hold until that is released.
 */
export async function removeForgotten(tx: Sql, erasure: Erasure): Promise<number> {
  const found = await sql<{ id: string }>`select c.id from conversation c
    where ${isForgotten} and not ${isHeldConversation}
      and not exists (select from conversation_segment t join run r on r.subject_id = t.id
        where t.conversation_id = c.id and r.phase <> 'Ended')
    limit ${CONVERSATIONS_AT_ONCE} for update of c skip locked`.execute(tx)
  const ids = found.rows.map(({ id }) => id)
  // No one reads, continues, or restores a chat of which only a part is left, whatever is set meanwhile.
  await sql`update conversation set deleted_at = coalesce(deleted_at, now()), removing_since = now()
    where id = any(${ids}::uuid[]) and removing_since is null`.execute(tx)
  return removeSome(tx, erasure, ids)
}

/**
 * Removes questions with their answers, the newest first, so that what refers to a question goes before it. How an answer
 * came about, its run, its rating and its summary go with it.
 */
async function removeSegments(tx: Sql, conversations: RawBuilder<unknown>): Promise<number> {
  const sized = sql`select t.id, pg_column_size(t.question) + pg_column_size(t.answer) + pg_column_size(t.thinking)
      + pg_column_size(t.citations) + pg_column_size(t.steps) + coalesce(pg_column_size(e.details)
      + pg_column_size(e.trace), 0) + coalesce(pg_column_size(e.prompt), 0) as bytes
    from conversation_segment t left join segment_execution e on e.segment_id = t.id
    where t.conversation_id in (${conversations}) order by t.id desc`
  const found = await sql<{ id: string }>`${firstOf(sized, sql`id desc`, removedAtOnce)}`.execute(tx)
  const ids = found.rows.map(({ id }) => id)
  await sql`update conversation set selected_leaf_segment_id = null
    where id in (select conversation_id from conversation_segment where id = any(${ids}::uuid[]))
      and selected_leaf_segment_id = any(${ids}::uuid[])`.execute(tx)
  // IDs grow with time, also from parent to child, unless the clocks of two processes differ.
  await sql`update conversation_segment set parent_segment_id = null
    where parent_segment_id = any(${ids}::uuid[]) and id <> all(${ids}::uuid[])`.execute(tx)
  await sql`delete from conversation_segment where id = any(${ids}::uuid[])`.execute(tx)
  return ids.length
}

/** Removes versions of documents, and then the documents that have none left. */
async function removeDocuments(tx: Sql, conversations: RawBuilder<unknown>): Promise<number> {
  const sized = sql`select v.ctid as id, pg_column_size(v.content) as bytes from canvas_version v
    join canvas_document d on d.document_id = v.document_id
    where d.conversation_id in (${conversations}) order by v.document_id, v.n`
  const removed = await sql`delete from canvas_version
    where ctid in (${firstOf(sized, sql`id`, removedAtOnce)})`.execute(tx)
  if ((removed.numAffectedRows ?? 0n) > 0n) return Number(removed.numAffectedRows)
  const documents =
    await sql`delete from canvas_document where conversation_id in (${conversations})`.execute(tx)
  return Number(documents.numAffectedRows ?? 0)
}

/** Other people's answers keep the prompt that led to them, and with it the instructions of the agent. */
async function forgetInstructions(tx: Sql, { userId }: ErasedPerson): Promise<number> {
  const sized = sql`select e.segment_id as id, pg_column_size(e.prompt) as bytes
    from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
      join conversation_segment t on t.state_id = s.id join segment_execution e on e.segment_id = t.id
    where g.owner_user_id = ${userId}::uuid and e.prompt is not null order by e.segment_id`
  const forgotten = await sql`update segment_execution set prompt = null
    where segment_id in (${firstOf(sized, sql`id`, removedAtOnce)})`.execute(tx)
  return Number(forgotten.numAffectedRows ?? 0)
}
