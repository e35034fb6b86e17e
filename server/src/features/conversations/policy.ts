import type { Action } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'

/** A conversation is its owner's alone; a deleted one is nobody's. For rows `c` of conversation. */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(c.owner_user_id = ${actor.userId}::uuid and c.deleted_at is null)`
}

/** The actions of which any shows what an agent is configured with: its prompts and the traces of its answers. */
export const readsConfiguration = [
  'GptSystemsWrite',
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'GptSystemConfigurationsRead',
] as const satisfies readonly Action[]

export function mayReadConfiguration(
  actor: Pick<Actor, 'actions' | 'specific'>,
  gptSystemId: string,
): boolean {
  return readsConfiguration.some((action) =>
    action.endsWith('Specific')
      ? actor.specific.some((right) => right.action === action && right.entityId === gptSystemId)
      : actor.actions.has(action),
  )
}
