import type { Budget, budgets } from '@parlance/contract/budgets'
import { limits } from '@parlance/contract/limits'
import type { z } from 'zod'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { startBudget } from '../usage/index.ts'
import { percentOf, stateOf } from './state.ts'
import * as store from './store.ts'
import { withdrawWarnings } from './warnings.ts'

type ShownBudget = z.output<typeof Budget>

export const shown = ({ toldPercent: _, ...row }: store.BudgetRow): ShownBudget => ({
  ...row,
  percent: percentOf(row.amountUsd, row.usedUsd),
  state: stateOf(row.amountUsd, row.usedUsd),
})

/** What the audit log has of a budget: what someone set, not what was used. */
export const recorded = ({ subject, amountUsd }: store.BudgetRow) => ({ subject, amountUsd })

const entityOf = ({ budgetId, subject, name }: store.BudgetRow) => ({
  entityType: 'Budget',
  entityId: budgetId,
  entityName: name ?? store.idOf(subject),
})

/** Creates a budget that starts with what its subject used before in this month, as far as that is known. */
export async function insert(
  tx: Sql,
  { subject, amountUsd }: { subject: store.Subject; amountUsd: number },
  record: RecordChange,
  budgetId?: string,
): Promise<ShownBudget> {
  if ((await store.lockCount(tx)) >= limits.budgets) throw new AppError('budget.limit')
  if (await store.hasBudget(tx, subject)) throw new AppError('budget.exists')
  if (!(await store.isThere(tx, subject)))
    throw new AppError('request.invalid', {
      fields: [{ field: 'subject', message: `This ${subject.kind.toLowerCase()} doesn’t exist.` }],
    })
  const { budgetId: id } = await store.insertBudget(tx, subject, amountUsd, budgetId)
  await startBudget(tx, id, store.spentBy(subject))
  const row = await store.lockBudget(tx, id)
  if (!row) throw new Error('The created budget is missing.')
  record({ ...entityOf(row), before: null, after: recorded(row) })
  return shown(row)
}

export async function write(
  tx: Sql,
  before: store.BudgetRow,
  amountUsd: number,
  record: RecordChange,
): Promise<ShownBudget> {
  const row = await store.updateBudget(tx, before.budgetId, amountUsd)
  // What was reported of a lower amount isn’t true any more.
  if ((row.toldPercent ?? 0) < (before.toldPercent ?? 0)) await withdrawWarnings(tx, row.budgetId)
  record({ ...entityOf(row), before: recorded(before), after: recorded(row) })
  return shown(row)
}

export function createService(database: Database) {
  return {
    listBudgets: async () => ({ items: (await store.readBudgets(database.db)).map(shown) }),
    createBudget: (call: Call<typeof budgets.createBudget>) =>
      call.change((tx, record) => insert(tx, call.input, record)),
    updateBudget: (call: Call<typeof budgets.updateBudget>) =>
      call.change(async (tx, record) => {
        const before = await store.lockBudget(tx, call.params.budgetId)
        if (!before) throw new AppError('budget.notFound')
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: shown(before) })
        return write(tx, before, call.input.amountUsd, record)
      }),
    removeBudget: (call: Call<typeof budgets.removeBudget>) =>
      call.change(async (tx, record) => {
        const row = await store.lockBudget(tx, call.params.budgetId)
        if (!row) throw new AppError('budget.notFound')
        await store.removeBudget(tx, row.budgetId)
        await withdrawWarnings(tx, row.budgetId)
        record({ ...entityOf(row), before: recorded(row), after: null })
        return {}
      }),
  }
}
