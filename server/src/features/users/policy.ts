import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config.ts'

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
