import type { Action, SpecificAction } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/actor.ts'
import { believedGroups } from '../../platform/access/heldRoles.ts'
import { lockRoles } from '../../platform/access/rolesLock.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { nameKey } from '../../platform/language/nameKey.ts'

export interface RoleRow {
  userRoleId: string
  name: string
  description: string
  actions: Action[]
  /** The *Specific* permissions that it has for at least one object. */
  specific: Action[]
  builtIn: boolean
  isDefault: boolean
  users: number
  groups: number
  version: number
  createdAt: string
  updatedAt: string
}

const roleColumns = sql`r.id as "userRoleId", r.name, r.description, r.actions, r.built_in as "builtIn",
  r.is_default as "isDefault", r.version, ${isoTime('r.created_at')} as "createdAt",
  ${isoTime('r.updated_at')} as "updatedAt",
  array(select distinct c.action from role_entity_configuration c where c.user_role_id = r.id) as specific,
  (select count(*)::int from user_role_assignment a join app_user u on u.id = a.user_id
    where a.user_role_id = r.id and u.removed_at is null) as users,
  (select count(*)::int from user_role_assignment a where a.user_role_id = r.id and a.group_id is not null) as groups`

// Anyone who can read one role can read all of them, so nothing here checks the reader.

export interface RoleList {
  search: string
  sort: { by: 'name' | 'updatedAt'; descending: boolean }
  after: { value: string; userRoleId: string } | null
  limit: number
}

export const sortValue = (row: RoleRow, { by }: RoleList['sort']): string =>
  by === 'name' ? nameKey(row.name) : row.updatedAt

export async function readPage(db: Sql, { search, sort, after, limit }: RoleList): Promise<RoleRow[]> {
  const byTime = sort.by === 'updatedAt'
  // Times are compared as in the list: a position has only milliseconds.
  const column = byTime ? sql`date_trunc('milliseconds', r.updated_at)` : sql`r.name_key`
  const value = byTime ? sql`${after?.value ?? null}::timestamptz` : sql`${after?.value ?? null}::text`
  const order = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const found = await sql<RoleRow>`select ${roleColumns} from user_role r
    where (${search} = '' or strpos(r.name_key, ${nameKey(search)}) > 0)
      and (${after === null} or (${column}, r.id) ${beyond} (${value}, ${after?.userRoleId ?? null}::uuid))
    order by ${column} ${order}, r.id ${order} limit ${limit}`.execute(db)
  return found.rows
}

export async function readRole(db: Sql, userRoleId: string): Promise<RoleRow | null> {
  const found = await sql<RoleRow>`select ${roleColumns} from user_role r where r.id = ${userRoleId}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

/**
 * Returns the role, locked until the transaction ends, so that decisions about it are still true when it is
 * written.
 */
export async function lockRole(tx: Sql, userRoleId: string): Promise<RoleRow | null> {
  await lockRoles(tx)
  await sql`select from user_role where id = ${userRoleId} for update`.execute(tx)
  return readRole(tx, userRoleId)
}

export interface NewRole {
  name: string
  description: string
  actions: readonly Action[]
}

export async function insertRole(
  tx: Sql,
  role: NewRole,
  createdBy: string,
  id: string = uuid(),
): Promise<string> {
  await sql`insert into user_role (id, name, name_key, description, actions, created_by)
    values (${id}, ${role.name}, ${nameKey(role.name)}, ${role.description}, ${[...role.actions]}, ${createdBy})`.execute(
    tx,
  )
  return id
}

export async function updateRole(tx: Sql, userRoleId: string, role: NewRole): Promise<void> {
  await sql`update user_role set name = ${role.name}, name_key = ${nameKey(role.name)},
    description = ${role.description}, actions = ${[...role.actions]}, updated_at = now(), version = version + 1
    where id = ${userRoleId}`.execute(tx)
}

export async function removeRole(tx: Sql, userRoleId: string): Promise<void> {
  await sql`delete from user_role where id = ${userRoleId}`.execute(tx)
}

export interface EntityRight {
  action: SpecificAction
  entityType: 'GptSystem' | 'DataSource'
  entityId: string
}

export async function readEntityRights(db: Sql, userRoleId: string): Promise<EntityRight[]> {
  const found = await sql<EntityRight>`select c.action,
      case when c.gpt_system_id is null then 'DataSource' else 'GptSystem' end as "entityType",
      coalesce(c.gpt_system_id, c.data_source_id) as "entityId"
    from role_entity_configuration c where c.user_role_id = ${userRoleId}
    order by c.action, "entityId"`.execute(db)
  return found.rows
}

/** Returns the names of those agents and file libraries that the actor can see on admin pages. */
export async function findEntityNames(
  db: Sql,
  actor: Pick<Actor, 'actions' | 'specific'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const held = actor.specific.map((right) => right.entityId)
  const agents = actor.actions.has('GptSystemsWrite') || actor.actions.has('GptSystemConfigurationsRead')
  const found = await sql<{ id: string; name: string }>`
    select g.id, coalesce(s.name, '') as name from gpt_system g
      left join lateral (select name from gpt_system_configuration_state s where s.gpt_system_id = g.id
        order by s.id = g.published_state_id desc nulls last, s.number desc limit 1) s on true
      where g.id = any(${[...ids]}::uuid[]) and g.gpt_system_type = 'System'
        and (${agents} or g.id = any(${held}::uuid[]))
    union all select d.data_source_id, d.name from data_source d
      where d.data_source_id = any(${[...ids]}::uuid[])
        and (${actor.actions.has('DataSourcesRead')} or d.data_source_id = any(${held}::uuid[]))`.execute(db)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

/** Returns which of these objects exist. */
export async function readPresent(db: Sql, rights: readonly EntityRight[]): Promise<ReadonlySet<string>> {
  const ids = rights.map((right) => right.entityId)
  const found = await sql<{ key: string }>`
    select 'GptSystem ' || id as key from gpt_system
      where id = any(${ids}::uuid[]) and gpt_system_type = 'System' and deleted_at is null
    union all select 'DataSource ' || data_source_id from data_source where data_source_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Set(found.rows.map((row) => row.key))
}

export async function replaceEntityRights(
  tx: Sql,
  userRoleId: string,
  rights: readonly EntityRight[],
): Promise<void> {
  await sql`delete from role_entity_configuration where user_role_id = ${userRoleId}`.execute(tx)
  for (const right of rights) await insertRight(tx, sql`${userRoleId}::uuid`, sql`null::uuid`, right)
  await sql`update user_role set updated_at = now(), version = version + 1 where id = ${userRoleId}`.execute(
    tx,
  )
}

/** Grants both permissions on an object to its creator. */
export async function insertCreatorRights(
  tx: Sql,
  userId: string,
  entity: Pick<EntityRight, 'entityType' | 'entityId'>,
): Promise<void> {
  const area = entity.entityType === 'GptSystem' ? 'GptSystems' : 'DataSources'
  for (const action of [`${area}ReadSpecific`, `${area}WriteSpecific`] as const)
    await insertRight(tx, sql`null::uuid`, sql`${userId}::uuid`, { ...entity, action })
}

async function insertRight(
  tx: Sql,
  role: RawBuilder<unknown>,
  user: RawBuilder<unknown>,
  right: EntityRight,
): Promise<void> {
  const agent = right.entityType === 'GptSystem' ? right.entityId : null
  const source = right.entityType === 'DataSource' ? right.entityId : null
  await sql`insert into role_entity_configuration (id, user_role_id, user_id, action, gpt_system_id, data_source_id)
    values (${uuid()}, ${role}, ${user}, ${right.action}, ${agent}, ${source}) on conflict do nothing`.execute(
    tx,
  )
}

export interface Holder {
  userId: string
  name: string
  userName: string
  disabled: boolean
}

export async function readUsers(
  db: Sql,
  userRoleId: string,
  list: { search: string; after: { name: string; userId: string } | null; limit: number },
): Promise<Holder[]> {
  const { search, after, limit } = list
  const found = await sql<Holder>`select u.id as "userId", u.name, u.user_name as "userName", u.disabled
    from user_role_assignment a join app_user u on u.id = a.user_id
    where a.user_role_id = ${userRoleId} and u.removed_at is null
      and (${search} = '' or strpos(lower(u.name), lower(${search})) > 0 or strpos(lower(u.user_name), lower(${search})) > 0)
      and (${after === null} or (lower(u.name), u.id) > (lower(${after?.name ?? ''}), ${after?.userId ?? null}::uuid))
    order by lower(u.name), u.id limit ${limit}`.execute(db)
  return found.rows
}

export async function readGroups(
  db: Sql,
  userRoleId: string,
): Promise<{ groupId: string; knownMembers: number }[]> {
  const found = await sql<{ groupId: string; knownMembers: number }>`select a.group_id as "groupId",
      (select count(*)::int from app_user u where a.group_id = any(u.group_ids) and not u.disabled
        and u.groups_read_at > now() - interval '24 hours') as "knownMembers"
    from user_role_assignment a where a.user_role_id = ${userRoleId} and a.group_id is not null
    order by a.group_id`.execute(db)
  return found.rows
}

export type Assignee = { userId: string } | { groupId: string }

/** Returns false if it was already assigned. */
export async function insertAssignment(
  tx: Sql,
  userRoleId: string,
  to: Assignee,
  createdBy: string | null,
): Promise<boolean> {
  const [user, group] = 'userId' in to ? [to.userId, null] : [null, to.groupId]
  const created = await sql`insert into user_role_assignment (id, user_role_id, user_id, group_id, created_by)
    values (${uuid()}, ${userRoleId}, ${user}, ${group}, ${createdBy}) on conflict do nothing returning id`.execute(
    tx,
  )
  return created.rows.length > 0
}

/** Returns false if it was not assigned. */
export async function removeAssignment(tx: Sql, userRoleId: string, to: Assignee): Promise<boolean> {
  const whose = 'userId' in to ? sql`user_id = ${to.userId}` : sql`group_id = ${to.groupId}`
  const removed = await sql`delete from user_role_assignment
    where user_role_id = ${userRoleId} and ${whose} returning id`.execute(tx)
  return removed.rows.length > 0
}

export interface Holding {
  userRoleId: string
  name: string
  by: 'Person' | 'Group' | 'Everyone'
  groupId: string | null
  actions: Action[]
  specific: Action[]
}

/** Returns a user's roles and how each is assigned. */
export async function readHoldings(db: Sql, userId: string): Promise<Holding[]> {
  const found =
    await sql<Holding>`select r.id as "userRoleId", r.name, h.by, h.group_id as "groupId", r.actions,
      array(select distinct c.action from role_entity_configuration c where c.user_role_id = r.id) as specific
    from (
      select a.user_role_id, 'Person' as by, null as group_id from user_role_assignment a where a.user_id = ${userId}
      union all select a.user_role_id, 'Group', a.group_id from user_role_assignment a
        where a.group_id = any(${believedGroups(userId)}::text[])
      union all select id, 'Everyone', null from user_role where is_default) h
    join user_role r on r.id = h.user_role_id
    order by r.is_default, r.name_key, h.by desc, h.group_id`.execute(db)
  return found.rows
}

export interface Named {
  name: string
  disabled: boolean
}

export async function readPerson(db: Sql, userId: string): Promise<Named | null> {
  const found = await sql<Named>`select name, disabled from app_user
    where id = ${userId} and removed_at is null`.execute(db)
  return found.rows[0] ?? null
}
