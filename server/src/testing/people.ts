import { type Action, isSpecific } from '@parlance/contract/actions'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { createProductTokens } from '../platform/auth/productToken.ts'
import { systemClock } from '../platform/clock.ts'
import type { TestApplication } from './application.ts'

export interface TestPerson {
  userId: string
  objectId: string
  token: string
}

interface Given {
  /** Granted through a role created for the person. */
  actions?: readonly Action[]
  /** The person's *Specific* permissions. */
  specific?: readonly { action: Action; entityId: string }[]
  /** Null means that they could not be read. */
  groups?: readonly string[] | null
  /** How long ago the groups were read. */
  groupsHoursAgo?: number
  disabled?: boolean
}

/** Creates a signed-in user with these permissions and groups, stored in the database as a sign-in would. */
export async function person(app: TestApplication, given: Given = {}): Promise<TestPerson> {
  const { actions = [], specific = [], groups = [], groupsHoursAgo = 0, disabled = false } = given
  const { db } = app.platform.database
  const [userId, sessionId, objectId] = [uuid(), uuid(), uuid()]
  const userName = `p-${userId.slice(-12)}`
  await sql`insert into app_user (id, tenant_id, object_id, name, user_name, disabled, group_ids, groups_read_at, last_seen_at)
    values (${userId}, ${app.config.directory.tenantId}, ${objectId}, ${`Person ${userName}`}, ${userName}, ${disabled},
      ${groups === null ? null : [...groups]}::text[],
      case when ${groups === null} then null else now() - ${groupsHoursAgo}::int * interval '1 hour' end, now())`.execute(
    db,
  )
  await sql`insert into session (id, user_id, created_at, last_seen_at, expires_at, network)
    values (${sessionId}, ${userId}, now(), now(), now() + interval '1 day', '127.0.0.1')`.execute(db)
  if (actions.length > 0) {
    const userRoleId = uuid()
    await sql`insert into user_role (id, name, name_key, actions)
      values (${userRoleId}, ${userRoleId}, ${userRoleId}, ${actions.filter((action) => !isSpecific(action))}::text[])`.execute(
      db,
    )
    await sql`insert into user_role_assignment (id, user_role_id, user_id)
      values (${uuid()}, ${userRoleId}, ${userId})`.execute(db)
  }
  for (const { action, entityId } of specific) {
    const [agent, source] = action.startsWith('GptSystems') ? [entityId, null] : [null, entityId]
    await sql`insert into role_entity_configuration (id, user_id, action, gpt_system_id, data_source_id)
      values (${uuid()}, ${userId}, ${action}, ${agent}, ${source})`.execute(db)
  }
  const tokens = createProductTokens(app.config.secretKey, systemClock)
  return { userId, objectId, token: await tokens.issue({ userId, sessionId }) }
}
