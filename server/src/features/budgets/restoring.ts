import { budgets } from '@parlance/contract/budgets'
import { type Restorers, validState } from '../../platform/audit/restorers.ts'
import * as service from './service.ts'
import { lockBudget } from './store.ts'

/** Restores the amount of a budget. A deleted budget is created again, and continues to count in its month. */
export function restoreBudgets(restorers: Restorers): void {
  restorers.add({
    entityType: 'Budget',
    fields: ['subject', 'amountUsd'],
    rights: ['InstanceSettingsWrite'],
    async lock(tx, _actor, id) {
      const row = await lockBudget(tx, id)
      return row && service.recorded(row)
    },
    async apply(tx, { entityId, state }, record) {
      const { amountUsd } = validState(budgets.createBudget.input, state)
      const before = await lockBudget(tx, entityId)
      if (before) await service.write(tx, before, amountUsd, record)
    },
    make: {
      rights: ['InstanceSettingsWrite'],
      async apply(tx, { entityId, state }, record) {
        await service.insert(tx, validState(budgets.createBudget.input, state), record, entityId)
      },
    },
  })
}
