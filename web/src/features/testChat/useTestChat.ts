import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { TestedState } from '../../api/chatCalls.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { useWithin } from '../chatModel/chatFamily.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { type DeploymentChoice, useDeploymentChoice } from '../chatModel/deploymentChoice.ts'
import { closeSource } from '../chatModel/sources.ts'
import { useChat, useChatStream } from '../chatModel/stream/useChatStream.ts'
import { closeExecutionDetails } from '../thread/details/openDetails.ts'
import { useAsking } from '../thread/useAsking.ts'
import { type ShownChat, useConversation, useThread } from '../thread/useThread.ts'

/** The test chat last shown on this page for each configuration, or null if a new one was to be started. */
const shownLast = new Map<string, string | null>()

export interface TestChatState extends ShownChat {
  reconnecting: boolean
  /** The loading state of the latest test chat with the configuration. */
  latest: { isWaiting: boolean; error: unknown; retry: () => void }
  restart: () => void
  /** A question waits until pending edits are saved. */
  isWaiting: boolean
}

/** The user's test chat with a configuration. It continues the latest one until another is started. */
export function useTestChat(
  tested: TestedState,
  agent: { gptSystemId: string; name: string; deployments: readonly DeploymentChoice[] },
  settle: () => Promise<unknown>,
): TestChatState {
  const dispatch = useDispatch()
  const { stream, reconnecting } = useChatStream(useWithin())
  const { stateId } = tested
  const [isShownAgain] = useState(() => shownLast.has(stateId))
  const { currentData, error, refetch } = conversationsApi.useGetLatestTestChatQuery(tested, {
    skip: isShownAgain,
  })
  const isKnown = isShownAgain || currentData !== undefined
  const opened = useRef(false)
  useEffect(() => {
    if (!isKnown || opened.current) return
    opened.current = true
    const last = isShownAgain ? shownLast.get(stateId) : currentData?.conversationId
    // If the user asks before the response arrives, they have already started a new chat.
    if (!stream.active) dispatch(chatActions.conversationSwitched(last ?? null))
  }, [isKnown, isShownAgain, currentData, stateId, stream, dispatch])
  const conversationId = useChat((chat) => chat.currentConversationId)
  useEffect(() => {
    if (conversationId) shownLast.set(stateId, conversationId)
  }, [stateId, conversationId])
  const conversation = useConversation(conversationId)
  const thread = useThread(conversationId, stream)
  const deployment = useDeploymentChoice(conversationId ?? `test:${stateId}`, agent.deployments, conversation)

  const chat = {
    ...thread,
    address: { conversationId },
    stream,
    conversation,
    deployment,
    agent: { current: agent },
  }
  return {
    ...chat,
    ...useAsking(chat, settle),
    reconnecting,
    latest: { isWaiting: !isKnown && !error, error, retry: refetch },
    restart() {
      opened.current = true
      shownLast.set(stateId, null)
      stream.leave()
      closeExecutionDetails()
      closeSource()
      dispatch(chatActions.conversationCleared())
    },
  }
}
