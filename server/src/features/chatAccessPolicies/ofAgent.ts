import type { agents } from '@parlance/contract/agents'
import { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Input } from '@parlance/contract/endpoint'
import type { Actor } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { insert, named, namingPolicy, policyOf, recorded, write } from './service.ts'
import * as store from './store.ts'

/** Who may use an agent, as its publishing asks for it. */
export type WhoMayUse = NonNullable<Input<typeof agents.updatePublishing>['whoMayUse']>

export interface OwnPolicyChange {
  gptSystemId: string
  /** Of the agent, for a policy that is new. */
  name: string
  wanted: WhoMayUse
}

/** What a policy says of which nothing is said. */
const {
  subjects: _,
  gptSystems: __,
  ...unsaid
} = chatAccessPolicies.createChatAccessPolicy.input.parse({
  name: 'Any',
  subjects: [{ kind: 'EveryoneSignedIn' }],
  gptSystems: 'All',
})

const policyReaders = [
  'ChatAccessPoliciesRead',
  'ChatAccessPoliciesCreate',
  'ChatAccessPoliciesWrite',
] as const

/** By what policies an agent reaches people, for those who may read policies; null for others. */
export async function findAccess(db: Sql, actor: Actor, gptSystemId: string) {
  if (!policyReaders.some((action) => actor.actions.has(action))) return null
  const own = await store.readOwnPolicy(db, gptSystemId)
  const others = await store.readOthersNaming(db, gptSystemId)
  if (!own) return { own, others }
  const { chatAccessPolicyId, name, enabled, subjects, brandKey, validFrom, validTo, version } = own
  return {
    own: { chatAccessPolicyId, name, enabled, subjects, brandKey, validFrom, validTo, version },
    others,
  }
}

/**
 * The agent's own policy as it would be: with these people and groups, and else as it is. Null: it has nobody left. Public
 * pages are given and taken on their own screens.
 */
export function ownPolicyWith(
  before: store.PolicyRow | null,
  { gptSystemId, name, wanted }: OwnPolicyChange,
): store.NewPolicy | null {
  const pages = before?.subjects.filter(({ kind }) => kind === 'PublicEndpoint') ?? []
  const subjects = [...wanted.subjects, ...pages]
  if (subjects.length === 0) return null
  const kept = before ? recorded(before) : { ...unsaid, name }
  // Whoever says who may use it wants them to.
  return policyOf({ ...kept, enabled: true, subjects, gptSystems: [gptSystemId] })
}

/** The agent's own policy, which is locked until the transaction's end, is the one that was looked at. */
export async function lockOwnPolicyAsSeen(
  tx: Sql,
  gptSystemId: string,
  { version }: WhoMayUse,
): Promise<boolean> {
  const own = await store.lockOwnPolicy(tx, gptSystemId)
  return version === undefined || version === (own?.version ?? 0)
}

/** Writes who may use an agent into the policy that is its own, in the transaction of its publishing. */
export async function writeOwnPolicy(
  tx: Sql,
  actor: Actor,
  change: OwnPolicyChange,
  record: RecordChange,
): Promise<void> {
  const before = await store.lockOwnPolicy(tx, change.gptSystemId)
  const policy = ownPolicyWith(before, change)
  if (before ? policy && isAsBefore(before, policy) : !policy) return
  demandOwnPolicy(actor, before)
  if (before && !policy) return remove(tx, before, record)
  if (!policy) return
  await atField(() =>
    namingPolicy(async () => {
      if (before) await write(tx, before, policy, record)
      else {
        const name = await store.readFreeName(tx, policy.name)
        const { chatAccessPolicyId } = await insert(tx, { ...policy, name }, record)
        await store.makeOwn(tx, chatAccessPolicyId, change.gptSystemId)
      }
    }),
  )
}

/** With an agent goes the policy that is its own. */
export async function removeOwnPolicy(tx: Sql, gptSystemId: string, record: RecordChange): Promise<void> {
  const before = await store.lockOwnPolicy(tx, gptSystemId)
  if (before) await remove(tx, before, record)
}

async function remove(tx: Sql, before: store.PolicyRow, record: RecordChange): Promise<void> {
  await store.removePolicy(tx, before.chatAccessPolicyId)
  record({ ...named(before), before: recorded(before), after: null })
}

/** To say who may use an agent is to make its own policy, or to change it, and takes the right to that. */
export function demandOwnPolicy(actor: Actor, before: store.PolicyRow | null): void {
  const action = before ? 'ChatAccessPoliciesWrite' : 'ChatAccessPoliciesCreate'
  if (!actor.actions.has(action))
    throw new AppError('access.denied', { fields: [{ field: 'action', message: action }] })
}

const keysOf = (subjects: store.NewPolicy['subjects']) =>
  [...new Set(subjects.map(({ kind, id = '' }) => `${kind} ${id}`))].sort().join()

const isAsBefore = (before: store.PolicyRow, { subjects, enabled }: store.NewPolicy) =>
  before.enabled === enabled && keysOf(before.subjects) === keysOf(subjects)

/** What is wrong with a subject is said where publishing has it. */
async function atField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.fields.length === 0) throw cause
    const fields = cause.fields.map(({ field, message }) => ({ field: `whoMayUse.${field}`, message }))
    throw new AppError(cause.code, { cause, fields })
  }
}
