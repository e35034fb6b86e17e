import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { findableBy, ownedBy, readsLibrary } from '../policy.ts'
import { shownState } from '../store.ts'

export interface LeftAgent {
  gptSystemId: string
  name: string
  shares: number
}

/** Returns a disabled user's named agents by name, for user administrators. */
export async function listLeft(
  db: Sql,
  actor: Actor,
  { userId, after, limit }: { userId: string; after: { name: string; id: string } | null; limit: number },
): Promise<LeftAgent[]> {
  const found = await sql<LeftAgent>`select g.id as "gptSystemId", s.name,
      (select count(*)::int from agent_share h where h.gpt_system_id = g.id) as shares
    from gpt_system g join lateral ${shownState} s on true
      join app_user owner on owner.id = g.owner_user_id and owner.disabled
    where ${actor.actions.has('UserWrite')} and ${ownedBy({ userId })} and s.name <> ''
      and (${after?.id ?? null}::uuid is null or (lower(s.name), g.id) > (lower(${after?.name ?? ''}), ${after?.id ?? null}::uuid))
    order by lower(s.name), g.id limit ${limit}`.execute(db)
  return found.rows
}

export interface TransferableAgent extends LeftAgent {
  isPublished: boolean
  versions: number
  people: number
}

/** Returns a disabled user's named agents by name, with who uses them, for user administrators. */
export async function listTransferable(
  db: Sql,
  actor: Actor,
  { userId, limit }: { userId: string; limit: number },
): Promise<TransferableAgent[]> {
  const found = await sql<TransferableAgent>`select g.id as "gptSystemId", s.name,
      g.published_state_id is not null as "isPublished",
      (select count(*)::int from gpt_system_configuration_state v where v.gpt_system_id = g.id) as versions,
      (select count(*)::int from agent_share h where h.gpt_system_id = g.id) as shares,
      (select count(distinct c.owner_user_id)::int from (select owner_user_id from conversation c
        where c.gpt_system_id = g.id and c.owner_user_id <> g.owner_user_id and c.deleted_at is null
        limit ${limits.countedPeople}) c) as people
    from gpt_system g join lateral ${shownState} s on true
      join app_user owner on owner.id = g.owner_user_id and owner.disabled
    where ${actor.actions.has('UserWrite')} and ${ownedBy({ userId })} and s.name <> ''
    order by lower(s.name), g.id limit ${limit}`.execute(db)
  return found.rows
}

/** How many named agents a user has. */
export async function countNamed(db: Sql, actor: Actor, userId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from gpt_system g
      join lateral ${shownState} s on true
    where ${actor.actions.has('UserWrite')} and ${ownedBy({ userId })} and s.name <> ''`.execute(db)
  return found.rows[0]?.count ?? 0
}

/**
 * Lets the new owner's own permissions carry the former owner's links, for libraries that the new owner can read. Other
 * links stay with the former owner, and give no one results once that account is disabled.
 */
export async function carryLinks(
  tx: Sql,
  { gptSystemId, from, to }: { gptSystemId: string; from: string; to: string },
): Promise<void> {
  await sql`update gpt_system_rag_data_source r set linked_by = ${to}
    where r.linked_by = ${from} and ${readsLibrary(sql<string>`${to}::uuid`)}
      and r.state_id in (select s.id from gpt_system_configuration_state s
        where s.gpt_system_id = ${gptSystemId})`.execute(tx)
}

/** Returns a user's agent, locked until the transaction ends. Its name is empty if it has none yet. */
export async function lockOwned(
  tx: Sql,
  owner: Pick<Actor, 'userId'>,
  gptSystemId: string,
): Promise<{ name: string } | null> {
  const locked = await sql`select from gpt_system g where g.id = ${gptSystemId} and ${ownedBy(owner)}
    for update of g`.execute(tx)
  if (locked.rows.length === 0) return null
  const found = await sql<{
    name: string
  }>`select s.name from gpt_system g join lateral ${shownState} s on true
    where g.id = ${gptSystemId}`.execute(tx)
  return found.rows[0] ?? null
}

interface Receiver {
  userId: string
  gptSystemId: string
  /** Whether everyone can be found. */
  all: boolean
}

/** Locks a user that the owner can find or directly shares the agent with. Returns false for anyone else. */
export async function lockFindable(
  tx: Sql,
  actor: Actor,
  { userId, gptSystemId, all }: Receiver,
): Promise<boolean> {
  const found = await sql`select from app_user u where u.id = ${userId} and (${findableBy(actor, all)}
    or (not u.disabled and exists (select from agent_share h join gpt_system g on g.id = h.gpt_system_id
      where h.gpt_system_id = ${gptSystemId} and h.user_id = u.id and ${ownedBy(actor)}))) for update`.execute(
    tx,
  )
  return found.rows.length > 0
}

/** Returns these users in their order. Undefined for users that don't exist or were deleted. */
export async function readPeople(
  db: Sql,
  userIds: readonly string[],
): Promise<({ disabled: boolean } | undefined)[]> {
  const found = await sql<{ userId: string; disabled: boolean }>`select id as "userId", disabled from app_user
    where id = any(${[...userIds]}::uuid[]) and removed_at is null`.execute(db)
  return userIds.map((userId) => found.rows.find((one) => one.userId === userId))
}

/**
 * Returns these users in their order, locked until the transaction ends. Undefined for users that don't exist.
 */
export async function lockPeople(
  tx: Sql,
  userIds: readonly string[],
): Promise<({ disabled: boolean } | undefined)[]> {
  const found = await sql<{ userId: string; disabled: boolean }>`select id as "userId", disabled from app_user
    where id = any(${[...userIds]}::uuid[]) order by id for update`.execute(tx)
  return userIds.map((userId) => found.rows.find((one) => one.userId === userId))
}

/** Sets a new owner, who no longer needs a share of the agent. */
export async function replaceOwner(tx: Sql, gptSystemId: string, userId: string): Promise<void> {
  await sql`delete from agent_share where gpt_system_id = ${gptSystemId} and user_id = ${userId}`.execute(tx)
  await sql`update gpt_system set owner_user_id = ${userId}, version = version + 1, updated_at = now()
    where id = ${gptSystemId}`.execute(tx)
}

export async function countShares(tx: Sql, gptSystemId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from agent_share
    where gpt_system_id = ${gptSystemId}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export async function insertShare(
  tx: Sql,
  {
    gptSystemId,
    userId,
    right,
    by,
  }: { gptSystemId: string; userId: string; right: 'Use' | 'Edit'; by: string },
): Promise<void> {
  await sql`insert into agent_share (id, gpt_system_id, user_id, share_right, created_by)
    values (${uuid()}, ${gptSystemId}, ${userId}, ${right}, ${by})`.execute(tx)
}
