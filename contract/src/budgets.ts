import { z } from 'zod'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, nothing, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { hasDecimals } from './usageLimits.ts'
import { GroupId } from './userRoles.ts'

/**
 * What a budget limits: the questions of a brand, to an agent, or of the members of a directory group, identified as in
 * the directory.
 */
export const BudgetSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Brand'), brandKey: BrandKey }),
  z.strictObject({ kind: z.literal('Agent'), gptSystemId: id }),
  z.strictObject({ kind: z.literal('Group'), groupId: GroupId }),
])

export const BudgetAmount = z
  .number()
  .positive()
  .max(limits.budgetUsd)
  .refine((amount) => hasDecimals(amount, 2), 'Enter an amount in US dollars with at most two decimals.')

export const Budget = z.object({
  budgetId: id,
  subject: BudgetSubject,
  /** Null if the subject was deleted, or if the name of a group is only known to the directory. */
  name: z.string().nullable(),
  /** Whether the brand or the agent was deleted. The budget applies again if it is restored. */
  isDeleted: z.boolean(),
  /** Per calendar month (UTC). */
  amountUsd: z.number(),
  /** In this month, including the amounts reserved for answers in progress. */
  usedUsd: z.number(),
  /** The used share, rounded down. It exceeds 100 if the last answer cost more than what was left. */
  percent: z.number().int(),
  /** `NearEnd` from 80 %, `Used` from 100 % on. */
  state: z.enum(['Within', 'NearEnd', 'Used']),
  /** From when on usage of this month is counted. Null if it is the whole month. */
  countedSince: timestamp.nullable(),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const base = '/api/internal/budgets' as const
const one = z.strictObject({ budgetId: id })
const writers = ['InstanceSettingsWrite'] as const

/** Changes require the flag ShowInstanceSettingsPage, like those of the other instance settings. */
export const budgets = {
  listBudgets: endpoint({
    method: 'GET',
    path: base,
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(Budget).max(limits.budgets) }),
    purpose: 'Lists all budgets with what was used of them in this month (UTC), the most used first.',
  }),
  createBudget: endpoint({
    method: 'POST',
    path: base,
    access: writers,
    rate: 'write',
    audit: 'budget.create',
    idempotency: 'optional',
    input: z.strictObject({ subject: BudgetSubject, amountUsd: BudgetAmount }),
    response: Budget,
    purpose: `Creates a budget, up to ${limits.budgets}, and one for each subject. It applies from the next question. What a brand or an agent used before in this month is counted, but not what a group used.`,
  }),
  updateBudget: endpoint({
    method: 'PUT',
    path: `${base}/{budgetId}`,
    access: writers,
    rate: 'write',
    audit: 'budget.update',
    params: one,
    input: z.strictObject({ amountUsd: BudgetAmount }),
    response: Budget,
    etag: 'required',
    purpose: 'Changes the amount of a budget. What was used stays counted.',
  }),
  removeBudget: endpoint({
    method: 'DELETE',
    path: `${base}/{budgetId}`,
    access: writers,
    rate: 'write',
    audit: 'budget.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a budget. Its subject is no longer limited by it.',
  }),
}
