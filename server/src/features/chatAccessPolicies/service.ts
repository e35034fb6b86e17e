import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { RecordChange } from '../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

type Group = typeof chatAccessPolicies
type PolicyInput = Input<Group['createChatAccessPolicy']>

export function createService({ config, database }: Platform) {
  const pages = createContinuation<{ value: string; id: string; sort: string }>(
    config.secretKey,
    'chatAccessPolicies',
  )

  async function listChatAccessPolicies(input: Input<Group['listChatAccessPolicies']>) {
    const { pageSize = limits.pageSize, search = '', gptSystemId = null, sort = 'name' } = input
    const order: store.PolicyList['sort'] = {
      by: sort.replace('-', '') as 'name' | 'updatedAt',
      descending: sort.startsWith('-'),
    }
    const position = pages.read(input.continuationToken)
    const after = position?.sort === sort ? position : null
    const list = { search, gptSystemId, sort: order, after, limit: pageSize + 1 }
    const rows = await store.readPage(database.db, list)
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return {
      items: items.map(({ createdAt: _, ...row }) => row),
      continuationToken: more
        ? pages.write({ value: store.sortValue(last, order), id: last.chatAccessPolicyId, sort })
        : null,
    }
  }

  async function getChatAccessPolicy(id: string) {
    const row = await store.readPolicy(database.db, id)
    if (!row) throw new AppError('chatAccessPolicy.notFound')
    return shown(row)
  }

  async function createChatAccessPolicy(call: Call<Group['createChatAccessPolicy']>) {
    const policy = policyOf(call.input)
    return namingPolicy(() => call.change(async (tx, record) => shown(await insert(tx, policy, record))))
  }

  async function updateChatAccessPolicy(call: Call<Group['updateChatAccessPolicy']>) {
    const policy = policyOf(call.input)
    return namingPolicy(() =>
      call.change(async (tx, record) => {
        const before = await lock(tx, call.params.chatAccessPolicyId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: shown(before) })
        return shown(await write(tx, before, policy, record))
      }),
    )
  }

  async function removeChatAccessPolicy(call: Call<Group['removeChatAccessPolicy']>) {
    await call.change(async (tx, record) => {
      const before = await lock(tx, call.params.chatAccessPolicyId)
      await store.removePolicy(tx, before.chatAccessPolicyId)
      record({ ...named(before), before: recorded(before), after: null })
    })
    return {}
  }

  return {
    listChatAccessPolicies,
    getChatAccessPolicy,
    createChatAccessPolicy,
    updateChatAccessPolicy,
    removeChatAccessPolicy,
  }
}

/** Creates a policy; a restored one keeps its ID. */
export async function insert(
  tx: Sql,
  policy: store.NewPolicy,
  record: RecordChange,
  id?: string,
): Promise<store.PolicyRow> {
  await requirePresent(tx, policy, null)
  const row = await mustRead(tx, await store.insertPolicy(tx, policy, id))
  record({ ...named(row), before: null, after: recorded(row) })
  return row
}

export async function write(
  tx: Sql,
  before: store.PolicyRow,
  policy: store.NewPolicy,
  record: RecordChange,
): Promise<store.PolicyRow> {
  await requirePresent(tx, policy, before)
  await store.updatePolicy(tx, before.chatAccessPolicyId, policy)
  const after = await mustRead(tx, before.chatAccessPolicyId)
  record({ ...named(after), before: recorded(before), after: recorded(after) })
  return after
}

async function lock(tx: Sql, id: string): Promise<store.PolicyRow> {
  const row = await store.lockPolicy(tx, id)
  if (!row) throw new AppError('chatAccessPolicy.notFound')
  return row
}

async function mustRead(tx: Sql, id: string): Promise<store.PolicyRow> {
  const row = await store.readPolicy(tx, id)
  if (!row) throw new Error('The updated policy is missing.')
  return row
}

/** Turns a duplicate policy name into an error at the field. */
export async function namingPolicy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!isUniqueViolation(cause, 'chat_access_policy_name')) throw cause
    const { message } = new AppError('chatAccessPolicy.nameTaken')
    throw new AppError('chatAccessPolicy.nameTaken', { cause, fields: [{ field: 'name', message }] })
  }
}

export function policyOf<P extends Pick<PolicyInput, 'gptSystems'>>({ gptSystems, ...policy }: P) {
  return { ...policy, gptSystemIds: gptSystems === 'All' ? null : gptSystems }
}

/** Newly named people, agents, and brands must exist; those named before may have been deleted. */
async function requirePresent(
  tx: Sql,
  policy: store.NewPolicy,
  before: store.PolicyRow | null,
): Promise<void> {
  const kept = new Set([
    ...(before?.subjects ?? []).map(({ id }) => id),
    ...(before?.gptSystems ?? []).map(({ gptSystemId }) => gptSystemId),
    before?.brandKey,
  ])
  const people = policy.subjects.flatMap(({ kind, id }, index) =>
    kind === 'User' && id ? [{ id, field: `subjects.${index}` }] : [],
  )
  const agents = (policy.gptSystemIds ?? []).map((id, index) => ({ id, field: `gptSystems.${index}` }))
  const brand = policy.brandKey === null ? [] : [{ id: policy.brandKey, field: 'brandKey' }]
  const present = await store.readPresent(tx, {
    userIds: people.map(({ id }) => id),
    gptSystemIds: agents.map(({ id }) => id),
    brandKey: policy.brandKey,
  })
  const fields = [...people, ...agents, ...brand]
    .filter(({ id }) => !present.has(id) && !kept.has(id))
    .map(({ id, field }) => ({ field, message: `Nothing with the ID ${id} exists. Choose another one.` }))
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
}

function shown({ allGptSystems, gptSystems, ...row }: store.PolicyRow) {
  return { ...row, gptSystems: allGptSystems ? ('All' as const) : gptSystems }
}

export const named = ({ chatAccessPolicyId, name }: store.PolicyRow) => ({
  entityType: 'ChatAccessPolicy',
  entityId: chatAccessPolicyId,
  entityName: name,
})

/** The policy as its endpoint accepts it, without what changes automatically. */
export function recorded({ subjects, allGptSystems, gptSystems, ...row }: store.PolicyRow) {
  const { chatAccessPolicyId: _, version: __, createdAt: ___, updatedAt: ____, ...fields } = row
  return {
    ...fields,
    subjects: subjects.map(({ kind, id }) => (id === undefined ? { kind } : { kind, id })),
    gptSystems: allGptSystems ? ('All' as const) : gptSystems.map(({ gptSystemId }) => gptSystemId),
  }
}
