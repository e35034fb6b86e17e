import { type Action, actions } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config.ts'

export interface Role {
  userRoleId: string
  name: string
  actions: readonly Action[]
}

/** The built-in roles, by ids that are the same in every installation. */
export const administratorRole: Role = {
  userRoleId: '0b7d3f1e-0000-4000-8000-000000000001',
  name: 'Administrator',
  actions,
}
export const userRole: Role = {
  userRoleId: '0b7d3f1e-0000-4000-8000-000000000002',
  name: 'User',
  actions: ['GptSystemsRead'],
}

/**
 * SQL that is true for the row `app_user` of the configured first administrator: a user name of the embedded
 * directory, or `tid:oid`. A name is looked up in the directory itself, since the one a token brings can be changed.
 */
export function isFirstAdministrator(config: Config): RawBuilder<boolean> {
  const { firstAdministrator, directory } = config
  if (firstAdministrator === null) return sql<boolean>`false`
  if (firstAdministrator.includes(':') || !directory.embedded) {
    return sql<boolean>`(app_user.tenant_id || ':' || app_user.object_id = ${firstAdministrator.toLowerCase()})`
  }
  return sql<boolean>`(app_user.tenant_id = ${directory.tenantId} and exists (select 1 from directory_user
    where directory_user.object_id::text = app_user.object_id and lower(user_name) = lower(${firstAdministrator})))`
}

/** Everybody holds User; the first administrator holds Administrator as well. */
export function rolesOf(firstAdministrator: boolean): Role[] {
  return firstAdministrator ? [administratorRole, userRole] : [userRole]
}

export function actionsOf(roles: Role[]): ReadonlySet<Action> {
  return new Set(roles.flatMap((role) => role.actions))
}
