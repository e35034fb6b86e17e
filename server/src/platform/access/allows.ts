import type { Action } from '@parlance/contract/actions'
import type { Access } from '@parlance/contract/endpoint'
import type { Actor } from './actor.ts'

export type Decision = 'allowed' | 'signInFirst' | 'denied'

/**
 * May this actor call an endpoint of this access? A *Specific action opens a path with the id that it is held for,
 * and lists (paths without ids), whose rows the feature's policy narrows.
 */
export function allows(access: Access, actor: Actor | null, pathIds: readonly string[]): Decision {
  if (access === 'anyone') return 'allowed'
  if (!actor) return 'signInFirst'
  if (access === 'visitor') return 'denied'
  if (access === 'signedIn') return 'allowed'
  return access.some((action) => holds(actor, action, pathIds)) ? 'allowed' : 'denied'
}

function holds(actor: Actor, action: Action, pathIds: readonly string[]): boolean {
  if (!action.endsWith('Specific')) return actor.actions.has(action)
  return actor.specific.some(
    (right) => right.action === action && (pathIds.length === 0 || pathIds.includes(right.entityId)),
  )
}
