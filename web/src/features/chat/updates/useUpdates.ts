import type { UpdateEvent } from '@parlance/contract/updates'
import { useCallback, useEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import type { ApiDispatch, api } from '../../../api/api.ts'
import { conversationsApi, showInLists } from '../../chatModel/api.ts'
import type { ChatState } from '../../chatModel/chatSlice.ts'
import { hasRow } from '../../chatModel/listPages.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import type { Refresh } from '../../chatModel/updates/refresh.ts'
import { useFeed } from '../../chatModel/updates/useFeed.ts'
import { answerEnded, answerStarted, conversationRemoved, seen, setRunning } from './openAnswers.ts'

type Root = Parameters<typeof api.util.selectInvalidatedBy>[0] & { chat: ChatState }

/** Syncs the conversations of this page with the user's other windows while it is visible. */
export function useUpdates(): void {
  const dispatch = useDispatch<ApiDispatch>()
  const store = useStore<Root>()
  const current = useChat((chat) => chat.currentConversationId)
  useEffect(() => {
    if (current) seen(current)
  }, [current])
  const handle = useCallback(
    (update: UpdateEvent, refresh: Refresh) => {
      refresh.later(...staleBy(update, store.getState().chat))
      apply(update, store.getState().chat)
      void showChange(update, dispatch, store.getState)
    },
    [dispatch, store],
  )
  useFeed(handle)
}

function apply(update: UpdateEvent, chat: ChatState): void {
  const { event, data } = update
  if (event === 'answers-running') setRunning(data.answers, chat.currentConversationId)
  if (event === 'answer-started') answerStarted(data.conversationId, data.conversationSegmentId)
  if (event === 'answer-ended') {
    const isSeen = data.conversationId === chat.currentConversationId
    answerEnded(data.conversationId, data.conversationSegmentId, isSeen)
  }
  if (event === 'conversation-removed') conversationRemoved(data.conversationId)
}

/** Updates the row of a conversation that isn't on the first page of its list, because only that page is reloaded. */
async function showChange(
  { event, data }: UpdateEvent,
  dispatch: ApiDispatch,
  getState: () => Root,
): Promise<void> {
  if (event === 'conversation-removed') showInLists(dispatch, getState, data.conversationId, null)
  if (event !== 'conversation-changed') return
  const { conversationId } = data
  const { data: list } = conversationsApi.endpoints.listConversations.select({ search: '' })(getState())
  if (!list || !hasRow({ pages: list.pages.slice(1) }, conversationId)) return
  const { data: row } = await dispatch(
    conversationsApi.endpoints.getConversation.initiate(
      { conversationId },
      { forceRefetch: true, subscribe: false },
    ),
  )
  if (row) showInLists(dispatch, getState, conversationId, row)
}

type Stale = { type: 'Conversations' | 'Conversation' | 'Segments'; id?: string }

/** Returns the data that an update makes stale. The answer that this page receives is loaded when it ends. */
export function staleBy(
  update: UpdateEvent,
  {
    currentConversationId: id,
    streamConversationSegment: received,
  }: Pick<ChatState, 'currentConversationId' | 'streamConversationSegment'>,
): Stale[] {
  if (update.event === 'notified' || update.event === 'announced') return []
  const isOpen = update.event === 'answers-running' || update.data.conversationId === id
  if (!isOpen || id === null) return [{ type: 'Conversations' }]
  const stale: Stale[] = [{ type: 'Conversations' }, { type: 'Conversation', id }]
  if (!received || !isOfReceived(update, received)) stale.push({ type: 'Segments', id })
  return stale
}

/**
 * Excludes removals and other windows' answers, because the stored answer can already be loading without them.
 */
function isOfReceived(
  { event, data }: UpdateEvent,
  { conversationSegmentId: received }: NonNullable<ChatState['streamConversationSegment']>,
): boolean {
  if (event === 'answer-started' || event === 'answer-ended') {
    return received === null || data.conversationSegmentId === received
  }
  return event === 'conversation-created' || event === 'conversation-changed'
}
