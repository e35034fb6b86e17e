import type { Endpoint, Params } from '@parlance/contract/endpoint'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Agents, UsableAgent } from '../../agents/index.ts'
import type { Reader } from './policy.ts'

/** A call in one of the families of conversations, whose paths name `X` beside what all of them name. */
export type CallIn<X, E extends Endpoint> = Omit<Call<E>, 'params'> & { params: ParamsIn<X, E> }
// Of a path that names nothing, the type would forbid what the family's paths name.
type ParamsIn<X, E extends Endpoint> = string extends keyof Params<E> ? X : Params<E> & X

/** Who asks in a family, and where. */
export type ReaderOf<X> = (call: { readonly actor: Actor; params: X }) => Reader

export const ofOneself: ReaderOf<object> = ({ actor }) => ({ actor, tested: null })

/** With a configuration of a personal agent. */
export const ofConfigState: ReaderOf<{ configStateId: string }> = ({ actor, params }) => ({
  actor,
  tested: { stateId: params.configStateId, gptSystemType: 'User' },
})

/** With a configuration of a system agent. */
export const ofSystemState: ReaderOf<{ gptSystemConfigurationStateId: string }> = ({ actor, params }) => ({
  actor,
  tested: { stateId: params.gptSystemConfigurationStateId, gptSystemType: 'System' },
})

/** What answers a reader: the agent as it is published, or the configuration that is tested as it is now. */
export const findAnswering = (
  agents: Pick<Agents, 'findUsable' | 'findTested'>,
  db: Sql,
  { actor, tested }: Reader,
  gptSystemId: string,
): Promise<UsableAgent | null> =>
  tested ? agents.findTested(db, actor, tested) : agents.findUsable(db, actor, gptSystemId)
