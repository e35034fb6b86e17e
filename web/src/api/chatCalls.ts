import type { SendInput } from '../transport/transport.ts'
import type { Operation } from './paths.ts'
import { callOf } from './request.ts'

/** An unpublished configuration being tested in a chat, of an agent of this type. */
export interface TestedState {
  gptSystemType: 'User' | 'System'
  stateId: string
}

/**
 * Which conversations a call is about: the user's own, the test chats with a configuration, or a visitor's on a public
 * page. Empty for the user's own, because arguments identify calls in the cache.
 */
export type Within = { tested?: TestedState; gptPublicEndpoint?: string }

/** The arguments of a conversation call. */
export type InChat<A = object> = A & Within

type ChatArgs = Within & { [name: string]: unknown }

type In<G extends string> = Operation extends infer O
  ? O extends `${G}.${infer Name}`
    ? Name
    : never
  : never
/** Calls that exist for test chats, public pages, or both. The chats that lack one don't offer what needs it. */
type ChatCall = In<'conversations'> &
  (In<'publicConversations'> | (In<'configStateConversations'> & In<'adminConversations'>))

/** Returns the matching operation with its arguments. */
export function inChat(
  name: ChatCall,
  { tested, gptPublicEndpoint, ...args }: ChatArgs,
): [Operation, object] {
  if (gptPublicEndpoint !== undefined)
    return [
      `publicConversations.${name}` as Operation,
      name === 'create' ? { ...args, gptPublicEndpoint } : args,
    ]
  if (!tested) return [`conversations.${name}`, args]
  const { gptSystemType, stateId } = tested
  return gptSystemType === 'System'
    ? [`adminConversations.${name}` as Operation, { ...args, gptSystemConfigurationStateId: stateId }]
    : [`configStateConversations.${name}` as Operation, { ...args, configStateId: stateId }]
}

export const chatCallOf = (name: ChatCall, args: ChatArgs): SendInput => callOf(...inChat(name, args))

/** The `query` of an RTK Query endpoint that exists for several kinds of conversations. */
export const chatRequest =
  (name: ChatCall) =>
  (args: ChatArgs): SendInput =>
    chatCallOf(name, args)
