import { type Action, resolveActions } from '@parlance/contract/actions'
import type { Actor, SpecificRight } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'

/** The actions for all objects that cover a right on a single one. */
const covering: Partial<Record<Action, readonly Action[]>> = {
  GptSystemsReadSpecific: ['GptSystemsWrite', 'GptSystemConfigurationsRead'],
  GptSystemsWriteSpecific: ['GptSystemsWrite'],
  DataSourcesReadSpecific: ['DataSourcesRead', 'DataSourcesWrite'],
  DataSourcesWriteSpecific: ['DataSourcesWrite'],
}

const holdsRight = (actor: Actor, { action, entityId }: SpecificRight): boolean =>
  covering[action]?.some((all) => actor.actions.has(all)) ||
  actor.specific.some((right) => right.action === action && right.entityId === entityId)

/** Nobody gives what they do not hold: refuses rights that are beyond the giver's own, by name. */
export function requireOwn(
  actor: Actor,
  given: { actions?: readonly Action[]; rights?: readonly SpecificRight[] },
): void {
  const { actions = [], rights = [] } = given
  const fields = [
    ...resolveActions(actions)
      .filter((action) => !actor.actions.has(action))
      .map((action) => ({ field: 'permissions.actions', message: action })),
    ...rights
      .filter((right) => !holdsRight(actor, right))
      .map(({ action, entityId }) => ({ field: 'items', message: `${action} ${entityId}` })),
  ]
  if (fields.length > 0) throw new AppError('access.beyondOwn', { fields })
}
