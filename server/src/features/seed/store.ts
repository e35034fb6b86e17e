import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../platform/database/database.ts'

/** Claims a part of the first startup's content; returns false if it was already added. */
export async function claim(tx: Sql, name: string): Promise<boolean> {
  const claimed =
    await sql`insert into seed (name) values (${name}) on conflict do nothing returning name`.execute(tx)
  return claimed.rows.length > 0
}

/** Creates users for the demo's accounts before they sign in, with their groups in the embedded directory. */
export async function insertDemoPeople(tx: Sql, tenantId: string, now: Date): Promise<void> {
  const accounts = await sql<{
    objectId: string
  }>`select object_id as "objectId" from directory_user where demo
    order by object_id`.execute(tx)
  for (const { objectId } of accounts.rows) {
    await sql`insert into app_user (id, tenant_id, object_id, name, user_name, email, group_ids, groups_read_at)
      select ${uuid()}, ${tenantId}, d.object_id, d.display_name, d.user_name, d.email,
        array(select m.group_id::text from directory_membership m where m.user_id = d.object_id order by m.group_id),
        ${now}
      from directory_user d where d.object_id = ${objectId}::uuid
      on conflict on constraint app_user_identity do nothing`.execute(tx)
  }
}
