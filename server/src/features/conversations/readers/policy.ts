import type { Action } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import { type TestedState, testableBy } from '../../agents/index.ts'

/** Who asks for a conversation, and where: among their own chats, or among their test chats with a configuration. */
export interface Reader {
  actor: Actor
  /** Null for chats with what is published. */
  tested: TestedState | null
}

/**
 * A conversation is its owner's alone, also a test chat, which takes the right to test as long as it is read. For rows
 * `c` of conversation, the deleted ones with them.
 */
export function keptFor({ actor, tested }: Reader): RawBuilder<boolean> {
  const place = tested
    ? sql`c.tested_state_id = ${tested.stateId}::uuid and exists (select from gpt_system g
        where g.id = c.gpt_system_id and ${testableBy(actor, tested.gptSystemType)})`
    : sql`c.tested_state_id is null`
  return sql<boolean>`(c.owner_user_id = ${actor.userId}::uuid and ${place})`
}

/** The same without the deleted ones, which are nobody's. */
export const readableBy = (reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(c.deleted_at is null and ${keptFor(reader)})`

/** The actions of which any shows what an agent is configured with: its prompts and the traces of its answers. */
export const readsConfiguration = [
  'GptSystemsWrite',
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'GptSystemConfigurationsRead',
] as const satisfies readonly Action[]

/** Whoever may test a configuration has it before them. */
export function mayReadConfiguration({ actor, tested }: Reader, gptSystemId: string): boolean {
  if (tested) return true
  return readsConfiguration.some((action) =>
    action.endsWith('Specific')
      ? actor.specific.some((right) => right.action === action && right.entityId === gptSystemId)
      : actor.actions.has(action),
  )
}
