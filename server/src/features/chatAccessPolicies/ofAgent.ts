import type { agents } from '@parlance/contract/agents'
import { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Input } from '@parlance/contract/endpoint'
import type { Actor } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { insert, named, namingPolicy, policyOf, recorded, write } from './service.ts'
import * as store from './store.ts'

/** Who can use an agent, as specified when publishing it. */
export type WhoMayUse = NonNullable<Input<typeof agents.updatePublishing>['whoMayUse']>

export interface OwnPolicyChange {
  gptSystemId: string
  /** The agent's name, used for a new policy. */
  name: string
  wanted: WhoMayUse
}

/** The default values of a policy. */
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

/** Returns the policies that grant an agent, for users who can read policies; null for others. */
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
 * Returns the agent's own policy with these people and groups and everything else unchanged, or null if no one
 * is left. Public pages are granted and revoked on their own pages.
 */
export function ownPolicyWith(
  before: store.PolicyRow | null,
  { gptSystemId, name, wanted }: OwnPolicyChange,
): store.NewPolicy | null {
  const pages = before?.subjects.filter(({ kind }) => kind === 'PublicEndpoint') ?? []
  const subjects = [...wanted.subjects, ...pages]
  if (subjects.length === 0) return null
  const kept = before ? recorded(before) : { ...unsaid, name }
  // Saving who can use the agent also enables the policy.
  return policyOf({ ...kept, enabled: true, subjects, gptSystems: [gptSystemId] })
}

/**
 * Locks the agent's own policy until the transaction ends and returns whether it is the version that the user
 * saw.
 */
export async function lockOwnPolicyAsSeen(
  tx: Sql,
  gptSystemId: string,
  { version }: WhoMayUse,
): Promise<boolean> {
  const own = await store.lockOwnPolicy(tx, gptSystemId)
  return version === undefined || version === (own?.version ?? 0)
}

/** Writes who can use an agent to its own policy, in the transaction that publishes it. */
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

/**
 * Names a public page in the agent's own policy, or none. The rest of the policy stays as it is, and users who
 * can turn a page on or off need no permission for policies. Returns nothing: a policy that isn't active grants nothing.
 */
export async function setPageOfOwnPolicy(
  tx: Sql,
  { gptSystemId, name, page }: { gptSystemId: string; name: string; page: string | null },
  record: RecordChange,
): Promise<void> {
  const before = await store.lockOwnPolicy(tx, gptSystemId)
  const others = before?.subjects.filter(({ kind }) => kind !== 'PublicEndpoint') ?? []
  const subjects = page === null ? others : [...others, { kind: 'PublicEndpoint' as const, id: page }]
  if (before && subjects.length === 0) return remove(tx, before, record)
  if (keysOf(before?.subjects ?? []) === keysOf(subjects)) return
  const kept = before ? recorded(before) : { ...unsaid, name: await store.readFreeName(tx, name) }
  const policy = policyOf({ ...kept, subjects, gptSystems: [gptSystemId] })
  await namingPolicy(async () => {
    if (before) await write(tx, before, policy, record)
    else {
      const { chatAccessPolicyId } = await insert(tx, policy, record)
      await store.makeOwn(tx, chatAccessPolicyId, gptSystemId)
    }
  })
}

/** Deletes the own policy of a deleted agent that can no longer be restored. */
export async function removeOwnPolicy(tx: Sql, gptSystemId: string, record: RecordChange): Promise<void> {
  const before = await store.lockOwnPolicy(tx, gptSystemId)
  if (before) await remove(tx, before, record)
}

async function remove(tx: Sql, before: store.PolicyRow, record: RecordChange): Promise<void> {
  await store.removePolicy(tx, before.chatAccessPolicyId)
  record({ ...named(before), before: recorded(before), after: null })
}

/**
 * Throws unless the actor can create or change the agent's own policy, which setting who can use it requires.
 */
export function demandOwnPolicy(actor: Actor, before: store.PolicyRow | null): void {
  const action = before ? 'ChatAccessPoliciesWrite' : 'ChatAccessPoliciesCreate'
  if (!actor.actions.has(action))
    throw new AppError('access.denied', { fields: [{ field: 'action', message: action }] })
}

const keysOf = (subjects: store.NewPolicy['subjects']) =>
  [...new Set(subjects.map(({ kind, id = '' }) => `${kind} ${id}`))].sort().join()

const isAsBefore = (before: store.PolicyRow, { subjects, enabled }: store.NewPolicy) =>
  before.enabled === enabled && keysOf(before.subjects) === keysOf(subjects)

/** Maps errors of subjects to the field names of the publishing request. */
async function atField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.fields.length === 0) throw cause
    const fields = cause.fields.map(({ field, message }) => ({ field: `whoMayUse.${field}`, message }))
    throw new AppError(cause.code, { cause, fields })
  }
}
