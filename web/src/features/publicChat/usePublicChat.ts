import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router'
import { useObservable } from '../../base/useObservable.ts'
import { useNavigateNow } from '../../ui/navigate.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { focusComposer } from '../chat/data/focusComposer.ts'
import { useBegun, useFollowAddress } from '../chat/useFollowAddress.ts'
import { useWithin } from '../chatModel/chatFamily.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { type ChosenDeployment, useDeploymentChoice } from '../chatModel/deploymentChoice.ts'
import { joinTexts, keepDraft, keepDraftFiles, readDraft, takeSent } from '../chatModel/drafts.ts'
import { useChat, useChatStream } from '../chatModel/stream/useChatStream.ts'
import { useGuidelines } from '../guidelinesConsent/useGuidelines.ts'
import { useAsking } from '../thread/useAsking.ts'
import { useConversation, useThread } from '../thread/useThread.ts'
import { type PublicPage, publicChatApi } from './api.ts'
import { type PublicAddress, publicAddress } from './publicAddress.ts'
import type { Visit } from './session/visit.ts'

const noChoice: ChosenDeployment['choices'] = []

export type PublicChatState = ReturnType<typeof usePublicChat>

/** The state and actions of a visitor's chat for its URL. */
export function usePublicChat(page: PublicPage, asked: PublicAddress, visit: Visit) {
  const { gptPublicEndpoint } = asked
  const { key: navigation } = useLocation()
  const { sessionIdentifier } = useObservable(visit.state)
  const { stream, reconnecting } = useChatStream(useWithin())
  const begun = useBegun({ conversationId: asked.conversationId, navigation }, stream)
  const conversationId = asked.conversationId ?? begun
  // Only the session's secret opens a conversation, so without one there is nothing to ask for.
  const readId = sessionIdentifier === null ? null : conversationId
  const conversation = useConversation(readId)
  useFollowAddress({ conversationId: asked.conversationId, navigation }, stream, (current) => [
    publicAddress({ ...asked, conversationId: current }),
  ])
  const thread = useThread(readId, stream)
  const newDraft = `new:${gptPublicEndpoint}`
  const draftOf = conversationId ?? newDraft
  const deployment = useDeploymentChoice(draftOf, noChoice, conversation)
  const current = useMemo(
    () => ({ gptSystemId: gptPublicEndpoint, name: page.agentName }),
    [gptPublicEndpoint, page.agentName],
  )
  const chat = {
    ...thread,
    address: { conversationId: readId },
    stream,
    conversation,
    agent: { current },
    deployment,
    writes: !page.extracts,
  }
  const { asking } = useAsking(chat)
  const reset = useReset(asked, { draftOf, newDraft, leave: () => stream.leave() })
  useEnd(visit, reset.keepingText)
  const newChat = useNewChat(asked)
  const session = sessionIdentifier === null ? null : { sessionIdentifier }
  const details = publicChatApi.useGetVisitDetailsQuery(session ?? skipToken)
  const guidelines = useGuidelines({
    of: session,
    listed: details.currentData?.guidelinesDocuments,
    isNew: conversationId === null && thread.shown.length === 0,
    stream,
  })
  return {
    ...chat,
    asking,
    guidelines,
    hasReads: (details.currentData?.reads.length ?? 0) > 0,
    reconnecting,
    draftOf,
    sessionIdentifier,
    newChat,
    /** Starts empty after everything was deleted. */
    startOver: reset.withoutText,
    /** Changes when the composer starts again with another draft. */
    resets: reset.count,
    /** The URL names a conversation, and there is no session that could open it. */
    isLocked: conversationId !== null && readId === null,
  }
}

function useNewChat(asked: PublicAddress): () => void {
  const navigate = useNavigateNow()
  return useCallback(() => {
    closeSidebar()
    void navigate(publicAddress({ ...asked, conversationId: null }))
    focusComposer()
  }, [navigate, asked])
}

interface Drafts {
  draftOf: string
  newDraft: string
  leave: () => void
}

/** Leaves the chat for an empty one. */
function useReset(asked: PublicAddress, { draftOf, newDraft, leave }: Drafts) {
  const dispatch = useDispatch()
  const navigate = useNavigateNow()
  const rejected = useChat(({ streamConversationSegment: segment }) =>
    segment && segment.conversationSegmentId === null ? segment.question : '',
  )
  const [count, setCount] = useState(0)
  const empty = (text: string) => {
    leave()
    for (const of of new Set([draftOf, newDraft])) {
      keepDraft(of, '')
      keepDraftFiles(of, [])
      dispatch(chatActions.attachmentsCleared(of))
    }
    keepDraft(newDraft, text)
    dispatch(chatActions.conversationCleared())
    setCount((before) => before + 1)
    void navigate(publicAddress({ ...asked, conversationId: null }), { replace: true })
  }
  return {
    count,
    /** Takes the question that was being sent, and what was typed since, along. */
    keepingText(): void {
      const sent = takeSent()?.text ?? rejected
      const drafts = [...new Set([newDraft, draftOf])].map(readDraft)
      empty(joinTexts(sent, ...drafts))
    },
    withoutText(): void {
      takeSent()
      empty('')
    },
  }
}

/** When the server ends the session, its conversations are gone. What was typed is not. */
function useEnd(visit: Visit, keepText: () => void): void {
  const { hasEnded } = useObservable(visit.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per end.
  useEffect(() => {
    if (hasEnded) keepText()
  }, [hasEnded])
}
