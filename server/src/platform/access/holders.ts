import type { Action } from '@parlance/contract/actions'
import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import { believedGroupsOf } from './heldRoles.ts'

/** Returns users with a permission from any role, the ones who used the product last first. */
export async function readHolders(db: Sql, action: Action, limit: number): Promise<string[]> {
  const roles = sql`select r.id from user_role r where ${action} = any(r.actions)`
  const found = await sql<{ id: string }>`select u.id from app_user u
    where not u.disabled and u.removed_at is null and (
      u.id in (select a.user_id from user_role_assignment a where a.user_role_id in (${roles}))
      or ${believedGroupsOf('u')} && array(
        select a.group_id from user_role_assignment a where a.group_id is not null and a.user_role_id in (${roles}))
      or exists (select from user_role r where r.is_default and ${action} = any(r.actions)))
    order by u.last_seen_at desc nulls last, u.id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}
