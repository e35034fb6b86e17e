import type { ResearchPlan } from '@parlance/contract/research'
import { useEffect, useState } from 'react'
import { keepDraftPlan, readDraftPlan } from '../chatModel/drafts.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import type { Review } from '../composer/useSending.ts'
import type { ChatPageState } from './useChatPage.ts'

interface Planned {
  question: string
  send: Parameters<Review>[1]
}

interface Drafted {
  of: string
  /** Whether the next question is researched. */
  isOn: boolean
  /** The question whose plan is shown. */
  planned: Planned | null
}

/** A draft with a plan was about to be researched before the page was reloaded. */
const draftedIn = (of: string): Drafted => ({ of, isOn: readDraftPlan(of) !== '', planned: null })

/** The draft whose question was sent with its plan. The first question remounts the chat before it is stored. */
let sentFrom: string | null = null

/** Has the next question researched, along a plan that the user sees first. The question and the plan stay with the draft. */
export function useResearch({ address, asking, draftOf, shown }: ChatPageState, isAllowed: boolean) {
  const [drafted, setDrafted] = useState(() => draftedIn(draftOf))
  if (drafted.of !== draftOf) setDrafted(draftedIn(draftOf))
  const { isOn, planned } = drafted
  const isStored = useChat((chat) => Boolean(chat.streamConversationSegment?.conversationSegmentId))
  useEffect(() => {
    if (!isStored || sentFrom === null) return
    keepDraftPlan(sentFrom, '')
    sentFrom = null
  }, [isStored])
  const end = (isStillOn: boolean) => {
    if (!isStillOn) keepDraftPlan(draftOf, '')
    setDrafted({ of: draftOf, isOn: isStillOn, planned: null })
  }
  const review: Review = (question, send) => setDrafted({ ...drafted, planned: { question, send } })
  const parent = shown.findLast((segment) => segment.conversationSegmentId !== null)
  return {
    isAllowed,
    isOn,
    toggle: () => (isOn ? end(false) : setDrafted({ ...drafted, isOn: true })),
    review: isOn && isAllowed ? review : undefined,
    planned: isAllowed ? planned : null,
    /** What the question follows in its conversation. */
    following: address.conversationId
      ? {
          conversationId: address.conversationId,
          parentSegmentId: parent?.conversationSegmentId ?? null,
        }
      : {},
    start(plan: ResearchPlan): void {
      const isAsked = planned?.send((question, sent) => asking.research(question, { plan }, sent))
      // A question that is refused keeps its plan.
      if (isAsked) sentFrom = draftOf
      setDrafted({ of: draftOf, isOn: !isAsked, planned: null })
    },
    cancel: () => end(true),
  }
}
