import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config/config.ts'

/**
 * Whether an account becomes, or may become, Administrator when it first signs in: then it is worth as much as all
 * actions, whoever has it now.
 */
export function mayBecomeFirstAdministrator(
  { firstAdministrator, directory }: Config,
  { userName, objectId }: { userName: string; objectId: string | null },
): boolean {
  const named = firstAdministrator?.toLowerCase()
  return named === userName.toLowerCase() || named === `${directory.tenantId}:${objectId}`
}

/**
 * SQL that is true for the row `app_user` of the configured first administrator: a user name of the embedded
 * directory, or `tid:oid`. A name is looked up in the directory itself, since the one a token brings can be changed.
 */
export function isFirstAdministrator({ firstAdministrator, directory }: Config): RawBuilder<boolean> | null {
  if (firstAdministrator === null) return null
  if (firstAdministrator.includes(':') || !directory.embedded) {
    return sql<boolean>`(app_user.tenant_id || ':' || app_user.object_id = ${firstAdministrator.toLowerCase()})`
  }
  return sql<boolean>`(app_user.tenant_id = ${directory.tenantId} and exists (select 1 from directory_user
    where directory_user.object_id::text = app_user.object_id and lower(user_name) = lower(${firstAdministrator})))`
}
