import { chatAccessPolicies, policyFields } from '@parlance/contract/chatAccessPolicies'
import { type Restorers, type Restoring, validState, withoutNulls } from '../../platform/audit/restorers.ts'
import { insert, namingPolicy, policyOf, recorded, write } from './service.ts'
import * as store from './store.ts'

/**
 * Restores complete policies; a deleted one is created again. The people, agents, and brands that they name
 * must exist.
 */
export function restorePolicies(restorers: Restorers): void {
  const policyFrom = ({ state }: Restoring) =>
    policyOf(validState(chatAccessPolicies.createChatAccessPolicy.input, withoutNulls(state)))

  restorers.add({
    entityType: 'ChatAccessPolicy',
    fields: Object.keys(policyFields),
    rights: ['ChatAccessPoliciesWrite'],
    async lock(tx, _actor, id) {
      const row = await store.lockPolicy(tx, id)
      return row && recorded(row)
    },
    apply: (tx, restoring, record) =>
      namingPolicy(async () => {
        const before = await store.lockPolicy(tx, restoring.entityId)
        if (before) await write(tx, before, policyFrom(restoring), record)
      }),
    make: {
      rights: ['ChatAccessPoliciesCreate'],
      apply: (tx, restoring, record) =>
        namingPolicy(async () => {
          await insert(tx, policyFrom(restoring), record, restoring.entityId)
        }),
    },
  })
}
