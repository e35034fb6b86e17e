import type { AgentShare, SharedLibrary } from '@parlance/contract/agentSharing'
import type { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { believedGroups } from '../../../platform/access/heldRoles.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { findableBy, linkReadBy, linkRests, ownedBy } from '../policy.ts'
import { shownState } from '../store.ts'

export type ShownShare = z.output<typeof AgentShare>
export interface Share {
  userId: string | null
  groupId: string | null
  right: 'Use' | 'Edit'
}

export interface SharedAgent {
  name: string
  /** Whether it can be chatted with. */
  isPublished: boolean
  version: number
  shares: ShownShare[]
  /** The libraries that it answers from. */
  libraries: z.output<typeof SharedLibrary>[]
}

/** Returns the user's own agent with its shares. */
export async function findShared(db: Sql, actor: Actor, gptSystemId: string): Promise<SharedAgent | null> {
  const found = await sql<SharedAgent>`select g.version, g.published_state_id is not null as "isPublished",
      coalesce((select s.name from ${shownState} s), '') as name,
      coalesce((select jsonb_agg(jsonb_build_object('userId', h.user_id, 'groupId', h.group_id, 
          'name', coalesce(u.name, (select d.display_name from directory_group d where d.object_id::text = h.group_id)),
          'right', h.share_right) order by u.name, h.group_id)
        from agent_share h left join app_user u on u.id = h.user_id where h.gpt_system_id = g.id), '[]'::jsonb) as shares,
      coalesce((select jsonb_agg(jsonb_build_object('dataSourceId', r.data_source_id,
          'name', case when ${linkReadBy(actor)} then d.name end, 'mayBeSharedOnward', d.may_be_shared_onward)
          order by d.name_key)
        from ${shownState} s join gpt_system_rag_data_source r on r.state_id = s.id
          join data_source d on d.data_source_id = r.data_source_id where ${linkRests}), '[]'::jsonb) as libraries
    from gpt_system g where g.id = ${gptSystemId} and ${ownedBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockShared(tx: Sql, actor: Actor, gptSystemId: string): Promise<SharedAgent | null> {
  await sql`select from gpt_system g where g.id = ${gptSystemId} and ${ownedBy(actor)} for update`.execute(tx)
  return findShared(tx, actor, gptSystemId)
}

/** Returns the given people that the user can find. */
export async function findPeople(
  tx: Sql,
  actor: Actor,
  userIds: readonly string[],
  all: boolean,
): Promise<Set<string>> {
  const found = await sql<{ userId: string }>`select u.id as "userId" from app_user u
    where u.id = any(${[...userIds]}::uuid[]) and ${findableBy(actor, all)}`.execute(tx)
  return new Set(found.rows.map(({ userId }) => userId))
}

interface Sought {
  search: string
  /** Whether all people and groups can be found. */
  all: boolean
  /** Whether the groups come from the embedded directory, which knows their names. */
  embedded: boolean
  limit: number
}

/**
 * Searches people and groups that the user can share with by part of their name. Names that start with it come
 * first.
 */
export async function findByName(
  db: Sql,
  actor: Actor,
  { search, all, embedded, limit }: Sought,
): Promise<Answer<typeof currentUser.findPeople>['items']> {
  const found = await sql<Answer<typeof currentUser.findPeople>['items'][number]>`
    select id, "displayName", kind from (
      select u.id::text as id, u.name as "displayName", 'User' as kind from app_user u where ${findableBy(actor, all)}
      union all
      select d.object_id::text, d.display_name, 'Group' from directory_group d
        where ${embedded} and (${all} or d.object_id::text = any(${believedGroups(actor.userId)}::text[]))) there
    where strpos(lower("displayName"), lower(${search})) > 0
    order by strpos(lower("displayName"), lower(${search})) > 1, lower("displayName"), id limit ${limit}`.execute(
    db,
  )
  return found.rows
}

/** Returns the groups that the user is in. */
export async function findGroups(tx: Sql, actor: Actor): Promise<Set<string>> {
  const found = await sql<{ groupId: string }>`
    select unnest(${believedGroups(actor.userId)}::text[]) as "groupId"`.execute(tx)
  return new Set(found.rows.map(({ groupId }) => groupId))
}

export async function replaceShares(
  tx: Sql,
  gptSystemId: string,
  shares: readonly Share[],
  by: string,
): Promise<void> {
  await sql`delete from agent_share where gpt_system_id = ${gptSystemId}`.execute(tx)
  for (const { userId, groupId, right } of shares) {
    await sql`insert into agent_share (id, gpt_system_id, user_id, group_id, share_right, created_by)
      values (${uuid()}, ${gptSystemId}, ${userId}, ${groupId}, ${right}, ${by})`.execute(tx)
  }
  await sql`update gpt_system set version = version + 1, updated_at = now() where id = ${gptSystemId}`.execute(
    tx,
  )
}

export interface ShareVerdict {
  withPerson: boolean
  /** The user's group that it is shared with. */
  groupId: string | null
  /** Whether it is shared with any group. */
  withGroups: boolean
  /** Shares are active only while the owner can sign in. */
  ownerDisabled: boolean
}

/** Returns what an agent's shares mean for a user, for access explanations. */
export async function readShareVerdict(db: Sql, gptSystemId: string, userId: string): Promise<ShareVerdict> {
  const found = await sql<ShareVerdict>`select
      coalesce(bool_or(h.user_id = ${userId}::uuid), false) as "withPerson",
      min(h.group_id) filter (where h.group_id = any(${believedGroups(userId)}::text[])) as "groupId",
      coalesce(bool_or(h.group_id is not null), false) as "withGroups",
      coalesce(bool_or(owner.disabled), false) as "ownerDisabled"
    from agent_share h join gpt_system g on g.id = h.gpt_system_id left join app_user owner on owner.id = g.owner_user_id
    where h.gpt_system_id = ${gptSystemId}`.execute(db)
  return found.rows[0] ?? { withPerson: false, groupId: null, withGroups: false, ownerDisabled: false }
}
