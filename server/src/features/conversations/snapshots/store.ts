import type { Locator, StreamedCitation } from '@parlance/contract/events'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { removeRows } from '../../../platform/database/slices.ts'
import { isHeldConversation } from '../../../platform/erasure/legalHolds.ts'
import { sentWith } from '../../attachments/index.ts'
import { withoutImagePaths } from '../generatedImages/imagePaths.ts'
import { type Reader, readableBy } from '../readers/policy.ts'
import { branch } from '../record/store.ts'

/** A turn as it was when it was shared. What a reader gets of it is decided at read time. */
export interface StoredTurn {
  question: string
  answer: string
  /** Absent in snapshots of earlier releases, which are copies. */
  status?: 'Completed' | 'Aborted' | 'Interrupted' | 'Failed'
  createdAt: string
  gptSystemId: string
  agentName: string
  /** Whether the answer consists of quotes: the built-in engine writes no text of its own. */
  quoting: boolean
  /** Older snapshots have no IDs: a source is named by its place. */
  citations: {
    citationId?: string
    title: string
    path: string
    page: number | null
    locator?: Locator
    kind?: StreamedCitation['kind']
    url?: string
    fetchedAt?: string
    quote: string
  }[]
  files: string[]
}

export interface SnapshotRow {
  snapshotId: string
  createdAt: Date
  expiresAt: Date | null
}

/** Returns the answered questions of the visible branch, oldest first: at most the last `limit`. */
export async function listBranch(
  tx: Sql,
  reader: Reader,
  conversationId: string,
  limit: number,
): Promise<string[]> {
  const leaf = sql`select c.selected_leaf_segment_id from conversation c
    where c.id = ${conversationId} and ${readableBy(reader)}`
  const found = await sql<{ id: string }>`select t.id from conversation_segment t
    where t.id in (${branch(leaf, limit)}) and t.status <> 'Pending' order by t.id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

/** Returns the turns of a snapshot. Its link allows that, so no reader is checked. */
async function readTurns(db: Sql, segmentIds: readonly string[]): Promise<StoredTurn[]> {
  const found = await sql<StoredTurn & { createdAt: Date }>`select t.question, t.answer, t.status,
      t.created_at as "createdAt", s.gpt_system_id as "gptSystemId",
      case when t.imported then t.language_engine else s.name end as "agentName", coalesce(t.language_engine, s.language_engine) = 'BuiltIn' as quoting,
      t.citations, coalesce((select jsonb_agg(file ->> 'originalFileName')
        from jsonb_array_elements(${sentWith(sql`t.id`)} || t.reused_attachments) file), '[]') as files
    from conversation_segment t join gpt_system_configuration_state s on s.id = t.state_id
    where t.id = any(${[...segmentIds]}::uuid[]) order by t.id`.execute(db)
  return found.rows.map((row) => ({
    ...row,
    answer: withoutImagePaths(row.answer),
    createdAt: row.createdAt.toISOString(),
  }))
}

const columns = sql`n.snapshot_id as "snapshotId", n.created_at as "createdAt", n.expires_at as "expiresAt"`
const isOpen = sql<boolean>`(n.revoked_at is null and (n.expires_at is null or n.expires_at > now()))`

export async function insert(
  tx: Sql,
  snapshot: {
    snapshotId: string
    conversationId: string
    title: string
    segmentIds: readonly string[]
    days: number | null
  },
): Promise<SnapshotRow> {
  const { snapshotId, conversationId, title, segmentIds, days } = snapshot
  const created = await sql<SnapshotRow>`insert into conversation_snapshot as n
      (snapshot_id, conversation_id, title, segment_ids, expires_at)
    values (${snapshotId}, ${conversationId}, ${title}, ${[...segmentIds]}::uuid[],
      now() + make_interval(days => ${days}::int)) returning ${columns}`.execute(tx)
  return created.rows[0]!
}

/** Returns the user's active links for a conversation. */
export async function listOpen(db: Sql, reader: Reader, conversationId: string): Promise<SnapshotRow[]> {
  const found = await sql<SnapshotRow>`select ${columns} from conversation_snapshot n
    join conversation c on c.id = n.conversation_id
    where c.id = ${conversationId} and ${readableBy(reader)} and ${isOpen} order by n.created_at desc`.execute(
    db,
  )
  return found.rows
}

/** Revokes one of the user's links. Returns whether it was active. */
export async function revoke(
  tx: Sql,
  reader: Reader,
  conversationId: string,
  snapshotId: string,
): Promise<boolean> {
  const closed = await sql`delete from conversation_snapshot n using conversation c
    where c.id = n.conversation_id and c.id = ${conversationId} and n.snapshot_id = ${snapshotId}
      and ${readableBy(reader)} and ${isOpen} returning n.snapshot_id`.execute(tx)
  return closed.rows.length > 0
}

/** Deletes some of the links that have expired, or that an earlier release only marked as revoked. */
export const removeEnded = (tx: Sql): Promise<number> =>
  removeRows(tx, {
    table: 'conversation_snapshot',
    key: 'snapshot_id',
    where: sql`(r.expires_at <= now() or r.revoked_at is not null)
      and not exists (select from conversation c where c.id = r.conversation_id and ${isHeldConversation})`,
  })

export interface SharedSnapshot extends SnapshotRow {
  title: string
  sharedBy: string
  sharedById: string
  turns: StoredTurn[]
}

/**
 * Returns an active shared conversation as it was when it was shared, while it exists and its author can sign in. Anyone
 * with the ID can ask.
 */
export async function readShared(db: Sql, snapshotId: string): Promise<SharedSnapshot | null> {
  const found = await sql<SharedSnapshot & { segmentIds: string[] | null }>`select ${columns}, n.title,
      u.name as "sharedBy", u.id as "sharedById", n.turns, n.segment_ids as "segmentIds"
    from conversation_snapshot n join conversation c on c.id = n.conversation_id
    join app_user u on u.id = c.owner_user_id
    where n.snapshot_id = ${snapshotId} and ${isOpen} and c.deleted_at is null and not u.disabled`.execute(db)
  const [row] = found.rows
  if (!row) return null
  const { segmentIds, ...snapshot } = row
  // Those shared under an earlier release are copies.
  return segmentIds ? { ...snapshot, turns: await readTurns(db, segmentIds) } : snapshot
}
