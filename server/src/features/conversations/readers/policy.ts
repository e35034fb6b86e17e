import type { Action } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import { ownedBy } from '../../../platform/access/owners.ts'
import { type TestedState, testableBy } from '../../agents/index.ts'

/** The user who asks for a conversation, in their own chats or in their test chats of a configuration. */
export interface Reader {
  actor: Actor
  /** Null for chats with published agents. */
  tested: TestedState | null
}

/**
 * A conversation is visible only to its owner. A test chat also requires the test permission at every read. For
 * rows `c` of conversation, including deleted ones.
 */
export function keptFor({ actor, tested }: Reader): RawBuilder<boolean> {
  const place = tested
    ? sql`c.tested_state_id = ${tested.stateId}::uuid and exists (select from gpt_system g
        where g.id = c.gpt_system_id and ${testableBy(actor, tested.gptSystemType)})`
    : sql`c.tested_state_id is null`
  return sql<boolean>`(${ownedBy(actor, 'c')} and ${place})`
}

/** The same without deleted conversations, which no one can read. */
export const readableBy = (reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(c.deleted_at is null and ${keptFor(reader)})`

/**
 * The permissions that show an agent's configuration: its prompts and the traces of its answers. Any one of
 * them is enough.
 */
export const readsConfiguration = [
  'GptSystemsWrite',
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'GptSystemConfigurationsRead',
] as const satisfies readonly Action[]

/** People who can test a configuration can already see it. */
export function mayReadConfiguration({ actor, tested }: Reader, gptSystemId: string): boolean {
  if (tested) return true
  return readsConfiguration.some((action) =>
    action.endsWith('Specific')
      ? actor.specific.some((right) => right.action === action && right.entityId === gptSystemId)
      : actor.actions.has(action),
  )
}
