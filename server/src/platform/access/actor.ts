import { type Action, implied, resolveActions } from '@parlance/contract/actions'
import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import { heldRoleIds } from './heldRoles.ts'

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
  given: Action[]
  specific: SpecificRight[]
}

/** SQL: `held`, the ids of somebody's roles, and what they give: actions, and those on single objects. */
const withHeld = (userId: string) => sql`with held as materialized (${heldRoleIds(userId)})`
const rightsColumns = (userId: string) => sql`
  array(select distinct unnest(r.actions) from held join user_role r on r.id = held.user_role_id) as given,
  coalesce((select jsonb_agg(jsonb_build_object('action', c.action, 'entityId', coalesce(c.gpt_system_id, c.data_source_id)))
    from role_entity_configuration c
    where c.user_id = ${userId}::uuid or c.user_role_id in (select user_role_id from held)), '[]'::jsonb) as specific`

/**
 * Session, person and rights in one statement, for each request anew: what is revoked ends with the next call. Null
 * where there is no such session any more.
 */
export async function readActor(
  db: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<(Actor & { disabled: boolean }) | null> {
  const found = await sql<ActorRow>`${withHeld(userId)}
    select app_user.tenant_id as "tenantId", app_user.object_id as "objectId", app_user.name,
      app_user.user_name as "userName", app_user.disabled, ${rightsColumns(userId)}
    from session join app_user on app_user.id = session.user_id
    where session.id = ${sessionId} and session.user_id = ${userId}
      and session.revoked_at is null and session.expires_at > ${now}`.execute(db)
  const row = found.rows[0]
  if (!row) return null
  const { given, specific, ...person } = row
  return { userId, sessionId, ...person, ...resolved({ given, specific }) }
}

/** The rights of somebody who need not be signed in. */
export async function readRights(db: Sql, userId: string): Promise<Rights> {
  const found = await sql<Pick<ActorRow, 'given' | 'specific'>>`
    ${withHeld(userId)} select ${rightsColumns(userId)}`.execute(db)
  return resolved(found.rows[0] ?? { given: [], specific: [] })
}

function resolved({ given, specific }: Pick<ActorRow, 'given' | 'specific'>): Rights {
  return { actions: new Set(resolveActions(given)), specific: resolveSpecific(specific) }
}

/** Rights on single objects with those that they imply, each once. */
export function resolveSpecific(specific: readonly SpecificRight[]): SpecificRight[] {
  const all = new Map<string, SpecificRight>()
  for (const { action, entityId } of specific) {
    const reading = implied(action)
    for (const one of reading ? [action, reading] : [action])
      all.set(`${one} ${entityId}`, { action: one, entityId })
  }
  return [...all.values()]
}
