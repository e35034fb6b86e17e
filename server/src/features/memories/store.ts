import type { Memory } from '@parlance/contract/memories'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeAllRows } from '../../platform/database/slices.ts'
import type { Platform } from '../../platform/platform.ts'
import { textHashOf } from './memoryText.ts'

export type MemoryRow = z.output<typeof Memory>
export interface Position {
  at: string
  id: string
}
type Person = Pick<Actor, 'userId'>

/** The most that memories take of a prompt, in bytes. The newest ones are used. */
const USED_BYTES = 16 * 1024

/** Long enough for every answer that waits for a decision. */
const PROPOSED_MINUTES = 60

const isAllowed = sql<boolean>`(select memory_allowed from instance_settings)`
const isEnabledFor = ({ userId }: Person) =>
  sql<boolean>`exists (select from memory_user u where u.user_id = ${userId}::uuid)`

const columns = sql`m.id as "memoryId", m.text, m.version, m.is_proposed as "isProposed",
  ${isoTime('m.created_at')} as "createdAt", ${isoTime('m.updated_at')} as "updatedAt",
  case when c.id is null then null else m.source_segment_id end as "sourceSegmentId",
  case when c.id is null then null
    else jsonb_build_object('conversationId', c.id, 'gptSystemId', c.gpt_system_id, 'title', c.title) end as "sourceConversation"`
/** A deleted conversation can be restored for a while. Until then, nothing leads to it. */
const withSource = sql`memory m left join conversation_segment t on t.id = m.source_segment_id
  left join conversation c on c.id = t.conversation_id and c.deleted_at is null and c.owner_user_id = m.user_id`

export interface Settings {
  enabled: boolean
  count: number
}

export async function findSettings(db: Sql, actor: Person): Promise<Settings> {
  const found = await sql<Settings>`select ${isEnabledFor(actor)} as enabled,
    (select count(*)::int from memory m where m.user_id = ${actor.userId} and not m.is_proposed) as count`.execute(
    db,
  )
  return found.rows[0] ?? { enabled: false, count: 0 }
}

export async function insertUser(tx: Sql, { userId }: Person): Promise<void> {
  await sql`insert into memory_user (user_id) values (${userId}) on conflict do nothing`.execute(tx)
}

export async function removeUser(tx: Sql, { userId }: Person): Promise<void> {
  await sql`delete from memory_user where user_id = ${userId}`.execute(tx)
}

export async function listMemories(
  db: Sql,
  { userId }: Person,
  { after, limit }: { after: Position | null; limit: number },
): Promise<MemoryRow[]> {
  const found = await sql<MemoryRow>`select ${columns} from ${withSource}
    where m.user_id = ${userId} and not m.is_proposed and (${after?.id ?? null}::uuid is null
      or (m.created_at, m.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns one of the person's memories, also one that is only proposed. */
export async function findMemory(db: Sql, { userId }: Person, memoryId: string): Promise<MemoryRow | null> {
  const found = await sql<MemoryRow>`select ${columns} from ${withSource}
    where m.id = ${memoryId} and m.user_id = ${userId}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the texts of those memories that still exist, and when they were last changed. */
export async function listTexts(
  db: Sql,
  { userId }: Person,
  memoryIds: readonly string[],
): Promise<{ memoryId: string; text: string; updatedAt: Date }[]> {
  const found = await sql<{ memoryId: string; text: string; updatedAt: Date }>`
    select m.id as "memoryId", m.text, m.updated_at as "updatedAt" from memory m
    where m.user_id = ${userId} and m.id = any(${[...memoryIds]}::uuid[]) and not m.is_proposed`.execute(db)
  return found.rows
}

/** A memory that goes into the prompt of a question. */
export interface UsedMemory {
  memoryId: string
  text: string
}

/**
 * SQL for the memories that a question uses, as JSON, oldest first: null if the instance doesn't allow memory, if the
 * person hasn't turned it on, or in a temporary chat. It is part of the statement that reads what a question needs, so
 * nothing is cached and a deleted memory can't come back.
 */
export const memoriesOfQuestion = (
  { userId }: Person,
  isTemporary: RawBuilder<unknown>,
): RawBuilder<UsedMemory[] | null> =>
  sql<
    UsedMemory[] | null
  >`(case when ${isAllowed} and ${isEnabledFor({ userId })} and not ${isTemporary} then (
    select coalesce(jsonb_agg(jsonb_build_object('memoryId', used.id, 'text', used.text)
        order by used.created_at, used.id), '[]')
      from (select m.id, m.text, m.created_at,
          sum(octet_length(m.text)) over (order by m.created_at desc, m.id desc) as bytes
        from memory m where m.user_id = ${userId}::uuid and not m.is_proposed) used
      where used.bytes <= ${USED_BYTES}) end)`

export interface Room {
  /** Whether the instance allows memory and the person has turned it on. */
  isOn: boolean
  count: number
  isKnown: boolean
}

/**
 * Makes others that add a memory for the same person wait until the transaction ends. Comes before the lock of a memory,
 * as in an erasure, so that none waits for the other.
 */
export async function lockPerson(tx: Sql, { userId }: Person): Promise<void> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(tx)
}

/** Says whether a text can be added, with the person locked. */
export async function readRoom(tx: Sql, { userId }: Person, text: string): Promise<Room> {
  const found = await sql<Room>`select ${isAllowed} and ${isEnabledFor({ userId })} as "isOn",
      count(*)::int as count, coalesce(bool_or(m.text_hash = ${textHashOf(text)}), false) as "isKnown"
    from memory m where m.user_id = ${userId} and not m.is_proposed`.execute(tx)
  return found.rows[0] ?? { isOn: false, count: 0, isKnown: false }
}

export async function insertMemory(
  tx: Sql,
  { userId }: Person,
  text: string,
  {
    sourceSegmentId = null,
    isProposed = false,
  }: { sourceSegmentId?: string | null; isProposed?: boolean } = {},
): Promise<string> {
  const memoryId = uuid()
  await sql`insert into memory (id, user_id, text, text_hash, source_segment_id, is_proposed)
    values (${memoryId}, ${userId}, ${text}, ${textHashOf(text)},
      (select t.id from conversation_segment t where t.id = ${sourceSegmentId}::uuid), ${isProposed})`.execute(
    tx,
  )
  return memoryId
}

/** Returns a memory, locked until the transaction ends. */
export async function lockMemory(
  tx: Sql,
  { userId }: Person,
  memoryId: string,
): Promise<{ version: number } | null> {
  const found = await sql<{ version: number }>`select m.version from memory m
    where m.id = ${memoryId} and m.user_id = ${userId} and not m.is_proposed for update`.execute(tx)
  return found.rows[0] ?? null
}

export async function updateText(tx: Sql, { userId }: Person, memoryId: string, text: string): Promise<void> {
  await sql`update memory set text = ${text}, text_hash = ${textHashOf(text)}, updated_at = now(),
    version = version + 1 where id = ${memoryId} and user_id = ${userId}`.execute(tx)
}

/** Returns the text that an answer proposed, locked until the transaction ends. */
export async function lockProposed(tx: Sql, { userId }: Person, memoryId: string): Promise<string | null> {
  const found = await sql<{ text: string }>`select m.text from memory m
    where m.id = ${memoryId} and m.user_id = ${userId} and m.is_proposed for update`.execute(tx)
  return found.rows[0]?.text ?? null
}

export async function acceptProposed(tx: Sql, { userId }: Person, memoryId: string): Promise<void> {
  await sql`update memory set is_proposed = false, created_at = now(), updated_at = now()
    where id = ${memoryId} and user_id = ${userId}`.execute(tx)
}

/** Returns whether there was such a memory. */
export async function removeMemory(db: Sql, { userId }: Person, memoryId: string): Promise<boolean> {
  const removed = await sql`delete from memory m where m.id = ${memoryId} and m.user_id = ${userId}`.execute(
    db,
  )
  return Number(removed.numAffectedRows ?? 0) > 0
}

/** There are at most a few hundred, which the limits ensure. */
export async function removeAll(tx: Sql, { userId }: Person): Promise<void> {
  await sql`delete from memory m where m.user_id = ${userId}`.execute(tx)
}

/** Removes what answers proposed that ended without a decision, such as when their process was killed. */
export const removeProposed = (database: Platform['database']): Promise<void> =>
  removeAllRows(database, {
    table: 'memory',
    key: 'id',
    where: sql`r.is_proposed and r.created_at < now() - make_interval(mins => ${PROPOSED_MINUTES})`,
  })

/** Forgets from which questions of some conversations something was remembered; answers how many memories. */
export async function forgetSources(tx: Sql, conversations: RawBuilder<unknown>): Promise<number> {
  const forgotten = await sql`update memory set source_segment_id = null where id in (
    select m.id from memory m join conversation_segment t on t.id = m.source_segment_id
    where t.conversation_id in (${conversations}) limit 200)`.execute(tx)
  return Number(forgotten.numAffectedRows ?? 0)
}
