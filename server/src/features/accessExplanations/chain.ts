import type { accessExplanations } from '@parlance/contract/accessExplanations'
import type { Action } from '@parlance/contract/actions'
import type { Answer } from '@parlance/contract/endpoint'
import type { ShareVerdict } from '../agents/index.ts'
import type { PolicyVerdict } from '../chatAccessPolicies/index.ts'

export type Link = Answer<typeof accessExplanations.explain>['chain'][number]
export type GroupsState = 'Known' | 'Old' | 'Unknown'

/** Creates a link; omitted properties are null. */
export const link = (
  kind: Link['kind'],
  outcome: Link['outcome'],
  reason: Link['reason'],
  about: Partial<Pick<Link, 'id' | 'name' | 'action' | 'groupId'>> = {},
): Link => ({ kind, outcome, reason, id: null, name: null, action: null, groupId: null, ...about })

/**
 * Returns whether anything grants access and nothing blocks it, and the deciding link: the block, otherwise the
 * first grant.
 */
export function verdictOf(chain: readonly Link[]): { allowed: boolean; decidedBy: Link | null } {
  const blocks = chain.find(({ outcome }) => outcome === 'Blocks')
  if (blocks) return { allowed: false, decidedBy: blocks }
  const gives = chain.find(({ outcome }) => outcome === 'Gives')
  const unknown = chain.find(({ outcome }) => outcome === 'Unknown')
  return { allowed: gives !== undefined, decidedBy: gives ?? unknown ?? null }
}

/** Returns what an agent's shares mean for a user. */
export function shareLink(verdict: ShareVerdict, groupsState: GroupsState): Link {
  const { withPerson, groupId, withGroups, ownerDisabled } = verdict
  if (ownerDisabled) return link('Share', 'Nothing', 'ownerDisabled')
  if (withPerson) return link('Share', 'Gives', 'sharedWithPerson')
  if (groupId !== null) return link('Share', 'Gives', 'sharedWithGroup', { groupId })
  if (withGroups && groupsState !== 'Known')
    return link('Share', 'Unknown', groupsState === 'Old' ? 'groupsOld' : 'groupsUnknown')
  return link('Share', 'Nothing', 'notShared')
}

/** Returns what a policy means for a user and an agent. `gives` is decided by the access query itself. */
export function policyLink(verdict: PolicyVerdict, groupsState: GroupsState): Link {
  const { chatAccessPolicyId: id, name, naming } = verdict
  const about = { id, name, groupId: naming?.groupId ?? null }
  const nothing = (reason: Link['reason']) => link('Policy', 'Nothing', reason, about)
  if (verdict.gives) return link('Policy', 'Gives', namingReason(naming?.by), about)
  // Mismatches of agent or brand come first: enabling such a policy would not grant access to this agent.
  if (!verdict.forAgent) return nothing('otherAgents')
  if (!verdict.brandFits) return nothing('otherBrand')
  if (!verdict.enabled) return nothing('policyOff')
  if (!verdict.started) return nothing('notYetValid')
  if (verdict.ended) return nothing('noLongerValid')
  // Outdated groups grant nothing, but that is not the same as not being a member.
  if (verdict.hasGroups && groupsState !== 'Known')
    return link('Policy', 'Unknown', groupsState === 'Old' ? 'groupsOld' : 'groupsUnknown', about)
  return nothing('namesOthers')
}

const namingReason = (by: 'EveryoneSignedIn' | 'User' | 'Group' | undefined): Link['reason'] =>
  by === 'User' ? 'namesPerson' : by === 'Group' ? 'namesGroup' : 'namesEveryone'

export interface Holding {
  userRoleId: string
  name: string
  by: 'Person' | 'Group' | 'Everyone'
  groupId: string | null
  resolvedActions: readonly Action[]
}

/**
 * Returns the roles that grant one of the permissions, each with the group that assigns it. If there is none,
 * returns the missing permission, or "unknown" if the user's groups are unknown or outdated.
 */
export function actionLinks(
  needed: readonly [Action, ...Action[]],
  holdings: readonly Holding[],
  groupsState: GroupsState,
): Link[] {
  const giving = holdings.flatMap((role) => {
    const action = needed.find((one) => role.resolvedActions.includes(one))
    const about = { id: role.userRoleId, name: role.name, action: action ?? null, groupId: role.groupId }
    return action ? [link('Action', 'Gives', 'holdsAction', about)] : []
  })
  if (giving.length > 0) return giving
  const [action] = needed
  if (groupsState === 'Known') return [link('Action', 'Nothing', 'lacksAction', { action })]
  return [link('Action', 'Unknown', groupsState === 'Old' ? 'groupsOld' : 'groupsUnknown', { action })]
}
