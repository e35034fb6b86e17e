import type { SendInput } from '../transport/transport.ts'
import type { Operation } from './paths.ts'
import { callOf } from './request.ts'

/** An unpublished configuration being tested in a chat, of an agent of this type. */
export interface TestedState {
  gptSystemType: 'User' | 'System'
  stateId: string
}

/**
 * The arguments of a conversation call: the user's own conversations, or the test chats with a configuration.
 */
export type InChat<A = object> = A & { tested?: TestedState }

type ChatArgs = { tested?: TestedState; [name: string]: unknown }

/** Leaves the arguments unchanged if nothing is tested, because they identify calls in the cache. */
export const within = (tested: TestedState | null): { tested?: TestedState } => (tested ? { tested } : {})

type In<G extends string> = Operation extends infer O
  ? O extends `${G}.${infer Name}`
    ? Name
    : never
  : never
/** Calls that exist for every kind of conversation. */
type ChatCall = In<'conversations'> & In<'configStateConversations'> & In<'adminConversations'>

/** Returns the matching operation with its arguments. */
export function inChat(name: ChatCall, { tested, ...args }: ChatArgs): [Operation, object] {
  if (!tested) return [`conversations.${name}`, args]
  const { gptSystemType, stateId } = tested
  return gptSystemType === 'System'
    ? [`adminConversations.${name}`, { ...args, gptSystemConfigurationStateId: stateId }]
    : [`configStateConversations.${name}`, { ...args, configStateId: stateId }]
}

export const chatCallOf = (name: ChatCall, args: ChatArgs): SendInput => callOf(...inChat(name, args))

/** The `query` of an RTK Query endpoint that exists for every kind of conversation. */
export const chatRequest =
  (name: ChatCall) =>
  (args: ChatArgs): SendInput =>
    chatCallOf(name, args)
