import type { ConversationRead, conversationReads } from '@parlance/contract/conversationReads'
import type { Answer } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { removeRows } from '../../../platform/database/slices.ts'
import type { Holding } from '../../../platform/erasure/erasure.ts'
import { sentWith } from '../../attachments/index.ts'
import { withoutImagePaths } from '../generatedImages/imagePaths.ts'
import { branch } from '../record/store.ts'

export type ReadRow = z.output<typeof ConversationRead>
type Listed = Answer<typeof conversationReads.listConversations>
type Visitors = Answer<typeof conversationReads.listVisitors>
type Opened = Answer<typeof conversationReads.openConversation>

/** Whose conversations are read: exactly one of both is set. */
export interface Subject {
  userId?: string
  sessionIdentifier?: string
}

const agentName = (gptSystemId: RawBuilder<unknown>) => sql`coalesce((select t.name
  from gpt_system_configuration_state t join gpt_system g on g.id = t.gpt_system_id where g.id = ${gptSystemId}
  order by (t.id = g.published_state_id) desc nulls last, t.number desc limit 1), '')`

const isWaiting = sql<boolean>`(r.needs_approval and r.approved_by is null)`
/** The most openings that are shown of one. All are in the audit log. */
const MOST_OPENINGS = 100
/** Of one visitor. */
const MOST_COUNTED = 1000

const reads = (condition: RawBuilder<boolean>, most: number) => sql<ReadRow>`
  select r.id as "conversationReadId", r.user_id as "userId", r.session_id as "sessionIdentifier",
    coalesce(p.name, ${agentName(sql`v.gpt_system_id`)}) as "personName", r.reader_id as "readerId",
    b.name as "readerName", r.reason, ${isoTime('r.created_at')} as "createdAt",
    case when r.expires_at <= now() then 'Ended' when ${isWaiting} then 'Waiting' else 'Open' end as state,
    (select a.name from app_user a where a.id = r.approved_by) as "approvedBy", ${isoTime('r.expires_at')} as "expiresAt",
    (select coalesce(jsonb_agg(jsonb_build_object('conversationId', o.conversation_id, 'title', o.title,
        'at', ${isoTime('o.at')}) order by o.at desc), '[]')
      from (select * from conversation_read_opening o where o.read_id = r.id order by o.at desc
        limit ${MOST_OPENINGS}) o) as opened
  from conversation_read r join app_user b on b.id = r.reader_id left join app_user p on p.id = r.user_id
    left join public_session v on v.id = r.session_id
  where ${condition} order by r.created_at desc, r.id desc limit ${most}`

/** Returns someone who can be read about. */
export async function findPerson(
  db: Sql,
  _by: Actor,
  userId: string,
): Promise<{ userId: string; name: string } | null> {
  const found = await sql<{ userId: string; name: string }>`select id as "userId", name from app_user
    where id = ${userId}::uuid and removed_at is null`.execute(db)
  return found.rows[0] ?? null
}

export async function insertRead(
  tx: Sql,
  {
    about,
    reader,
    reason,
    needsApproval,
  }: { about: Subject; reader: Actor; reason: string; needsApproval: boolean },
): Promise<string> {
  const id = uuid()
  const minutes = needsApproval ? limits.readApprovalHours * 60 : limits.conversationReadMinutes
  const { userId = null, sessionIdentifier = null } = about
  await sql`insert into conversation_read (id, user_id, session_id, reader_id, reason, needs_approval, expires_at)
    values (${id}, ${userId}::uuid, ${sessionIdentifier}::uuid, ${reader.userId}, ${reason}, ${needsApproval}, now() + make_interval(mins => ${minutes}))`.execute(
    tx,
  )
  return id
}

/** SQL that is true for sessions `v` of visitors that can be read. Those of testers are their own. */
const isReadable = sql<boolean>`(v.tested_by is null and exists (select from conversation c
  where c.owner_session_id = v.id and c.deleted_at is null))`

/** Returns whether a visitor's session exists and has something to read. */
export async function isVisitor(db: Sql, sessionIdentifier: string): Promise<boolean> {
  const found = await sql`select from public_session v
    where v.id = ${sessionIdentifier}::uuid and ${isReadable}`.execute(db)
  return found.rows.length > 0
}

/** Returns sessions of visitors, and nothing of what they asked. The endpoint checks who can read it. */
export async function readVisitors(
  db: Sql,
  { gptSystemId, after }: { gptSystemId: string | null; after: string | null },
): Promise<Visitors> {
  const found = await sql<Visitors['items'][number]>`select v.id as "sessionIdentifier",
      v.gpt_system_id as "gptSystemId", ${agentName(sql`v.gpt_system_id`)} as "agentName",
      ${isoTime('v.created_at')} as "createdAt", ${isoTime('v.last_seen_at')} as "lastActivityAt",
      (select count(*)::int from (select from conversation c where c.owner_session_id = v.id and c.deleted_at is null
        limit ${MOST_COUNTED}) counted) as conversations
    from public_session v
    where ${isReadable} and (${gptSystemId}::uuid is null or v.gpt_system_id = ${gptSystemId}::uuid)
      and (${after}::uuid is null or (v.last_seen_at, v.id) < (select a.last_seen_at, a.id from public_session a
        where a.id = ${after}::uuid))
    order by v.last_seen_at desc, v.id desc limit ${limits.readConversations + 1}`.execute(db)
  return {
    items: found.rows.slice(0, limits.readConversations),
    hasMore: found.rows.length > limits.readConversations,
    agents: after === null ? await readAgentsWithPages(db) : [],
  }
}

async function readAgentsWithPages(db: Sql): Promise<Visitors['agents']> {
  const found = await sql<
    Visitors['agents'][number]
  >`select e.gpt_system_id as "gptSystemId", n.name as "agentName"
    from public_endpoint e cross join lateral (select ${agentName(sql`e.gpt_system_id`)} as name) n
    order by lower(n.name), e.gpt_system_id limit ${limits.visitorAgents}`.execute(db)
  return found.rows
}

/** Returns what the user opened, and what waits for someone like the user. */
export async function listReads(db: Sql, { userId }: Actor): Promise<ReadRow[]> {
  const ofOthers = sql`${isWaiting} and r.expires_at > now() and r.user_id is distinct from ${userId}`
  return (
    await reads(sql<boolean>`(r.reader_id = ${userId} or (${ofOthers}))`, limits.conversationReads).execute(
      db,
    )
  ).rows
}

/** Returns who read the user's own conversations. */
export async function listReadsOf(db: Sql, { userId }: Actor): Promise<ReadRow[]> {
  return (await reads(sql<boolean>`r.user_id = ${userId}`, limits.conversationReads).execute(db)).rows
}

/** Returns one that the user opened, or that someone can approve, locked. */
export async function lockRead(tx: Sql, { userId }: Actor, id: string): Promise<ReadRow | null> {
  await sql`select from conversation_read where id = ${id}::uuid for update`.execute(tx)
  const isShown = sql<boolean>`r.id = ${id}::uuid and (r.reader_id = ${userId} or r.needs_approval)`
  return (await reads(isShown, 1).execute(tx)).rows[0] ?? null
}

export async function approve(tx: Sql, { userId }: Actor, id: string): Promise<void> {
  await sql`update conversation_read set approved_by = ${userId},
    expires_at = now() + make_interval(mins => ${limits.conversationReadMinutes}) where id = ${id}::uuid`.execute(
    tx,
  )
}

export async function end(tx: Sql, { userId }: Actor, id: string): Promise<void> {
  await sql`update conversation_read set expires_at = least(expires_at, date_trunc('milliseconds', now()))
    where id = ${id}::uuid and reader_id = ${userId}`.execute(tx)
}

type Whose = Pick<ReadRow, 'userId' | 'sessionIdentifier'>

/** SQL that is true for rows `c` that can be read of someone: what they see in their lists. */
const readableOf = ({ userId, sessionIdentifier }: Whose) => sql<boolean>`((c.owner_user_id = ${userId}::uuid
    or c.owner_session_id = ${sessionIdentifier}::uuid)
  and c.deleted_at is null and c.tested_state_id is null and not c.is_temporary)`

/** Returns conversations of the person whom an open read is about. The caller has checked the read. */
export async function readConversations(
  db: Sql,
  whose: Whose,
  { after, search }: { after: string | null; search: string },
): Promise<Listed> {
  const found = await sql<
    Listed['items'][number]
  >`select c.id as "conversationId", c.title, ${agentName(sql`c.gpt_system_id`)} as "agentName",
      ${isoTime('c.created_at')} as "createdAt", ${isoTime('c.last_activity_at')} as "lastActivityAt", c.archived
    from conversation c
    where ${readableOf(whose)} and position(lower(${search}) in lower(c.title)) > 0
      and (${after}::uuid is null or (c.last_activity_at, c.id) < (select a.last_activity_at, a.id from conversation a
        where a.id = ${after}::uuid))
    order by c.last_activity_at desc, c.id desc limit ${limits.readConversations + 1}`.execute(db)
  return {
    items: found.rows.slice(0, limits.readConversations),
    hasMore: found.rows.length > limits.readConversations,
  }
}

/** Returns the visible branch of a conversation of the person. */
export async function readConversation(
  tx: Sql,
  whose: Whose,
  conversationId: string,
): Promise<Opened | null> {
  const found = await sql<Omit<Opened, 'turns' | 'isShortened'>>`select c.id as "conversationId", c.title,
      ${agentName(sql`c.gpt_system_id`)} as "agentName", ${isoTime('c.created_at')} as "createdAt"
    from conversation c where c.id = ${conversationId}::uuid and ${readableOf(whose)}`.execute(tx)
  const conversation = found.rows[0]
  if (!conversation) return null
  const leaf = sql`select c.selected_leaf_segment_id from conversation c
    where c.id = ${conversationId}::uuid and ${readableOf(whose)}`
  const turns = await sql<Opened['turns'][number] & { isLast: boolean; total: number }>`
    with shown as (select t.id, row_number() over (order by t.id desc) as place,
        sum(octet_length(t.question) + octet_length(t.answer)) over (order by t.id desc) as bytes
      from conversation_segment t where t.id in (${branch(leaf, limits.readTurns + 1)}))
    select t.id as "conversationSegmentId", t.question, t.answer, t.status, s.name as "agentName",
      ${isoTime('t.created_at')} as "askedAt", (select count(*)::int from shown) as total,
      coalesce((select jsonb_agg(distinct citation ->> 'title') from jsonb_array_elements(t.citations) citation), '[]')
        as sources,
      coalesce((select jsonb_agg(file ->> 'originalFileName')
        from jsonb_array_elements(${sentWith(sql`t.id`)} || t.reused_attachments) file), '[]') as files,
      (select count(*)::int from segment_vision_image v where v.segment_id = t.id) as images
    from shown join conversation_segment t on t.id = shown.id
      join gpt_system_configuration_state s on s.id = t.state_id
    where shown.place = 1 or (shown.place <= ${limits.readTurns} and shown.bytes <= ${limits.readBytes})
    order by t.id`.execute(tx)
  const total = turns.rows[0]?.total ?? 0
  return {
    ...conversation,
    isShortened: total > turns.rows.length,
    turns: turns.rows.map(({ total: _, ...turn }) => ({ ...turn, answer: withoutImagePaths(turn.answer) })),
  }
}

export async function insertOpening(
  tx: Sql,
  { conversationReadId }: Pick<ReadRow, 'conversationReadId'>,
  { conversationId, title }: Pick<Opened, 'conversationId' | 'title'>,
): Promise<void> {
  await sql`insert into conversation_read_opening (read_id, conversation_id, title)
    values (${conversationReadId}::uuid, ${conversationId}::uuid, ${title})`.execute(tx)
}

/** The audit log keeps who read what. Reasons and titles are about the person, so they go with them. */
export const heldInReads: Holding[] = [
  {
    columns: ['conversation_read.user_id'],
    erase: (tx, { userId }) =>
      removeRows(tx, { table: 'conversation_read', key: 'id', where: sql`r.user_id = ${userId}::uuid` }),
  },
]
