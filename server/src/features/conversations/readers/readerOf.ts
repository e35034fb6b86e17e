import { conversations } from '@parlance/contract/conversations'
import type { Endpoint, Params } from '@parlance/contract/endpoint'
import { adminConversations, configStateConversations } from '@parlance/contract/testChats'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Agents, UsableAgent } from '../../agents/index.ts'
import type { Reader } from './policy.ts'

/**
 * A call in one of the families of conversations. Their paths include `X` in addition to the shared parameters.
 */
export type CallIn<X, E extends Endpoint> = Omit<Call<E>, 'params'> & { params: ParamsIn<X, E> }
// For a path without parameters, the type would otherwise forbid those of the family.
type ParamsIn<X, E extends Endpoint> = string extends keyof Params<E> ? X : Params<E> & X

/** Returns the user who asks in a family, and where. */
export type ReaderOf<X> = (call: { readonly actor: Actor; params: X }) => Reader

export const ofOneself: ReaderOf<object> = ({ actor }) => ({ actor, tested: null })

/** For a configuration of a personal agent. */
export const ofConfigState: ReaderOf<{ configStateId: string }> = ({ actor, params }) => ({
  actor,
  tested: { stateId: params.configStateId, gptSystemType: 'User' },
})

/** For a configuration of a system agent. */
export const ofSystemState: ReaderOf<{ gptSystemConfigurationStateId: string }> = ({ actor, params }) => ({
  actor,
  tested: { stateId: params.gptSystemConfigurationStateId, gptSystemType: 'System' },
})

/** Returns the path below which a family serves its conversations. */
export function basePathOf({ tested }: Pick<Reader, 'tested'>): string {
  if (!tested) return conversations.list.path
  const { stateId, gptSystemType } = tested
  const { path } = gptSystemType === 'User' ? configStateConversations.list : adminConversations.list
  return path.replace(/\{\w+\}/, stateId)
}

/** Returns what answers a reader: the published agent, or the current state of the tested configuration. */
export const findAnswering = (
  agents: Pick<Agents, 'findUsable' | 'findTested'>,
  db: Sql,
  { actor, tested }: Reader,
  gptSystemId: string,
): Promise<UsableAgent | null> =>
  tested ? agents.findTested(db, actor, tested) : agents.findUsable(db, actor, gptSystemId)
