import { useEffect, useMemo, useState } from 'react'
import { type Conversation, conversationsApi } from '../chatModel/api.ts'
import { type ShownSegment, visibleSegments } from '../chatModel/branch.ts'
import { useWithin } from '../chatModel/chatFamily.ts'
import type { ChosenDeployment } from '../chatModel/deploymentChoice.ts'
import type { NamedAgent } from '../chatModel/otherAgent.ts'
import type { Segments } from '../chatModel/segments.ts'
import type { ChatStream } from '../chatModel/stream/ChatStream.ts'
import { useChat, useStreamedSegment } from '../chatModel/stream/useChatStream.ts'
import type { Asking } from './asking.ts'
import { type DetailsOpener, latestOf, useExecutionDetails } from './details/openDetails.ts'

const noSegments: Segments = { items: [], tree: [] }

/** What a thread and its composer need from a chat, on its own page or next to an editor. */
export interface ShownChat extends Thread {
  address: { conversationId: string | null }
  stream: ChatStream
  conversation: Conversation | undefined
  agent: { current: { gptSystemId: string; name: string } | null }
  deployment: ChosenDeployment
  /** A language model answers, so an interrupted answer can be continued. */
  writes?: boolean
  /** The conversation isn't stored, or won't be. */
  temporary?: boolean
  asking: Asking
  /** Whether an agent can still be asked, as far as the page knows. */
  canAsk?: (gptSystemId: string) => boolean
}

/** Whether the conversation's own agent can be asked: it isn't deleted, and the user can use it. */
export const hasAgent = ({ conversation }: Pick<ShownChat, 'conversation'>): boolean =>
  conversation?.agentAvailable !== false

/**
 * What turns get of a chat: data, and commands that read the chat when called. It stays the same object until one of
 * them changes, so turns don't render again with every piece of text.
 */
export interface TurnChat extends Pick<ShownChat, 'address' | 'asking' | 'details' | 'tree'> {
  /** The conversation's own agent. */
  own: NamedAgent
  /** Its own agent can be asked. */
  available: boolean
  writes: boolean
  temporary: boolean
}

export function useTurnChat(
  { address, asking, conversation, details, tree, writes = false, temporary = false }: ShownChat,
  agent: NamedAgent,
) {
  const available = hasAgent({ conversation })
  const { conversationId } = address
  const { gptSystemId, name } = agent
  return useMemo(
    (): TurnChat => ({
      address: { conversationId },
      asking,
      details,
      tree,
      own: { gptSystemId, name },
      available,
      writes,
      temporary,
    }),
    [conversationId, asking, details, tree, gptSystemId, name, available, writes, temporary],
  )
}

interface Thread {
  segments: ReturnType<typeof useSegments>
  tree: Segments['tree']
  /** The visible branch, including the answer being received. */
  shown: ShownSegment[]
  /** Changes when another conversation is opened, but not when a new one gets its ID. */
  view: number
  details: DetailsOpener
}

export function useThread(conversationId: string | null, stream: ChatStream): Thread {
  const segments = useSegments(conversationId)
  useReopen(conversationId, segments, stream)
  const streamed = useStreamedSegment()
  const current = useChat((chat) => chat.currentConversationId)
  // For one frame, the URL has changed and the state hasn't. It shows neither conversation.
  const inStep = conversationId === current
  const stored = segments.currentData ?? noSegments
  const shown = visibleSegments(stored.items, inStep ? streamed : null, stored.tree)
  const view = useView(conversationId, stream)
  const details = useExecutionDetails(latestOf(shown))
  return { segments, tree: stored.tree, shown, view, details }
}

function useView(conversationId: string | null, stream: ChatStream): number {
  const [view, setView] = useState({ of: conversationId, number: 0 })
  if (view.of === conversationId) return view.number
  const number = view.of === null && stream.active ? view.number : view.number + 1
  setView({ of: conversationId, number })
  return number
}

export function useConversation(conversationId: string | null): Conversation | undefined {
  const chat = useWithin()
  const { currentData } = conversationsApi.useGetConversationQuery(
    { conversationId: conversationId ?? '', ...chat },
    { skip: conversationId === null },
  )
  return currentData
}

function useSegments(conversationId: string | null) {
  const chat = useWithin()
  return conversationsApi.useListSegmentsQuery(
    { conversationId: conversationId ?? '', ...chat },
    { skip: conversationId === null, refetchOnMountOrArgChange: true },
  )
}

/** Follows an answer that is still running, started in another window or before a reload. */
function useReopen(
  conversationId: string | null,
  segments: ReturnType<typeof useSegments>,
  stream: ChatStream,
) {
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
