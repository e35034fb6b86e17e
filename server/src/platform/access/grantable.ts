import { type Action, resolveActions } from '@parlance/contract/actions'
import { AppError } from '../errors.ts'
import type { Rights, SpecificRight } from './actor.ts'

/** The permissions on all objects that include a permission on a single one. */
const covering: Partial<Record<Action, readonly Action[]>> = {
  GptSystemsReadSpecific: ['GptSystemsWrite', 'GptSystemConfigurationsRead'],
  GptSystemsWriteSpecific: ['GptSystemsWrite'],
  DataSourcesReadSpecific: ['DataSourcesRead', 'DataSourcesWrite'],
  DataSourcesWriteSpecific: ['DataSourcesWrite'],
}

const holdsRight = (actor: Rights, { action, entityId }: SpecificRight): boolean =>
  covering[action]?.some((all) => actor.actions.has(all)) ||
  actor.specific.some((right) => right.action === action && right.entityId === entityId)

interface Given {
  actions?: readonly Action[] | ReadonlySet<Action>
  rights?: readonly SpecificRight[]
}

/** Returns which of these permissions a user doesn't have. */
export function beyond(own: Rights, { actions = [], rights = [] }: Given) {
  return {
    actions: resolveActions([...actions]).filter((action) => !own.actions.has(action)),
    rights: rights.filter((right) => !holdsRight(own, right)),
  }
}

/**
 * No one can grant or revoke permissions they don't have. Throws with the names of those beyond the actor's
 * own.
 */
export function requireOwn(
  actor: Rights,
  given: Given,
  code: 'access.beyondOwn' | 'user.beyondOwn' = 'access.beyondOwn',
): void {
  const { actions, rights } = beyond(actor, given)
  const fields = [
    ...actions.map((action) => ({ field: 'permissions.actions', message: action })),
    ...rights.map(({ action, entityId }) => ({ field: 'items', message: `${action} ${entityId}` })),
  ]
  if (fields.length > 0) throw new AppError(code, { fields })
}
