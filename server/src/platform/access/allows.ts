import { type Action, isSpecific } from '@parlance/contract/actions'
import type { Access } from '@parlance/contract/endpoint'
import type { Actor } from './actor.ts'

export type Decision = 'allowed' | 'signInFirst' | 'denied'

/**
 * Whether this actor can call an endpoint with this access. A *Specific action opens a path that names its
 * agent or data source. If a path names none (a list, or a version of an agent), any will do, and the feature's
 * policy narrows the results.
 */
export function allows(
  access: Access,
  actor: Pick<Actor, 'actions' | 'specific' | 'visit'> | null,
  params: Readonly<Record<string, string>>,
): Decision {
  if (access === 'anyone') return 'allowed'
  if (!actor) return 'signInFirst'
  // Visitors have only their own calls, and users have none of these.
  if (access === 'visitor' || actor.visit) return access === 'visitor' && actor.visit ? 'allowed' : 'denied'
  if (access === 'signedIn') return 'allowed'
  return access.some((action) => holds(actor, action, params)) ? 'allowed' : 'denied'
}

function holds(
  actor: Pick<Actor, 'actions' | 'specific'>,
  action: Action,
  params: Readonly<Record<string, string>>,
): boolean {
  if (!isSpecific(action)) return actor.actions.has(action)
  const named = action.startsWith('GptSystems')
    ? params.gptSystemId
    : (params.dataSourceId ?? params.fileLibraryId)
  return actor.specific.some(
    (right) => right.action === action && (named === undefined || named === right.entityId),
  )
}
