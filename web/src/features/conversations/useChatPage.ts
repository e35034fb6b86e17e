import { client } from '@parlance/contract/limits'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { api } from '../../api/api.ts'
import { useWornBrand } from '../brandTheme/useWornBrand.ts'
import { conversationsApi, type GptSystemCard, type Segments } from './api.ts'
import { type ShownSegment, visibleSegments } from './branch.ts'
import { chatAddress, useChatAddress } from './chatAddress.ts'
import { chatActions } from './chatSlice.ts'
import { closeExecutionDetails, latestOf, useExecutionDetails } from './executionDetails/openDetails.ts'
import { firstAgent } from './firstAgent.ts'
import { keepLastAgent } from './lastAgent.ts'
import { closeSource } from './sources.ts'
import { useChat, useChatStream, useStreamedSegment } from './useChatStream.ts'

const noSegments: Segments = { items: [], tree: [] }
const noAgents: GptSystemCard[] = []

export type ChatPageState = ReturnType<typeof useChatPage>

/** All that the chat page shows and does, by its address. */
export function useChatPage() {
  const address = useChatAddress()
  const { stream, reconnecting } = useChatStream()
  const { currentData: conversation } = useConversation(address.conversationId)
  const agent = useAgent(address.entryGptSystemId, conversation?.gptSystem ?? null, address.conversationId)
  useAgentBrand(agent)
  const segments = useSegments(address.conversationId)
  useAddress(address, stream)
  useReopen(address.conversationId, segments, stream)

  const streamed = useStreamedSegment()
  const current = useChat((chat) => chat.currentConversationId)
  // Between a change of the address and the change of the state there is one frame: it shows neither.
  const inStep = (address.conversationId ?? null) === current || address.conversationId === null
  const stored = segments.currentData ?? noSegments
  const shown: ShownSegment[] = visibleSegments(stored.items, inStep ? streamed : null, stored.tree)
  const view = useView(address.conversationId, stream)
  const details = useExecutionDetails(latestOf(shown))
  return {
    address,
    stream,
    reconnecting,
    conversation,
    agent,
    segments,
    tree: stored.tree,
    shown,
    view,
    details,
  }
}

/** A number that changes when another conversation is opened, and not when a new one gets its address. */
function useView(conversationId: string | null, stream: Stream): number {
  const [view, setView] = useState({ of: conversationId, number: 0 })
  if (view.of === conversationId) return view.number
  const number = view.of === null && stream.active ? view.number : view.number + 1
  setView({ of: conversationId, number })
  return number
}

function useConversation(conversationId: string | null) {
  return conversationsApi.useGetConversationQuery(
    { conversationId: conversationId ?? '' },
    { skip: conversationId === null },
  )
}

function useSegments(conversationId: string | null) {
  return conversationsApi.useListSegmentsQuery(
    { conversationId: conversationId ?? '' },
    { skip: conversationId === null, refetchOnMountOrArgChange: true },
  )
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
    { skip: conversationId !== null || (!chosen && !entry) },
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

type Address = ReturnType<typeof useChatAddress>
type Stream = ReturnType<typeof useChatStream>['stream']

/** Keeps address and state in step: a new address opens its conversation, a new conversation gets its address. */
function useAddress({ conversationId, entryGptSystemId, newChat }: Address, stream: Stream) {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const current = useChat((chat) => chat.currentConversationId)
  const asked = useChat((chat) => chat.currentGptSystemId)
  const received = useChat((chat) => chat.streamConversationSegment !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new address alone; the state follows it.
  useEffect(() => {
    // What was being received when the screen was left is followed by nobody: it is found again as after a reload.
    const left = received && !stream.active
    if (conversationId !== null && conversationId === current && !left) return
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
  }, [conversationId, entryGptSystemId, newChat])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new conversation alone; the address follows it.
  useEffect(() => {
    if (current && conversationId === null && stream.active) {
      navigate(chatAddress(entryGptSystemId ?? asked, current), { replace: true })
    }
  }, [current])
}

/** An answer that is still running, on another page or before a reload, is followed here. */
function useReopen(conversationId: string | null, segments: ReturnType<typeof useSegments>, stream: Stream) {
  const current = useChat((chat) => chat.currentConversationId)
  const { currentData, isFetching } = segments
  const last = currentData?.items.at(-1)
  const pending = !isFetching && last?.status === 'Pending' ? last : undefined
  useEffect(() => {
    if (pending && conversationId && conversationId === current && !stream.active) {
      void stream.reopen(conversationId, pending)
    }
  }, [pending, conversationId, current, stream])
}
