import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config/config.ts'

/**
 * Whether an account becomes, or could become, Administrator at its first sign-in. It is then treated as having
 * all permissions, no matter who has it now.
 */
export function mayBecomeFirstAdministrator(
  { firstAdministrator, directory }: Config,
  { userName, objectId }: { userName: string; objectId: string | null },
): boolean {
  const named = firstAdministrator?.toLowerCase()
  return named === userName.toLowerCase() || named === `${directory.tenantId}:${objectId}`
}

/**
 * SQL that is true for the row `app_user` of the configured first administrator: a username of the embedded
 * directory, or `tid:oid`. A username is looked up in the directory itself because the one in a token can be
 * changed.
 */
export function isFirstAdministrator({ firstAdministrator, directory }: Config): RawBuilder<boolean> | null {
  if (firstAdministrator === null) return null
  if (firstAdministrator.includes(':') || !directory.embedded) {
    return sql<boolean>`(app_user.tenant_id || ':' || app_user.object_id = ${firstAdministrator.toLowerCase()})`
  }
  return sql<boolean>`(app_user.tenant_id = ${directory.tenantId} and exists (select 1 from directory_user
    where directory_user.object_id::text = app_user.object_id and lower(user_name) = lower(${firstAdministrator})))`
}
