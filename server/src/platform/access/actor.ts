import { type Action, implied, resolveActions } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database/database.ts'
import { believedGroupsOf, heldRoleIds, possibleRoleIds } from './heldRoles.ts'

/** The calling user, as read from the database for this request. */
export interface Actor {
  userId: string
  sessionId: string
  tenantId: string
  objectId: string
  name: string
  userName: string
  /** The permissions from all roles, including implied ones, without those on single objects. */
  actions: ReadonlySet<Action>
  /** Permissions on single objects: a *Specific* action and the object's ID. */
  specific: readonly SpecificRight[]
  /** Set for visitors of public pages, who are no users. */
  visit?: Visit
}

/** A visitor's session on a public page. */
export interface Visit {
  gptSystemId: string
  gptPublicEndpoint: string
  /** Whether the page is turned on. Otherwise visitors can only end their session. */
  isOn: boolean
  /** The user who tests the page. */
  testedBy: string | null
  /** The network that the call comes from, as a keyed hash. */
  network: string
}

export interface SpecificRight {
  action: Action
  entityId: string
}

/** Whose turn it is where calls queue: a user's, or a public page's, whose visitors take one turn together. */
export const turnOf = ({ userId, visit }: Pick<Actor, 'userId' | 'visit'>): string =>
  visit && !visit.testedBy ? `page:${visit.gptSystemId}` : userId

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
  /** Whether the session's last recorded use is a while ago. */
  unnoted: boolean
  /**
   * What the permissions depend on: the roles' mark and the valid groups. The same mark means the same
   * permissions.
   */
  mark: string
  /** Null if the query was made for a known mark. */
  given: Given | null
}

/** Permissions as granted by the roles, before implied ones are added. */
interface Given {
  actions: Action[]
  specific: SpecificRight[]
}

/** SQL for the permissions that a user's roles grant, on all and on single objects, as one `Given`. */
const givenTo = (userId: string, roleIds = heldRoleIds(userId)) => sql<Given>`(
  with held as materialized (${roleIds})
  select jsonb_build_object(
    'actions', array(select distinct unnest(r.actions) from held join user_role r on r.id = held.user_role_id),
    'specific', coalesce((select jsonb_agg(jsonb_build_object(
        'action', c.action, 'entityId', coalesce(c.gpt_system_id, c.data_source_id)))
      from role_entity_configuration c
      where c.user_id = ${userId}::uuid or c.user_role_id in (select user_role_id from held)), '[]'::jsonb)))`

/** The precision of a session's last use, in seconds. */
const NOTED_EVERY = 300

/** The rights of the users who called last are cached. */
const CACHED_USERS = 10_000

/**
 * Reads session, user, and permissions in one statement for each request, so a revoked permission ends with the
 * next call. Roles rarely change, so their permissions are cached; if the mark differs, the statement is
 * repeated with them. Every change of roles replaces the mark in its own transaction (migration 0017), so a
 * permission is never older than the statement that reads the session.
 */
export function createActorReader(db: Sql) {
  const cache = new LRUCache<string, { mark: string; rights: Rights }>({ max: CACHED_USERS })

  /**
   * Returns null if the session doesn't exist anymore. A disabled user is still returned, so that they are
   * told, although their session has ended.
   */
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
    // Permissions are queried only if they aren't cached, because planning them costs as much as the rest.
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

/**
 * Records the use of a session and its user. The updates are separate statements, because others lock both
 * rows.
 */
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

/** Returns the permissions of a user who may not be signed in. */
export async function readRights(db: Sql, userId: string): Promise<Rights> {
  const found = await sql<{ given: Given }>`select ${givenTo(userId)} as given`.execute(db)
  return resolved(found.rows[0]?.given ?? { actions: [], specific: [] })
}

/**
 * Returns the most permissions a user can have at their next call or sign-in: the current ones, and those their
 * groups may add.
 */
export async function readMostRights(db: Sql, userId: string): Promise<Rights> {
  const found = await sql<{
    given: Given
  }>`select ${givenTo(userId, possibleRoleIds(userId))} as given`.execute(db)
  return resolved(found.rows[0]?.given ?? { actions: [], specific: [] })
}

function resolved({ actions, specific }: Given): Rights {
  return { actions: new Set(resolveActions(actions)), specific: resolveSpecific(specific) }
}

/** Returns permissions on single objects and those they imply, without duplicates. */
function resolveSpecific(specific: readonly SpecificRight[]): SpecificRight[] {
  const all = new Map<string, SpecificRight>()
  for (const { action, entityId } of specific) {
    const reading = implied(action)
    for (const one of reading ? [action, reading] : [action])
      all.set(`${one} ${entityId}`, { action: one, entityId })
  }
  return [...all.values()]
}
