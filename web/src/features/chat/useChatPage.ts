import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useApplyBrand } from '../brandTheme/useApplyBrand.ts'
import {
  type Conversation,
  conversationsApi,
  type GptSystemCard,
  gptSystemsAtOnce,
} from '../chatModel/api.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { type DeploymentChoice, useDeploymentChoice } from '../chatModel/deploymentChoice.ts'
import { firstAgent } from '../chatModel/firstAgent.ts'
import { useChatStream } from '../chatModel/stream/useChatStream.ts'
import { useGuidelines } from '../guidelinesConsent/useGuidelines.ts'
import { useAsking } from '../thread/useAsking.ts'
import { useConversation, useThread } from '../thread/useThread.ts'
import { chatAddress, useChatAddress } from './data/chatAddress.ts'
import { keepLastAgent } from './data/lastAgent.ts'
import { useBegun, useFollowAddress } from './useFollowAddress.ts'

const noAgents: GptSystemCard[] = []
const noDeployments: DeploymentChoice[] = []

export type ChatPageState = ReturnType<typeof useChatPage>

/** The state and actions of the chat page for its URL. */
export function useChatPage() {
  const asked = useChatAddress()
  const { stream, reconnecting } = useChatStream()
  const begun = useBegun(asked, stream)
  const address = begun === null ? asked : { ...asked, conversationId: begun }
  const conversation = useConversation(address.conversationId)
  // Until the URL names the conversation, its agent is the one that was asked.
  const agent = useAgent(asked.entryGptSystemId, conversation, asked.conversationId)
  useAgentBrand(agent)
  useFollowAddress(asked, stream, (current) => [
    chatAddress(asked.entryGptSystemId ?? agent.current?.gptSystemId ?? null, current),
    // Passes the setting along until the conversation is loaded.
    { temporary: asked.temporary },
  ])
  const thread = useThread(address.conversationId, stream)
  const draftOf = address.conversationId ?? `new:${agent.current?.gptSystemId ?? ''}`
  const deployment = useDeploymentChoice(
    draftOf,
    agent.details.currentData?.deployments ?? noDeployments,
    conversation,
  )
  const temporary = conversation?.temporary ?? address.temporary
  const writes = agent.details.currentData?.extracts === false
  const canAsk = agent.isThere
  const chat = { ...thread, canAsk, writes, address, stream, conversation, agent, deployment, temporary }
  const { asking } = useAsking(chat)
  const gptSystemId = agent.current?.gptSystemId
  const guidelines = useGuidelines({
    of: gptSystemId === undefined ? null : { gptSystemId },
    listed: agent.details.currentData?.guidelinesDocuments,
    isNew: address.conversationId === null && thread.shown.length === 0,
    stream,
  })
  return { ...chat, begun, asking, reconnecting, draftOf, guidelines }
}

/**
 * Returns the agent of the URL, of the conversation, or the last one used. An unknown agent is reported and not
 * replaced.
 */
function useAgent(
  entry: string | null,
  conversation: Conversation | undefined,
  conversationId: string | null,
) {
  const own = conversation?.gptSystem ?? null
  const dispatch = useDispatch()
  const list = conversationsApi.useListAvailableGptSystemsQuery()
  const agents = list.data ?? noAgents
  // Until a new conversation is loaded, its agent is the one in the URL.
  const asked = own?.gptSystemId ?? entry
  const chosen = conversationId
    ? (agents.find(({ gptSystemId }) => gptSystemId === asked) ?? own)
    : (firstAgent(agents, entry) ?? own)
  const details = conversationsApi.useGetGptSystemDetailsQuery(
    { gptSystemId: chosen?.gptSystemId ?? entry ?? '' },
    // The details define how a conversation looks. If the user can't use its agent any more, it has the default
    // look.
    {
      skip:
        conversationId === null
          ? !chosen && !entry
          : !(conversation?.agentAvailable ?? agents.some((one) => one === chosen)),
    },
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
    reload: () => void list.refetch(),
    none: list.isSuccess && agents.length === 0,
    /** Whether an agent can be asked. The list doesn't name all of very many agents. */
    isThere: (gptSystemId: string) =>
      agents.length === gptSystemsAtOnce || agents.some((one) => one.gptSystemId === gptSystemId),
  }
}

/** Applies the agent's brand to the chat, if it has one. */
function useAgentBrand({ agents, current, details, loading }: ReturnType<typeof useAgent>) {
  const dispatch = useDispatch()
  const isCurrent = ({ gptSystemId }: GptSystemCard) => gptSystemId === current?.gptSystemId
  const unlisted = details.currentData?.gptSystem
  const card = agents.find(isCurrent) ?? (unlisted && isCurrent(unlisted) ? unlisted : undefined)
  const applied = useApplyBrand(loading ? undefined : (card?.brandKey ?? null))
  useEffect(() => {
    dispatch(chatActions.brandApplied(applied))
  }, [dispatch, applied])
}
