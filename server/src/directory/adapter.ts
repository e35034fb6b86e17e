import { createHash } from 'node:crypto'
import {
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
  type ClientMetadata,
  errors,
} from 'oidc-provider'
import type { Database } from '../platform/database/database.ts'
import * as store from './store.ts'

/**
 * Kinds whose ID is the secret that its bearer presents. Their IDs are hashed, so a copy of the table lets no
 * one in.
 */
const bearerKinds = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/**
 * Stores the provider's state in one table. Its only client is the product, which `clientOf` describes at call
 * time because brands add host names that sign-in returns to.
 */
export function createAdapter(
  database: Database,
  clientOf: (id: string) => ClientMetadata | undefined,
): AdapterFactory {
  return (kind): Adapter => {
    const key = (id: string) =>
      bearerKinds.has(kind) ? createHash('sha256').update(id).digest('base64url') : id
    return {
      async upsert(id, { jti, ...payload }, expiresIn) {
        await store.upsertState(database, {
          kind,
          id: key(id),
          payload: bearerKinds.has(kind) ? payload : { ...payload, jti },
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        })
      },
      async find(id) {
        if (kind === 'Client') return clientOf(id) as AdapterPayload | undefined
        const payload = await store.findState(database, kind, key(id))
        return payload && { ...payload, jti: payload.jti ?? id }
      },
      findByUid: (uid) => store.findStateByUid(database, kind, uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const consumed = await store.consumeState(database, kind, key(id), Math.floor(Date.now() / 1000))
        // The provider checks the code before it marks it as used. Of two concurrent requests, only one can
        // succeed.
        if (!consumed) throw new errors.InvalidGrant(`${kind} already consumed`)
      },
      destroy: (id) => store.removeState(database, kind, key(id)),
      revokeByGrantId: (grantId) => store.removeStateByGrant(database, kind, grantId),
    }
  }
}
