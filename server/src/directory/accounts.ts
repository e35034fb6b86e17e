import { createHash } from 'node:crypto'
import type { Account } from 'oidc-provider'
import type { Database } from '../platform/database/database.ts'
import { type DirectoryUser, findUser, listGroupIds } from './store.ts'

/** Returns the account with this object ID if the request can use it. */
export async function findUsableUser(
  database: Database,
  objectId: string,
  direct: boolean,
): Promise<DirectoryUser | null> {
  const user = await findUser(database, objectId)
  if (!user || user.disabled || (user.demo && !direct)) return null
  return user
}

/** Converts a user to the account format of the provider. Claims are read again for every token. */
export function accountOf(
  database: Database,
  tenantId: string,
  user: DirectoryUser,
  sessionUid: string | undefined,
): Account {
  return {
    accountId: user.objectId,
    claims: async () => ({
      sub: user.objectId,
      oid: user.objectId,
      tid: tenantId,
      ver: '2.0',
      name: user.displayName,
      preferred_username: user.userName,
      ...(user.email ? { email: user.email } : {}),
      groups: await listGroupIds(database, user.objectId),
      // Identifies the session without revealing the value that finds it.
      ...(sessionUid ? { sid: createHash('sha256').update(sessionUid).digest('base64url') } : {}),
    }),
  }
}
