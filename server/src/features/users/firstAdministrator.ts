import type { Sql } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { makeAdministrator } from '../userRoles/index.ts'
import { isFirstAdministrator } from './policy.ts'
import { claimFirstAdministrator, readFirstAdministrator } from './store.ts'

/**
 * Makes the configured first administrator Administrator, once: at their first sign-in, or at startup if they
 * signed in earlier. If the role is unassigned later, it stays unassigned.
 */
export function createFirstAdministrator({ audit, config }: Platform) {
  const condition = isFirstAdministrator(config)

  async function appoint(tx: Sql, userId: string): Promise<void> {
    if (!condition || !(await claimFirstAdministrator(tx, userId, condition))) return
    if (!(await makeAdministrator(tx, userId))) return
    await audit.record(
      tx,
      {
        actor: null,
        area: 'userRole',
        verb: 'assign',
        requestId: 'firstAdministrator',
        network: null,
        userAgent: null,
      },
      {
        entityType: 'UserRoleAssignment',
        entityId: userId,
        entityName: 'Administrator',
        before: null,
        after: { role: 'Administrator', userId },
        reason: 'FIRST_ADMINISTRATOR',
      },
    )
  }

  return {
    appoint,
    async appointAtStart(tx: Sql): Promise<void> {
      const userId = condition && (await readFirstAdministrator(tx, condition))
      if (userId) await appoint(tx, userId)
    },
  }
}
