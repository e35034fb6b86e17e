import { client } from '@parlance/contract/limits'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api.ts'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { useWornBrand } from '../brandTheme/useWornBrand.ts'
import { conversationsApi, type GptSystemCard } from '../chatModel/api.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { type DeploymentChoice, useDeploymentChoice } from '../chatModel/deploymentChoice.ts'
import { firstAgent } from '../chatModel/firstAgent.ts'
import { closeSource } from '../chatModel/sources.ts'
import { useChat, useChatStream } from '../chatModel/stream/useChatStream.ts'
import { closeExecutionDetails } from '../thread/details/openDetails.ts'
import { useConversation, useThread } from '../thread/useThread.ts'
import { type ChatAddress, chatAddress, useChatAddress } from './data/chatAddress.ts'
import { keepLastAgent } from './data/lastAgent.ts'

const noAgents: GptSystemCard[] = []
const noDeployments: DeploymentChoice[] = []

export type ChatPageState = ReturnType<typeof useChatPage>

/** All that the chat page shows and does, by its address. */
export function useChatPage() {
  const asked = useChatAddress()
  const { stream, reconnecting } = useChatStream()
  const begun = useBegun(asked, stream)
  const address = begun === null ? asked : { ...asked, conversationId: begun }
  const conversation = useConversation(address.conversationId)
  // Until the address names the conversation, its agent is the one that was asked there.
  const agent = useAgent(asked.entryGptSystemId, conversation?.gptSystem ?? null, asked.conversationId)
  useAgentBrand(agent)
  useAddress(asked, stream)
  const thread = useThread(address.conversationId, stream)
  const draftOf = address.conversationId ?? `new:${agent.current?.gptSystemId ?? ''}`
  const deployment = useDeploymentChoice(
    draftOf,
    agent.details.currentData?.deployments ?? noDeployments,
    conversation,
  )
  const temporary = conversation?.temporary ?? address.temporary
  const writes = agent.details.currentData?.extracts === false
  return {
    ...thread,
    writes,
    address,
    stream,
    reconnecting,
    conversation,
    agent,
    deployment,
    draftOf,
    temporary,
  }
}

/** The agent of the address, of the conversation, or the last one used; an unknown one is told, and none is taken. */
function useAgent(
  entry: string | null,
  own: { gptSystemId: string; name: string } | null,
  conversationId: string | null,
) {
  const dispatch = useDispatch()
  const list = conversationsApi.useListAvailableGptSystemsQuery()
  const agents = list.data ?? noAgents
  // Until a new conversation is loaded, the agent of the address is the one that was asked.
  const asked = own?.gptSystemId ?? entry
  const chosen = conversationId
    ? (agents.find(({ gptSystemId }) => gptSystemId === asked) ?? own)
    : (firstAgent(agents, entry) ?? own)
  const details = conversationsApi.useGetGptSystemDetailsQuery(
    { gptSystemId: chosen?.gptSystemId ?? entry ?? '' },
    // Of a conversation it is how the chat looks; with an agent that one may use no more it looks as any.
    { skip: conversationId === null ? !chosen && !entry : !agents.some((one) => one === chosen) },
  )
  const unlisted = conversationId ? undefined : details.currentData?.gptSystem
  const current = chosen ?? unlisted ?? null
  const refused = !conversationId && entry !== null && !current && list.isSuccess && details.isError
  const id = current?.gptSystemId ?? null
  useEffect(() => {
    dispatch(chatActions.gptSystemChosen(id))
    if (id) keepLastAgent(id)
  }, [dispatch, id])
  return {
    agents,
    current,
    details,
    refused,
    loading: list.isLoading,
    none: list.isSuccess && agents.length === 0,
  }
}

/** The chat wears the brand of its agent, where that has one. */
function useAgentBrand({ agents, current, loading }: ReturnType<typeof useAgent>) {
  const dispatch = useDispatch()
  const card = agents.find(({ gptSystemId }) => gptSystemId === current?.gptSystemId)
  const worn = useWornBrand(loading ? undefined : (card?.brandKey ?? null))
  useEffect(() => {
    dispatch(chatActions.brandWorn(worn))
  }, [dispatch, worn])
}

type Stream = ReturnType<typeof useChatStream>['stream']

/**
 * The conversation that began with a question at this address, which does not name it yet: the router takes its time,
 * and a short answer is over before. A page that waited for it would show its first screen once more in between.
 */
export function useBegun(
  { conversationId, navigation }: Pick<ChatAddress, 'conversationId' | 'navigation'>,
  stream: Pick<Stream, 'active'>,
): string | null {
  const current = useChat((chat) => chat.currentConversationId)
  const [last, setLast] = useState({ current, at: '' })
  const isNamed = conversationId !== null
  if (last.current !== current || (isNamed && last.at !== ''))
    setLast({ current, at: !isNamed && stream.active ? navigation : '' })
  return !isNamed && last.at === navigation ? last.current : null
}

/** Keeps address and state in step: a new address opens its conversation, a new conversation gets its address. */
function useAddress(
  { conversationId, entryGptSystemId, navigation, temporary }: ChatAddress,
  stream: Stream,
) {
  const dispatch = useDispatch()
  const navigate = useNavigateIfHere()
  const current = useChat((chat) => chat.currentConversationId)
  const asked = useChat((chat) => chat.currentGptSystemId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new address alone; the state follows it.
  useEffect(() => {
    if (conversationId !== null && conversationId === current && !stream.left) return
    stream.leave()
    closeExecutionDetails()
    closeSource()
    if (!conversationId) {
      dispatch(chatActions.conversationCleared())
      return
    }
    dispatch(chatActions.conversationSwitched(conversationId))
    const again = () => dispatch(api.util.invalidateTags(['Conversations']))
    const timer = setTimeout(again, client.conversationRefetchMs)
    return () => clearTimeout(timer)
  }, [conversationId, conversationId === null && navigation])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new conversation alone; the address follows it.
  useEffect(() => {
    if (current && conversationId === null && stream.active) {
      // Until the conversation has been read, the address knows.
      void navigate(chatAddress(entryGptSystemId ?? asked, current), { replace: true, state: { temporary } })
    }
  }, [current])
}
