import type { DeletedConversation } from '@parlance/contract/conversationShapes'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import { type Bounds, firstOf } from '../../../platform/database/slices.ts'
import { demandNoHold, isHeldConversation } from '../../../platform/erasure/legalHolds.ts'
import { usableBy } from '../../agents/index.ts'
import { isForgotten } from '../erasure/store.ts'
import { keptFor, type Reader, readableBy } from '../readers/policy.ts'
import {
  type ConversationRow,
  conversationColumns,
  conversationOf,
  type Timed,
  withAgent,
} from '../record/store.ts'
import { EMPHASIS, SPACES } from './plain.ts'

export type DeletedRow = z.output<typeof DeletedConversation>

export interface ListOptions {
  archived: 'Without' | 'With' | 'Only'
  includeDeleted: boolean
  search: string
  after: { lastActivityAt: string; id: string } | null
  limit: number
}

/** Inlined into the statement rather than passed as a parameter, so a partial index can match. */
const ofKind: Record<ListOptions['archived'], RawBuilder<boolean>> = {
  Without: sql<boolean>`not c.archived and not c.is_temporary`,
  With: sql<boolean>`not c.is_temporary`,
  Only: sql<boolean>`c.archived`,
}

export async function list(db: Sql, reader: Reader, options: ListOptions): Promise<ConversationRow[]> {
  const { archived, includeDeleted, search, after, limit } = options
  const found = await sql<Timed<ConversationRow>>`select ${conversationColumns(reader)} from ${withAgent}
    where ${includeDeleted ? sql`(${keptFor(reader)} and not coalesce(${isForgotten}, false))` : readableBy(reader)}
      and ${ofKind[archived]}
      and ${search === '' ? sql`true` : sql`position(lower(${search}) in lower(c.title)) > 0`}
      and ${after ? sql`(c.last_activity_at, c.id) < (${after.lastActivityAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by c.last_activity_at desc, c.id desc limit ${limit}`.execute(db)
  return found.rows.map(conversationOf)
}

/** True for rows `c` of conversations that their owner deleted and can still restore. */
const restorableBy = (reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(c.deleted_at is not null and not c.is_temporary and not ${isForgotten} and ${keptFor(reader)})`

/** Where the list of deleted conversations continues. The time is PostgreSQL's text, which is exact. */
export interface DeletedPosition {
  deletedAt: string
  id: string
}

export async function listDeleted(
  db: Sql,
  reader: Reader,
  { after, limit }: { after: DeletedPosition | null; limit: number },
): Promise<{ item: DeletedRow; position: DeletedPosition }[]> {
  const found = await sql<Timed<DeletedRow> & { exact: string }>`
    select ${conversationColumns(reader)}, c.deleted_at as "deletedAt", c.deleted_at::text as exact from ${withAgent}
    where ${restorableBy(reader)}
      and ${after ? sql`(c.deleted_at, c.id) < (${after.deletedAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by c.deleted_at desc, c.id desc limit ${limit}`.execute(db)
  return found.rows.map(({ exact, deletedAt, ...row }) => {
    const conversation = conversationOf(row)
    return {
      item: { ...conversation, deletedAt: new Date(deletedAt).toISOString() },
      position: { deletedAt: exact, id: conversation.conversationId },
    }
  })
}

/**
 * Ends the time in which deleted conversations can be restored, so that the next removal takes them: one of them, or
 * the first ones. Answers how many. Throws if the one is under legal hold, and leaves out others that are.
 */
export async function forgetDeleted(
  tx: Sql,
  reader: Reader,
  which: { conversationId: string } | { atMost: number },
): Promise<number> {
  if ('conversationId' in which)
    await demandNoHold(tx, sql<boolean>`c.id = ${which.conversationId}::uuid and ${restorableBy(reader)}`)
  const forgotten =
    await sql`update conversation set deleted_at = to_timestamp(0), removing_since = now() where id in (
    select c.id from conversation c where ${restorableBy(reader)} and not ${isHeldConversation}
      and ${'atMost' in which ? sql`true` : sql`c.id = ${which.conversationId}::uuid`}
    limit ${'atMost' in which ? which.atMost : 1} for update) returning id`.execute(tx)
  return forgotten.rows.length
}

/** Prevents others from changing or asking in a conversation until the transaction ends. */
export async function lock(tx: Sql, reader: Reader, conversationId: string): Promise<void> {
  await sql`select from conversation c where c.id = ${conversationId} and ${readableBy(reader)} for update of c`.execute(
    tx,
  )
}

/**
 * Marks a conversation as deleted. Throws if it's under legal hold, unless it's temporary: then no one sees it any more, but
 * it stays stored.
 */
export async function remove(tx: Sql, reader: Reader, conversationId: string): Promise<boolean> {
  await demandNoHold(
    tx,
    sql<boolean>`c.id = ${conversationId}::uuid and not c.is_temporary and ${readableBy(reader)}`,
  )
  const removed = await sql`update conversation c set deleted_at = now()
    where c.id = ${conversationId} and ${readableBy(reader)} returning c.id`.execute(tx)
  return removed.rows.length > 0
}

/** Restores a deleted conversation unless its time is over. Other conversations stay unchanged. */
export async function restore(tx: Sql, reader: Reader, conversationId: string): Promise<boolean> {
  const restored = await sql`update conversation c set deleted_at = null
    where c.id = ${conversationId} and ${keptFor(reader)} and not coalesce(${isForgotten}, false)
    returning c.id`.execute(tx)
  return restored.rows.length > 0
}

export async function setArchived(
  tx: Sql,
  reader: Reader,
  conversationId: string,
  archived: boolean,
): Promise<boolean> {
  const changed = await sql`update conversation c set archived = ${archived}
    where c.id = ${conversationId} and ${readableBy(reader)} returning c.id`.execute(tx)
  return changed.rows.length > 0
}

/** Makes another agent answer from now on. The chosen deployment belonged to the agent before. */
export async function updateGptSystem(
  tx: Sql,
  reader: Reader,
  conversationId: string,
  gptSystemId: string,
): Promise<'Done' | 'NoAgent' | 'NoConversation'> {
  const usable =
    await sql`select from gpt_system g where g.id = ${gptSystemId} and ${usableBy(reader.actor)}`.execute(tx)
  if (usable.rows.length === 0) return 'NoAgent'
  const changed = await sql`update conversation c set gpt_system_id = ${gptSystemId}, chosen_deployment = null
    where c.id = ${conversationId} and ${readableBy(reader)} returning c.id`.execute(tx)
  return changed.rows.length > 0 ? 'Done' : 'NoConversation'
}

export interface FoundMessage {
  conversationId: string
  title: string
  gptSystem: { gptSystemId: string; name: string }
  conversationSegmentId: string
  createdAt: Date
  question: string
  answer: string
}

export interface MessageSearch {
  /** Without emphasis, as returned by `plainly`. */
  wanted: string
  archived: boolean
  /** The last segment searched. */
  after: string | null
  /** What is looked through, whether it contains the text or not. */
  looked: Bounds
  limit: number
}

/** Returns a text as rendered: on one line and without Markdown's emphasis. Must match `plain.ts`. */
const plainly = (text: RawBuilder<unknown>) =>
  sql`translate(lower(${text}), ${SPACES + EMPHASIS}::text, '   ')`

/**
 * Returns the user's messages that contain a text, newest first, and the last one read if there are more. Uses
 * an index per user: an index of all words would be shared by everyone and larger than what it finds.
 */
export async function listMessagesWith(
  db: Sql,
  reader: Reader,
  { wanted, archived, after, looked, limit }: MessageSearch,
): Promise<{ found: FoundMessage[]; last: string | null }> {
  const own = sql`t.owner_user_id = ${reader.actor.userId}::uuid and ${after ? sql`t.id < ${after}::uuid` : sql`true`}`
  const sized = sql`select t.id, octet_length(t.question) + octet_length(t.answer) as bytes
    from conversation_segment t where ${own} order by t.id desc`
  const edge = await sql<{ id: string; isLast: boolean }>`select edge.id,
      not exists (select from conversation_segment t where ${own} and t.id < edge.id) as "isLast"
    from (select id from (${firstOf(sized, sql`id desc`, looked)}) looked order by id limit 1) edge`.execute(
    db,
  )
  const [end] = edge.rows
  if (!end) return { found: [], last: null }
  const found = await sql<FoundMessage>`
    select c.id as "conversationId", c.title, t.id as "conversationSegmentId", t.created_at as "createdAt", t.question, t.answer,
      jsonb_build_object('gptSystemId', g.id, 'name', coalesce(s.name, '')) as "gptSystem"
    from ${withAgent} join conversation_segment t on t.conversation_id = c.id
    where ${own} and t.id >= ${end.id}::uuid
      and ${readableBy(reader)} and ${ofKind[archived ? 'Only' : 'Without']}
      and (position(lower(${wanted}) in ${plainly(sql`t.question`)}) > 0
        or position(lower(${wanted}) in ${plainly(sql`t.answer`)}) > 0)
    order by t.id desc limit ${limit}`.execute(db)
  return { found: found.rows, last: end.isLast ? null : end.id }
}
