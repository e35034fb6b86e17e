import { randomUUID } from 'node:crypto'
import type { budgets } from '@parlance/contract/budgets'
import type { Answer } from '@parlance/contract/endpoint'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

type Budget = Answer<typeof budgets.createBudget>
const path = '/api/internal/budgets'

/** A group that no one is in, so that the budget limits no other call. */
const input = () => ({ subject: { kind: 'Group', groupId: randomUUID() }, amountUsd: 100 })

/** The first budget, which is created if there is none. */
async function budgetOf(app: TestApplication): Promise<Budget> {
  const token = await app.token('admin')
  const { body } = await call<{ items: Budget[] }>(app, path, { token })
  if (body.items[0]) return body.items[0]
  const created = await call<Budget>(app, path, { token, body: input() })
  if (created.status !== 200) throw new Error(`${path} answered ${created.status}.`)
  return created.body
}

export default {
  'budgets.listBudgets': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'budgets.createBudget': { access: ['InstanceSettingsWrite'], make: async () => ({ input: input() }) },
  'budgets.updateBudget': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
      const { budgetId, version } = await budgetOf(app)
      const headers = { 'if-match': `"${version}"` }
      return { params: { budgetId }, input: { amountUsd: 200 }, headers }
    },
  },
  'budgets.removeBudget': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => ({ params: { budgetId: (await budgetOf(app)).budgetId } }),
  },
} satisfies Calls
