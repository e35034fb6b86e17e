import { type Action, implied, resolveActions } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database/database.ts'
import { believedGroupsOf, heldRoleIds, possibleRoleIds } from './heldRoles.ts'

/** Who is calling, as read from the database for this request. */
export interface Actor {
  userId: string
  sessionId: string
  tenantId: string
  objectId: string
  name: string
  userName: string
  /** What the roles come to, with what it implies; rights on single objects are not among them. */
  actions: ReadonlySet<Action>
  /** Rights on single objects: a *Specific* action and the id that it holds for. */
  specific: readonly SpecificRight[]
}

export interface SpecificRight {
  action: Action
  entityId: string
}

export interface Rights {
  actions: ReadonlySet<Action>
  specific: readonly SpecificRight[]
}

interface ActorRow {
  tenantId: string
  objectId: string
  name: string
  userName: string
  disabled: boolean
  /** It is a while since the session was noted to be in use. */
  unnoted: boolean
  /** What the rights follow from: the roles' mark and the groups that are believed. The same mark, the same rights. */
  mark: string
  /** Null where the rights of a mark that is known were asked for. */
  given: Given | null
}

/** As the roles give them, before what is implied. */
interface Given {
  actions: Action[]
  specific: SpecificRight[]
}

/** SQL: what these roles of somebody give, actions and those on single objects, as one `Given`. */
const givenTo = (userId: string, roleIds = heldRoleIds(userId)) => sql<Given>`(
  with held as materialized (${roleIds})
  select jsonb_build_object(
    'actions', array(select distinct unnest(r.actions) from held join user_role r on r.id = held.user_role_id),
    'specific', coalesce((select jsonb_agg(jsonb_build_object(
        'action', c.action, 'entityId', coalesce(c.gpt_system_id, c.data_source_id)))
      from role_entity_configuration c
      where c.user_id = ${userId}::uuid or c.user_role_id in (select user_role_id from held)), '[]'::jsonb)))`

/** How exactly it is known when a session was used last, in seconds. */
const NOTED_EVERY = 300

/** The rights of the users who called last are cached. */
const CACHED_USERS = 10_000

/**
 * Session, person and rights in one statement, for each request anew: what is revoked ends with the next call. Roles
 * change seldom: what they come to is kept, and the statement is made again with them where the mark is another than the
 * one that they were kept under. Every change of roles replaces the mark in its own transaction (migration 0017), so a right
 * is never older than the statement that reads the session.
 */
export function createActorReader(db: Sql) {
  const cache = new LRUCache<string, { mark: string; rights: Rights }>({ max: CACHED_USERS })

  /** Null where there is no such session any more. Whoever was disabled is told so, though that has ended the session. */
  return async function readActor(
    { userId, sessionId }: { userId: string; sessionId: string },
    now: Date,
  ): Promise<(Actor & { disabled: boolean; unnoted: boolean }) | null> {
    const known = cache.get(userId)
    const read = async (given: RawBuilder<Given | null>) => {
      const found = await sql<ActorRow>`
        select u.tenant_id as "tenantId", u.object_id as "objectId", u.name, u.user_name as "userName", u.disabled,
          session.last_seen_at < ${now}::timestamptz - ${NOTED_EVERY} * interval '1 second' as unnoted,
          roles_mark.mark || coalesce(md5(${believedGroupsOf('u')}::text), '') as mark, ${given} as given
        from session join app_user u on u.id = session.user_id cross join roles_mark
        where session.id = ${sessionId} and session.user_id = ${userId}
          and (u.disabled or (session.revoked_at is null and session.expires_at > ${now}))`.execute(db)
      return found.rows[0]
    }
    // Only where they are not known any more is the database asked for them: to plan for them costs as much as the rest.
    let row = known && (await read(sql`null`))
    if (!known || (row && row.mark !== known.mark)) row = await read(givenTo(userId))
    if (!row) return null
    const { given, mark, ...person } = row
    const rights = given ? resolved(given) : known?.rights
    if (!rights) throw new Error("The database omitted permissions that aren't cached here.")
    cache.set(userId, { mark, rights })
    return { userId, sessionId, ...person, ...rights }
  }
}

/** Notes that a session is in use, and with it its person; one after the other, since others lock both. */
export async function noteUse(
  db: Sql,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  now: Date,
): Promise<void> {
  await sql`update session set last_seen_at = ${now} where id = ${sessionId} and last_seen_at < ${now}`.execute(
    db,
  )
  await sql`update app_user set last_seen_at = ${now} where id = ${userId} and last_seen_at < ${now}`.execute(
    db,
  )
}

/** The rights of somebody who need not be signed in. */
export async function readRights(db: Sql, userId: string): Promise<Rights> {
  const found = await sql<{ given: Given }>`select ${givenTo(userId)} as given`.execute(db)
  return resolved(found.rows[0]?.given ?? { actions: [], specific: [] })
}

/** The most that somebody may have at their next call or sign-in: what they have, and what their groups may bring. */
export async function readMostRights(db: Sql, userId: string): Promise<Rights> {
  const found = await sql<{
    given: Given
  }>`select ${givenTo(userId, possibleRoleIds(userId))} as given`.execute(db)
  return resolved(found.rows[0]?.given ?? { actions: [], specific: [] })
}

function resolved({ actions, specific }: Given): Rights {
  return { actions: new Set(resolveActions(actions)), specific: resolveSpecific(specific) }
}

/** Rights on single objects with those that they imply, each once. */
function resolveSpecific(specific: readonly SpecificRight[]): SpecificRight[] {
  const all = new Map<string, SpecificRight>()
  for (const { action, entityId } of specific) {
    const reading = implied(action)
    for (const one of reading ? [action, reading] : [action])
      all.set(`${one} ${entityId}`, { action: one, entityId })
  }
  return [...all.values()]
}
