import type { SendInput } from '../transport/transport.ts'
import type { Operation } from './paths.ts'
import { callOf } from './request.ts'

/** A configuration that is chatted with before it is published, of an agent of this type. */
export interface TestedState {
  gptSystemType: 'User' | 'System'
  stateId: string
}

/** The arguments of a call about conversations: one's own, or the test chats with a configuration. */
export type InChat<A = object> = A & { tested?: TestedState }

type ChatArgs = { tested?: TestedState; [name: string]: unknown }

/** The same arguments where nothing is tested: calls are told apart, and cached, by them. */
export const within = (tested: TestedState | null): { tested?: TestedState } => (tested ? { tested } : {})

type In<G extends string> = Operation extends infer O
  ? O extends `${G}.${infer Name}`
    ? Name
    : never
  : never
/** What there is in every family of conversations. */
type ChatCall = In<'conversations'> & In<'configStateConversations'> & In<'adminConversations'>

/** The operation of the family with its arguments. */
export function inChat(name: ChatCall, { tested, ...args }: ChatArgs): [Operation, object] {
  if (!tested) return [`conversations.${name}`, args]
  const { gptSystemType, stateId } = tested
  return gptSystemType === 'System'
    ? [`adminConversations.${name}`, { ...args, gptSystemConfigurationStateId: stateId }]
    : [`configStateConversations.${name}`, { ...args, configStateId: stateId }]
}

export const chatCallOf = (name: ChatCall, args: ChatArgs): SendInput => callOf(...inChat(name, args))

/** The `query` of an RTK Query endpoint that is the same in every family. */
export const chatRequest =
  (name: ChatCall) =>
  (args: ChatArgs): SendInput =>
    chatCallOf(name, args)
