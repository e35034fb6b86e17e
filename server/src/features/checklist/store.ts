import { sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'
import { namedForSomebody } from '../chatAccessPolicies/index.ts'

// The checklist covers the whole instance; its endpoint checks who can read it.

async function one<T>(found: Promise<{ rows: T[] }>): Promise<T> {
  const [row] = (await found).rows
  if (!row) throw new Error('A statement that returns one row returned none.')
  return row
}

export const readName = (db: Sql) =>
  one(sql<{ name: string }>`select name from instance_settings`.execute(db))

/** Brands that a user has created or changed; the demo's brands don't count. */
export const readBrand = (db: Sql) =>
  one(
    sql<{ changed: boolean }>`select exists (select from brand where created_by is not null or version > 1)
      or exists (select from brand_defaults where version > 1) as changed`.execute(db),
  )

export interface AgentUse {
  published: number
  usable: number
  unused: { gptSystemId: string; name: string } | null
}

/** Counts the published system agents, and those that a policy grants to someone. */
export const readAgentUse = (db: Sql): Promise<AgentUse> =>
  one(
    sql<AgentUse>`with agent as (
        select g.id, s.name, ${namedForSomebody} as used
        from gpt_system g join gpt_system_configuration_state s on s.id = g.published_state_id
        where g.deleted_at is null and g.gpt_system_type = 'System'
      )
      select (select count(*) from agent) as published, (select count(*) from agent where used) as usable,
        (select jsonb_build_object('gptSystemId', id, 'name', name) from agent where not used
          order by id desc limit 1) as unused`.execute(db),
  )

export interface GroupsRead {
  people: number
  unknown: number
  /** Whether a policy, a role, or a share names a group. */
  used: boolean
}

/**
 * Counts the people seen in the last week, and those whose groups were unknown or older than a day when last
 * seen. People who stayed away also have outdated groups, but these are read again at their next sign-in.
 */
export const readGroups = (db: Sql, now: Date): Promise<GroupsRead> =>
  one(
    sql<GroupsRead>`select count(*) as people, count(*) filter (where u.groups_read_at is null
        or u.groups_read_at < u.last_seen_at - interval '24 hours') as unknown,
      (exists (select from chat_access_policy_subject where kind = 'Group')
        or exists (select from user_role_assignment where group_id is not null)
        or exists (select from agent_share where group_id is not null)) as used
      from app_user u where u.removed_at is null and not u.disabled
        and u.last_seen_at >= ${now}::timestamptz - interval '7 days'`.execute(db),
  )

/** Whether an account of the embedded directory has a password that only its owner knows. */
export const readPassword = (db: Sql, userName: string) =>
  one(
    sql<{
      set: boolean
    }>`select exists (select from directory_user where lower(user_name) = lower(${userName})
      and password_hash is not null and not demo) as set`.execute(db),
  )
